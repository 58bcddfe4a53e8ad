// The row of controls above the stage, and the choice of networks beside the first one: what Python says of them, in
// its order and with its names; see `rnnviz/address/controls.py`.

/** @import {Control, Link, StageData, Values} from "../site.d.ts" */
/** @typedef {(moment: string) => Promise<string>} Add */
/** @typedef {{data: StageData, link: Link, change: (values: Values) => string,
 *   addTraining?: Add, drawWriting: Function}} Given */
/** @typedef {(control: Control & {name: string}, given: Given) => (HTMLElement | string)[]} Draw */

import { h } from "../../web/dom.js";
import { readWord, wordOf } from "../../web/fields.js";
import { fill } from "../../web/numbers.js";
import { isTwoWay, kindOf, ORIGINAL, trainingOf, WRITTEN } from "../../address/browser/link.js";
import { explained, hint, popup } from "./popup.js";
import { readingsOf } from "../../address/browser/readings.js";
import { trainingsHere } from "./trainings.js";

/**
 * The controls for a link. change(values): shows another one, or gives the sentence why it cannot.
 *
 * @param {Given} given
 * @returns {(HTMLElement | string)[]}
 */
export function controlRow(given) {
  return given.data.row.flatMap((one) => DRAWN[one.name](one, given));
}

/**
 * On a phone, the button that opens the row, and says what is chosen there.
 *
 * @param {Given} given
 * @param {HTMLElement} row
 */
export function foldButton({ data, link }, row) {
  const { words } = data;
  const chosen = `${kindOf(data, link.cell, link).title} · h = ${wordOf(data.fields.hidden, link.hidden)}`;
  const button = h("button", { type: "button", class: "fold" });
  const name = () => {
    button.textContent = row.classList.contains("open") ? words.hideSettings : fill(words.settings, { chosen });
  };
  button.addEventListener("click", () => {
    row.classList.toggle("open");
    name();
  });
  name();
  return button;
}

/** @type {Record<string, Draw>} */
const DRAWN = {
  cell: cellGroup,
  directions: directionsButton,
  further: furtherMenu,
  writing: writingButton,
  text: textField,
  example: exampleMenu,
  weights: weightsGroup,
  seed: seedField,
  hidden: hiddenField,
};

/** @type {Draw} */
function cellGroup({ title, help }, { data, link, change }) {
  const { oneWay } = kindOf(data, link.cell, link);
  const isBoth = oneWay !== link.cell;
  // One of the other cells stands beside them while it is chosen.
  const builtIn = data.networks.filter(({ name, isMain }) => isMain || name === oneWay);
  const options = [...builtIn, ...(link.equations ? [{ name: WRITTEN, title: data.words.own }] : [])];
  const choose = (cell) => change({ cell: (isBoth && twoWayOf(data, cell)?.name) || cell });
  return [labelled(title, help, group(title, options, [oneWay], choose))];
}

const twoWayOf = ({ networks }, cell) => networks.find((kind) => isTwoWay(kind) && kind.oneWay === cell);

/** @type {Draw} */
function directionsButton({ title, help }, { data, link, change }) {
  const { oneWay } = kindOf(data, link.cell, link);
  const both = twoWayOf(data, oneWay);
  const isOn = oneWay !== link.cell;
  const [sign, ...words] = title.split(" ");
  const button = h(
    "button",
    {
      type: "button",
      class: "directions",
      "data-control": "directions",
      "aria-pressed": String(isOn),
      "aria-label": data.words.directions,
      "aria-description": help,
      "data-tip": `${title}\n${help}`,
      disabled: !both,
    },
    sign,
    h("span", { class: "words" }, ` ${words.join(" ")}`),
  );
  button.addEventListener("click", () => change({ cell: isOn ? oneWay : both.name }));
  return [button];
}

/** @type {Draw} */
function furtherMenu({ title }, { data, change }) {
  const options = data.networks.filter(({ about }) => about).map(({ name, about }) => ({ name, title: about }));
  return [menu("further", title, options, (cell) => change({ cell }))];
}

