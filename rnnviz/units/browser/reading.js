// A whole text read once, as `../reading.py` reads it, and what follows from its states alone: the looks
// "unit", "expected", "overview" and "similar", each in the numbers that the app gives. Pure.

import { createEngine } from "../../engine/engine.js";
import { base64Of, base64OfBytes, floatsOf } from "../../web/bytes.js";

/** @import {Reading, Seen} from "../../site/units.d.ts" */

// Characters read in one run.
const PIECE = 500;

/**
 * How many characters of a text are read in one run: each begins with the states that the one before it left. A cell
 * that reads from the end needs all of them at once.
 *
 * @param {import("../../engine/program.d.ts").AnyProgram} program
 * @param {number} count of the text
 */
export const pieceOf = ({ passes }, count) => (passes.some(({ reversed }) => reversed) ? count : PIECE);

/** Weights that travel as numbers, as floats in base64, or as the bits of float16, as the engine takes them. */
export function weightsOf(parameters) {
  return new Map(
    Object.entries(parameters).map(([name, { shape, halves, data, bits, numbers }]) => [
      name,
      { shape, numbers: halves ? numbersOf(halves) : Float64Array.from(data ? floatsOf(data, bits) : numbers) },
    ]),
  );
}

function numbersOf(halves) {
  const bytes = Uint8Array.from(atob(halves), (letter) => letter.charCodeAt(0));
  const bits = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 2 }, (_, k) => fromHalf(bits.getUint16(2 * k, true)));
}

/** A number from its ten bits of fraction, five of exponent, and sign; weights are finite. */
function fromHalf(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/**
 * The states after every character, from zeros.
 *
 * @param {import("../../engine/program.d.ts").AnyProgram} program
 * @param {Map<string, {shape: number[], numbers: Float64Array}>} weights
 * @param {number[]} indices of the characters
 * @param {string[]} names of the quantities that are kept
 * @returns {Reading}
 */
export function readText(program, weights, indices, names) {
  const count = indices.length;
  const widths = new Map(program.passes.flatMap((pass) => namesOf(pass).map((name) => [name, pass.width])));
  const labels = program.passes.at(-1).width;
  const values = new Map(names.map((name) => [name, new Float64Array(count * widths.get(name))]));
  const Y_hat = new Float64Array(count * labels);
  const loss = new Float64Array(count);
  const states = program.passes.flatMap((pass) => pass.states ?? []);
  const engine = createEngine(program);
  let initial = new Map();
  const piece = pieceOf(program, count);
  for (let first = 0; first < count; first += piece) {
    const hot = indices.slice(first, first + piece);
    // Nothing follows the last character; its loss is left out.
    const targets = hot.map((_, k) => indices[first + k + 1] ?? 0);
    const { tensors } = engine.run(weights, { X: { hot }, initial, targets });
    for (const [name, own] of values) own.set(tensors.get(name), first * widths.get(name));
    Y_hat.set(tensors.get("Y_hat"), first * labels);
    loss.set(tensors.get("loss"), first);
    initial = new Map(states.map((name) => [`${name}0`, tensors.get(name).slice(-widths.get(name))]));
  }
  return { indices, widths, values, Y_hat, labels, loss: loss.subarray(0, count - 1) };
}

/** What a pass computes, or a join. @param {import("../../engine/program.d.ts").AnyPass} pass */
const namesOf = ({ equations, target }) => equations?.map((equation) => equation.target) ?? [target];

/** The end of the scale of a quantity's colours: 1, unless something lies beyond. */
export function scaleEnd(values) {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return Math.max(1, Math.ceil(2 * most) / 2);
}

function unitValues(whole, width, unit) {
  const own = Float64Array.from({ length: whole.length / width }, (_, k) => whole[k * width + unit]);
  return { own, mean: own.reduce((sum, value) => sum + value, 0) / own.length };
}

/** @param {Reading} seen */
export function unitLook({ values, widths }, quantity, unit) {
  const { own, mean } = unitValues(values.get(quantity), widths.get(quantity), unit);
  const deviation = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / own.length);
  return { values: base64Of(own), mean, deviation };
}

