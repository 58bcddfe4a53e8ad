// What is right about answers, what follows from those before, and which slip explains a wrong one: the twin of
// `../judging.py`.

/** @import {Node, Program} from "../program.d.ts" */

import { HALF, offOf } from "./rounding.js";
import { valuesOf } from "./values.js";

// The slip that no equation gives, as Python calls it; and how far off is who rounds one decimal too far.
const ROUNDED = "rounded";
const COARSE_HALF = 10 * HALF + 1e-9;

/**
 * What a reader has before him: the values of nodes, and how far off what he reads may be. known: the nodes that he has
 * computed before.
 *
 * @typedef {ReturnType<typeof valuesOf> & {
 *   nodes: Node[], known: Map<number, number[]>, off: (e: Extract<Node, {op: "tensor"}>) => number[],
 * }} Sight
 */

/**
 * How a sight is made for a node: what was known of it itself is left out.
 *
 * @typedef {(node: number) => Sight} Look
 */

/**
 * @param {Program} program
 * @param {{read: Sight["off"], off: Sight["off"], parameters: Record<string, number[][]>}} reads
 * @param {Map<number, number[]>} known
 * @returns {Look}
 */
export function lookFor(program, { read, off, parameters }, known = new Map()) {
  return (node) => {
    const others = new Map([...known].filter(([one]) => one !== node));
    return { ...valuesOf(program, read, parameters, others), nodes: program.nodes, known: others, off };
  };
}

/** A node's value, and how far off it he may be. @param {Look} look @param {number} node */
export function computed(look, node) {
  const sight = look(node);
  const found = sight.value(node);
  return { found, off: offOf(sight, node) };
}

/** Whether each number of an answer is as near as it may be off. @param {number[]} answer */
export function isNear(answer, { found, off }) {
  return answer.every((one, k) => Math.abs(one - found[k]) <= off[k]);
}

/**
 * An answer to a node: {right, follows, slip}, as `Judged` in Python. looks: at what was given, and at that with the
 * reader's own answers before it.
 *
 * @param {Program} program
 * @param {number} node
 * @param {number[]} answer
 * @param {[Look, Look]} looks
 */
export function judged(program, node, answer, looks) {
  const [right, follows] = looks.map((look) => isNear(answer, computed(look, node)));
  const made = (program.slips[node] ?? []).filter(([, trees]) =>
    trees.some((tree) => looks.some((look) => isNear(answer, computed(look, tree)))),
  );
  const isRounded = looks.some((look) => isRoundedTooFar(answer, computed(look, node).found));
  const fits = [...made.map(([slip]) => slip), ...(isRounded ? [ROUNDED] : [])];
  const isPlain = !right && !follows && fits.length === 1;
  return { right, follows: right || follows, slip: isPlain ? fits[0] : "" };
}

/** Whether it is what was found, to one decimal. @param {number[]} answer @param {number[]} found */
function isRoundedTooFar(answer, found) {
  return answer.every((one, k) => Number(one.toFixed(1)) === one && Math.abs(one - found[k]) <= COARSE_HALF);
}
