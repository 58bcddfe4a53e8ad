// The networks whose units can be looked at: those that come with rnnviz, and those of trainings that this browser
// keeps.

/** @import {Head, OpenedNetwork, UnitsData} from "../../units.d.ts" */

import { characters } from "../../../web/characters.js";
import { keptTraining, keptTrainings, parametersOf } from "../train/kept.js";
import { Refusal } from "../../../units/browser/refusal.js";

// What takes two columns: Chinese signs, emoji and what stands beside them.
const WIDE =
  /[ᄀ-ᅟ⺀-〾ぁ-꓏ꥠ-꥿가-힣豈-﫿︐-︙︰-﹯！-｠￠-￦\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/**
 * `networkOf(file, query)`: the network of a query, with the text that it reads: its own, or the reader's.
 *
 * @param {UnitsData} data
 */
export const networksOf = (data) => (file, query) => networkOf(data, file, query);

/**
 * @param {UnitsData} data
 * @param {UnitsData["fetched"]} file
 * @param {Record<string, string>} query
 * @returns {Promise<OpenedNetwork>}
 */
async function networkOf(data, file, query) {
  const { limits } = data.asking;
  const network = query.run ? await trained(data, query.run, query.at) : await builtIn(data, file, query);
  if (!query.text) return network;
  const known = new Set(network.source.outputs);
  const given = characters(query.text);
  const tokens = given.filter((token) => known.has(token));
  if (tokens.length < 2) throw new Refusal("needsTwo", { known: tokens.length });
  if (tokens.length > limits.most) throw new Refusal("textTooLong", { count: tokens.length, most: limits.most });
  const unknown = [...new Set(given.filter((token) => !known.has(token)))];
  const source = { ...network.source, ...textOf(tokens), textual: "", unknown, opening: null };
  return { ...network, key: `${network.key} ${query.text}`, source, head: null };
}

async function builtIn(data, file, query) {
  const net = data.nets.find(({ key }) => key === (query.net || data.first));
  if (!net) throw new Refusal("ownNetwork");
  /** @type {Head} */
  const head = await file(net.file);
  const step = query.at || String(head.source.at);
  if (!head.weights[step]) throw new Refusal("ownNetwork");
  return {
    key: net.key,
    source: { ...head.source, at: Number(step) },
    program: head.program,
    states: head.states,
    weightsAt: (at) => file(head.weights[at]),
    head: step === String(head.source.at) ? head : null,
  };
}

/** @returns {Promise<OpenedNetwork>} */
async function trained(data, run, at) {
  const { cells, corpora, ownText, limits } = data.asking;
  const training = await keptTraining(run);
  if (training === null) throw new Refusal("noRun", { run });
  const { config, steps, vocabulary, numbers, weightsAt } = training;
  const step = at ? Number(at) : steps.at(-1);
  if (!steps.includes(step)) throw new Refusal("noCheckpoint", { run, at });
  const { title, program, quantities, states, axes } = cells[cellKey(config)];
  const [h, q] = [config.hidden_size, vocabulary.length];
  const kept = Math.round(config.validation * numbers.length);
  // What no step of the training saw, as far as it goes; else the text's end.
  const own =
    kept >= limits.usual / 4 ? numbers.subarray(-kept).subarray(0, limits.usual) : numbers.slice(-limits.usual);
  const passes = program.passes.map((pass, k) => ({ ...pass, width: k === program.passes.length - 1 ? q : h }));
  return {
    key: run,
    source: {
      kind: "run",
      cell: title,
      name: corpora[config.corpus] ?? ownText,
      at: step,
      steps,
      textual: config.corpus,
      unknown: [],
      opening: null,
      outputs: vocabulary,
      quantities: quantities.map((one) => ({ ...one, units: h })),
      ...textOf(Array.from(own, (k) => vocabulary[k])),
    },
    program: { ...program, inputs: q, passes },
    states,
    weightsAt: async (one) => Object.fromEntries(parametersOf(weightsAt(one), axes, { h, q })),
    head: null,
  };
}

/** Which equations a training has. */
function cellKey({ cell, phi, reset_after }) {
  if (cell === "rnn") return `rnn ${phi}`;
  return cell === "gru" && reset_after ? "gru after" : cell;
}

function textOf(tokens) {
  return { characters: tokens, widths: tokens.map((token) => (WIDE.test(token) ? "2" : "1")).join("") };
}

/**
 * The trainings that this browser keeps and whose weights it has: {run, title}, the newest first.
 *
 * @param {UnitsData} data
 */
export async function trainingsHere({ asking: { cells, corpora, ownText } }) {
  return (await keptTrainings()).map(({ run, config }) => {
    const text = corpora[config.corpus] ?? ownText;
    return { run, title: `${cells[cellKey(config)].title}, h = ${config.hidden_size} · ${text}` };
  });
}
