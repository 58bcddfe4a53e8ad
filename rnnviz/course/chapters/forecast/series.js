// The series of this chapter: by rules of which one knows how well they can be told in advance, and the reader's own.
// Pure.

import { TYPED_NUMBER } from "../../../web/numbers.js";
import { normals, uniform } from "../../maths/random.js";

// Steps of a series made by a rule; the first half is learnt from, the second tests.
const LENGTH = 600;
/** How few numbers of one's own will do. */
export const FEWEST = 60;
// Steps that a rule takes before its series begins.
const BEFORE = 200;
// Of the cycle: its two coefficients. Its swings take about 13 steps.
const [PHI_1, PHI_2] = [1.6, -0.8];
// Of the sensor: how far its level moves in a step, next to the noise of a reading; of both, the swing.
const DRIFT = 0.3;
const SWING = { season: 3, sensor: 2 };
const sine = (swing, season, t) => swing * Math.sin((2 * Math.PI * t) / season);

// How far the noise of the series that breathes lies around 1, and how many steps a breath takes.
const [BREATH, LONG] = [0.8, 24];
const breath = (t) => 1 + BREATH * Math.sin((2 * Math.PI * t) / LONG);

/**
 * Of each rule: make(noise, draw) gives its numbers from normal noise or from uniform; floor: the least mean square
 * that an error can have one step ahead, for whoever knows the rule; season: its period, 0 where it has none. What is
 * new in a step is normal with this variance; where that is another one in each step, deviation(t) is its root.
 */
const RULES = {
  // x_t = x_{t−1} + ε
  walk: {
    floor: 1,
    season: 0,
    make(noise) {
      let x = 0;
      return noise.map((one) => {
        x += one;
        return x;
      });
    },
  },
  // x_t = 1.6 x_{t−1} − 0.8 x_{t−2} + ε
  cycle: {
    floor: 1,
    season: 0,
    make(noise) {
      let [before, x] = [0, 0];
      return noise.map((one) => {
        [before, x] = [x, PHI_1 * x + PHI_2 * before + one];
        return x;
      });
    },
  },
  // x_t = 3 sin(2π t / 12) + ε
  season: {
    floor: 1,
    season: 12,
    make: (noise) => noise.map((one, t) => sine(SWING.season, 12, t) + one),
  },
  // x_t = 3 sin(2π t / 12) + (1 + 0.8 sin(2π t / 24)) ε
  breath: {
    floor: 1 + BREATH ** 2 / 2,
    season: 12,
    deviation: breath,
    make: (noise) => noise.map((one, t) => sine(SWING.season, 12, t) + breath(t) * one),
  },
  // x_t = level_t + 2 sin(2π t / 24) + ε, level_t = level_{t−1} + 0.3 η
  sensor: {
    floor: innovation(DRIFT ** 2, 1),
    season: 24,
    make(noise, draw) {
      const steps = normals(Math.floor(draw() * 2 ** 31), noise.length);
      let level = 0;
      return noise.map((one, t) => {
        level += DRIFT * steps[t];
        return level + sine(SWING.sensor, 24, t) + one;
      });
    },
  },
  // x_t = 4 x_{t−1} (1 − x_{t−1}): no chance at all
  chaos: {
    floor: 0,
    season: 0,
    make(noise, draw) {
      let x = 0.1 + 0.8 * draw();
      return noise.map(() => {
        x = 4 * x * (1 - x);
        return x;
      });
    },
  },
};

/**
 * The variance of what is new in each reading of a level that moves by chance, once a Kalman filter has settled: q and
 * r are the variances of a move and of a reading's noise (Durbin and Koopman 2012, 2.11).
 */
function innovation(q, r) {
  return (q + Math.sqrt(q * q + 4 * q * r)) / 2 + r;
}

/**
 * The series that a reader looks at: {numbers, learnt, floor, season, deviations}. learnt: how many are learnt from.
 * deviations: of what is new in each step. These and the floor are null where nobody knows them. Own numbers that do
 * not do are replaced by the walk; `problemOf` says why.
 */
export function seriesOf({ series, draw, own }) {
  if (series === "own" && problemOf(own) === null) {
    const numbers = Float64Array.from(tokensOf(own), Number);
    return { numbers, learnt: Math.floor(numbers.length / 2), floor: null, season: 0, deviations: null };
  }
  const { make, floor, season, deviation = () => Math.sqrt(floor) } = RULES[series] ?? RULES.walk;
  const numbers = make(normals(draw, BEFORE + LENGTH), uniform(draw, 1)).subarray(BEFORE);
  const deviations = numbers.map((_, t) => deviation(BEFORE + t));
  return { numbers, learnt: LENGTH / 2, floor, season, deviations };
}

/** Why typed numbers do not do, as {problem, text}; null where they do. */
export function problemOf(own) {
  const tokens = tokensOf(own);
  const strange = tokens.find((one) => !TYPED_NUMBER.test(one));
  if (strange !== undefined) return { problem: "ownStrange", text: strange.slice(0, 24) };
  if (tokens.length < FEWEST) return { problem: "ownFew", text: String(tokens.length) };
  const learnt = tokens.slice(0, Math.floor(tokens.length / 2)).map(Number);
  return learnt.every((one) => one === learnt[0]) ? { problem: "ownSame", text: tokens[0] } : null;
}

const tokensOf = (own) => own.split(/[\s,;]+/).filter(Boolean);
