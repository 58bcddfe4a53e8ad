// What stands beside the middle in each of its views: what happens here in one sentence, all units, and the prediction.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, write } from "../../../web/dom.js";
import { output } from "./output.js";
import { question } from "../hands/question.js";
import { sayings } from "../words/saying.js";
import { unitsNow, wantedHeight } from "./unitsnow.js";

// Before scaling: the sentence, a line of the prediction, and what is around its lines.
const SAYS = 80;
const ROW = 26;
const AROUND_ROWS = 82;
const ROWS = { fewest: 3, most: 8, stacked: 6 };
// Units lower than so are not drawn.
const LEAST_UNITS = 80;

/**
 * Beside the middle in a width and height; on a phone below it, and then height is null. box: what stands there in the
 * place of units and prediction, or null.
 *
 * @param {Context} context
 */
export function aside(context, width, height, act, box) {
  const { model, scale } = context;
  const says = h("p", { class: "says" });
  const sentence = sayings(context);
  const hasAnswer = model.labels.length > 0;
  const free = height === null ? Infinity : height / scale - SAYS;
  const wanted = wantedHeight(model);
  const fitting = Math.floor((free - wanted - AROUND_ROWS) / ROW);
  const rows = height === null ? ROWS.stacked : Math.min(ROWS.most, Math.max(ROWS.fewest, fitting));
  const taken = hasAnswer ? AROUND_ROWS + Math.min(rows, model.likeliest[0].length) * ROW : 0;
  const left = height === null ? wanted : free - taken;
  const units = left >= LEAST_UNITS ? unitsNow(context, width, left * scale) : null;
  const answer = prediction(context, rows, act);
  const parts = box ? [box] : [units?.element, answer?.element];
  const element = h("div", { class: "aside" }, says, ...parts);

  /** @param {Place} place */
  function update(place) {
    write(says, sentence.say(place));
    units?.update(place);
    answer?.update(place);
  }
  return { element, update };
}

/**
 * The prediction, or the question about it. A trace without a model has neither.
 *
 * @param {Context} context
 */
export function prediction(context, rows, act) {
  const { model } = context;
  if (model.labels.length === 0) return null;
  const bars = output(context, rows);
  const asking = question(context, act, "prediction");
  const element = h("div", { class: "answer" }, bars.element, asking.verdict);
  bars.element.append(asking.element);

  /** @param {Place} place */
  function update(place) {
    asking.update(place);
    bars.update(place);
  }
  return { element, update };
}
