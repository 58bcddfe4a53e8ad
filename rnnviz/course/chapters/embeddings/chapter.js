// Words as vectors: one-hot and embeddings.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { cosine, distance, turned } from "../../maths/vectors.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import { LOOKUP } from "./figures/lookup.js";
import { MAP } from "./figures/map.js";
import { NEAR } from "./figures/near.js";
import { ONEHOT } from "./figures/onehot.js";
import { SIZE } from "./figures/size.js";
import { MOST, NUMBERS, V } from "./settings.js";
import { FOUR, PLANE, around, expected, learntRows, movedTo, oneHotRows, planeRows, wordsOf } from "./vectors.js";

/** @type {Definition} */
export const EMBEDDINGS = {
  numbers: NUMBERS,
  symbols: {
    x: { hue: "input" },
    E: { hue: "candidate" },
    e: { hue: "candidate" },
    V: { hue: "input" },
    d: { hue: "candidate" },
  },
  figures: { onehot: ONEHOT, lookup: LOOKUP, size: SIZE, near: NEAR, map: MAP },
  trainings: [FOUR, PLANE],
  computed: {
    hotDistance: (values) => short(distance(oneHotRows[values.word], oneHotRows[values.other])),
    hotAlike: (values) => short(cosine(oneHotRows[values.word], oneHotRows[values.other])),
    away: (values) => short(distance(learntRows(values)[values.word], learntRows(values)[values.other])),
    alike: (values) => short(cosine(learntRows(values)[values.word], learntRows(values)[values.other])),
    vector: (values) => `(${turned(learntRows(values), values.angle)[values.word].map(short).join(", ")})`,
    nearest: (values) => wordsOf(values)[around(values).near[1].word],
    square: (values) => wholeNumber(values.size ** 2),
    table: (values) => wholeNumber(values.size * values.width),
    times: (values) => short(values.size / values.width),
    megabytes: (values) => short((values.size * values.width * 4) / 1e6),
    mostAway: (values) => short(Math.max(...around(values).near.map(({ away }) => away))),
    top: (values) => wordsOf(values)[expected(values, movedTo(values, planeRows(values)))[0].word],
  },
  actions: {
    multiply: flight({ steps: "terms", most: V, seconds: 3 }),
    train: flight({ steps: "steps", most: MOST, seconds: 4 }),
    again: fromOtherWeights({ steps: "steps", seed: "seed", flight: "train" }),
    trainPlane: flight({ steps: "plane", most: MOST, seconds: 5 }),
    againPlane: fromOtherWeights({ steps: "plane", seed: "planeSeed", flight: "trainPlane" }),
    back: () => ({ right: 0, up: 0 }),
  },
  tasks: {
    last: { isDone: ({ terms, word }) => terms > 0 && terms === word, solution: { word: 13, terms: 13 } },
    larger: { isDone: ({ size, width }) => width > size, solution: { size: 100, width: 300 } },
    becomes: {
      isDone(values) {
        const rows = planeRows(values);
        const top = (vector) => expected(values, vector)[0].word;
        return top(movedTo(values, rows)) !== top(rows[values.moved]);
      },
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, EMBEDDINGS);
