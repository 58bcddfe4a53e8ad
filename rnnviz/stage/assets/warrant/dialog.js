// How a number is known: its equation with its numbers, what was computed twice where it is read, and what its cell was
// held to before.

/** @import {Context} from "../../context.d.ts" */
/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { openCard } from "../../../web/carddialog.js";
import { h } from "../../../web/dom.js";
import { besideKey } from "../../../web/keyswitch.js";
import { fill, full, short } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { signButton } from "../../../web/signbutton.js";
import { gradientLetters, numberAt } from "../panels/gradientslayout.js";
import { viewAt } from "../panels/views.js";
import { isOfOutput } from "../model/model.js";
import { visible } from "../place/cursor.js";
import { breakable } from "../words/breaks.js";
import { letters, useLetters, workedOut } from "../words/formula.js";
import { computedTwice, ledgerAddsUp, slopeAt, slopeOfWeight } from "./checks.js";

/** The part of a stage that shows the river alone. */
export const RIVER = "river";
const SIGN = "M10 2l7 3v5c0 4-3 7-7 8c-4-1-7-4-7-8V5zM6.5 10l2.5 2.5 4.5-5";
const STYLE = `
.warrant-dialog { width: min(50rem, calc(100vw - 1.5rem)); overflow: auto; }
.warrant-dialog header { flex-wrap: nowrap; }
.warrant-dialog h3 { display: block; margin: 1.1rem 0 0; min-height: 0; font-size: var(--size-16); font-weight: 600; }
.warrant-dialog p { overflow-wrap: anywhere; }
.warrant-dialog p { margin: 0.4rem 0 0; }
.warrant-dialog a { color: var(--accent); }
.warrant-dialog .about { color: var(--muted); font-size: var(--size-14); }
.warrant-dialog .worked { display: block; margin-top: 0.4rem; white-space: pre-wrap; }
.warrant-dialog table { width: 100%; margin-top: 0.4rem; border-collapse: collapse;
  font-variant-numeric: tabular-nums; }
.warrant-dialog :is(th, td) { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--faint);
  font-weight: 400; text-align: left; vertical-align: top; }
.warrant-dialog thead th { color: var(--muted); font-size: var(--size-14); }
.warrant-dialog :is(th, td):nth-child(n + 3) { padding-right: 0; padding-left: 0.5rem; text-align: right;
  white-space: nowrap; }
.warrant-dialog thead th:nth-child(n + 3) { white-space: normal; }
@media (max-width: 480px) {
  .warrant-dialog table { font-size: var(--size-14); }
  .warrant-dialog :is(th, td) { padding-right: 0.4rem; }
}
@media (max-width: 359px) { .warrant-dialog :is(th, td) { overflow-wrap: anywhere; } }
`;

/** The quiet button that says how a number is known; the key does the same. */
export function warrantKey(show, strings) {
  return besideKey(signButton(SIGN, strings.warrantHint, "quiet-key warrant-key", show));
}

/** @typedef {{model: AnyModel, name: string, t: number | null, before: boolean, chosen: () => number}} Strip */

/**
 * How the number is known that a place is about: its own, or that of a part of the stage. strip: the one that has the
 * focus, as `stripOf` gives it. more: the address of a page with all that was measured, or "".
 *
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {Place} place
 * @param {{part: string, strip: Strip | undefined, more: string}} options
 */
export function showWarrant(root, context, place, { part, strip, more }) {
  const { strings } = context;
  const about = weightAt(context, place) ?? numberOf(context, place, part, strip);
  const body = [
    h("p", {}, about.words),
    ...about.equation,
    h("h3", {}, strings.warrantNow),
    ...checkedNow(context, place, part, about),
    h("h3", {}, strings.warrantMeasured),
    ...measured(context, more),
  ];
  openCard(root, strings, { name: "warrant-dialog", style: STYLE, title: strings.warrant, body });
}

/**
 * What is said of a number: in words, its equation, and what its gradient is held to.
 *
 * @typedef {{words: string, equation: HTMLElement[], slope: () => {gradient: number, slope: number} | null}} About
 */

/**
 * The weight whose gradient is looked at.
 *
 * @param {Context} context
 * @param {Place} place
 * @returns {About | null}
 */
function weightAt({ model, notation, isBack }, place) {
  if (!isBack || viewAt(model, place).name !== "gradients") return null;
  const { name, at } = numberAt(model, place.weight);
  return {
    words: `${gradientLetters(model, notation, name, at)}${colon()}${full(model.parameter(name)[at])}`,
    equation: [h("p", {}, useLetters(model, notation, name))],
    slope: () => slopeOfWeight(model, name, at),
  };
}

