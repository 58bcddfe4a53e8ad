// Trainings that this browser keeps: their weights, for the stage and for the Units page.

/** @import {KeptTraining, RunPlan} from "../../../training/browser/train.d.ts" */

import { shapesOf } from "../../../training/browser/network.js";
import { openStore } from "./store.js";
import { numbered } from "../../../training/browser/baselines.js";

const RUN = /^[0-9a-f]{16}$/;
const CHECKPOINT = "checkpoint ";

/** Whether the stage has this cell. */
export const isOnStage = ({ cell, phi, reset_after }) => !reset_after && (cell !== "rnn" || phi === "tanh");

/**
 * A training of which weights are kept; null where there is none.
 *
 * @param {string} run
 * @returns {Promise<KeptTraining | null>}
 */
export async function keptTraining(run) {
  const found = RUN.test(run) ? await (await openStore())?.read(run) : null;
  const steps = stepsOf([...(found?.keys() ?? [])]);
  if (steps.length === 0) return null;
  /** @type {RunPlan} */
  const { config, text } = found.get("about").plan;
  return { run, config, steps, ...numbered(text), weightsAt: (step) => found.get(`${CHECKPOINT}${step}`) };
}

/** Of all trainings whose weights are kept the run, its plan and its last step, the newest first. */
export async function keptTrainings() {
  const store = await openStore();
  const found = [];
  for (const run of (await store?.list()) ?? []) {
    const at = stepsOf(await store.names(run)).at(-1);
    if (at !== undefined) found.push({ run, at, config: (await store.part(run, "about")).plan.config });
  }
  return found;
}

function stepsOf(names) {
  const own = names.filter((name) => name.startsWith(CHECKPOINT));
  return own.map((name) => Number(name.slice(CHECKPOINT.length))).sort((a, b) => a - b);
}

/**
 * Weights by their names, from where they stand one after another.
 *
 * @param {Float32Array} theta
 * @param {Record<string, string>} axes of the cell's parameters
 * @param {{h: number, q: number}} sizes
 * @returns {[name: string, weights: {shape: [number, number], numbers: Float64Array}][]}
 */
export function parametersOf(theta, axes, sizes) {
  let start = 0;
  return shapesOf({ parameters: axes }, sizes).map(([name, shape]) => {
    const end = start + shape[0] * shape[1];
    const numbers = Float64Array.from(theta.subarray(start, end));
    start = end;
    return [name, { shape, numbers }];
  });
}
