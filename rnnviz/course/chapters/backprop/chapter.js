// Backpropagation by hand.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { BACKWARD } from "./figures/backward.js";
import { FORWARD } from "./figures/forward.js";
import { SLOPE } from "./figures/slope.js";
import { WEIGHTS, backwardPass, descended, forwardPass, measuredSlope } from "./network.js";
import { CHOICES, NUMBERS } from "./settings.js";

/** @type {Definition} */
export const BACKPROP = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    x: { hue: "input" },
    h: { hue: "state" },
    ŷ: { hue: "output" },
    y: { hue: "right" },
    L: { hue: "loss" },
    w: { hue: "candidate" },
    v: { hue: "candidate" },
    b: { hue: "candidate" },
    c: { hue: "candidate" },
  },
  figures: { forward: FORWARD, backward: BACKWARD, slope: SLOPE },
  computed: {
    yhat: (values) => short(forwardPass(values).yhat),
    loss: (values) => short(forwardPass(values).loss),
    delta: (values) => short(backwardPass(values).o),
    gradient: (values) => short(backwardPass(values)[values.of]),
    off: (values) =>
      short(Math.max(...WEIGHTS.map((name) => Math.abs(backwardPass(values)[name] - measuredSlope(values, name))))),
    better: (values) => short(forwardPass({ ...values, ...descended(values, values.rate) }).loss),
  },
  actions: {
    on: ({ forward }) => ({ forward: forward >= 5 ? 0 : forward + 1 }),
    onBack: ({ back }) => ({ back: back >= 5 ? 0 : back + 1 }),
    step: (values) => descended(values, values.rate),
    train: {
      frame(values) {
        const next = descended(values, values.rate * 0.2);
        return forwardPass(values).loss < 1e-4 ? null : next;
      },
    },
    again: () => Object.fromEntries(WEIGHTS.map((name) => [name, NUMBERS[name].usual])),
  },
  tasks: {
    silent: { isDone: (values) => Math.abs(backwardPass(values).w11) < 1e-6, solution: { x1: 0, of: "w11" } },
  },
};

export const mount = (host, css) => chapter(host, css, BACKPROP);
