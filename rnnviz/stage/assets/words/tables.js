// What the stage draws, as tables: the maps, the vectors of a step, a unit's sum, the prediction, the losses, the
// ledger, and on the way back the gradients of the weights. Pure; a cell that is not computed yet says so.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {ReadQuantity} from "../../model.d.ts" */
/** @import {Offer, Table} from "../../../web/tables.d.ts" */

import { asWord } from "../../../web/csv.js";
import { fill } from "../../../web/numbers.js";
import { comma } from "../../../web/punctuation.js";
import { ledgerOf } from "../model/ledger.js";
import { hasRiver, riverOf } from "../model/river.js";
import { sumAt } from "../panels/sumlayout.js";
import { viewAt } from "../panels/views.js";
import { isComputed, visible, wordRead } from "../place/cursor.js";
import { letterParts } from "./labels.js";
import { termLetters } from "./account.js";

// A table of more numbers than these shows the steps around the place; its file has all of them.
const MOST_CELLS = 8000;

/**
 * The tables of a place: {offers, chosen}. from: the element that has the focus, for what is shown first. found: those
 * of what the view below the cell has computed.
 *
 * @param {Context} context
 * @param {Place} place
 * @param {Element | null} from
 * @param {Offer[]} [found]
 * @returns {{offers: Offer[], chosen: string}}
 */
export function tablesAt(context, place, from, found = []) {
  const { model, isBack, strings } = context;
  const maps = model.vectors.map((quantity) => ({
    name: quantity.name,
    title: `${titleOf(context, quantity)} · ${strings.tableMap}`,
    make: (isWhole) => mapTable(context, place, quantity, isWhole),
  }));
  const step = {
    name: "step",
    title: fill(strings.tableStep, { t: place.t + 1 }),
    make: () => stepTable(context, place),
  };
  const has = { sum: isSumSeen(context, place), output: !isBack && model.labels.length > 0 };
  const offers = [
    ...maps,
    step,
    ...(has.sum ? [{ name: "sum", title: strings.sumTab, make: () => sumTable(context, place) }] : []),
    ...(has.output
      ? [{ name: "prediction", title: strings.tablePrediction, make: () => outputTable(context, place) }]
      : []),
    ...(has.output ? [{ name: "steps", title: strings.tableSteps, make: () => stepsTable(context, place) }] : []),
    ...(hasLedger(context)
      ? [{ name: "ledger", title: strings.ledgerTab, make: () => ledgerTable(context, place) }]
      : []),
    ...(hasRiver(model)
      ? [{ name: "river", title: strings.riverTable, make: (isWhole) => riverTable(context, place, isWhole) }]
      : []),
    ...(isBack ? weightTables(context) : []),
    { name: "parameters", title: strings.parametersTable, make: () => parametersTable(context) },
    ...found,
  ];
  return { offers, chosen: chosenAt(context, place, from, found) };
}

/** @param {Context} context */
function chosenAt({ model, isBack }, place, from, found) {
  if (place.face) return "river";
  const map = from?.closest("[data-map]")?.getAttribute("data-map");
  if (map) return map;
  if (from?.closest(".diagram, .cell")) return "step";
  if (from?.closest(".output")) return "prediction";
  if (from?.closest(".ribbon, .lanes")) return "steps";
  if (["sum", "ledger"].includes(place.view)) return place.view;
  if (found.length > 0) return found[0].name;
  if (isBack && place.weight) return place.weight.split(".")[0];
  const { target } = model.phases[place.phase];
  if (model.vectors.some(({ name }) => name === target)) return target;
  // Inside the cell and among the equations a step ends with its prediction; over time, and on the way back, with H.
  const isOfStep = ["cell", "equations"].includes(viewAt(model, place).name);
  return isOfStep && !isBack && model.labels.length > 0 ? "prediction" : model.vectors.at(-1)?.name;
}

/**
 * @param {Context} context
 * @param {ReadQuantity} quantity
 */
function titleOf({ model, notation }, { name, title }) {
  const [{ base, sub }] = letterParts(notation, name);
  return `${model.forward ? "∂L/∂" : ""}${base}${sub && `_${sub}`}${comma()}${title}`;
}

/**
 * A quantity, its units by the steps.
 *
 * @param {Context} context
 * @returns {Table}
 */
