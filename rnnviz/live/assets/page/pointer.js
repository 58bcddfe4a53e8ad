// What a pointer does on the page that grows: a row is gone back to, along the loss all of them, and each says what is
// known of it.

/** @import {GrowingPage} from "../../page.d.ts" */

import { fill, inPercent } from "../../../web/numbers.js";
import { semicolon } from "../../../web/punctuation.js";
import { closestTo, UNITS } from "../curves/lines.js";
import { shareOf } from "./ink.js";
import { isBefore, shownRuns } from "./trainings.js";

/** @param {GrowingPage} page @param {(step: number | null) => void} goTo */
export function followPointer(page, note, goTo) {
  const { list, picture, sheet } = page;
  // The step to which a drag has gone back last; undefined without one.
  let dragged;
  function drag(event) {
    const step = stepUnder(page, event);
    if (step !== dragged) goTo(step);
    dragged = step;
  }
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || isBefore(page) || page.many === 0) return;
    picture.setPointerCapture(event.pointerId);
    drag(event);
  });
  picture.addEventListener("pointermove", (event) => dragged !== undefined && drag(event));
  for (const name of ["pointerup", "pointercancel"])
    picture.addEventListener(name, () => {
      dragged = undefined;
    });
  // Who marks letters to copy them stays where they are.
  list.addEventListener(
    "click",
    (event) => !isBefore(page) && String(getSelection()) === "" && goTo(stepUnder(page, event)),
  );
  sheet.addEventListener("pointermove", (event) => {
    const row = rowAt(page, event);
    if (event.pointerType === "touch" || !(row >= 0 && row < page.rows.length)) return note.hide();
    const said = tellOf(page, row);
    return said ? note.show(said, event.clientX, event.clientY) : note.hide();
  });
  sheet.addEventListener("pointerleave", note.hide);
}

/** @param {GrowingPage} page @param {MouseEvent} event */
const rowAt = ({ list, high }, event) => Math.floor((event.clientY - list.getBoundingClientRect().top) / high);

/** Below the last row that is written stands now. @param {GrowingPage} page @param {MouseEvent} event */
function stepUnder(page, event) {
  const row = Math.max(0, rowAt(page, event));
  return row < page.many ? page.rows[row] : null;
}

/** What is known of a row: its step, its losses, and how much of it is real words. @param {GrowingPage} page */
function tellOf(page, row) {
  const { strings, count } = page.context;
  const step = page.rows[row];
  const shown = shownRuns(page);
  const parts = shown.flatMap((run) => {
    const one = run.writings.find((writing) => writing.step === step);
    if (!one) return [];
    const share = shareOf(one);
    const said = [
      ...lossesAt(page, run, step),
      ...(share === null ? [] : [fill(strings.pageShare, { percent: inPercent(share) })]),
    ];
    return shown.length > 1 ? [`${run.title} ${said.join(semicolon())}`] : said;
  });
  return parts.length > 0 ? [fill(strings.atStep, { step: count(step) }), ...parts].join(semicolon()) : "";
}

/** @param {GrowingPage} page */
function lossesAt({ view, context: { strings } }, { metrics }, step) {
  const row = closestTo(metrics.step, step);
  const losses = [
    [strings.trainingLoss, metrics.loss[row]],
    [strings.validationLoss, metrics.validation[row]],
  ];
  return losses
    .filter(([, loss]) => typeof loss === "number")
    .map(([title, loss]) => `${title} ${UNITS[view.unit](loss).toFixed(3)}`);
}
