// The controls of the Train page, with the names, the order and the limits that the app's have.

/** @import {Field} from "../../../web/field.d.ts" */
/** @import {Part, TrainingData} from "../../../training/browser/train.d.ts" */

import { h } from "../../../web/dom.js";
import { taken, wordOf } from "../../../web/fields.js";
import { changed } from "../../../address/browser/training_plan.js";

/**
 * The row that plans a training: text, cell, size, length, the recipe, and what was recorded. change(values): another
 * plan is wanted; refuse(sentence): says why a value does not fit; replay(id): a recorded training is to be shown.
 *
 * plan: its values are any, because fields are of all types.
 *
 * @param {TrainingData} data
 * @param {Record<string, any>} plan
 * @param {{change: (values: object) => void, refuse: (sentence: string) => void, replay: (id: string) => void}} hands
 * @param {boolean} isOpen whether the recipe is
 */
export function planControls(data, plan, hands, isOpen) {
  const { words } = data;
  const text = list(
    words.text,
    data.corpora
      .filter(({ name, isOffered }) => isOffered || name === plan.corpus)
      .map(({ name, title }) => [name, title]),
    plan.corpus,
    (corpus) => hands.change({ corpus }),
  );
  const cells = data.cells.map((name) => [name, name === "race" ? words.race : name.toUpperCase()]);
  const cell = group(words.cell, cells, plan.cell, (one) => hands.change({ cell: one }));
  const [hidden, steps] = ["hidden", "steps"].map((name) => numberField(data, plan, name, words[name], hands));
  const shown = data.recorded.find(({ id }) => id === plan.run);
  const recorded = list(
    words.recorded,
    [["", words.recorded], ...data.recorded.map(({ id, title }) => [id, title])],
    shown?.id ?? "",
    hands.replay,
  );
  const larger = data.recorded.length > 0 ? [recorded] : [];
  return [text, cell, hidden, steps, recipe(data, plan, hands, isOpen), ...larger];
}

function recipe(data, plan, hands, isOpen) {
  const groups = data.recipe.map(({ title, parts }) => {
    const fitting = parts.filter(({ cells }) => cells.includes(plan.cell));
    if (fitting.length === 0) return "";
    const rows = fitting.map((part) =>
      h(
        "div",
        { class: "part" },
        h("div", {}, control(data, plan, part, hands)),
        h("div", {}, ...[part.why, ...part.measured].map((words) => h("p", {}, words))),
      ),
    );
    return h("section", {}, h("h3", {}, title), ...rows);
  });
  const made = h(
    "details",
    { class: "sheet recipe", ...(isOpen && { open: "" }) },
    h("summary", {}, data.words.recipe),
    h("div", { class: "inside" }, h("p", {}, data.howMeasured), ...groups),
  );
  return made;
}

/** @param {Part} part */
function control(data, plan, part, hands) {
  const { name, title, words } = part;
  /** @type {Field} */
  const field = data.fields[name];
  const value = plan[name];
  if (field.kind === "switch") return toggle(title, value, (isOn) => hands.change({ [name]: isOn }));
  if (field.kind === "choice") {
    const options = field.choices.map((one) => [one, words[one] ?? one]);
    return h(
      "div",
      { class: "named" },
      title,
      group(title, options, value, (one) => hands.change({ [name]: one })),
    );
  }
  if (!field.off) return numberField(data, plan, name, title, hands);
  const usual = changed(data, plan, data.usual)[name];
  const isOn = toggle(title, value !== null, (on) => hands.change({ [name]: on ? usual : null }));
  return value === null ? isOn : h("div", { class: "named" }, isOn, numberField(data, plan, name, "", hands, title));
}

function numberField(data, plan, name, title, { change, refuse }, label = title) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", class: "number", inputmode: "decimal", "aria-label": label })
  );
  input.value = wordOf(data.fields[name], plan[name]);
  input.addEventListener("change", () => {
    const { value, refused } = taken(data.fields[name], [input.value.trim()]);
    if (refused) refuse(refused);
    else change({ [name]: value });
  });
  return h("label", { class: "field" }, title, input);
}

function toggle(title, isOn, turn) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  box.checked = isOn;
  box.addEventListener("change", () => turn(box.checked));
  return h("label", { class: "toggle" }, box, title);
}

function group(label, options, chosen, choose) {
  const buttons = options.map(([name, title]) => {
    const button = h("button", { type: "button", "aria-pressed": String(name === chosen) }, title);
    button.addEventListener("click", () => choose(name));
    return button;
  });
  return h("div", { role: "group", "aria-label": label, class: "group" }, ...buttons);
}

function list(label, options, chosen, choose) {
  const made = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { "aria-label": label, class: "wide" },
      ...options.map(([value, title]) => h("option", { value }, title)),
    )
  );
  made.value = chosen;
  made.addEventListener("change", () => choose(made.value));
  return made;
}
