// Neurons that decide: a line in the plane, and a layer of two lines before a third. Pure.
//
// A line is given by two of its points [x1, y1, x2, y2]; a neuron says 1 to the left of the way from the first to the
// second, which is above the line where that goes to the right.

/** The corners of a square, with the answers of three gates (Minsky and Papert 1969 for the last). */
export const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];
export const GATES = { and: [0, 0, 0, 1], or: [0, 1, 1, 1], xor: [0, 1, 1, 0] };

/**
 * The neuron {w, b} of a line: w · x + b is the distance from it, positive where it says 1.
 *
 * @param {number[]} line
 */
export function neuronOf([x1, y1, x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const w = [(y1 - y2) / long, (x2 - x1) / long];
  return { w, b: -(w[0] * x1 + w[1] * y1) };
}

/** w · x + b. */
const preActivationOf = ({ w, b }, x) => w[0] * x[0] + w[1] * x[1] + b;

/** What the neuron of a line says to a point: 1 or 0; on the line, 0. */
export const decision = (line, point) => (preActivationOf(neuronOf(line), point) > 0 ? 1 : 0);

/**
 * A hidden layer of two lines and an output neuron of a third, in their plane. f: "step" or "identity".
 *
 * @param {number[][]} lines
 * @param {string} f
 * @param {number[]} point
 */
export function twoLayers([first, second, third], f, point) {
  const a = [first, second].map((line) => preActivationOf(neuronOf(line), point));
  const h = f === "step" ? a.map((one) => (one > 0 ? 1 : 0)) : a;
  return { h, y: decision(third, h) };
}

/**
 * The one neuron that two layers without a bend are: its w and b.
 *
 * @param {number[][]} lines
 */
export function collapsed(lines) {
  const [one, two, out] = lines.map(neuronOf);
  const w = [0, 1].map((k) => out.w[0] * one.w[k] + out.w[1] * two.w[k]);
  return { w, b: out.w[0] * one.b + out.w[1] * two.b + out.b };
}

/** How many of the answers are right. */
export const rightOnes = (answers, given) => given.filter((one, k) => one === answers[k]).length;

/**
 * The most corners that any line gets right. Every way in which a line can part them is that of a line near two of
 * them, a little turned and moved.
 */
export function mostByALine(answers) {
  let most = 0;
  const little = [-0.01, 0.01];
  for (const [i, [x1, y1]] of CORNERS.entries()) {
    for (const [j, [x2, y2]] of CORNERS.entries()) {
      if (i === j) continue;
      for (const up of little) {
        for (const turn of little) {
          const line = [x1 + up, y1 + turn, x2 - up, y2 + turn * 0.7];
          const given = CORNERS.map((point) => decision(line, point));
          most = Math.max(most, rightOnes(answers, given));
        }
      }
    }
  }
  return most;
}

/**
 * The perceptron's rule (Rosenblatt 1958): for each point that it gets wrong, w ← w + (y − ŷ) x and b ← b + (y − ŷ),
 * from zeros. Gives {passes, w, b}: after how many passes over the corners nothing is wrong any more, null if that has
 * not come about within `most` passes.
 */
export function perceptronRule(answers, most = 1000) {
  let [w, b] = [[0, 0], 0];
  for (let pass = 1; pass <= most; pass += 1) {
    let wrong = 0;
    for (const [k, x] of CORNERS.entries()) {
      const off = answers[k] - (preActivationOf({ w, b }, x) > 0 ? 1 : 0);
      if (off === 0) continue;
      wrong += 1;
      w = w.map((one, i) => one + off * x[i]);
      b += off;
    }
    if (wrong === 0) return { passes: pass, w, b };
  }
  return { passes: null, w, b };
}

/** The part of a polygon on which w · x + b is positive. */
export function cutOff(polygon, neuron) {
  const side = polygon.map((point) => preActivationOf(neuron, point));
  return polygon.flatMap((point, k) => {
    const [next, there] = [polygon[(k + 1) % polygon.length], side[(k + 1) % polygon.length]];
    const kept = side[k] > 0 ? [point] : [];
    if (side[k] > 0 === there > 0) return kept;
    const part = side[k] / (side[k] - there);
    return [...kept, [0, 1].map((i) => point[i] + part * (next[i] - point[i]))];
  });
}

/** The neuron that says 1 where this one says 0. */
export const opposite = ({ w, b }) => ({ w: w.map((one) => -one), b: -b });
