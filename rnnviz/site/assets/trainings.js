// Trainings of this browser on the stage, as links name them: "0123456789abcdef@500" is one after 500 steps; and in the
// place of a training the network of a task, "gru.step.7".

/** @import {Program} from "../../practice/program.d.ts" */
/** @import {StageData, Training, Weights} from "../site.d.ts" */

import { OF_TASK } from "../../address/browser/link.js";
import { isOnStage, keptTraining, keptTrainings, parametersOf } from "./train/kept.js";

const RUNS = /[0-9a-f]{16}/g;
// Characters of its own text that a network begins with.
const BEGINNING = 30;

/**
 * Those that the words of an address name, by run, as far as they are kept here.
 *
 * @param {StageData} data
 * @param {string[]} words
 * @returns {Promise<Map<string, Training>>}
 */
export async function trainingsNamed(data, words) {
  const runs = [...new Set(words.flatMap((one) => one.match(RUNS) ?? []))];
  const names = words.flatMap((one) => one.split(",")).map((one) => one.split("@")[0]);
  const tasks = [...new Set(names.filter((one) => OF_TASK.test(one)))];
  const found = await Promise.all([
    ...runs.map((run) => opened(data, run).catch(() => null)),
    ...tasks.map((name) => ofTask(data, name).catch(() => null)),
  ]);
  return new Map(found.filter(Boolean).map((one) => [one.run, one]));
}

/** @returns {Promise<Training | null>} */
async function opened({ corpora, networks, words }, run) {
  const kept = await keptTraining(run);
  if (kept === null || !isOnStage(kept.config)) return null;
  const { config, steps, vocabulary, numbers } = kept;
  const { axes } = networks.find(({ name }) => name === config.cell);
  return {
    run,
    cell: config.cell,
    hidden: config.hidden_size,
    steps: config.steps,
    checkpoints: steps,
    vocabulary,
    beginning: Array.from(numbers.subarray(0, BEGINNING), (k) => vocabulary[k]),
    corpus: corpora[config.corpus] ?? words.ownText,
    weightsAt: (step) =>
      /** @type {Weights} */ (
        new Map(parametersOf(kept.weightsAt(step), axes, { h: config.hidden_size, q: vocabulary.length }))
      ),
  };
}

/** The network of a task, by its family and seed. @param {StageData} data @returns {Promise<Training | null>} */
async function ofTask({ practice, practiceModule, pathOf, fetched }, name) {
  const [, family, seed] = OF_TASK.exec(name);
  /** @type {[Record<string, {cell: string, program: Program}>, typeof import("../../practice/browser/tasks.js")]} */
  const [known, { LARGEST_SEED, task }] = await Promise.all([fetched(practice), import(pathOf(practiceModule))]);
  if (!Object.hasOwn(known, family) || Number(seed) > LARGEST_SEED) return null;
  const { cell, program } = known[family];
  const { parameters } = task(program, Number(seed));
  const weights = program.parameters.map(({ name, rows, columns }) => {
    const matrix = { shape: [rows, columns], numbers: Float64Array.from(parameters[name].flat()) };
    return /** @type {[string, typeof matrix]} */ ([name, matrix]);
  });
  return {
    run: name,
    cell,
    hidden: program.reading.units,
    steps: 0,
    checkpoints: [0],
    vocabulary: program.letters,
    beginning: [...program.reading.text],
    corpus: "",
    weightsAt: () => new Map(weights),
  };
}

/**
 * What can be chosen: {name, title} each, the newest first, after its last step.
 *
 * @param {StageData} data
 */
export async function trainingsHere({ corpora, networks, words }) {
  const kept = await keptTrainings().catch(() => []);
  return kept
    .filter(({ config }) => isOnStage(config))
    .map(({ run, at, config }) => {
      const { title } = networks.find(({ name }) => name === config.cell);
      const text = corpora[config.corpus] ?? words.ownText;
      return { name: `${run}@${at}`, title: `${title}, h = ${config.hidden_size} · ${text}` };
    });
}
