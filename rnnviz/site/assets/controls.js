// The row of controls above the stage, in the order and with the names that the app's Step page has.

/** @import {Choice, StageData} from "../site.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { characters } from "./characters.js";

const WHOLE = /^\d{1,6}$/;

/**
 * The controls for a choice. change(part): asks for another one; refuse(sentence): says why it cannot be had.
 *
 * @param {StageData} data
 * @param {Choice} choice
 * @param {{change: (part: Partial<Choice>) => void, refuse: (sentence: string) => void}} hands
 */
export function controlRow(data, choice, { change, refuse }) {
  const { words } = data;
  const main = data.cells.filter(({ isMain, name }) => isMain || name === choice.cell);
  const cells = group(
    words.cell,
    main.map(({ name, title }) => [name, title]),
    choice.cell,
    (cell) => change({ cell }),
  );
  const further = data.cells.filter(({ isMain }) => !isMain).map(({ name, title }) => [name, title]);
  const more = menu(words.more, further, (cell) => change({ cell }));
  const text = field(words.text, choice.text, "text", (value) => {
    const refused = refusedText(data, value);
    if (refused) refuse(refused);
    else change({ text: value });
  });
  const examples = menu(
    words.examples,
    data.examples.map((one) => [one.text, `${one.text} · ${one.title}`]),
    (own) => change({ text: own }),
  );
  const kinds = [
    ["trained", words.trained],
    ["random", words.random],
  ];
  const weights = group(words.weights, kinds, choice.weights, (kind) =>
    change({ weights: kind, ...(kind === "trained" ? { seed: data.usual.seed } : {}) }),
  );
  const seed = numberField("seed", data, choice.seed, (value) => change({ seed: value }), refuse);
  const units = numberField("hidden", data, choice.hidden, (value) => change({ hidden: value }), refuse);
  return [cells, more, text, examples, weights, ...(choice.weights === "random" ? [seed] : []), units];
}

/**
 * Why a text cannot be read; "" if it can.
 *
 * @param {StageData} data
 */
export function refusedText({ words, limits }, text) {
  if (text === "") return words.empty;
  const count = characters(text).length;
  return count > limits.characters ? fill(words.tooLong, { count, most: limits.characters }) : "";
}

/**
 * Why a number does not fit; "" if it does.
 *
 * @param {StageData} data
 * @param {"seed" | "hidden"} name
 */
export function refusedNumber({ words, limits }, name, value) {
  const [least, most] = limits[name];
  const fits = WHOLE.test(value) && Number(value) >= least && Number(value) <= most;
  return fits ? "" : fill(words.notWhole, { name: words[name], value, least, most });
}

function numberField(name, data, value, change, refuse) {
  return field(data.words[name], String(value), "number", (typed) => {
    const refused = refusedNumber(data, name, typed.trim());
    if (refused) refuse(refused);
    else change(Number(typed));
  });
}

function group(label, options, chosen, choose) {
  const buttons = options.map(([name, title]) => {
    const button = h("button", { type: "button", "aria-pressed": String(name === chosen) }, title);
    button.addEventListener("click", () => choose(name));
    return button;
  });
  return h("div", { role: "group", "aria-label": label, class: "group" }, ...buttons);
}

/** A list that asks for one of its options, and then shows its own name again. */
function menu(label, options, choose) {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "aria-label": label },
      h("option", { value: "" }, label),
      ...options.map(([value, title]) => h("option", { value }, title)),
    )
  );
  list.addEventListener("change", () => list.value && choose(list.value));
  return list;
}

/** A field whose content counts once it is complete; what does not fit stays in it. */
function field(label, value, kind, take) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", class: kind, inputmode: kind === "number" ? "numeric" : "text" })
  );
  input.value = value;
  input.addEventListener("change", () => take(input.value));
  return h("label", { class: "field" }, label, input);
}
