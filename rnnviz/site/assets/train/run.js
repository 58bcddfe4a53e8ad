// A run: a training with all that the live view asks of it. Its answers are those of the app's server, see
// `rnnviz/live/payload.py`; its chores are those of `rnnviz/training/session.py`. It knows neither worker nor storage.

/** @import {Sample} from "../../../live/run.d.ts" */
/** @import {Arithmetic, Kept, Loops, RunPlan} from "./train.d.ts" */

import { isCheckpoint } from "../../../live/assets/page/rows.js";
import { fill } from "../../../web/numbers.js";
import { characters } from "../../../web/characters.js";
import { agreementCounter, agreementsOf } from "./agreements.js";
import { replayOf } from "./gradientstep.js";
import { continuation, feeding, probed } from "./moments.js";
import { rounded } from "./numbers.js";
import { presentOf } from "./present.js";
import { startingWeights } from "./start.js";
import { baselines, knownWords, lexiconOf, numbered, wordsOf } from "./text.js";
import { createTrainer, Diverged } from "./trainer.js";

const [SAMPLE_LENGTH, PROBE_LENGTH, VALIDATIONS] = [200, 40, 20];
const [MOST_PROBE, MOST_CONTINUED] = [200, 1000];
const USUAL_TEMPERATURE = 0.8;
// What it writes at its checkpoints, always with the same draws; see `rnnviz/training/writings.py`.
const [WRITING_LENGTH, WRITING_SEED, MOST_WRITINGS] = [80, 4, 1000];
// Milliseconds between two of each, and the share of the time that each may take.
const [PROBE, REACH, SAMPLE, SHARE] = [250, 500, 1500, 0.02];
// Single steps that are kept whole; more would take too much memory.
const MOST_RECORDED = 12;

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

/**
 * @param {RunPlan} plan
 * @param {Loops} loops
 * @param {Arithmetic} arithmetic
 * @param {number[]} distances from a loss, in steps, at which the gradient's norm is told
 * @param {Kept | null} kept what was kept of it, to go on from
 */
