// A run: a training with all that the live view asks of it. `answers.js` answers, as the server of the app does, and
// `chores.js` is what it does beside its steps. It knows neither worker nor storage.

/** @import {Arithmetic, Kept, Loops, Run, RunPlan} from "../../../training/browser/train.d.ts" */

import { isCheckpoint } from "../../../live/assets/page/rows.js";
import { agreementCounter } from "../../../training/browser/agreements.js";
import { answerOf, probeText } from "../../../live/browser/answers.js";
import {
  checkpoint,
  choresOf,
  keepRow,
  reach,
  recordedStep,
  sample,
  show,
  USUAL_TEMPERATURE,
} from "../../../training/browser/session.js";
import { startingWeights } from "../../../training/browser/start.js";
import { baselines, lexiconOf, numbered, wordsOf } from "../../../training/browser/baselines.js";
import { createTrainer, Diverged } from "../../../training/browser/trainer.js";

/**
 * @param {RunPlan} plan
 * @param {Loops} loops
 * @param {Arithmetic} arithmetic
 * @param {number[]} distances from a loss, in steps, at which the gradient's norm is told
 * @param {Kept | null} kept what was kept of it, to go on from
 */
export function createRun(plan, loops, arithmetic, distances, kept = null) {
  const run = stateOf(plan, loops, arithmetic, distances, kept);
  const { trainer, state } = run;
  if (state.snapshot) trainer.restore(state.snapshot);
  else {
    keepRow(run, { step: 0, loss: Number.NaN, norm: Number.NaN, scale: Number.NaN });
    checkpoint(run);
  }
  const chores = choresOf(run);
  show(run);
  reach(run);
  return {
    /** Train until a moment, in milliseconds; true as long as there is more to do. */
    work: (deadline) => work(run, chores, deadline),
    /** What the live view asks; throws an error with a sentence for the reader. */
    ask: (what, query) => answerOf(run, what, query),
    command: (what, body) => command(run, what, body),
    /** All that is needed to go on from here. @returns {Kept} */
    keep: () => ({ ...state, snapshot: trainer.snapshot() }),
    isTraining: () => isTraining(run),
    vocabulary: run.vocabulary,
  };
}

/** @returns {Run} */
function stateOf(plan, loops, arithmetic, distances, kept) {
  const { config, corpus } = plan;
  const { vocabulary, numbers } = numbered(plan.text);
  const q = vocabulary.length;
  const aside = config.validation * numbers.length;
  const start = startingWeights(loops.facts, config, q, numbers.subarray(0, numbers.length - Math.round(aside)));
  const trainer = createTrainer(config, loops, arithmetic, numbers, q, start);
  const state = kept ?? freshState(plan);
  // What an earlier version has kept has none.
  state.writings ??= [];
  state.trials ??= [];
  return {
    plan,
    loops,
    distances,
    trainer,
    vocabulary,
    place: new Map(vocabulary.map((token, k) => [token, k])),
    lines: { ...baselines(trainer.training, trainer.validation, q), entropy: corpus.entropy },
    agreements: agreementCounter(corpus.grammar ?? null),
    known: corpus.hasWords ? wordsOf(plan.text) : new Set(),
    places: corpus.hasWords ? lexiconOf(vocabulary, trainer.training) : () => null,
    state,
    probe: null,
    stepped: 0,
  };
}

/** @param {RunPlan} plan @returns {Kept} */
function freshState({ until, corpus }) {
  return {
    status: "training",
    message: "",
    until,
    seconds: 0,
    pace: corpus.pace,
    temperature: USUAL_TEMPERATURE,
    probe: "",
    rows: { step: [], loss: [], norm: [], scale: [], validation: [], seconds: [] },
    samples: [],
    writings: [],
    reach: [],
    trials: [],
    checkpoints: new Map(),
    recorded: new Map(),
    snapshot: null,
  };
}

/** @param {Run} run */
const isTraining = ({ state }) => state.status === "training";

/** @param {Run} run @param {(() => void)[]} chores @param {number} deadline */
function work(run, chores, deadline) {
  const { state, trainer, plan } = run;
  let began = performance.now();
  while (isTraining(run) && began < deadline) {
    if (state.pace > 0 && began - run.stepped < 1000 / state.pace) return true;
    run.stepped = began;
    try {
      takeStep(run);
    } catch (reason) {
      if (!(reason instanceof Diverged)) throw reason;
      end(run, "failed", plan.strings[reason.message]);
    }
    for (const act of chores) act();
    const now = performance.now();
    state.seconds += (now - began) / 1000;
    began = now;
    if (isTraining(run) && trainer.step() >= (state.until ?? plan.config.steps)) {
      end(run, trainer.step() >= plan.config.steps ? "finished" : "paused");
    }
  }
  return isTraining(run);
}

/** @param {Run} run */
function takeStep(run) {
  const { trainer, state } = run;
  const row = trainer.step() + 1 === state.until ? recordedStep(run) : trainer.advance();
  keepRow(run, row);
  if (isCheckpoint(row.step)) {
    checkpoint(run);
    reach(run);
  }
}

/** @param {Run} run @param {string} status */
function end(run, status, message = "") {
  Object.assign(run.state, { status, message, until: null });
  show(run);
  reach(run);
  sample(run);
  checkpoint(run);
}

/**
 * @param {Run} run
 * @param {string} what
 * @param {{temperature?: number, probe?: string, pace?: number}} [body]
 */
function command(run, what, { temperature, probe, pace } = {}) {
  const { state, trainer } = run;
  const isOpen = isTraining(run) || state.status === "paused";
  if (what === "pause" && isTraining(run)) end(run, "paused");
  if (what === "go_on" && isOpen) Object.assign(state, { status: "training", until: null });
  if (what === "one_step" && isOpen) Object.assign(state, { status: "training", until: trainer.step() + 1 });
  if (what === "stop" && isOpen) end(run, "stopped");
  if (what !== "show") return;
  if (Number.isFinite(pace)) state.pace = pace;
  if (temperature >= 0 && temperature <= 10) state.temperature = temperature;
  if (typeof probe === "string") {
    state.probe = probeText(probe);
    show(run);
  }
}
