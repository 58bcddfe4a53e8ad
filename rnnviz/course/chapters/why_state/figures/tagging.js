// Networks that tag two sentences, trained before the reader's eyes, with a guess of where the loss will stop.

/** @import {Box, Strings, Values} from "../../../definition.d.ts" */
/** @import {Drawing, Scale} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { learn, learner, meanLoss, randomNetwork, reading } from "../../../maths/recurrent.js";
import { cells, down } from "../../../plot/cells.js";
import { arrow, straight } from "../../../plot/diagram.js";
import { rect, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { training } from "../../../reader/training.js";
import { integer, written } from "../../../reader/values.js";

const UNITS = 4;
export const MOST_STEPS = 300;
export const SECONDS = 2;
const KINDS = ["mlp", "window", "rnn", "bidirectional"];

export const TAGGING_NUMBERS = {
  guess: { usual: 0.6, least: 0, most: 2, step: 0.01, hue: "text" },
  steps: integer(0, 0, MOST_STEPS),
  first: integer(1, 1, 999),
  later: integer(0, 0, MOST_STEPS),
  begun: integer(1, 1, 999),
};
export const TAGGING_CHOICES = {
  network: { usual: "mlp", of: KINDS },
  reader: { usual: "rnn", of: KINDS },
};
const RATED = { before: ["network", "steps", "first"], after: ["reader", "later", "begun"] };

export const sizesOf = (task) => ({ inputs: task.words.length, hidden: UNITS, outputs: task.tags.length });
export const codesOf = (task) =>
  task.sentences.map(({ words, tags }) => ({
    codes: words.map((word) => task.words.indexOf(word)),
    targets: tags.map((tag) => task.tags.indexOf(tag)),
  }));

/** The training of the task `key` with the network that the reader has chosen. */
function taggerOf(key) {
  const [kindName, steps, seedName] = RATED[key];
  return training({
    steps,
    most: MOST_STEPS,
    of: (values, given) => ({
      kind: values[kindName],
      seed: values[seedName],
      sizes: sizesOf(given[key]),
      examples: codesOf(given[key]),
    }),
    begin: ({ kind, seed, sizes }) => learner(randomNetwork(kind, sizes, seed)),
    step: (state, k, { examples }) => learn(state, k, examples),
  });
}
export const TRAININGS = { before: taggerOf("before"), after: taggerOf("after") };
/** The network as far as it has come, its loss, and the losses before. */
export function now(values, key) {
  const { state, losses, what } = TRAININGS[key].at(values, values.given);
  return { network: state.network, loss: meanLoss(state.network, what.examples), losses };
}
/** What the network gives for the word that has two tags: a row of probabilities a sentence. */
export function asked(values, key) {
  const task = values.given[key];
  const { network } = now(values, key);
  return codesOf(task).map(({ codes }, k) => reading(network, codes).P[task.sentences[k].words.indexOf(task.asked)]);
}

/** Where the columns of all words stand, one sentence beside the other. */
function wordColumns(task, box, left) {
  const { u } = box;
  const count = task.sentences.reduce((sum, { words }) => sum + words.length, 0);
  const gap = 0.9 * u;
  const wide = Math.min((box.width - left - gap) / count, 5 * u);
  let x = left;
  return task.sentences.map(({ words }) => {
    const places = words.map((_, k) => x + k * wide);
    x += words.length * wide + gap;
    return { places, wide };
  });
}

/** All words with their states and the probabilities of their tags. */
function sentences(values, box, words, key, top, low) {
  const { u } = box;
  const task = values.given[key];
  const [kind] = RATED[key].map((name) => values[name]);
  const { network } = now(values, key);
  const isNarrow = box.width < 34 * u;
  const left = isNarrow ? 1.6 * u : 6 * u;
  const columns = wordColumns(task, box, left);
  const directions = network.readers.length;
  const word = low - 1.9 * u;
  const cell = Math.min(1.05 * u, (low - top) / 18);
  const gap = 0.7 * u;
  const stateTop = (k) => word - gap - (k + 1) * (UNITS * cell) - k * 0.5 * u;
  const tagTop = top + 1.4 * u;
  const tall = (stateTop(directions - 1) - gap - tagTop) / task.tags.length;
  const isJoined = kind === "rnn" || kind === "bidirectional";
  const marks = task.sentences.map(({ words: own }, k) => {
    const { places, wide } = columns[k];
    const x = places[own.indexOf(task.asked)] + 0.02 * wide;
    return rect(x, top - 0.4 * u, wide * 0.96, low - top + u, "stage-now", { rx: 0.5 * u });
  });
  // Where rows are too low for all names, those of the word that has two tags.
  const isAsked = (tag) => task.sentences.some((one) => one.tags[one.words.indexOf(task.asked)] === tag);
  const drawn = task.sentences.flatMap((sentence, k) => {
    const { codes, targets } = codesOf(task)[k];
    const { H, P } = reading(network, codes);
    const { places, wide } = columns[k];
    return places.flatMap((x, t) => {
      const is = sentence.words[t] === task.asked;
      const size = Math.min(wide * 0.5, 1.5 * u);
      const text = isNarrow && sentence.words[t].length > 1 ? [...sentence.words[t]] : [sentence.words[t]];
      return [
        ...network.readers.flatMap(({ isReversed }, j) => [
          cells(down(H[t].slice(j * UNITS, (j + 1) * UNITS)), x + (wide - size) / 2, stateTop(j), size, cell, {
            symbol: "H_t",
          }),
          isJoined &&
            t < places.length - 1 &&
            arrow(
              (isReversed ? (points) => points.reverse() : (points) => points)([
                [x + (wide + size) / 2 + 1, stateTop(j) + (UNITS * cell) / 2],
                [x + wide + (wide - size) / 2 - 1, stateTop(j) + (UNITS * cell) / 2],
              ]),
              u * Math.min(1, wide / (3 * u)),
              { hue: "state", symbol: "W_hh" },
            ),
        ]),
        kind === "window" &&
          t > 0 &&
          straight(
            [x - wide * 0.5 + 0.5 * u, word - 0.2 * u],
            [x + (wide - size) / 2, stateTop(0) + UNITS * cell],
            u * 0.8,
            { hue: "input" },
          ),
        cells(down(P[t]), x + wide * 0.12, tagTop, wide * 0.76, tall, {
          hue: "output",
          symbol: "Ŷ",
          lit: [[targets[t], 0]],
        }),
        is &&
          label(x + wide / 2, top + 0.9 * u, `${sentence.tags[t]} ${P[t][targets[t]].toFixed(2)}`, {
            place: "middle",
            hue: "output",
            more: "bold small",
          }),
        ...text.map((part, j) =>
          label(x + wide / 2, low - 0.4 * u + (text.length > 1 ? (j - 0.5) * 1.1 * u : 0), part, {
            place: "middle",
            more: is ? "bold" : "",
            symbol: "X",
          }),
        ),
      ].filter(Boolean);
    });
  });
  return [
    ...marks,
    ...drawn,
    ...task.tags.map(
      (tag, k) =>
        (tall > 0.7 * u || isAsked(tag)) &&
        label(0, tagTop + (k + 0.5) * tall, isNarrow ? tag : `${tag} ${words[`tag_${tag}`]}`, {
          base: "middle",
          more: "small",
        }),
    ),
    label(0, top + 0.2 * u, [...letter("Ŷ", "t")], { hue: "output", more: "bold", symbol: "Ŷ" }),
    ...network.readers.map((_, j) =>
      label(0, stateTop(j) + (UNITS * cell) / 2, letter("H", "t"), {
        base: "middle",
        hue: "state",
        more: "bold",
        symbol: "H_t",
      }),
    ),
  ];
}