/**
 * @param {Context} context
 * @param {Place} place
 * @returns {About}
 */
function numberOf(context, place, part, strip) {
  const { model, notation } = context;
  const { name, t, unit, label, phase } = subjectAt(context, place, part, strip);
  const { before = false } = phase;
  const worked = workedOut(model, notation, phase);
  worked.update(t, unit, label);
  return {
    words: context.describe(name, t, unit, before),
    equation: [h("p", {}, breakable(letters(model, notation, phase))), worked.element],
    slope: () => slopeAt(model, { name, t, unit, before }),
  };
}

/**
 * Of the prediction what is thought of its output, of a strip that has the focus its chosen unit, else the number that
 * equation and sum are about.
 *
 * @param {Context} context
 * @param {Place} place
 */
function subjectAt(context, place, part, strip) {
  const { model, isBack } = context;
  const { t } = place;
  if (part === "prediction" && !isBack && visible(place, model.quantity("Y_hat"), t)) {
    return subjectOf(model, "Y_hat", t, context.unitOf("Y_hat", place));
  }
  const isOfStrip = strip?.model === model && strip.t !== null && !strip.before;
  const ofStrip = isOfStrip && subjectOf(model, strip.name, strip.t, strip.chosen());
  if (ofStrip?.phase) return ofStrip;
  const phase = model.phases[place.phase];
  return { ...context.focus(place), name: phase.target, t, phase };
}

/** @param {Context["model"]} model */
function subjectOf(model, name, t, unit) {
  const quantity = model.quantity(name);
  const phase = model.phases.find(({ target, before }) => [name, quantity.of?.name].includes(target) && !before);
  return { name, t, unit, phase, label: isOfOutput(quantity) ? model.labels[unit] : String(unit + 1) };
}

/**
 * What is computed twice as soon as somebody asks.
 *
 * @param {Context} context
 * @param {Place} place
 * @param {string} part
 * @param {About} about
 */
function checkedNow({ model, forward, strings }, place, part, about) {
  const { isOfBrowser } = forward.warrant;
  const isChanged = forward.effect !== null;
  // What stands around a cell of somebody's own is not here: there is no loss that could be computed once more.
  const held = model.forward && !forward.arriving ? about.slope() : null;
  const twice = isOfBrowser ? null : computedTwice(forward);
  const isOfLedger = part === RIVER || viewAt(model, place).name === "ledger";
  const sums = isOfLedger ? ledgerAddsUp(forward) : null;
  const said = [
    held && slopeSentence(strings, held),
    sums && fill(strings.warrantLedger, countsOf(sums)),
    isOfBrowser || isChanged ? strings.warrantBrowser : "",
    twice && fill(isChanged ? strings.warrantTwiceBefore : strings.warrantTwice, countsOf(twice)),
    forward.program ? "" : strings.warrantTooLarge,
  ];
  return said.filter(Boolean).map((sentence) => h("p", {}, sentence));
}

const countsOf = ({ numbers, largest }) => ({ numbers: grouped(numbers), largest: short(largest) });

function slopeSentence(strings, { gradient, slope }) {
  const apart = Math.abs(gradient - slope);
  return fill(strings.warrantSlope, { gradient: full(gradient), slope: full(slope), apart: short(apart) });
}

/** @param {number} count */
function grouped(count) {
  return count.toLocaleString("en");
}

/** A name such as torch.nn.LSTM, which a narrow column breaks behind its dots. @param {string} name */
function brokenAtDots(name) {
  return name.split(/(?<=\.)/).flatMap((part) => [h("wbr"), part]);
}

/**
 * What was measured of the cell before.
 *
 * @param {Context} context
 */
function measured({ forward, isBack, strings }, more) {
  const { rows, date, versions, isWhole } = forward.warrant;
  const heads = ["warrantWhat", "warrantTo", "warrantNumbers", "warrantLargest"];
  const lines = rows
    .filter((row) => row.isBack === isBack)
    .map(({ network, what, to, numbers, largest }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `${network}${colon()}${what}`),
        h("td", {}, ...brokenAtDots(to)),
        ...[grouped(numbers), largest].map((one) => h("td", {}, one)),
      ),
    );
  const columns = heads.map((one) => h("th", { scope: "col" }, strings[one]));
  const table = h("table", {}, h("thead", {}, h("tr", {}, ...columns)), h("tbody", {}, ...lines));
  return [
    isWhole ? null : h("p", {}, strings.warrantNone),
    lines.length > 0 ? table : null,
    h("p", { class: "about" }, fill(strings.warrantAbout, { date, versions })),
    more ? h("p", {}, h("a", { href: more }, strings.warrantMore)) : null,
  ].filter(Boolean);
}
