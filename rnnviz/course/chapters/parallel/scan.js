// A recurrence H_t = a_t H_(t−1) + b_t in a loop and in a tree, as `rnnviz/explain/scan.py` has it. Pure.

/**
 * The steps from `first` to `last`, from 0, as one: what they keep of the memory before them, and what they add. round:
 * when it is made; of: what it is made of, nothing for a single step.
 *
 * @typedef {{first: number, last: number, kept: number, added: number, round: number, of: Stretch[]}} Stretch
 */

/**
 * Two stretches, one after the other, as one.
 *
 * @param {Stretch} one
 * @param {Stretch} next
 * @param {number} round
 * @returns {Stretch}
 */
export const composition = (one, next, round) => ({
  first: one.first,
  last: next.last,
  kept: next.kept * one.kept,
  added: next.kept * one.added + next.added,
  round,
  of: [one, next],
});

/** The memory after each step, step after step. */
export function loop(kept, added, first) {
  let memory = first;
  return kept.map((one, t) => {
    memory = one * memory + added[t];
    return memory;
  });
}

/**
 * The same in a tree. up: level by level the stretches, each made of two of the level below; an odd one out goes up as
 * it is. made: all that were put together, in their order. known: the stretches from the first step to each one.
 *
 * @returns {{up: Stretch[][], made: Stretch[], known: Stretch[], rounds: number}}
 */
export function tree(kept, added) {
  const single = (one, t) => ({ first: t, last: t, kept: one, added: added[t], round: 0, of: [] });
  const up = [kept.map(single)];
  while (up.at(-1).length > 1) up.push(inTwos(up.at(-1), up.length));
  const made = up.flatMap((level, round) => level.filter((one) => round > 0 && one.round === round));
  let round = up.length - 1;
  let known = up.at(-1);
  for (const level of up.slice(0, -1).reverse()) {
    if (level.length > 2) round += 1;
    known = fromTheFirst(level, known, round);
    made.push(...known.filter((_, k) => k >= 2 && k % 2 === 0));
  }
  return { up, made, known, rounds: round };
}

function inTwos(level, round) {
  const pairs = Array.from({ length: Math.floor(level.length / 2) }, (_, k) =>
    composition(level[2 * k], level[2 * k + 1], round),
  );
  return [...pairs, ...level.slice(2 * pairs.length)];
}

/** The stretches from the first step to the end of each of a level; known: those of the level above. */
const fromTheFirst = (level, known, round) =>
  level.map((one, k) => {
    if (k === 0) return one;
    return k % 2 ? known[(k - 1) / 2] : composition(known[k / 2 - 1], one, round);
  });

/** The memory after each step. */
export const memories = ({ known }, first) => known.map(({ kept, added }) => kept * first + added);

/** How often such a tree over `length` steps puts two stretches together, and in how many rounds. */
export function counts(length) {
  const found = { compositions: 0, rounds: 0 };
  for (let n = length; n > 1; n = Math.ceil(n / 2)) {
    found.compositions += n - 1;
    found.rounds += n > 2 ? 2 : 1;
  }
  return found;
}
