// What the prose names: numbers, choices and texts to be set, buttons, results, programs, questions and tasks.
//
// Each function takes the `place` that it stands in: {definition, data, words, state, hands, shown}. What follows the
// values is added to `shown`, as a function of what is seen.

/** @import {Values} from "../definition.d.ts" */

/**
 * What a reader can do in a chapter.
 *
 * @typedef {{
 *   change: (changes: Values, isByHand?: boolean) => void, run: (action: string) => void,
 *   isRunning: (action: string) => boolean, setAll: () => void, beginAnew: () => void,
 *   enter: (section: string) => void, present: () => void,
 *   showPicture: (figure?: string) => void, hear: (figure: number) => void,
 *   showTable: (figure: number) => void,
 * }} Hands
 */

import { h, set, write } from "../../web/dom.js";
import { keepQuestion } from "../../web/results/results.js";
import { chip } from "./chip.js";
import { numberField } from "./number.js";
import { spoken } from "../plot/plot.js";
import { questionView, taskView } from "./question.js";
import { textField } from "./text.js";

/** What stands in the prose under a name. */
export function control(name, place) {
  const { numbers = {}, choices = {}, texts = {}, actions = {}, computed = {} } = place.definition;
  if (name in numbers) return numberControl(name, numbers[name], place);
  if (name in choices) return choiceControl(name, choices[name], place);
  if (name in texts) return textControl(name, texts[name], place);
  if (name in actions) return actionControl(name, place);
  if (!(name in computed)) throw new Error(`The prose names ${name}, which the chapter does not know.`);
  const element = h("span", { class: "computed" });
  place.shown.push((now) => write(element, computed[name](now, place.words)));
  return element;
}

function numberControl(name, number, { data, words, state, hands, shown }) {
  const named = { ...number, words: number.names?.(data.numbers) };
  const change = (value) => hands.change({ [name]: value }, true);
  const field = numberField(name, named, spoken(words[name] ?? name), data.strings, change);
  shown.push(() => field.show(state.values[name]));
  return field.element;
}

function textControl(name, text, { data, words, state, hands, shown }) {
  const own = { ...data.strings, kinds: words[`${name}_kinds`] };
  const field = textField(name, text, words[name] ?? name, own, (value) => hands.change({ [name]: value }, true));
  shown.push(() => field.show(state.values[name]));
  return field.element;
}

function choiceControl(name, { of }, { words, state, hands, shown }) {
  const group = h("span", { class: "chips", role: "group", "aria-label": spoken(words[name] ?? name) });
  for (const option of of) {
    const button = chip(words[`${name}_${option}`] ?? option, () => hands.change({ [name]: option }, true));
    shown.push(() => set(button, "aria-pressed", state.values[name] === option));
    group.append(button);
  }
  return group;
}

function actionControl(name, { definition, words, state, hands, shown }) {
  const button = chip(words[name] ?? name, () => hands.run(name));
  button.dataset.action = name;
  const action = definition.actions[name];
  if ("uncovers" in action) {
    button.dataset.uncovers = "";
    shown.push((now) => button.toggleAttribute("data-covered", now[action.uncovers] === "no" && !state.isAll));
  }
  const stopped = words[`${name}_stop`];
  if (stopped) shown.push(() => write(button, hands.isRunning(name) ? stopped : words[name]));
  return button;
}

/** A program, line by line; a line may belong to a symbol, and light up with it. */
export function listing(name, { definition, words, shown }) {
  const lines = [];
  const code = h("code", {});
  shown.push((now) => {
    const wanted = definition.listings[name](now, words);
    while (lines.length < wanted.length) code.append((lines[lines.length] = h("span", { class: "code-line" })));
    for (const [k, { text, symbol = "", isNow = false }] of wanted.entries()) {
      write(lines[k], text);
      set(lines[k], "data-symbol", symbol);
      lines[k].classList.toggle("now", isNow);
    }
  });
  return h("pre", { class: "listing", tabindex: "0" }, code);
}

/** A question; context: what the blocks in it are made with. */
export function question(block, context, { state, hands, shown }) {
  const [, name, , answers] = block;
  state.answer(name);
  const view = questionView(block, context, (changes) => {
    const answer = Object.assign(state.answer(name), changes);
    if (changes.isShown && answer.chosen) keepQuestion(context.chapter, name, answers[answer.chosen - 1][0]);
    hands.change({});
  });
  shown.push(() => view.show({ ...state.answer(name), all: state.isAll }));
  return view.element;
}

export function task(block, context, { definition, state, hands, shown }) {
  const name = block[1];
  const { solution, isDone } = definition.tasks[name];
  state.answer(name);
  const view = taskView(block, context, solution ? () => hands.change(solution, true) : null);
  shown.push((now) => {
    state.answer(name).isShown ||= state.isTouched && isDone(now);
    view.show(state.answer(name).isShown, state.isAll);
  });
  return view.element;
}