export function createRun(plan, loops, arithmetic, distances, kept = null) {
  const { config, corpus, strings } = plan;
  const { vocabulary, numbers } = numbered(plan.text);
  const q = vocabulary.length;
  const place = new Map(vocabulary.map((token, k) => [token, k]));
  const aside = config.validation * numbers.length;
  const start = startingWeights(loops.facts, config, q, numbers.subarray(0, numbers.length - Math.round(aside)));
  const trainer = createTrainer(config, loops, arithmetic, numbers, q, start);
  const lines = { ...baselines(trainer.training, trainer.validation, q), entropy: corpus.entropy };
  const agreements = agreementCounter(corpus.grammar ?? null);
  const known = corpus.hasWords ? wordsOf(plan.text) : new Set();
  const places = corpus.hasWords ? lexiconOf(vocabulary, trainer.training) : () => null;
  const validateEvery = Math.max(1, Math.floor(config.steps / VALIDATIONS));
  /** @type {Kept} */
  const state = kept ?? {
    status: "training",
    message: "",
    until: plan.until,
    seconds: 0,
    pace: corpus.pace,
    temperature: USUAL_TEMPERATURE,
    probe: "",
    rows: { step: [], loss: [], norm: [], scale: [], validation: [], seconds: [] },
    samples: [],
    writings: [],
    reach: [],
    checkpoints: new Map(),
    recorded: new Map(),
    snapshot: null,
  };
  // What an earlier version has kept has none.
  state.writings ??= [];
  let probe = null;
  let stepped = 0;
  if (state.snapshot) trainer.restore(state.snapshot);
  else {
    keepRow(0, Number.NaN, Number.NaN, Number.NaN);
    checkpoint();
  }
  const chores = [chore(PROBE, show), chore(REACH, reach), chore(SAMPLE, sample)];
  show();
  reach();

  const isTraining = () => state.status === "training";

  /** Train until a moment, in milliseconds; true as long as there is more to do. */
  function work(deadline) {
    let began = performance.now();
    while (isTraining() && began < deadline) {
      if (state.pace > 0 && began - stepped < 1000 / state.pace) return true;
      stepped = began;
      try {
        takeStep();
      } catch (reason) {
        if (!(reason instanceof Diverged)) throw reason;
        end("failed", strings[reason.message]);
      }
      for (const act of chores) act();
      const now = performance.now();
      state.seconds += (now - began) / 1000;
      began = now;
      if (isTraining() && trainer.step() >= (state.until ?? config.steps)) {
        end(trainer.step() >= config.steps ? "finished" : "paused");
      }
    }
    return isTraining();
  }

  function takeStep() {
    const row = trainer.step() + 1 === state.until ? recordedStep() : trainer.advance();
    keepRow(row.step, row.loss, row.norm, row.scale);
    if (isCheckpoint(row.step)) {
      checkpoint();
      reach();
    }
  }

  function recordedStep() {
    const whole = trainer.recordedStep();
    state.recorded.set(whole.step, whole);
    if (state.recorded.size > MOST_RECORDED) state.recorded.delete(state.recorded.keys().next().value);
    return whole;
  }

  function keepRow(step, loss, norm, scale) {
    const isDue = isCheckpoint(step) || step % validateEvery === 0 || step === config.steps;
    const validation = isDue ? trainer.validationLoss() : null;
    const values = { step, loss, norm, scale, validation, seconds: state.seconds };
    for (const [name, value] of Object.entries(values)) state.rows[name].push(rounded(value));
  }

  function end(status, message = "") {
    Object.assign(state, { status, message, until: null });
    show();
    reach();
    sample();
    checkpoint();
  }

  function checkpoint() {
    state.checkpoints.set(trainer.step(), trainer.theta.slice());
    write();
  }

  /** What it writes at a checkpoint, always from the same beginning and with the same draws. */
  function write() {
    const step = trainer.step();
    if (step <= (state.writings.at(-1)?.step ?? -1) || state.writings.length >= MOST_WRITINGS) return;
    const { drawn, p } = trainer.drawnWith(WRITING_LENGTH, USUAL_TEMPERATURE, WRITING_SEED);
    const tokens = drawn.map((k) => vocabulary[k]);
    state.writings.push({ step, tokens, p: p.map((one) => Math.round(1000 * one) / 1000), words: places(tokens) });
  }

  function show() {
    probe = probed(trainer, vocabulary, trainer.step(), probeNumbers(state.probe));
  }

  /** A sentence's characters that the network knows; else the text's own sentence, or its beginning. */
  function probeNumbers(text) {
    const found = [text, corpus.probe].map((one) =>
      characters(one)
        .filter((token) => place.has(token))
        .map((token) => place.get(token)),
    );
    return found.find((one) => one.length > 0) ?? [...trainer.training.subarray(0, PROBE_LENGTH)];
  }

  function reach() {
    const step = trainer.step();
    if (step <= (state.reach.at(-1)?.step ?? -1)) return;
    const { dropped, norms } = trainer.reach();
    const told = distances.map((distance) => rounded(norms[distance] ?? Number.NaN));
    state.reach.push({ step, dropped: rounded(dropped), norms: told });
  }

  function sample() {
    const step = trainer.step();
    if (step > (state.samples.at(-1)?.step ?? 0)) state.samples.push(written(step, state.temperature, trainer.theta));
  }

  /** @returns {Sample} */
  function written(step, temperature, weights) {
    const drawn = trainer.sample(SAMPLE_LENGTH, temperature, step, weights);
    const text = drawn.map((k) => vocabulary[k]).join("");
    return { step, temperature, text, known: knownWords(text, known), agreements: agreements(text) };
  }

  function weightsAt(step) {
    const found = state.checkpoints.get(Number(step));
    if (!found) throw new Error(strings.noCheckpoint);
    return found;
  }

  /** What the live view asks; throws an error with a sentence for the reader. */
  function ask(what, query) {
    const step = Number(query.step);
    const temperature = Number(query.temperature);
    switch (what) {
      case "present":
        return presentOf(
          {
            config,
            state,
            lines,
            step: trainer.step(),
            probe,
            agreements: agreementsOf(corpus.grammar, strings),
            distances,
          },
          query,
        );
      case "moment": {
        const weights = weightsAt(step);
        const read = probeNumbers(
          characters(query.probe ?? "")
            .slice(0, MOST_PROBE)
            .join(""),
        );
        return {
          step,
          sample: written(step, temperature, weights),
          probe: probed(trainer, vocabulary, step, read, weights),
        };
      }
      case "next": {
        const tokens = characters(query.text);
        if (tokens.length > MOST_CONTINUED) {
          throw new Error(fill(strings.tooLong, { count: tokens.length, most: MOST_CONTINUED }));
        }
        return continuation(trainer, vocabulary, tokens, weightsAt(step), temperature, Number(query.seed));
      }
      case "feeding":
        return feeding(trainer, vocabulary, weightsAt(step), Number(query.passage), temperature);
      case "replay":
        return replay(step, query);
      default:
        throw new Error(what);
    }
  }

  function replay(step, query) {
    const kept = state.recorded.get(step);
    if (!kept) throw new Error(strings.noCheckpoint);
    const network = { shapes: trainer.shapes, inputWeights: loops.facts.inputWeights, vocabulary };
    return { ...replayOf(kept, network, query), step, clip: config.clip_norm };
  }

  /**
   * @param {string} what
   * @param {{temperature?: number, probe?: string, pace?: number}} [body]
   */
  function command(what, { temperature, probe: text, pace } = {}) {
    const isOpen = isTraining() || state.status === "paused";
    if (what === "pause" && isTraining()) end("paused");
    if (what === "go_on" && isOpen) Object.assign(state, { status: "training", until: null });
    if (what === "one_step" && isOpen) Object.assign(state, { status: "training", until: trainer.step() + 1 });
    if (what === "stop" && isOpen) end("stopped");
    if (what !== "show") return;
    if (Number.isFinite(pace)) state.pace = pace;
    if (temperature >= 0 && temperature <= 10) state.temperature = temperature;
    if (typeof text === "string") {
      state.probe = characters(text).slice(0, MOST_PROBE).join("");
      show();
    }
  }

  /** All that is needed to go on from here. @returns {Kept} */
  const keep = () => ({ ...state, snapshot: trainer.snapshot() });
  return { work, ask, command, keep, isTraining, vocabulary };
}
