// A checkpoint of a training that this browser keeps, as a network for the stage.

/** @import {Kept, RunPlan} from "./train.d.ts" */

import { characters } from "../characters.js";
import { shapesOf } from "./network.js";
import { openStore } from "./store.js";
import { numbered } from "./text.js";

const RUN = /^[0-9a-f]{16}$/;
const STEP = /^\d{1,6}$/;
// Characters of a text that the stage begins with.
const [USUAL, LEAST] = [30, 2];

/** Whether the stage has this cell. */
export const isOnStage = ({ cell, phi, reset_after }) => !reset_after && (cell !== "rnn" || phi === "tanh");

/**
 * The network that an address names by `run` and `at`: {cell, step, steps, tokens, vocabulary, weights}; null if it
 * is not kept here, or the stage has no such cell. tokens: of `text` those that it knows, or the beginning of its own
 * text.
 *
 * @param {{run?: string, at?: string, text?: string}} asked
 * @param {(cell: string) => Record<string, string>} axesOf the letters of each parameter's axes
 */
export async function checkpointOf({ run = "", at = "", text = "" }, axesOf, most) {
  if (!RUN.test(run) || !STEP.test(at)) return null;
  const found = await (await openStore())?.read(run);
  const theta = found?.get(`checkpoint ${at}`);
  if (!theta) return null;
  /** @type {{plan: RunPlan}} */
  const { plan } = found.get("about");
  const { config } = plan;
  if (!isOnStage(config)) return null;
  const { vocabulary, numbers } = numbered(plan.text);
  const known = new Set(vocabulary);
  const own = characters(text).filter((token) => known.has(token));
  const tokens = own.length >= LEAST ? own : [...numbers.subarray(0, USUAL)].map((k) => vocabulary[k]);
  const sizes = { h: config.hidden_size, q: vocabulary.length };
  const weights = new Map();
  let start = 0;
  for (const [name, shape] of shapesOf({ parameters: axesOf(config.cell) }, sizes)) {
    const end = start + shape[0] * shape[1];
    weights.set(name, { shape, numbers: Float64Array.from(theta.subarray(start, end)) });
    start = end;
  }
  return {
    cell: config.cell,
    step: Number(at),
    steps: config.steps,
    tokens: tokens.slice(0, most),
    vocabulary,
    weights,
  };
}
