// What is said of an answer: right, right with what was entered before, the slip, or the operation that breaks. Pure.

/** @import {Task} from "../../practice/browser/tasks.js" */
/** @import {Family} from "./practice.d.ts" */
/** @import {Verdicts} from "./tries.js" */

import { fill } from "../../web/numbers.js";
import { listComma } from "../../web/punctuation.js";
import { FUNCTION_SIGNS } from "./equationwriter.js";

/**
 * A function that says of an entry its kind, and the sentence. wanted: the quantities that are asked.
 *
 * @param {{
 *   family: Family, task: Task, wanted: string[], words: Record<string, string>, slips: Record<string, string>,
 * }} given
 * @returns {(name: string, judged: Verdicts, numbers: Record<string, number[]>) => [kind: string, sentence: string]}
 */
export function verdictsOf({ family, task, wanted, words, slips }) {
  const { program, titles, reads } = family;
  const entryOf = (name) => program.entries.find((one) => one.name === name);

  return (name, judged, numbers) => {
    const { right, follows, slip } = judged[name];
    if (right) return ["right", `✓ ${words.practiceRight}`];
    if (follows) return ["follows", `✓ ${fill(words.practiceFollows, { names: wrongBefore(name, judged) })}`];
    if (slip) return ["wrong", `✗ ${slips[slip]}`];
    const { of, node } = entryOf(name);
    const e = program.nodes[node];
    const parts = program.entries.filter((one) => one.of === of && one.name !== name);
    const direct = parts.filter((one) => partsOf(e).includes(one.node));
    const isOwn = direct.every((one) => one.name in numbers && judged[one.name]?.follows);
    if (!isOwn) return ["wrong", `✗ ${words.practiceWrong}`];
    const isOfVectors = e.op === "product" && task.rightOf(node).length > 1;
    const breaks = words[`practiceBreaks_${e.op === "product" && !isOfVectors ? "times" : e.op}`];
    return ["wrong", `✗ ${fill(breaks, { function: e.op === "apply" ? signOf(e) : "" })}`];
  };

  function signOf(e) {
    return FUNCTION_SIGNS[e.function === "phi" ? program.phi : e.function];
  }
  /** The quantities before an entry that are not right, in their letters; or the terms of its own. */
  function wrongBefore(name, judged) {
    const names = reads[name].filter((one) => wanted.includes(one) && judged[one] && !judged[one].right);
    return names.length > 0 ? names.map((one) => titles[one]).join(listComma()) : words.practiceOwnTerms;
  }
  function partsOf(e) {
    const parts = [e.left, e.right, e.of, ...(e.terms ?? [])].filter((one) => one !== undefined);
    return parts.flatMap((one) =>
      program.nodes[one].op === "negative" && e.op === "sum" ? [program.nodes[one].of] : [one],
    );
  }
}