function mapTable(context, place, quantity, isWhole) {
  const { model, strings } = context;
  const units = model.length(quantity.name);
  const { T } = model.sizes;
  const count = isWhole ? T : Math.max(1, Math.min(T, Math.floor(MOST_CELLS / units)));
  const from = Math.max(0, Math.min(T - count, place.t - Math.floor(count / 2)));
  const steps = Array.from({ length: count }, (_, k) => from + k);
  return {
    corner: strings.tableUnit,
    columns: steps.map((t) => stepHead(context, place, t)),
    rows: Array.from({ length: units }, (_, unit) => ({
      head: String(unit + 1),
      cells: steps.map((t) => seen(context, place, quantity, t, () => model.value(quantity.name, t, unit))),
    })),
    note: count < T ? fill(strings.tablePart, { from: from + 1, to: from + count, T }) : "",
  };
}

/** @param {Context} context */
function stepHead({ forward, strings }, place, t) {
  const input = wordRead(place, forward, t);
  return fill(strings.accountStep, { t: t + 1, input });
}

/** @param {Context} context */
function seen({ strings }, place, quantity, t, value) {
  return visible(place, quantity, t) ? value() : strings.notYet;
}

/**
 * The vectors of a step, side by side.
 *
 * @param {Context} context
 * @returns {Table}
 */
function stepTable(context, place) {
  const { model, strings } = context;
  const { t } = place;
  return {
    corner: strings.tableUnit,
    columns: model.vectors.map((quantity) => titleOf(context, quantity)),
    rows: Array.from({ length: model.units }, (_, unit) => ({
      head: String(unit + 1),
      cells: model.vectors.map((quantity) =>
        unit < model.length(quantity.name)
          ? seen(context, place, quantity, t, () => model.value(quantity.name, t, unit))
          : "",
      ),
    })),
  };
}

/** @param {Context} context */
function isSumSeen({ model }, place) {
  return place.asked === null && visible(place, { phase: place.phase, leg: model.legAt(place.phase) }, place.t);
}

/**
 * The terms of the chosen unit from the largest down, their factors, and what they make together.
 *
 * @param {Context} context
 * @returns {Table}
 */
