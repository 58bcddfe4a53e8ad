// A run: a training with all that the live view asks of it. Its answers are those of the app's server, see
// `rnnviz/live/payload.py`; its chores are those of `rnnviz/training/session.py`. It knows neither worker nor storage.

/** @import {PresentAnswer, Sample} from "../../../live/run.d.ts" */
/** @import {Arithmetic, Kept, Loops, RunPlan} from "./train.d.ts" */

import { fill } from "../../../web/numbers.js";
import { characters, visible } from "../characters.js";
import { continuation, feeding, probed } from "./moments.js";
import { base64Of32, rounded } from "./numbers.js";
import { startingWeights } from "./start.js";
import { baselines, knownWords, numbered, wordsOf } from "./text.js";
import { createTrainer, Diverged } from "./trainer.js";

// The distances from a loss, in steps, at which the gradient's norm is told.
const DISTANCES = [0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256];
const [SAMPLE_LENGTH, PROBE_LENGTH, VALIDATIONS] = [200, 40, 20];
const [MOST_PROBE, MOST_CONTINUED] = [200, 1000];
const USUAL_TEMPERATURE = 0.8;
// Milliseconds between two of each, and the share of the time that each may take.
const [PROBE, REACH, SAMPLE, SHARE] = [250, 500, 1500, 0.02];
// Single steps that are kept whole; more would take too much memory.
const MOST_RECORDED = 12;
// The speed is that of this many last rows.
const RECENT = 50;

/** Whether weights are kept after this step: 0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, … */
export function isCheckpoint(step) {
  if (step < 2) return true;
  const k = Math.round(2 * Math.log2(step));
  return step === Math.round(2 ** (k / 2));
}

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
 * @param {Kept | null} kept what was kept of it, to go on from
 */
export function createRun(plan, loops, arithmetic, kept = null) {
  const { config, corpus, strings } = plan;
  const { vocabulary, numbers } = numbered(plan.text);
  const q = vocabulary.length;
  const place = new Map(vocabulary.map((token, k) => [token, k]));
  const aside = config.validation * numbers.length;
  const start = startingWeights(loops.facts, config, q, numbers.subarray(0, numbers.length - Math.round(aside)));
  const trainer = createTrainer(config, loops, arithmetic, numbers, q, start);
  const lines = { ...baselines(trainer.training, trainer.validation, q), entropy: corpus.entropy };
  const known = corpus.hasWords ? wordsOf(plan.text) : new Set();
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
    reach: [],
    checkpoints: new Map(),
    recorded: new Map(),
    snapshot: null,
  };
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
    const told = DISTANCES.map((distance) => rounded(norms[distance] ?? Number.NaN));
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
    return { step, temperature, text, known: knownWords(text, known), agreements: {} };
  }

  /** @returns {PresentAnswer} */
  function present({ since = 0, samples = 0, probed: seen = -1, reached = 0 }) {
    const { rows } = state;
    const isRunning = isTraining() && rows.step.length > 1;
    const from = Math.max(1, rows.step.length - RECENT);
    const spent = rows.seconds.at(-1) - rows.seconds[from - 1];
    const pace = isRunning && spent > 0 ? (rows.step.length - from) / spent : null;
    const speed = pace && (state.pace > 0 ? Math.min(pace, state.pace) : pace);
    return {
      cell: config.cell,
      hidden: config.hidden_size,
      status: state.status,
      message: state.message,
      ahead: 0,
      host: "",
      step: trainer.step(),
      steps: config.steps,
      rows: rows.step.length,
      since,
      metrics: columns((numbers) => numbers.slice(since)),
      reach: state.reach.slice(reached),
      distances: DISTANCES,
      truncation: config.sequence_length,
      samples: state.samples.slice(samples),
      checkpoints: [...state.checkpoints.keys()],
      recorded: [...state.recorded.keys()],
      speed: speed && rounded(speed * config.batch_size * config.sequence_length),
      remaining: speed && rounded((config.steps - trainer.step()) / speed),
      pace: state.pace,
      agreements: [],
      clip: config.clip_norm,
      lines,
      probe: probe.step === seen ? null : probe,
      isOwner: true,
      wait: 0.2,
    };
  }

  /** Each column of metrics, changed. @returns {PresentAnswer["metrics"]} */
  function columns(change) {
    const { step, loss, norm, scale, validation, seconds } = state.rows;
    return {
      step: change(step),
      loss: change(loss),
      norm: change(norm),
      scale: change(scale),
      validation: change(validation),
      seconds: change(seconds),
    };
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
        return present(query);
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

  /** One gradient step, taken apart for one weight; by default the one that it moved furthest. */
  function replay(step, { name = "", row = -1, column = -1 }) {
    const kept = state.recorded.get(step);
    if (!kept) throw new Error(strings.noCheckpoint);
    const starts = new Map();
    let end = 0;
    for (const [own, [rows, columns]] of trainer.shapes) {
      starts.set(own, { start: end, rows, columns });
      end += rows * columns;
    }
    const largest = (numbers, from, to) => {
      let most = from;
      for (let k = from; k < to; k += 1) if (Math.abs(numbers[k]) > Math.abs(numbers[most])) most = k;
      return most;
    };
    const top = largest(kept.gradient, 0, kept.gradient.length);
    const chosen = name || [...starts].find(([, one]) => top < one.start + one.rows * one.columns)[0];
    const { start, rows, columns } = starts.get(chosen);
    let at = start + Number(row) * columns + Number(column);
    if (row < 0 || column < 0) {
      at = largest(
        kept.after.map((after, k) => after - kept.before[k]),
        start,
        start + rows * columns,
      );
    }
    const [ofRow, ofColumn] = [Math.floor((at - start) / columns), (at - start) % columns];
    const momentsOf = (list, suffix) =>
      Object.fromEntries(list.map((one, k) => [`${["first_moment", "second_moment"][k]}${suffix}`, one[at]]));
    const parameters = Object.fromEntries(trainer.shapes);
    return {
      step,
      optimizer: kept.optimizer,
      rate: kept.rate,
      norm: kept.norm,
      scale: kept.scale,
      clip: config.clip_norm,
      loss_before: kept.loss,
      loss_after: kept.lossAfter,
      parameters,
      name: chosen,
      row: ofRow,
      column: ofColumn,
      of_row: loops.facts.inputWeights.includes(chosen) ? visible(vocabulary[ofRow]) : "",
      of_column: ["W_hq", "b_q"].includes(chosen) ? visible(vocabulary[ofColumn]) : "",
      weight: {
        before: kept.before[at],
        gradient: kept.gradient[at],
        ...momentsOf(kept.found, "_before"),
        ...momentsOf(kept.left, ""),
        after: kept.after[at],
        clipped: kept.scale * kept.gradient[at],
        update: kept.after[at] - kept.before[at],
      },
      momentum: 0.9,
      beta_1: 0.9,
      beta_2: 0.999,
      epsilon: 1e-8,
      corrected_first: 1 - 0.9 ** step,
      corrected_second: 1 - 0.999 ** step,
      gradient: { shape: [rows, columns], data: base64Of32(kept.gradient.subarray(start, start + rows * columns)) },
    };
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