const frame = (box) => [
  scale([0, MOST_STEPS], [3 * box.u, box.width - 1.2 * box.u]),
  scale([0, 2.2], [box.height - 2.9 * box.u, box.height * 0.66]),
];

/**
 * The figure of a training: `key` of RATED, and what else stands in it.
 *
 * @param {string} key
 * @param {(values: Values, box: Box, words: Strings, x: Scale, y: Scale) => Drawing} [more]
 */
export function learning(key, more = () => []) {
  const [kindName, stepsName] = RATED[key];
  return {
    drags: {
      guess: (_x, y, _values, box) => ({ guess: frame(box)[1].of(y) }),
      [stepsName]: (x, _y, _values, box) => ({ [stepsName]: frame(box)[0].of(x) }),
    },
    draw(values, box, words) {
      const { u } = box;
      const [x, y] = frame(box);
      const { loss, losses } = now(values, key);
      const steps = losses.length;
      const path = [...losses, loss].map((one, k) => [x.at(k), y.at(Math.min(2.2, one))]);
      return [
        ...sentences(values, box, words, key, 0.8 * u, box.height * 0.66 - 4.2 * u),
        ...axes(x, y, { u, ticksX: [0, 100, 200, 300], ticksY: [0, 1, 2], titleY: words.loss, writtenX: String }),
        note(x.end, y.start + 2.6 * u, words.steps, { place: "end" }),
        ...more(values, box, words, x, y),
        curve(path, "loss"),
        handle(
          {
            drag: stepsName,
            numbers: TAGGING_NUMBERS,
            values,
            x: x.at(steps),
            y: y.at(Math.min(2.2, loss)),
            label: words.steps,
            hue: "loss",
            symbol: "L",
          },
          label(
            x.at(steps) + (loss > 1.4 ? 0.8 : 0) * u,
            y.at(Math.min(2.2, loss)) + (loss > 1.4 ? 0.4 : -0.9) * u,
            short(loss),
            { place: steps > MOST_STEPS * 0.85 ? "end" : "start", hue: "loss", more: "bold halo" },
          ),
        ),
      ];
    },
    describe(values, words) {
      const task = values.given[key];
      const given = asked(values, key).map((P) => task.tags.map((tag, k) => `${tag} ${P[k].toFixed(3)}`).join(", "));
      return fill(words.altTrain, {
        network: words[`${kindName}_${values[kindName]}`],
        steps: values[stepsName],
        loss: short(now(values, key).loss),
        asked: task.asked,
        one: given[0],
        two: given[1],
      });
    },
  };
}

/** The reader's guess, and, once the training has come far, what no training gets below. */
export function floor(values, box, words, x, y) {
  const { u } = box;
  const lowest = values.given.before.lowest[values.network];
  const isFar = values.all || values.steps >= MOST_STEPS / 2;
  const guess = y.at(values.guess);
  return [
    isFar && ruleY(y.at(lowest), x, "guide hue-right"),
    isFar &&
      label(x.end, y.end - 0.7 * u, fill(words.lowest, { loss: short(lowest) }), {
        place: "end",
        hue: "right",
        more: "bold small halo",
      }),
    ruleY(guess, x, "guide hue-text"),
    handle(
      {
        drag: "guess",
        numbers: TAGGING_NUMBERS,
        values,
        x: x.at(MOST_STEPS * 0.55),
        y: guess,
        label: words.guess,
        hue: "text",
      },
      label(
        x.at(MOST_STEPS * 0.55) + 0.9 * u,
        guess - 0.5 * u,
        fill(words.yours, { loss: written(TAGGING_NUMBERS.guess, values.guess) }),
        { more: "small halo" },
      ),
    ),
  ].filter(Boolean);
}