/** @param {Seen} seen */
export function expectedLook({ Y_hat, labels, indices, numbers }, block) {
  const { block: length, likeliest } = numbers.read;
  const places = indices.slice(block * length, (block + 1) * length).map((_, k) => block * length + k);
  const rows = places.map((k) => Y_hat.subarray(k * labels, (k + 1) * labels));
  const outputs = rows.map((row) => [...row.keys()].sort((a, b) => row[b] - row[a] || a - b).slice(0, likeliest));
  return { outputs, p: rows.map((row, k) => outputs[k].map((output) => row[output])) };
}

/** @param {Seen} seen */
export function overviewLook({ values, widths, indices, numbers }, quantity, asked) {
  const { mostColumns, shades } = numbers.read;
  const whole = values.get(quantity);
  const [count, rows] = [indices.length, widths.get(quantity)];
  const columns = Math.min(asked, count, mostColumns);
  const high = scaleEnd(whole);
  const edgeOf = (column) => (column === columns ? count : Math.trunc(column * (count / columns)));
  const shares = new Int8Array(rows * columns);
  for (let unit = 0; unit < rows; unit += 1) {
    const { own, mean } = unitValues(whole, rows, unit);
    for (let column = 0; column < columns; column += 1) {
      const here = own.subarray(edgeOf(column), edgeOf(column + 1));
      const [most, least] = [Math.max(...here), Math.min(...here)];
      const farthest = most + least > 2 * mean ? most : least;
      shares[unit * columns + column] = Math.round((farthest / high) * shades);
    }
  }
  return { columns, rows, shares: base64OfBytes(new Uint8Array(shares.buffer)) };
}

/**
 * The places with the nearest states, and how many of them go on as the text does here.
 *
 * @param {Seen} seen
 */
export function similarLook(seen, quantity, k, metric, asked) {
  const { values, widths, indices, Y_hat, labels } = seen;
  const { rows, mostNear } = seen.numbers.similar;
  const isCosine = metric === "cosine";
  const squares = squaresFrom(values.get(quantity), widths.get(quantity), k, isCosine);
  const places = nearestOf(squares, k, Math.min(Math.max(1, asked ?? rows), mostNear));
  const expected = places.slice(0, rows).map((place) => Y_hat.subarray(place * labels, (place + 1) * labels));
  const outputs = expected.map((row) => row.indexOf(Math.max(...row)));
  return {
    places,
    distances: places.map((place) => (isCosine ? squares[place] / 2 : Math.sqrt(squares[place]))),
    outputs,
    p: expected.map((row, j) => row[outputs[j]]),
    here: goingOn(indices, k, places),
  };
}

/** The places with the nearest states, among the first `count` of the text. */
export function placesNear({ values, widths }, quantity, k, isCosine, most, count) {
  const width = widths.get(quantity);
  return nearestOf(squaresFrom(values.get(quantity).subarray(0, count * width), width, k, isCosine), k, most);
}

function nearestOf(squares, k, most) {
  const others = [...squares.keys()].filter((place) => place !== k);
  return others.sort((a, b) => squares[a] - squares[b] || a - b).slice(0, most);
}

/** Of each place the squared distance of its state from that of place k; of states of length 1 for cosine. */
function squaresFrom(whole, width, k, isCosine) {
  const lengthOf = (place) => {
    if (!isCosine) return 1;
    const row = whole.subarray(place * width, (place + 1) * width);
    return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
  };
  const own = lengthOf(k);
  const here = whole.subarray(k * width, (k + 1) * width).map((value) => value / own);
  return Float64Array.from({ length: whole.length / width }, (_, place) => {
    const length = lengthOf(place);
    let sum = 0;
    for (let unit = 0; unit < width; unit += 1) sum += (whole[place * width + unit] / length - here[unit]) ** 2;
    return sum;
  });
}

function goingOn(indices, k, places) {
  const last = indices.length - 1;
  if (k >= last) return null;
  const isSame = (place) => indices[place + 1] === indices[k + 1];
  const inside = places.filter((place) => place < last);
  const same = indices.slice(0, last).filter((_, place) => isSame(place)).length;
  return {
    count: inside.filter(isSame).length,
    of: inside.length,
    random: (same - 1) / Math.max(1, last - 1),
  };
}
