// A network of the static edition: a template, its sizes and its characters, and the weights that it begins with.

/** @import {Program} from "../../engine/program.d.ts" */
/** @import {Link, LinkAbout, Network, Template, Weights} from "../site.d.ts" */

import { visible } from "../../web/characters.js";
import { isOfComparison, isTrained, isTwoWay, kindOf, readingOf, sizesOf, taskOf } from "../../address/browser/link.js";
import { generator } from "../../web/pcg64.js";

/**
 * What a link's one network reads, and how large it is. each: the units of each cell in it.
 *
 * @param {LinkAbout} about
 * @returns {Network}
 */
export function networkOf(about, link) {
  const kind = kindOf(about, link.cell, link);
  const sizes = sizesOf(link);
  const own = readingOf(about, link);
  const each = isTwoWay(kind) ? [sizes[0], sizes[0]] : sizes;
  return { kind, sizes, each, d: own.vocabulary.length, q: own.said.length, reading: own };
}

/** The units that the output layer reads. */
function widthOf({ kind, each }) {
  return isTwoWay(kind) ? each[0] + each[1] : each.at(-1);
}

/**
 * The network's equations for its sizes; the last pass is the output layer, which is as wide as its labels.
 *
 * @param {Template} template
 * @param {Network} network
 * @returns {Program}
 */
export function programOf(template, network) {
  const { passes, output } = template.track.program;
  const last = passes.length - 1;
  // What joins several cells stands behind all of them.
  const width = (k) => (k === last ? network.q : (network.each[k] ?? widthOf(network)));
  return { inputs: network.d, output, passes: passes.map((one, k) => ({ ...one, width: width(k) })) };
}

/**
 * Weights that have learnt nothing, uniform in ±1/√h, as `Cell.random` and `SequenceModel.random` draw them.
 *
 * @param {Template} template
 * @param {Network} network
 * @returns {Weights}
 */
export function randomWeights(template, network, seed) {
  const { kind, each, d, q } = network;
  const { prefixes } = template;
  const isAlone = prefixes.length === 1;
  const drawnSeeds = generator(seed);
  const seeds = isAlone ? [seed] : prefixes.map(() => drawnSeeds.below(2 ** 32));
  const cells = prefixes.flatMap((prefix, k) => {
    const below = k === 0 || isTwoWay(kind) ? d : each[k - 1];
    return drawn(kind.axes, { 1: 1, d: below, h: each[k] }, each[k], generator(seeds[k]), prefix);
  });
  const h = widthOf(network);
  return new Map([...cells, ...drawn({ W_hq: "hq", b_q: "1q" }, { 1: 1, h, q }, h, generator(seed, 1))]);
}

/** axes: of each parameter the letters of its axes, in the order in which they are drawn. */
function drawn(axes, sizes, h, from, prefix = "") {
  const bound = 1 / Math.sqrt(h);
  return Object.entries(axes).map(([name, letters]) => {
    const shape = [...letters].map((letter) => sizes[letter]);
    const numbers = from.uniform(-bound, bound, shape[0] * shape[1]);
    return /** @type {const} */ ([prefix + name, { shape, numbers }]);
  });
}

/** What the engine reads, and what is to be said: X as {hot} or {numbers}, targets as places among the labels. */
export function inputOf({ vocabulary, said, tokens, targets, sensor }) {
  const places = (known, words) => words.map((one) => known.indexOf(one));
  return {
    X: sensor ? { numbers: sensor.numbers } : { hot: places(vocabulary, tokens) },
    targets: targets && places(said, targets),
  };
}

/**
 * What a network learns by heart, and how small its loss becomes: of a task all sentences, else what it reads.
 *
 * @param {LinkAbout} about
 * @param {Link} link
 * @param {Network} network
 */
export function lessonsOf(about, link, network) {
  const { kind, reading } = network;
  const task = taskOf(about, link.goal);
  if (!task) return { lessons: [inputOf(reading)], reached: about.reached };
  const sees = isTwoWay(kind) ? "bidirectional" : kind.name === "mlp" ? "mlp" : "rnn";
  const lessons = task.sentences.map(([tokens, targets]) => inputOf({ ...reading, tokens, targets }));
  return { lessons, reached: task.reached[sees] };
}

/** The moments of learning by heart at which weights can be looked at; of a long one only the beginning. */
export function momentsOf(about, link, network, moments) {
  if (!isTrained(about, link) || isOfComparison(about, link) || taskOf(about, link.goal) || link.readings) return [];
  const units = network.sizes.reduce((sum, h) => sum + h, 0);
  return network.reading.tokens.length * units <= about.limits.short ? moments : moments.slice(0, 1);
}

/** A reading as a track shows it. */
export function shownOf({ tokens, vocabulary, said, sensor }) {
  return {
    inputs: tokens.map(visible),
    vocabulary: sensor ? [] : vocabulary.map(visible),
    labels: said.map(visible),
    tags: said !== vocabulary,
    readings: sensor?.rows ?? null,
  };
}
