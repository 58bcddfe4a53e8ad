// What a training's view draws, as tables: its curves, what arrives of a gradient at each distance, and what it wrote.
// Pure.

/** @import {KnownRun} from "../run.d.ts" */
/** @import {Offer, Table} from "../../web/tables.d.ts" */

import { asWord } from "../../web/csv.js";
import { fill, percent } from "../../web/numbers.js";
import { colon, comma } from "../../web/punctuation.js";
import { lineTable } from "../../web/table.js";
import { closestTo, linesOf, UNITS } from "./curves/lines.js";
import { shareOf } from "./page/ink.js";
import { rowAt } from "./reach.js";

/**
 * The tables of some runs; of those without any numbers, none. at: the step that one has gone back to, or null; unit:
 * of the loss. from: the element that has the focus, for what is shown first.
 *
 * @param {{runs: KnownRun[], under: object[], unit: string, at: number | null}} view
 * @param {Record<string, string>} strings
 * @param {Element | null} from
 * @returns {{offers: Offer[], chosen: string}}
 */
export function trainingTables({ runs, under, unit, at }, strings, from) {
  const lines = linesOf({ runs, unit, strings, under });
  const known = runs.filter((run) => run.now && rowAt(run.reach, at));
  const written = runs.filter(({ samples }) => samples.length > 0);
  const paged = runs.filter(({ writings }) => writings.length > 0);
  const offers = [
    ...(lines.length > 0
      ? [{ name: "curves", title: strings.curveNames, make: lineTable(curveTable(lines, unit, strings), strings) }]
      : []),
    ...(known.length > 0 ? [{ name: "reach", title: strings.reach, make: () => reachTable(known, at, strings) }] : []),
    ...paged.map((run, k) => ({
      name: `page-${k + 1}`,
      title: runs.length > 1 ? `${strings.page}${colon()}${run.title}` : strings.page,
      make: () => pageTable(run, unit, strings),
    })),
    ...written.map((run, k) => ({
      name: `samples-${k + 1}`,
      title: runs.length > 1 ? `${strings.samples}${colon()}${run.title}` : strings.samples,
      make: () => sampleTable(run, strings),
    })),
  ];
  return {
    offers,
    chosen: chosenBy(from),
  };
}

/** The table of the panel in which an element stands, or "". */
function chosenBy(from) {
  if (from?.closest(".gradient-reach")) return "reach";
  if (from?.closest(".samples-panel")) return "samples-1";
  return from?.closest(".page") ? "page-1" : "";
}

/** @returns {Table} */
function curveTable(lines, unit, strings) {
  const values = lines.map(({ steps, valueAt }) => new Map(steps.map((step, k) => [step, valueAt(k)])));
  const steps = [...new Set(lines.flatMap((line) => line.steps))].sort((one, other) => one - other);
  return {
    corner: strings.gradientSteps,
    columns: lines.map(({ title, panel }) => (panel === "loss" ? `${title}${comma()}${strings[unit]}` : title)),
    rows: steps
      .map((step) => ({ head: String(step), cells: values.map((of) => of.get(step) ?? "") }))
      .filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
}

/** @returns {Table} */
function reachTable(runs, at, strings) {
  const { distances } = runs[0].now;
  const seen = runs.map((run) => rowAt(run.reach, at));
  const title = (run, k) =>
    `${runs.length > 1 ? `${run.title}${comma()}` : ""}${fill(strings.atStep, { step: seen[k].step })}`;
  return {
    corner: strings.reachDistance,
    columns: runs.map(title),
    rows: distances.map((distance, k) => ({
      head: String(distance),
      cells: seen.map(({ norms }) => norms[k] ?? ""),
    })),
  };
}

/** @returns {Table} */
function pageTable({ writings, metrics }, unit, strings) {
  const lossAt = (column, step) => {
    const loss = metrics[column][closestTo(metrics.step, step)];
    return typeof loss === "number" ? UNITS[unit](loss) : "";
  };
  const share = (one) => {
    const found = shareOf(one);
    return found === null ? "" : percent(found);
  };
  return {
    corner: strings.gradientSteps,
    columns: [strings.trainingLoss, strings.validationLoss, strings.pageWords, strings.page],
    rows: writings.map((one) => ({
      head: String(one.step),
      cells: [lossAt("loss", one.step), lossAt("validation", one.step), share(one), asWord(one.tokens.join(""))],
    })),
  };
}

/** @returns {Table} */
function sampleTable({ samples }, strings) {
  return {
    corner: strings.gradientSteps,
    columns: [strings.temperature, strings.samples],
    rows: samples.map(({ step, temperature, text }) => ({ head: String(step), cells: [temperature, asWord(text)] })),
  };
}
