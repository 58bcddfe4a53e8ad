// Shapes and choices: a character model in columns, every size, one step as a graph, and where an output is read.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { listComma } from "../../../web/punctuation.js";
import { chapter } from "../../reader/chapter.js";
import { flight, fromOtherWeights } from "../../reader/training.js";
import { BATCH, BATCH_CHOICES, sequencesRead } from "./figures/batch.js";
import { COLUMNS, COLUMNS_NUMBERS, MOST_STEPS, SECONDS, TRAINING, now } from "./figures/columns.js";
import { GRAPH, GRAPH_CHOICES, GRAPH_NUMBERS, stepOf } from "./figures/onestep.js";
import { READOUT, READOUT_CHOICES, READOUT_NUMBERS, taskOf } from "./figures/readout.js";
import { SENSOR, SENSOR_NUMBERS, forecastMiss, hoursDisturbed, lastMiss } from "./figures/sensor.js";
import { SHAPES, SHAPES_CHOICES, SHAPES_NUMBERS, parameters } from "./figures/shapes.js";

const grouped = (value) => value.toLocaleString("en");
/** @type {Definition} */
export const WHY_SHAPES = {
  numbers: { ...COLUMNS_NUMBERS, ...SHAPES_NUMBERS, ...GRAPH_NUMBERS, ...SENSOR_NUMBERS, ...READOUT_NUMBERS },
  choices: { ...SHAPES_CHOICES, ...BATCH_CHOICES, ...GRAPH_CHOICES, ...READOUT_CHOICES },
  symbols: {
    X: { hue: "input" },
    x: { hue: "input" },
    H: { hue: "state" },
    h: { hue: "state" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    y: { hue: "output" },
    W: { hue: "text" },
    b: { hue: "text" },
    L: { hue: "loss" },
    d: { hue: "input" },
    q: { hue: "output" },
    K: { hue: "output" },
    f: { hue: "state" },
    g: { hue: "output" },
  },
  figures: { columns: COLUMNS, shapes: SHAPES, batch: BATCH, graph: GRAPH, sensor: SENSOR, tasks: READOUT },
  computed: {
    V: ({ given }) => String(given.helicopter.vocabulary.length),
    guess: ({ given }) => Math.log(given.helicopter.vocabulary.length).toFixed(3),
    mean: (values) => now(values).loss.toFixed(3),
    own: (values) => now(values).each[values.t - 1].toFixed(3),
    probability: (values) => Math.exp(-now(values).each[values.t - 1]).toFixed(3),
    shared: (values) => grouped(parameters(values).all),
    unshared: (values) => grouped(values.T * parameters(values).all),
    y2: (values) => short(stepOf(values).y[1]),
    others: (values) => {
      const { y, without } = stepOf(values);
      return String([0, 2].filter((k) => Math.abs(y[k] - without[k]) > 1e-12).length);
    },
    sequences: (values) => sequencesRead(values).join(listComma()),
    forecastMiss: (values) => forecastMiss(values).toFixed(2),
    lastMiss: (values) => lastMiss(values).toFixed(2),
    disturbed: (values) => String(hoursDisturbed(values)),
    outputs: (values) => String(taskOf(values).K),
  },
  actions: {
    train: flight({ steps: "steps", most: MOST_STEPS, seconds: SECONDS }),
    again: fromOtherWeights({ steps: "steps", seed: "first", flight: "train" }),
    lift: ({ raise }) => ({ raise: Math.min(4, raise + 1) }),
    flat: () => ({ raise: 0 }),
    still: () => ({ bump: 0 }),
  },
  trainings: [TRAINING],
  tasks: {
    bump: { isDone: ({ bump }) => Math.abs(bump) >= 5, solution: { hour: 20, bump: -8 } },
    lift: { isDone: ({ g, raise }) => g === "softmax" && raise >= 1, solution: { g: "softmax", raise: 1 } },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_SHAPES);
