// What is right about answers, what follows from those before, and which slip explains a wrong one: the twin of
// `../judging.py`.

/** @import {Node, Program} from "../program.d.ts" */

import { offOf } from "./rounding.js";
import { valuesOf } from "./values.js";

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
  const fits = (program.slips[node] ?? []).filter(([, trees]) =>
    trees.some((tree) => looks.some((look) => isNear(answer, computed(look, tree)))),
  );
  const isPlain = !right && !follows && fits.length === 1;
  return { right, follows: right || follows, slip: isPlain ? fits[0][0] : "" };
}
