// Takes {kept, added, first} and gives the memory of a loop and of a tree, and how the tree is made.

import { counts, loop, memories, tree } from "../../rnnviz/course/chapters/parallel/scan.js";

const plain = ({ first, last, kept, added, round }) => ({ first, last, kept, added, round });

export default ({ kept, added, first }) => {
  const found = tree(kept, added);
  return {
    loop: loop(kept, added, first),
    tree: memories(found, first),
    levels: found.up.map((level) => level.map(plain)),
    made: found.made.map(plain),
    rounds: found.rounds,
    counts: counts(kept.length),
  };
};
