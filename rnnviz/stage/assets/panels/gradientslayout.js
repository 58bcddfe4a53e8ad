// The gradient of a parameter in numbers: which of its numbers is looked at, how its matrix stands in a notation, and
// where what each step adds to it stands. Pure.

/** @import {Place} from "../../place.d.ts" */
/** @import {Notation} from "../../scene.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { fill, full, short } from "../../../web/numbers.js";
import { semicolon } from "../../../web/punctuation.js";
import { weightLetter } from "../words/labels.js";

// Before scaling: the width of the narrowest map of a single step that shows anything, and the height that such maps
// need; the bars stay.
const LEAST_STEP_MAP = 9;
const LEAST_ROOM = 84;
// Before scaling: the largest cell of the sum's map, the column of the sum beside the steps, the widest bar, the line
// of characters with the room above it, its baseline, and how wide a character is.
const SIZES = { cell: 34, sum: 40, bar: 26, foot: 22, below: 26, baseline: 17, character: 14 };
// How much of the width the sum's map takes at most, and of the height a step's.
const [MAP_SHARE, STEP_SHARE] = [0.36, 0.42];

/**
 * The number that a place names, or the largest one of the first recurrent weight: {name, at}, where `at` counts along
 * the rows.
 *
 * @param {Context["model"]} model
 * @param {string} weight
 */
export function numberAt(model, weight) {
  const names = [...model.weights.keys()];
  const [, name, ...digits] = /^(.+)\.(\d+)\.(\d+)$/.exec(weight ?? "") ?? [];
  const [row, column] = digits.map(Number);
  const [rows, columns] = model.weights.get(name)?.shape ?? [0, 0];
  if (names.includes(name) && row >= 1 && row <= rows && column >= 1 && column <= columns) {
    return { name, at: (row - 1) * columns + (column - 1) };
  }
  const first = names.find((one) => model.uses(one).some(isRecurrent)) ?? names[0];
  return { name: first, at: largest(model.parameter(first)) };
}

/** The same as a place says it: "W_hh.2.1". */
export function weightNamed(model, { name, at }) {
  const [, columns] = model.weights.get(name).shape;
  return `${name}.${Math.floor(at / columns) + 1}.${(at % columns) + 1}`;
}

/** The place of the largest number. */
export function largest(numbers) {
  let best = 0;
  for (let k = 1; k < numbers.length; k += 1) if (Math.abs(numbers[k]) > Math.abs(numbers[best])) best = k;
  return best;
}

/** The letters of the gradient of one number: "∂L/∂W_hh[2, 1]". */
export function gradientLetters(model, notation, name, k) {
  const [, columns] = model.weights.get(name).shape;
  return `∂L/∂${weightLetter(notation, name, Math.floor(k / columns), k % columns)}`;
}

/**
 * From which step on a parameter has what it gets: the place's own, once its phase is reached.
 *
 * @param {Context["model"]} model
 * @param {string} name
 * @param {Pick<Place, "t" | "phase">} place
 */
export function reachedFrom(model, name, { t, phase }) {
  const sources = model.uses(name).map((use) => use.source);
  const made = model.phases.findIndex(({ target, inner }) => sources.includes(inner) || sources.includes(target));
  return phase >= made ? t : t + 1;
}

/**
 * A matrix as a notation has it: {down, across, index(i, j), placeOf(at)}, with the rows of the parameter or its
 * columns from top to bottom. Of an input weight it has the rows that the text reads; the others have no gradient.
 *
 * @param {Context["model"]} model
 * @param {Notation} notation
 */
export function matrixRead(model, notation, name) {
  const [, wide] = model.weights.get(name).shape;
  const rows = rowsRead(model, name);
  const columns = Array.from({ length: wide }, (_, k) => k);
  const [down, across] = notation.columns ? [columns, rows] : [rows, columns];
  return {
    down,
    across,
    index: (i, j) => (notation.columns ? across[j] * wide + down[i] : down[i] * wide + across[j]),
    placeOf(at) {
      const [row, column] = [Math.floor(at / wide), at % wide];
      return notation.columns
        ? [down.indexOf(column), across.indexOf(row)]
        : [down.indexOf(row), across.indexOf(column)];
    },
  };
}

/** @typedef {ReturnType<typeof matrixRead>} Matrix */

function rowsRead(model, name) {
  const count = model.weights.get(name).shape[0];
  const all = Array.from({ length: count }, (_, k) => k);
  const uses = model.uses(name);
  if (uses.length === 0 || !uses.every(({ expression }) => isOfInput(expression))) return all;
  const read = all.filter((k) => model.inputs.some((_, t) => model.known("X", t, k) !== 0));
  return read.length > 0 ? read : all;
}

