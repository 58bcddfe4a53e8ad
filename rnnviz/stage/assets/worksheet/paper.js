// The exercise of a step on paper: what is given, its equations, the boxes to fill; and the same with the numbers in.

/** @import {Context} from "../../context.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Cell, Exercise, Grid, Question, Row} from "./exercise.js" */

import { h, m } from "../../../web/dom.js";
import { fill, numberedMessage, short } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { sheet } from "../../../web/print/sheet.js";
import { spokenMath } from "../../../web/speech/element.js";
import { breakable } from "../words/breaks.js";
import { plainLetter } from "../words/labels.js";
import { innerLetters, letters, symbol } from "../words/formula.js";
import { spokenEquation } from "../words/spoken.js";

const STYLE = `
.worksheet .who { display: flex; gap: 24px; margin-top: 10px; }
.worksheet .who span { flex: 1; border-bottom: 1px solid #4a5261; }
.worksheet table { border-collapse: collapse; margin: 4px 0 8px; break-inside: avoid; }
.worksheet caption { padding: 2px 0; text-align: left; font-size: 14px; }
.worksheet :is(th, td) { min-width: 52px; padding: 1px 7px; border: 1px solid #c6ccd6; font-size: 13px;
  font-weight: 400; text-align: right; white-space: nowrap; }
.worksheet th { color: #4a5261; }
.worksheet th.letters { color: inherit; font-family: Formulas, "STIX Two Math", "Cambria Math", serif; font-size: 15px;
  text-align: left; }
.worksheet td.blank { min-width: 68px; height: 30px; border: 2px solid #1c2433; vertical-align: bottom; }
.worksheet td.blank.is-filled { font-weight: 700; }
.worksheet .equations { margin: 0; padding: 0; list-style: none; }
.worksheet .equations li { display: grid; grid-template-columns: 11em 1fr; gap: 2px 12px; padding: 2px 0;
  break-inside: avoid; }
.worksheet .equations .asked { font-weight: 700; }
.worksheet .term { white-space: nowrap; }
.worksheet .several table { display: inline-table; margin-right: 20px; vertical-align: top; }
.worksheet .question { break-inside: avoid; margin-top: 10px; }
.worksheet .question h3 { margin: 0; font-size: 15px; font-weight: 700; }
@media (max-width: 639px) { .worksheet .equations li { display: block; } }
.worksheet .small { color: #4a5261; font-size: 13px; }
`;

/**
 * The sheet with its blanks, and the key.
 *
 * @param {Context} context
 * @param {Place} place
 * @param {Exercise} exercise
 * @param {string} link
 */
export function worksheet(context, place, exercise, link) {
  return [false, true].map((isKey) => worksheetSheet(context, place, exercise, { isKey, link }));
}

/** @param {Context} context */
function worksheetSheet(context, place, exercise, { isKey, link }) {
  const { strings, forward } = context;
  const { cell, sizes, inputs, targets, tags, labels } = forward;
  const step = fill(strings.stepOf, { t: place.t + 1, T: sizes.T });
  const last = targets && !tags ? (labels[targets.at(-1)] ?? "") : "";
  const about = [cell.title, cell.size, [...inputs, last].join(""), step].filter(Boolean).join(" · ");
  const made = sheet({
    title: isKey ? `${strings.worksheet}${colon()}${strings.worksheetKey}` : strings.worksheet,
    about,
    inside: [h("style", {}, STYLE), ...partsOf(context, place, exercise, isKey)],
    foot: link,
    hasLines: false,
  });
  made.classList.add("flows", "worksheet");
  made.dataset.testid = isKey ? "worksheet-key" : "worksheet";
  return made;
}

/** @param {Context} context */
function partsOf(context, place, exercise, isKey) {
  const { strings } = context;
  const { vectors, weights, isInputRead, questions, held } = exercise;
  const named = h("p", { class: "who" }, strings.worksheetName, h("span", {}));
  const read = h("p", {}, inputWords(context, place, isInputRead));
  const grids = [...vectors.map((grid) => gridTable(context, grid, isKey, "")), ...weights.map(weightTable)];
  function weightTable(grid) {
    return gridTable(context, grid, isKey, grid.name);
  }
  return [
    isKey ? null : named,
    h("h2", {}, strings.equations),
    equationList(context, questions),
    h("h2", {}, strings.worksheetGiven),
    read,
    ...held.map(({ letter, value }) => h("p", {}, fill(strings.worksheetHeld, { letter, value: short(value) }))),
    h("div", { class: "several" }, ...grids),
    h("h2", {}, strings.worksheetWork),
    ...questions.map((one, k) => questionElement(context, one, k, isKey)),
    h("p", { class: "small" }, strings.worksheetRounded),
  ].filter(Boolean);
}