/** @type {Draw} */
function writingButton({ title, help }, { data, link, change, drawWriting }) {
  const said = { "aria-label": `H = ${title}`, "aria-description": help, "data-tip": `${title}\n${help}` };
  const name = { class: "writing", "data-control": "writing", ...said };
  const { equations, cell } = link;
  const isOwn = cell === WRITTEN;
  const given = (own) => ({
    shown: isOwn ? equations : own.equationsOf(kindOf(data, cell, link).oneWay),
    show: (typed) => change({ equations: typed, cell: WRITTEN }),
    source: isOwn ? own.read(equations).source : null,
  });
  return popup(name, "H =", (panel) => drawWriting(panel, given));
}

/** @type {Draw} */
function textField({ title, help }, given) {
  const { link, change } = given;
  if (link.readings) return readingsButton(given);
  return [
    labelled(
      title,
      help,
      field("text", title, link.text, (text) => change({ text })),
    ),
  ];
}

/**
 * In the place of the text a button that opens the field for a sensor's readings.
 *
 * @param {Given} given
 */
function readingsButton({ data, link, change }) {
  const { words, readingsControl } = data;
  const { rows, mean, spread } = readingsOf(data, link.readings);
  const face = fill(readingsControl.title, { count: rows.length, features: rows[0].length });
  const name = words.readingsField;
  return popup({ "data-control": "readings" }, face, (panel) => {
    const typed = h("textarea", { rows: "10", "aria-label": name });
    typed.value = rows.map((row) => row.join(" ")).join("\n");
    const said = h("p", { role: "alert" });
    const take = () => {
      said.textContent = change({ readings: typed.value }) ?? "";
    };
    typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take();
    });
    const buttons = h(
      "p",
      { class: "buttons" },
      pressed(words.showReadings, take),
      pressed(words.textInstead, () => change({ readings: "" })),
    );
    const scales = mean.map((_, k) =>
      fill(words.feature, { number: k + 1, mean: significant(mean[k], 4), spread: significant(spread[k], 3) }),
    );
    const scaled = h("p", { class: "small" }, ...scales.flatMap((one) => [one, h("br", {})]));
    panel.replaceChildren(h("p", {}, name), typed, said, buttons, scaled, ...explained(readingsControl.help));
  });
}

const significant = (value, digits) => String(Number(value.toPrecision(digits)));

/** @type {Draw} */
function exampleMenu({ title }, { data, change }) {
  const named = (one) => (one.values.readings ? one.title : `${one.text} · ${one.title}`);
  const options = data.examples.map((one) => ({ name: one.text, title: named(one) }));
  return [menu("example", title, options, (text) => change(data.examples.find((one) => one.text === text).values))];
}

/** @type {Draw} */
function weightsGroup({ title, help }, { data, link, change }) {
  const options = data.fields.weights.choices.map((name) => ({ name, title: data.words[name] }));
  return [
    labelled(
      title,
      help,
      group(title, options, [link.weights], (weights) => change({ weights })),
    ),
  ];
}

/** @type {Draw} */
function seedField({ title }, { data, link, change }) {
  if (link.weights !== "random") return [];
  const take = (typed) => change({ seed: readWord(data.fields.seed, typed.trim()) });
  return [labelled(title, "", field("seed", title, String(link.seed), take))];
}

/** @type {Draw} */
function hiddenField({ title, help }, { data, link, change }) {
  const take = (typed) => change({ hidden: readWord(data.fields.hidden, typed.trim()) });
  return [labelled(title, help, field("hidden", title, wordOf(data.fields.hidden, link.hidden), take))];
}

/**
 * A button that names the networks beside the first one, and opens the choice of them.
 *
 * @param {Given} given
 */
