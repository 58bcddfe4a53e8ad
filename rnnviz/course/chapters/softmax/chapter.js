// Softmax and cross-entropy.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { crossEntropy, scoreDifferences, scoreGradient, scoreLoss, softmax } from "../../maths/crossentropy.js";
import { differenceLine } from "../../maths/logistic.js";
import { chapter } from "../../reader/chapter.js";
import {
  ARRANGEMENTS,
  ARRANGEMENT_NUMBERS,
  arrangementsText,
  entropyOf,
  letterShares,
  twoSteps,
} from "./figures/arrangements.js";
import { BARS } from "./figures/bars.js";
import { ENTROPY } from "./figures/entropy.js";
import { GRADIENT } from "./figures/gradient.js";
import { LOGISTIC, LOGISTIC_CHOICES, LOGISTIC_NUMBERS, borderOf, lineApart, scoreLines } from "./figures/logistic.js";
import { LOSS } from "./figures/loss.js";
import { SHIFT } from "./figures/shift.js";
import { TEMPERATURE } from "./figures/temperature.js";
import { CHOICES, MADE, NUMBERS, P, Q, SCORES, normal, of, percent } from "./settings.js";

const RATE = 1;
const differenceOf = (values) => differenceLine(scoreLines(values));
const atOne = (values) => softmax(of(values, SCORES));
const loss = (values) => scoreLoss(of(values, MADE), Number(values.target) - 1);

/** @type {Definition} */
export const SOFTMAX = {
  numbers: { ...NUMBERS, ...LOGISTIC_NUMBERS, ...ARRANGEMENT_NUMBERS },
  choices: { ...CHOICES, ...LOGISTIC_CHOICES },
  symbols: {
    x: { hue: "input" },
    z: { hue: "input" },
    ŷ: { hue: "output" },
    y: { hue: "right" },
    τ: { hue: "gate1" },
    c: { hue: "gate2" },
    p: { hue: "right" },
    q: { hue: "output" },
    H: { hue: "loss" },
    L: { hue: "loss" },
  },
  figures: {
    bars: BARS,
    temperature: TEMPERATURE,
    shift: SHIFT,
    two: LOGISTIC,
    orders: ARRANGEMENTS,
    entropy: ENTROPY,
    loss: LOSS,
    gradient: GRADIENT,
  },
  computed: {
    y1: (values) => percent(atOne(values)[0]),
    y2: (values) => percent(atOne(values)[1]),
    y3: (values) => percent(atOne(values)[2]),
    ratio: (values) => short(Math.exp(values.z1 - values.z2)),
    gap: (values) => short(Number((values.z1 - values.z2).toFixed(6))),
    hot: (values) => percent(Math.max(...softmax(of(values, SCORES).map((one) => one / values.tau)))),
    slopeOfBoth: (values) => short(Number(differenceOf(values)[0].toFixed(6))),
    offsetOfBoth: (values) => short(Number(differenceOf(values)[1].toFixed(6))),
    lineApart: (values) => short(lineApart(values)),
    border: (values, words) => (Number.isFinite(borderOf(values)) ? short(borderOf(values)) : words.noBorder),
    orders: (values) => arrangementsText(values),
    uncertain: (values) => short(entropyOf(values)),
    bitsOfLetter: (values) => short(entropyOf(values) / Math.LN2),
    firstStep: (values) => short(twoSteps(values).first),
    secondStep: (values) => short(twoSteps(values).second),
    weightOfStep: (values) => short(twoSteps(values).weight),
    cost: (values) => short(crossEntropy(normal(of(values, P)), normal(of(values, Q)))),
    own: (values) => short(crossEntropy(normal(of(values, P)), normal(of(values, P)))),
    extra: (values) => {
      const [p, q] = [normal(of(values, P)), normal(of(values, Q))];
      return short(Math.max(0, crossEntropy(p, q) - crossEntropy(p, p)));
    },
    nats: (values) => short(-Math.log(values.right)),
    bits: (values) => short(-Math.log2(values.right)),
    slope: (values) => short(-1 / values.right),
    lossNow: (values) => short(loss(values)),
    off: (values) => {
      const [z, target] = [of(values, MADE), Number(values.target) - 1];
      const [one, two] = [scoreGradient(z, target), scoreDifferences(z, target)];
      return short(Math.max(...one.map((value, k) => Math.abs(value - two[k]))));
    },
  },
  actions: {
    original: () => ({ z1: 4, z2: 1, z3: -4, tau: 1 }),
    shannon: () => ({ s1: 1 / 2, s2: 1 / 3, s3: 1 / 6, letters: 12 }),
    onehot: () => ({ p1: 1, p2: 0, p3: 0 }),
    same: (values) => Object.fromEntries(Q.map((name, k) => [name, normal(of(values, P))[k]])),
    example: () => ({ g1: -1.079, g2: -0.777, g3: -1.609, target: "1" }),
    step: (values) => {
      const gradient = scoreGradient(of(values, MADE), Number(values.target) - 1);
      return Object.fromEntries(MADE.map((name, k) => [name, values[name] - RATE * gradient[k]]));
    },
  },
  tasks: {
    tie: { isDone: ({ z1, z2 }) => Math.abs(z1 - z2) < 1e-9, solution: { z1: 2, z2: 2, z3: -4 } },
    border: {
      isDone: (values) => Math.abs(borderOf(values) - 2) < 0.05,
      solution: { v1: 1, a1: -1.5, v2: 0, a2: 0.5 },
    },
    fair: {
      isDone: (values) => letterShares(values).every((one) => Math.abs(one - 1 / 3) < 0.025),
      solution: { s1: 1 / 3, s2: 1 / 3, s3: 1 / 3 },
    },
    least: {
      isDone: (values) => normal(of(values, Q)).every((one, k) => Math.abs(one - normal(of(values, P))[k]) < 0.025),
      solution: null,
    },
  },
};

export const mount = (host, css) => chapter(host, css, SOFTMAX);
