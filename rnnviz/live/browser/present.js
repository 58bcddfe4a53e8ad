// What a run is told as; see `../payload.py`. Pure.

/** @import {Fact, PresentAnswer} from "../run.d.ts" */
/** @import {Kept, RunPlan} from "../../training/browser/train.d.ts" */

import { rounded } from "../../training/browser/numbers.js";
import { factsOfRate, verdictOf } from "../../training/browser/verdict.js";

// The speed is that of this many last rows.
const RECENT = 50;
const ENDED = ["finished", "stopped", "failed"];

/**
 * since, samples, probed, reached, written: of rows, samples, the probe, reaches and writings, what is known already.
 *
 * @param {{config: RunPlan["config"], state: Kept, lines: PresentAnswer["lines"], step: number,
 *   probe: PresentAnswer["probe"], agreements: PresentAnswer["agreements"], distances: number[]}} run
 * @param {{since?: number, samples?: number, probed?: number, reached?: number, written?: number}} query
 * @returns {PresentAnswer}
 */
export function presentOf(
  { config, state, lines, step, probe, agreements, distances },
  { since = 0, samples = 0, probed = -1, reached = 0, written = 0 },
) {
  const speed = stepsPerSecond(state);
  return {
    cell: config.cell,
    hidden: config.hidden_size,
    status: state.status,
    message: state.message,
    ahead: 0,
    host: "",
    step,
    steps: config.steps,
    rows: state.rows.step.length,
    since,
    metrics: columnsSince(state.rows, since),
    reach: state.reach.slice(reached),
    distances,
    truncation: config.sequence_length,
    samples: state.samples.slice(samples),
    writings: state.writings.slice(written),
    checkpoints: [...state.checkpoints.keys()],
    recorded: [...state.recorded.keys()],
    speed: speed && rounded(speed * config.batch_size * config.sequence_length),
    remaining: speed && rounded((config.steps - step) / speed),
    pace: state.pace,
    agreements,
    clip: config.clip_norm,
    lines,
    own: null,
    probe: probe.step === probed ? null : probe,
    verdict: told(ENDED.includes(state.status) ? verdictOn(config, state, lines) : factsOfRate(state.trials)),
    isOwner: true,
    wait: 0.2,
  };
}

/**
 * What became of it.
 *
 * @param {RunPlan["config"]} config
 * @param {Kept} state
 * @param {PresentAnswer["lines"]} lines
 */
function verdictOn(config, { status, rows, writings, trials }, { bigram, entropy }) {
  const { steps, hidden_size: hidden, clip_norm: clip } = config;
  // Nothing else makes one fail here.
  const diverged = status === "failed";
  return verdictOf(rows, writings, trials, { status, diverged, steps, hidden, clip, bigram, entropy });
}

/** Facts with rounded numbers. @param {Fact[]} facts @returns {Fact[]} */
const told = (facts) =>
  facts.map(({ name, values }) => ({
    name,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rounded(value)])),
  }));

/** How fast it trains now; null where that is not known. @param {Kept} state */
function stepsPerSecond({ status, rows, pace }) {
  if (status !== "training" || rows.step.length <= 1) return null;
  const from = Math.max(1, rows.step.length - RECENT);
  const spent = rows.seconds.at(-1) - rows.seconds[from - 1];
  if (spent <= 0) return null;
  const speed = (rows.step.length - from) / spent;
  return pace > 0 ? Math.min(speed, pace) : speed;
}

/** @param {Kept["rows"]} rows */
function columnsSince({ step, loss, norm, scale, validation, seconds }, since) {
  return {
    step: step.slice(since),
    loss: loss.slice(since),
    norm: norm.slice(since),
    scale: scale.slice(since),
    validation: validation.slice(since),
    seconds: seconds.slice(since),
  };
}
