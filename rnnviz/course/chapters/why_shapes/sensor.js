// A GRU that reads numbers, not characters: the cell's own trees, run by the stage's engine. Pure.

import { run } from "../../../engine/engine.js";
import { plus, times } from "../../maths/recurrent.js";

/**
 * What the network makes of degrees, hour by hour: {X, Z, H, forecasts}, rows of numbers; forecasts: the next hour's
 * degrees as named after each, y = H W_hy + b_y with g the identity. given: as `sensor.py` makes it.
 */
export function readDegrees({ program, parameters, W_hy, b_y, mean, scale }, degrees) {
  const weights = new Map(
    Object.entries(parameters).map(([name, rows]) => [
      name,
      { shape: [rows.length, rows[0].length], numbers: Float64Array.from(rows.flat()) },
    ]),
  );
  const X = degrees.map((one) => (one - mean) / scale);
  const { tensors } = run(program, weights, { X: { numbers: Float64Array.from(X) }, initial: new Map() });
  const width = W_hy.length;
  const rowsIn = (name) => degrees.map((_, t) => [...tensors.get(name).subarray(t * width, (t + 1) * width)]);
  const H = rowsIn("H");
  const forecasts = H.map((row) => mean + scale * plus(times(row, W_hy), b_y[0])[0]);
  return { X, Z: rowsIn("Z"), H, forecasts };
}

/** The root of the mean square of the prediction less the value, over all hours but the first `skipped`. */
export function rootMeanMiss(named, came, skipped = 0) {
  const off = named.map((one, t) => one - came[t]).slice(skipped);
  return Math.sqrt(off.reduce((sum, one) => sum + one * one, 0) / off.length);
}

/** After how many hours two runs of forecasts stay nearer to each other than `near`, counted from hour `from`. */
export function hoursApart(one, two, from, near) {
  let last = from - 1;
  for (let t = from; t < one.length; t += 1) if (Math.abs(one[t] - two[t]) >= near) last = t;
  return last - from + 1;
}