function sumTable(context, place) {
  const { strings } = context;
  const sum = sumAt(context, place);
  const sorted = [...sum.terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const most = Math.max(0, ...sorted.map(({ factors = [] }) => factors.length));
  const places = Array.from({ length: most > 1 ? most : 0 }, (_, k) => k);
  return {
    corner: strings.tableTerm,
    columns: [...places.map((k) => fill(strings.tableFactor, { number: k + 1 })), strings.tableValue],
    rows: [
      ...sorted.map((term) => ({
        head: termLetters(context, sum, term),
        cells: [...places.map((k) => term.factors?.[k]?.value ?? ""), term.value],
      })),
      { head: strings.together, cells: [...places.map(() => ""), sum.total] },
    ],
  };
}

/**
 * The outputs of a step, the likeliest first.
 *
 * @param {Context} context
 * @returns {Table}
 */
function outputTable(context, place) {
  const { model, strings } = context;
  const { t } = place;
  const { likeliest, labels, targets } = model;
  const others = model.listed.filter((k) => !likeliest[t].includes(k));
  const isThere = isComputed(place, model.quantity("Y_hat"), t);
  const all = isThere ? [...likeliest[t], ...others] : model.listed;
  return {
    corner: strings.tableOutput,
    columns: [strings.tableLogit, strings.tableProbability, strings.target],
    rows: all.map((k) => ({
      head: asWord(labels[k]),
      cells: [
        seen(context, place, model.quantity("logits"), t, () => model.value("logits", t, k)),
        seen(context, place, model.quantity("Y_hat"), t, () => model.value("Y_hat", t, k)),
        isThere && targets?.[t] === k ? "✓" : "",
      ],
    })),
  };
}

/**
 * What was read, predicted and lost at each step.
 *
 * @param {Context} context
 * @returns {Table}
 */
function stepsTable(context, place) {
  const { model, strings } = context;
  const { targets, labels, likeliest } = model;
  const predicted = model.quantity("Y_hat");
  return {
    corner: strings.timeStep,
    columns: [
      strings.tableInput,
      strings.tablePredicted,
      strings.tableProbability,
      ...(targets ? [strings.target, strings.tableLoss] : []),
    ],
    rows: Array.from({ length: model.sizes.T }, (_, t) => {
      const [best] = likeliest[t];
      const own = (make) => seen(context, place, predicted, t, make);
      const input = asWord(wordRead(place, model, t));
      const told = [input, own(() => asWord(labels[best])), own(() => model.value("Y_hat", t, best))];
      const right = targets ? [own(() => asWord(labels[targets[t]])), own(() => model.value("loss", t, 0))] : [];
      return { head: String(t + 1), cells: [...told, ...right] };
    }),
  };
}

/** @param {Context} context */
function hasLedger({ model, isBack }) {
  return !isBack && model.ledger.memory !== null && model.labels.length > 0;
}

/** How many numbers a network has learnt. @param {{weights: Map<string, {shape: number[]}>}} model */
export const parameterCount = ({ weights }) => [...weights.values()].reduce((sum, { shape: [n, m] }) => sum + n * m, 0);

/**
 * The matrices and biases that a network has learnt, and how many numbers each has.
 *
 * @param {Context} context
 * @returns {Table}
 */
function parametersTable({ forward, notation, strings }) {
  const rows = [...forward.weights].map(([name, { shape }]) => {
    const [{ base, sub }] = letterParts(notation, name);
    const [n, m] = notation.columns ? shape.toReversed() : shape;
    return { head: base + (sub && `_${sub}`), cells: [`${n} × ${m}`, String(n * m)] };
  });
  return {
    corner: strings.editName,
    columns: [strings.parametersShape, strings.parametersNumbers],
    rows: [...rows, { head: strings.together, cells: ["", String(parameterCount(forward))] }],
  };
}

/**
 * What is left at the step of each character's writing, unit by unit.
 *
 * @param {Context} context
 * @returns {Table}
 */
function ledgerTable(context, place) {
  const { model, strings } = context;
  const quantity = model.quantity(model.ledger.memory);
  const isThere = visible(place, quantity, place.t);
  const { entries, width } = ledgerOf(model);
  const left = isThere ? entries(place.t) : [];
  return {
    corner: strings.tableWritten,
    columns: Array.from({ length: width }, (_, unit) => fill(strings.unit, { unit: unit + 1 })),
    rows: left.map((entry, k) => ({
      head: k === 0 ? "t = 0" : stepHead(context, place, k - 1),
      cells: Array.from(entry),
    })),
    note: isThere ? fill(strings.tableLeft, { t: place.t + 1 }) : strings.notYet,
  };
}

/**
 * How large what is left of each character is, of all units, at every step that is computed. A long text shows the
 * steps up to the place; its file has all of them.
 *
 * @param {Context} context
 * @returns {Table}
 */
function riverTable(context, place, isWhole) {
  const { model, strings } = context;
  const river = riverOf(model);
  const isThere = visible(place, model.quantity(river.state), place.t);
  const count = isThere ? place.t + 1 : place.t;
  const most = isWhole ? count : Math.max(1, Math.floor(MOST_CELLS / (count + 1)));
  const from = Math.max(0, count - most);
  const steps = Array.from({ length: count - from }, (_, k) => from + k);
  return {
    corner: strings.riverCharacter,
    columns: steps.map((t) => stepHead(context, place, t)),
    rows: Array.from({ length: count + 1 }, (_, k) => ({
      head: k === 0 ? "t = 0" : stepHead(context, place, k - 1),
      cells: steps.map((t) => (t < k - 1 ? "" : river.size(k, t))),
    })),
    note: from > 0 ? fill(strings.tablePart, { from: from + 1, to: count, T: model.sizes.T }) : "",
  };
}

/**
 * The gradient of each parameter, as a whole.
 *
 * @param {Context} context
 * @returns {Offer[]}
 */
function weightTables(context) {
  const { model, notation, strings } = context;
  const isSmall = ([, { shape }]) => shape.reduce((product, size) => product * size, 1) <= MOST_CELLS;
  return [...model.weights].filter(isSmall).map(([name, { shape }]) => {
    const [rows, columns] = shape.length === 1 ? [1, shape[0]] : shape;
    const [{ base, sub }] = letterParts(notation, name);
    return {
      name,
      title: `∂L/∂${base}_${sub} · ${strings.gradientWhole}`,
      make: () => {
        const numbers = model.parameter(name);
        return {
          corner: strings.tableRow,
          columns: Array.from({ length: columns }, (_, k) => String(k + 1)),
          rows: Array.from({ length: rows }, (_, k) => ({
            head: String(k + 1),
            cells: Array.from(numbers.subarray(k * columns, (k + 1) * columns)),
          })),
        };
      },
    };
  });
}