/** What the step reads; where a matrix meets a one-hot input also what that spares. @param {Context} context */
function inputWords({ forward, notation, strings }, { t }, isInputRead) {
  const isHot = isInputRead && forward.vocabulary.length > 0;
  const message = isHot && !notation.columns ? strings.worksheetInputHot : strings.worksheetInput;
  return fill(message, { input: forward.inputWord(t), letter: plainLetter(notation, "X", t + 1) });
}

/**
 * All equations of the step in the reader's notation; those that are asked for carry their letter.
 *
 * @param {Context} context
 */
function equationList({ model, notation, strings }, questions) {
  const rows = model.phases.map((phase) => {
    const k = questions.findIndex((one) => one.key === phase.key);
    const words = spokenEquation(model, notation, phase);
    const inner = innerLetters(model, notation, phase);
    const written = [spokenMath(words, breakable(letters(model, notation, phase))), inner && breakable(inner)];
    const title = `${k < 0 ? "" : `${markOf(k)} `}${phase.title}`;
    return h(
      "li",
      {},
      h("span", { class: k < 0 ? "" : "asked" }, title),
      h("span", {}, ...written.filter(Boolean).flatMap((one, n) => (n > 0 ? [h("br"), one] : [one]))),
    );
  });
  const uses = Object.keys(notation.functions).includes("phi") && model.cell.phi;
  const note = uses ? h("p", { class: "small" }, `${notation.functions.phi} = ${model.cell.phi}`) : null;
  return h("div", {}, h("ul", { class: "equations", "aria-label": strings.equations }, ...rows), note);
}

/** (a), (b), …; after (z) numbers. */
const markOf = (k) => (k < 26 ? `(${String.fromCharCode(97 + k)})` : `(${k + 1})`);

/**
 * @param {Context} context
 * @param {Question} question
 */
function questionElement(context, { key, title, grid, sum, left, one }, k, isKey) {
  const { strings } = context;
  const some = left > 0 ? h("p", { class: "small" }, fill(strings.worksheetOneOf, { one, count: left + 1 })) : null;
  return h(
    "div",
    { class: "question", "data-question": key },
    h("h3", {}, `${markOf(k)} ${title}`),
    some,
    sum?.parts.length > 0
      ? h("p", {}, sum.parts.map((part) => `${part.letter} = ${short(part.value)}`).join("  ·  "))
      : null,
    grid ? gridTable(context, grid, isKey, "") : sumTable(context, sum, isKey),
  );
}

/**
 * @param {Context} context
 * @param {Grid} grid
 */
function gridTable({ model, notation }, { columns, rows }, isKey, name) {
  const heads = columns.some(Boolean)
    ? [h("thead", {}, h("tr", {}, h("td", {}), ...columns.map((one) => h("th", { scope: "col" }, one))))]
    : [];
  const called = name
    ? [h("caption", {}, spokenMath(model.called[name] ?? name, nameMath(model, notation, name)))]
    : [];
  const body = rows.map((row) => rowElement(row, isKey));
  return h("table", {}, ...called, ...heads, h("tbody", {}, ...body));
}

const nameMath = (model, notation, name) => m("math", { display: "inline" }, symbol(model, notation, name));

/** @param {Row} row */
function rowElement({ head, cells }, isKey) {
  return h("tr", {}, h("th", { scope: "row", class: "letters" }, head), ...cells.map((one) => cellElement(one, isKey)));
}

/** @param {Cell} cell */
function cellElement({ value, isBlank }, isKey) {
  if (!isBlank) return h("td", {}, short(value));
  return h("td", { class: isKey ? "blank is-filled" : "blank" }, isKey ? short(value) : "");
}

/** The terms of a sum, each with its factors and its product; below them their total, and the function of it. */
function sumTable({ strings }, { terms, rest, total, totalLetter, result, resultLetter }, isKey) {
  const most = Math.max(1, ...terms.map(({ factors }) => factors.length));
  const places = [...Array(most).keys()];
  const heads = [
    strings.tableTerm,
    ...places.map((k) => fill(strings.tableFactor, { number: k + 1 })),
    strings.tableValue,
  ];
  const none = (count) => Array.from({ length: count }, () => h("td", {}));
  const line = (head, cell) =>
    h("tr", {}, h("th", { scope: "row", class: "letters" }, head), ...none(most), cellElement(cell, isKey));
  const rows = terms.map(({ letters: head, factors, product }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "letters" }, head),
      ...factors.map((one) => cellElement(one, isKey)),
      ...none(most - factors.length),
      cellElement(product, isKey),
    ),
  );
  const others = rest ? fill(numberedMessage(strings, "worksheetRest", rest.count), { count: rest.count }) : "";
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...heads.map((one) => h("th", { scope: "col" }, one)))),
    h(
      "tbody",
      {},
      ...rows,
      rest ? line(others, { value: rest.value, isBlank: false }) : null,
      line(`${strings.together}${colon()}${totalLetter}`, total),
      result ? line(resultLetter, result) : null,
    ),
  );
}
