// The planned training, as a value and as an address: what `../training_plan.py` says, whose description of
// the fields it gets. Pure.

/** @import {Config, TrainingData} from "../../training/browser/train.d.ts" */
/** @import {PlannedRun} from "../../live/run.d.ts" */

import { taken, wordOf } from "../../web/fields.js";
import { numbered } from "../../training/browser/baselines.js";

const EXCERPT = 600;

// A value by the name of each field: any, because fields are of all types.
/** @typedef {Record<string, any>} Plan */

/**
 * The usual values of a plan that reads a text.
 *
 * @param {TrainingData} data
 * @returns {Plan}
 */
function usualOf({ usual, usualOf: own }, corpus) {
  return { ...usual, ...own[corpus], corpus };
}

/**
 * The plan with other values. A text brings its usual values along, except for fields that were changed.
 *
 * @param {TrainingData} data
 * @param {Plan} plan
 * @returns {Plan}
 */
export function changed(data, plan, values) {
  if (!("corpus" in values)) return { ...plan, ...values };
  const [here, there] = [usualOf(data, plan.corpus), usualOf(data, values.corpus)];
  const left = Object.keys(here).filter((name) => plan[name] === here[name]);
  return { ...plan, ...Object.fromEntries(left.map((name) => [name, there[name]])), ...values };
}

/**
 * The plan of an address, and the sentences about what did not fit.
 *
 * @param {TrainingData} data
 * @param {Record<string, string[]>} asked
 */
export function planOf(data, asked) {
  let plan = usualOf(data, data.first);
  const refused = [];
  for (const name of Object.keys(data.fields)) {
    if (!(name in asked)) continue;
    const { value, refused: why } = taken(data.fields[name], asked[name]);
    if (why) refused.push(why);
    else plan = changed(data, plan, { [name]: value });
  }
  return { plan, refused: refused.join(" ") };
}

/**
 * What an address says of a plan: its text, and what is not usual for it.
 *
 * @param {TrainingData} data
 * @param {Plan} plan
 * @returns {Record<string, string>}
 */
export function queryOf(data, plan) {
  const usual = usualOf(data, plan.corpus);
  const own = Object.keys(data.fields).filter((name) => name === "corpus" || plan[name] !== usual[name]);
  return Object.fromEntries(own.map((name) => [name, wordOf(data.fields[name], plan[name])]));
}

/**
 * The configurations for a text of this length, with `q` different characters: one, or three in a race.
 *
 * @param {TrainingData} data
 * @param {Plan} plan
 * @returns {Config[]}
 */
export function configsOf(data, plan, length, q) {
  const shared = Object.fromEntries(Object.entries(data.config).map(([name, config]) => [config, plan[name]]));
  const isRace = plan.cell === "race";
  const cell = isRace ? "gru" : plan.cell;
  const validation = length >= data.limits.validated ? plan.validation : 0;
  const inputs = length - Math.round(validation * length) - 1;
  const T = Math.min(plan.length, inputs);
  /** @type {Config} */
  const config = {
    .../** @type {Config} */ (shared),
    cell,
    phi: plan.phi,
    reset_after: plan.reset === "after" && cell === "gru",
    validation,
    sequence_length: T,
    batch_size: Math.min(plan.size, Math.floor(inputs / T)),
  };
  if (!isRace) return [config];
  const own = parametersOf(data, config, q);
  return ["rnn", "gru", "lstm"].map((one) => {
    const rate = (plan.rate * data.racingRates[one]) / data.racingRates.gru;
    const fitting = { ...config, cell: one, reset_after: config.reset_after && one === "gru", learning_rate: rate };
    const far = (h) => Math.abs(parametersOf(data, { ...fitting, hidden_size: h }, q) - own);
    const sizes = Array.from({ length: 4 * config.hidden_size }, (_, k) => k + 4);
    return { ...fitting, hidden_size: sizes.reduce((best, h) => (far(h) < far(best) ? h : best)) };
  });
}

/**
 * @param {TrainingData} data
 * @param {Pick<Config, "cell" | "reset_after" | "hidden_size">} config
 * @returns {[string, [number, number]][]}
 */
function shapesOf({ axes }, { cell, reset_after, hidden_size: h }, q) {
  const sizes = { d: q, h, q, 1: 1 };
  const own = { ...axes[reset_after ? "gru after" : cell], W_hq: "hq", b_q: "1q" };
  return Object.entries(own).map(([name, [rows, columns]]) => [name, [sizes[rows], sizes[columns]]]);
}

function parametersOf(data, config, q) {
  return shapesOf(data, config, q).reduce((sum, [, [rows, columns]]) => sum + rows * columns, 0);
}

/**
 * A planned training as the live view shows it.
 *
 * @param {TrainingData} data
 * @param {Config} config
 * @param {{text: string, vocabulary: string[], length: number}} read
 * @returns {PlannedRun}
 */
export function planned(data, config, { text, vocabulary, length }) {
  const q = vocabulary.length;
  return {
    cell: config.cell,
    hidden: config.hidden_size,
    steps: config.steps,
    parameters: parametersOf(data, config, q),
    parts: shapesOf(data, config, q),
    characters: length,
    vocabulary: q,
    uniform: Math.log(q),
    entropy: data.corpora.find(({ name }) => name === config.corpus).entropy,
    excerpt: text.slice(0, EXCERPT),
  };
}

/** A text with its characters: line breaks are ↵ alone. */
export function readText(given) {
  const text = given.replace(/\r\n?/g, "\n");
  const { vocabulary, numbers } = numbered(text);
  return { text, vocabulary, length: numbers.length };
}
