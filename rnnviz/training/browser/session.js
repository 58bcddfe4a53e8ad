// What a run does beside its steps: it keeps rows, checkpoints and what it wrote at them, and shows what the network
// predicts, how far its gradient reaches and what it writes, each now and then; as `../session.py` does.

/** @import {Sample} from "../../live/run.d.ts" */
/** @import {Run} from "./train.d.ts" */

import { isCheckpoint } from "../../live/assets/page/rows.js";
import { characters } from "../../web/characters.js";
import { probed } from "../../live/browser/moments.js";
import { rounded } from "./numbers.js";
import { knownWords } from "./baselines.js";

export const USUAL_TEMPERATURE = 0.8;
const [SAMPLE_LENGTH, PROBE_LENGTH, VALIDATIONS] = [200, 40, 20];
// What it writes at its checkpoints, always with the same draws; see `../writings.py`.
const [WRITING_LENGTH, WRITING_SEED, MOST_WRITINGS] = [80, 4, 1000];
// Milliseconds between two of each, and the share of the time that each may take.
const [PROBE, REACH, SAMPLE, SHARE] = [250, 500, 1500, 0.02];
// Single steps that are kept whole; more would take too much memory.
const MOST_RECORDED = 12;

/** What a run does now and then. @param {Run} run */
export const choresOf = (run) => [
  chore(PROBE, () => show(run)),
  chore(REACH, () => reach(run)),
  chore(SAMPLE, () => sample(run)),
];

/** Something to do now and then: not more often than each `every` milliseconds, and only for its share of the time. */
function chore(every, act) {
  let next = performance.now() + every;
  return () => {
    const began = performance.now();
    if (began < next) return;
    act();
    const now = performance.now();
    next = now + Math.max(every, (now - began) / SHARE);
  };
}

/** A step that is kept whole. @param {Run} run */
export function recordedStep({ trainer, state: { recorded } }) {
  const whole = trainer.recordedStep();
  recorded.set(whole.step, whole);
  if (recorded.size > MOST_RECORDED) recorded.delete(recorded.keys().next().value);
  return whole;
}

/** @param {Run} run @param {{step: number, loss: number, norm: number, scale: number}} row */
export function keepRow({ trainer, state, plan: { config } }, { step, loss, norm, scale }) {
  const validateEvery = Math.max(1, Math.floor(config.steps / VALIDATIONS));
  const isDue = isCheckpoint(step) || step % validateEvery === 0 || step === config.steps;
  const validation = isDue ? trainer.validationLoss() : null;
  const values = { step, loss, norm, scale, validation, seconds: state.seconds };
  for (const [name, value] of Object.entries(values)) state.rows[name].push(rounded(value));
}

/** @param {Run} run */
export function checkpoint(run) {
  const { trainer, state } = run;
  state.checkpoints.set(trainer.step(), trainer.theta.slice());
  write(run);
  tryOthers(run);
}

/** What it writes at a checkpoint, always from the same beginning and with the same draws. @param {Run} run */
function write({ trainer, vocabulary, places, state: { writings } }) {
  const step = trainer.step();
  if (step <= (writings.at(-1)?.step ?? -1) || writings.length >= MOST_WRITINGS) return;
  const { drawn, p } = trainer.drawnWith(WRITING_LENGTH, USUAL_TEMPERATURE, WRITING_SEED);
  const tokens = drawn.map((k) => vocabulary[k]);
  writings.push({ step, tokens, p: p.map((one) => Math.round(1000 * one) / 1000), words: places(tokens) });
}

/** What the next step would do at other rates. @param {Run} run */
function tryOthers({ trainer, state: { trials }, plan: { config } }) {
  if (trainer.step() <= (trials.at(-1)?.step ?? -1) || trainer.step() >= config.steps) return;
  const { step, loss, after } = trainer.trial();
  trials.push({ step, loss: rounded(loss), after: after.map(rounded) });
}

/** @param {Run} run */
export function show(run) {
  const { trainer, vocabulary, state } = run;
  run.probe = probed(trainer, vocabulary, trainer.step(), probeNumbers(run, state.probe));
}

/**
 * A sentence's characters that the network knows; else the text's own sentence, or its beginning.
 *
 * @param {Run} run
 * @param {string} text
 */
export function probeNumbers({ plan, place, trainer }, text) {
  const found = [text, plan.corpus.probe].map((one) =>
    characters(one)
      .filter((token) => place.has(token))
      .map((token) => place.get(token)),
  );
  return found.find((one) => one.length > 0) ?? [...trainer.training.subarray(0, PROBE_LENGTH)];
}

/** @param {Run} run */
export function reach({ trainer, distances, state }) {
  const step = trainer.step();
  if (step <= (state.reach.at(-1)?.step ?? -1)) return;
  const { dropped, norms } = trainer.reach();
  const told = distances.map((distance) => rounded(norms[distance] ?? Number.NaN));
  state.reach.push({ step, dropped: rounded(dropped), norms: told });
}

/** @param {Run} run */
export function sample(run) {
  const { trainer, state } = run;
  const step = trainer.step();
  if (step > (state.samples.at(-1)?.step ?? 0))
    state.samples.push(written(run, step, state.temperature, trainer.theta));
}

/** @param {Run} run @param {Float32Array} weights @returns {Sample} */
export function written({ trainer, vocabulary, known, agreements }, step, temperature, weights) {
  const drawn = trainer.sample(SAMPLE_LENGTH, temperature, step, weights);
  const text = drawn.map((k) => vocabulary[k]).join("");
  return { step, temperature, text, known: knownWords(text, known), agreements: agreements(text) };
}
