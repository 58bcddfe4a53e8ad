// Huffman's tree of seven words: their counts, the vectors at its inner nodes, and where the nodes stand.

import { huffman, leavesOf } from "../../../maths/huffman.js";
import { normals } from "../../../maths/random.js";

export const LEAVES = 7;
export const COUNTS = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
export const USUAL_COUNTS = [34, 16, 10, 7, 6, 4, 3];
export const MOST_COUNT = 40;
export const X = ["x1", "x2", "x3"];

// θ of the small tree's inner nodes before any step, to one decimal: three numbers each.
export const THETAS = Array.from(normals(11, 3 * (LEAVES - 1)), (one) => Math.round(10 * one) / 10);

const component = (usual, k) => ({
  usual,
  least: -3,
  most: 3,
  step: 0.1,
  digits: 1,
  hue: "state",
  symbol: `x_${k}`,
});
export const TREE_NUMBERS = {
  ...Object.fromEntries(
    COUNTS.map((name, k) => [
      name,
      { usual: USUAL_COUNTS[k], least: 1, most: MOST_COUNT, step: 1, whole: true, hue: "gate2" },
    ]),
  ),
  merges: { usual: LEAVES - 1, least: 0, most: LEAVES - 1, step: 1, whole: true },
  x1: component(1.2, 1),
  x2: component(-0.7, 2),
  x3: component(0.5, 3),
  added: { usual: LEAVES, least: 0, most: LEAVES, step: 1 },
  taken: { usual: 1, least: 0, most: 60, step: 1, whole: true },
  rate: { usual: 0.5, least: 0, most: 3, step: 0.05, hue: "gate2", symbol: "η" },
};
export const TREE_CHOICES = { leaf: { usual: "4", of: COUNTS.map((_, k) => String(k + 1)) } };

export const countsNow = (values) => COUNTS.map((name) => values[name]);
export const leafNow = (values) => Number(values.leaf) - 1;
export const smallTree = (values) => huffman(countsNow(values));
export const nameOfLeaf = (words, k) => words[`leaf_${k + 1}`];
export const xNow = (values) => X.map((name) => values[name]);

/** How high each node stands over its lowest leaf, and how deep below the root. */
export function levels(tree) {
  const height = tree.nodes.map(() => 0);
  for (let node = tree.size; node <= tree.root; node += 1) {
    const { left, right } = tree.nodes[node];
    height[node] = 1 + Math.max(height[left], height[right]);
  }
  const depth = tree.nodes.map(() => 0);
  for (let node = tree.root; node >= tree.size; node -= 1) {
    depth[tree.nodes[node].left] = depth[node] + 1;
    depth[tree.nodes[node].right] = depth[node] + 1;
  }
  return { height, depth };
}

/** Where each node is across: the leaves side by side, an inner node between its children. */
export function acrossOf(tree, width) {
  const across = [];
  leavesOf(tree).forEach((leaf, k) => {
    across[leaf] = (width * (k + 0.5)) / tree.size;
  });
  for (let node = tree.size; node <= tree.root; node += 1) {
    const { left, right } = tree.nodes[node];
    across[node] = (across[left] + across[right]) / 2;
  }
  return across;
}