function isRecurrent({ expression }) {
  return expression.op === "outer" && expression.left.op === "tensor" && expression.left.before;
}

function isOfInput(expression) {
  const { op, left } = expression.op === "negative" ? expression.of : expression;
  return op === "outer" && left.op === "tensor" && left.name === "X";
}

/** The end of a scale that holds what every step adds to each number, and every sum on the way back. */
export function endOfScale(steps) {
  let most = 1e-12;
  const partial = new Float64Array(steps[0].length);
  for (const numbers of steps.toReversed()) {
    for (let k = 0; k < partial.length; k += 1) {
      partial[k] += numbers[k];
      most = Math.max(most, Math.abs(partial[k]), Math.abs(numbers[k]));
    }
  }
  return most;
}

/**
 * The width and height of the sum's map.
 *
 * @param {Matrix} matrix
 */
export function mapSize({ down, across }, width, room, scale) {
  const cell = Math.min(room / down.length, (width * MAP_SHARE) / across.length, SIZES.cell * scale);
  return [across.length * cell, down.length * cell];
}

/**
 * Where the frame around a number stands in its map, in per cent.
 *
 * @param {Matrix} matrix
 */
export function frameAt({ down, across, placeOf }, at) {
  const [i, j] = placeOf(at);
  return {
    left: (100 * j) / across.length,
    top: (100 * i) / down.length,
    width: 100 / across.length,
    height: 100 / down.length,
  };
}

/** The sums of values from each of them on, as a walk back meets them. */
function sumsBack(values) {
  let sum = 0;
  return values.toReversed().map((value) => {
    sum += value;
    return sum;
  });
}

/**
 * What every step adds to one number, as bars with a map above each, and at the end their sum. values: of each step;
 * width, room: what all of it may take; map: the width and height of the sum's map.
 *
 * @param {Pick<Context, "model" | "strings" | "scale" | "widestInput">} context
 */
export function stepsLayout({ model, strings, scale, widestInput }, values, { width, room, map }) {
  const { inputs } = model;
  const sumWidth = SIZES.sum * scale;
  const one = (width - sumWidth) / values.length;
  const mapWidth = Math.min(one - 4 * scale, STEP_SHARE * room * (map[0] / map[1]), map[0] * 0.8);
  const hasMaps = mapWidth >= LEAST_STEP_MAP * scale && room > LEAST_ROOM * scale;
  const mapHeight = hasMaps ? Math.min(STEP_SHARE * room, (mapWidth * map[1]) / map[0]) : 0;
  const barsHeight = room - mapHeight - SIZES.below * scale;
  const whole = values.reduce((sum, value) => sum + value, 0);
  const ends = [0, ...values, ...sumsBack(values), whole];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const y = (value) => ((high - value) / (high - low || 1)) * barsHeight;
  const x = (t) => (t + 0.5) * one;
  const wide = Math.max(1.5, Math.min(SIZES.bar * scale, one * 0.6));
  /** @param {number} value */
  const upright = (value) => ({ y: Math.min(y(0), y(value)), height: Math.max(1, Math.abs(y(value) - y(0))) });
  const baseline = barsHeight + SIZES.baseline * scale;
  // Where the characters would run into each other, only some are written.
  const every = Math.max(1, Math.ceil((SIZES.character * widestInput * scale) / one));
  const sumX = width - sumWidth / 2;
  const words = (t, digits) => fill(strings.gradientStep, { t: t + 1, value: digits(values[t]) });
  return {
    size: { width, height: barsHeight + SIZES.foot * scale },
    mapsHeight: mapHeight + (hasMaps ? 4 * scale : 0),
    maps: hasMaps ? values.map((_, t) => ({ left: x(t) - mapWidth / 2, width: mapWidth, height: mapHeight })) : [],
    axis: { x1: 0, x2: width, y1: y(0), y2: y(0) },
    bars: values.map((value, t) => ({
      box: { x: x(t) - wide / 2, width: wide, ...upright(value) },
      isMinus: value < 0,
      full: words(t, full),
    })),
    labels: values.map((_, t) => ({
      x: x(t),
      y: baseline,
      text: t % every === 0 ? (inputs[t] ?? String(t + 1)) : "",
    })),
    sum: { x: sumX - wide / 2, width: wide },
    whole: { x: sumX - wide / 2, width: wide, ...upright(whole) },
    sign: { x: sumX, y: baseline },
    cursor: { width: one, height: barsHeight + SIZES.foot * scale },
    cursorAt: (t) => x(t) - one / 2,
    upright,
    /** What the steps from one on have added, in words. */
    words: (from) =>
      values
        .map((_, t) => (t < from ? "" : words(t, short)))
        .filter(Boolean)
        .join(semicolon()) || strings.notReached,
  };
}
