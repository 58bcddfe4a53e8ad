// Losses of other trainings, recorded or kept in this browser, which lie below those of the one that is shown; as
// `rnnviz/live/record.py` makes them.

/** @import {LiveData} from "../../../live/run.d.ts" */
/** @import {Metrics} from "../../../live/run.d.ts" */
/** @import {TrainingData} from "../../../training/browser/train.d.ts" */

import { openStore } from "./store.js";

const MOST_POINTS = 600;

/**
 * The curves of some runs; what is no longer there is left out.
 *
 * @param {TrainingData} data
 * @param {string[]} ids
 * @returns {Promise<LiveData["under"]>}
 */
export async function curvesUnder(data, ids) {
  const found = await Promise.all(ids.map((id) => curveOf(data, id).catch(() => null)));
  return found.filter(Boolean);
}

async function curveOf(data, id) {
  const recorded = data.recorded.find((one) => one.id === id);
  if (recorded) {
    const { cell, hidden, metrics } = (await data.fetched(recorded.file)).present;
    return { run: id, title: titleOf(cell, hidden), points: pointsOf(metrics) };
  }
  const store = await openStore();
  const about = await store?.part(id, "about");
  if (!about) return null;
  const { cell, hidden_size: hidden } = about.plan.config;
  return { run: id, title: titleOf(cell, hidden), points: pointsOf((await store.part(id, "state")).rows) };
}

const titleOf = (cell, hidden) => `${cell.toUpperCase()}, h = ${hidden}`;

/**
 * The validation loss where it was measured, else that of training: some points at equal distances, and the last one.
 *
 * @param {Metrics} metrics
 * @returns {[step: number, loss: number][]}
 */
export function pointsOf({ step, loss, validation }) {
  const of = (values) =>
    step
      .map((at, k) => /** @type {[number, number]} */ ([at, values[k]]))
      .filter(([, value]) => value !== null && Number.isFinite(value));
  const measured = of(validation);
  const all = measured.length > 0 ? measured : of(loss);
  const every = Math.max(1, Math.ceil(all.length / MOST_POINTS));
  return all.filter((_, k) => k % every === 0 || k === all.length - 1);
}
