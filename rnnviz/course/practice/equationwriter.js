// The equation of a quantity as the reader writes it: a field that opens at a press, and what is said of it.

/** @import {Program} from "../../practice/program.d.ts" */
/** @import {Task} from "../../practice/browser/tasks.js" */
/** @import {Begun} from "./keeping.js" */
/** @import {PracticeData, Written} from "./practice.d.ts" */
/** @import {Say} from "../../web/speech/say.d.ts" */

import { h, hide } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { listComma } from "../../web/punctuation.js";
import { judgeEquation, readable, Unread } from "../../practice/browser/writing.js";
import { chip } from "../reader/chip.js";
import { formula } from "../reader/formula.js";
import { equationField } from "./equationfield.js";

export const FUNCTION_SIGNS = {
  sigmoid: "σ",
  tanh: "tanh",
  softmax: "softmax",
  log: "ln",
  exp: "exp",
  sqrt: "√",
  relu: "ReLU",
  sign: "sign",
};

/**
 * What is pressed and what it opens: {button, element, isRight(), show({isOver, isKnown})}. isOver: nothing more is
 * asked of the quantity; isKnown: its equation is shown already. The text is kept in state.written.
 *
 * @param {{
 *   program: Program, task: Task, name: string, title: string, written: Written,
 *   context: {symbols: Record<string, {hue: string}>, say: Say}, words: Record<string, string>,
 *   slips: Record<string, string>, writing: PracticeData["writing"], state: Begun, changed: () => void,
 * }} given
 */
export function equationWriter({
  program,
  task,
  name,
  title,
  written,
  context,
  words,
  slips,
  writing,
  state,
  changed,
}) {
  const { tex, typed, spelt, columns } = written;
  const letters = readable(program, name).map((one) => ({ text: typed[one], shown: formula(tex[one], context) }));
  const signs = signsOf(program).map(([text, shown]) => ({ text, shown }));
  const field = equationField({
    head: h("span", { class: "name" }, formula(`${tex[name]} =`, context)),
    letters: [...letters, ...signs],
    label: fill(words.practiceWriteLabel, { name: title }),
    most: writing.mostCharacters,
    change,
  });
  const button = chip(words.practiceWrite, open, words.practiceWriteHint);
  let isRight = false;
  if (state.written?.[name]) {
    field.put(state.written[name]);
    judge();
  }

  function open() {
    state.written = { ...state.written, [name]: field.text() };
    changed();
    field.focus();
  }
  function change() {
    state.written = { ...state.written, [name]: field.text() };
    judge();
    changed();
  }
  function judge() {
    isRight = false;
    if (!field.text().trim()) return field.tell("", "");
    try {
      const { right, slip } = judgeEquation(program, task, name, field.text(), writing, { columns, spelt });
      isRight = right;
      if (right) field.tell("right", `✓ ${words.practiceRight}`);
      else field.tell("wrong", `✗ ${slip ? slips[slip] : words.practiceWriteOther}`);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      const { names = [] } = error.values;
      const letters = [names].flat().map((one) => typed[one]);
      field.tell(
        "unread",
        fill(writing.sentences[error.message], { ...error.values, names: letters.join(listComma()) }),
      );
    }
  }
  function show({ isOver, isKnown }) {
    const isOpen = state.written?.[name] !== undefined;
    hide(button, isOver || isOpen || isKnown);
    hide(field.element, isOver || !isOpen);
  }
  return { button, element: field.element, isRight: () => isRight, show };
}

/** What equations of a kind are written with beside letters: the text of each, and how it is shown. */
function signsOf({ nodes, phi }) {
  const has = (test) => nodes.some(test);
  const functions = new Set(nodes.filter(({ op }) => op === "apply").map((one) => one.function));
  const names = [...functions].map((one) => FUNCTION_SIGNS[one === "phi" ? phi : one]);
  return [
    ...(has(({ op }) => op === "product") ? [["⊙", "⊙"]] : []),
    ...[...new Set(names)].map((one) => [`${one}()`, one]),
    ...(has(({ op, left, right }) => op === "product" && left === right) ? [["^2", "x²"]] : []),
    ...(has(({ op }) => op === "transposed") ? [["^T", "Wᵀ"]] : []),
  ];
}
