// The state of two units after some steps as a function of the first one's start, and the line closest to it. Pure.

import { normals } from "../../maths/random.js";

export const STEPS = 8;
// Places between −1 and 1 at which the curves are computed.
const PLACES = 201;
// How far W turns the two states, and how large the inputs are.
const [TURN, INPUT] = [1, 0.3];
export const STARTS = Array.from({ length: PLACES }, (_, k) => (2 * k) / (PLACES - 1) - 1);

/**
 * The first unit's state after each step, (STEPS, PLACES), where it begins at each of STARTS and the other one at 0:
 * H_t = φ(H_(t−1) W + X_t), W a turn times w.
 *
 * @param {{w: number, bend: string, seed: number}} values bend: "tanh", or "none" for no φ
 */
export function curvesOf({ w, bend, seed }) {
  const phi = bend === "tanh" ? Math.tanh : (a) => a;
  const inputs = Array.from(normals(seed, 2 * STEPS), (one) => INPUT * one);
  const [cos, sin] = [w * Math.cos(TURN), w * Math.sin(TURN)];
  let states = STARTS.map((start) => [start, 0]);
  return Array.from({ length: STEPS }, (_, t) => {
    states = states.map(([one, other]) => [
      phi(one * cos - other * sin + inputs[2 * t]),
      phi(one * sin + other * cos + inputs[2 * t + 1]),
    ]);
    return states.map(([one]) => one);
  });
}

/** The line that is closest to a curve over STARTS by least squares; error: its largest distance. */
export function closestLine(curve) {
  const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const offset = mean(curve);
  const slope = mean(curve.map((one, k) => one * STARTS[k])) / mean(STARTS.map((one) => one * one));
  const line = STARTS.map((start) => slope * start + offset);
  return { slope, offset, line, error: Math.max(...curve.map((one, k) => Math.abs(one - line[k]))) };
}