export function besideButton({ data, link, change, addTraining }) {
  const { words, besideControl } = data;
  const titleOf = (name) => {
    if (name === ORIGINAL) return words.original;
    return name.includes("@") ? momentTitle(data, name) : kindOf(data, name, link).title;
  };
  const networks = link.beside.map(titleOf).join(", ");
  const face = networks ? fill(words.compared, { networks }) : besideControl.title;
  return popup({ class: "beside" }, face, (panel) => {
    const shown = data.networks.filter(({ isMain, ...kind }) => isMain || isTwoWay({ isMain, ...kind }));
    const written = link.equations ? [WRITTEN] : [];
    const names = [ORIGINAL, ...shown.map(({ name }) => name), ...written, ...link.beside];
    const own = link.moment ? "" : link.cell;
    const choices = [...new Set(names)].filter((name) => name !== own);
    const further = data.networks.filter(({ name }) => name !== own && !choices.includes(name));
    const said = h("p", { role: "alert" });
    const here = h("div", {});
    const choose = (beside) => {
      said.textContent = change({ beside }) ?? "";
    };
    const toggle = (name) =>
      choose(link.beside.includes(name) ? link.beside.filter((one) => one !== name) : [...link.beside, name]);
    const options = choices.map((name) => ({ name, title: titleOf(name) }));
    const more = data.row.find(({ name }) => name === "further").title;
    panel.replaceChildren(
      ...explained(besideControl.help),
      group(words.networksBeside, options, link.beside, toggle),
      menu("beside", more, further, (name) => choose([...link.beside, name])),
      ...otherMoments(),
      here,
      said,
    );
    trainingsHere(data).then((found) => {
      const others = found.filter(({ name }) => !link.beside.includes(name) && name !== link.moment);
      const kept = menu("training", words.keptTraining, others, async (name) => {
        said.textContent = (await addTraining(name)) ?? "";
      });
      const none = h("p", { class: "small" }, words.noRuns);
      here.replaceChildren(...(others.length > 0 ? [kept] : found.length > 0 ? [] : [none]));
    });

    /** Other moments of the training that is shown. */
    function otherMoments() {
      if (!link.moment) return [];
      const { training, at } = trainingOf(data, link.moment);
      const names = training.checkpoints.filter((one) => one !== at).map((one) => `${training.run}@${one}`);
      const moments = names.filter((name) => !link.beside.includes(name));
      const options = moments.map((name) => ({ name, title: momentTitle(data, name) }));
      return [menu("moment", words.otherMoment, options, (name) => choose([...link.beside, name]))];
    }
  });
}

/** A training after some steps, in words. */
function momentTitle(data, moment) {
  const { training, at } = trainingOf(data, moment);
  const cell = data.networks.find(({ name }) => name === training.cell).title;
  return fill(data.words.afterSteps, { cell, step: at });
}

/** A control behind its name and what explains it. */
function labelled(title, help, control) {
  return h("span", { class: "labelled" }, h("span", { class: "label" }, title, ...hint(title, help)), control);
}

function pressed(words, act) {
  const button = h("button", { type: "button" }, words);
  button.addEventListener("click", act);
  return button;
}

function group(name, options, chosen, choose) {
  const buttons = options.map((one) => {
    const on = String(chosen.includes(one.name));
    const button = pressed(one.title, () => choose(one.name));
    button.setAttribute("aria-pressed", on);
    button.dataset.control = `${name} ${one.name}`;
    return button;
  });
  return h("div", { role: "group", "aria-label": name, class: "group" }, ...buttons);
}

/** A list that asks for one of its options, and then shows its own name again. */
function menu(control, name, options, choose) {
  const list = h(
    "select",
    { "aria-label": name, "data-control": control },
    h("option", { value: "" }, name),
    ...options.map((one) => h("option", { value: one.name }, one.title)),
  );
  list.addEventListener("change", () => {
    const { value } = list;
    list.value = "";
    if (value) choose(value);
  });
  return list;
}

/** A field whose content counts once it is complete; what does not fit stays in it. */
function field(control, name, value, take) {
  const input = h("input", { type: "text", class: control, "aria-label": name, "data-control": control });
  input.value = value;
  input.addEventListener("change", () => take(input.value));
  return input;
}
