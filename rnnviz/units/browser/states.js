// The states in their principal components, as `../states.py` and `view/states.py` have them.

/** @import {Seen} from "../../site/units.d.ts" */

import { base64OfBytes } from "../../web/bytes.js";
import { generator } from "../../web/pcg64.js";
import { eigenvectors } from "./linear.js";
import { columnOf, meanOf, sumOf } from "./statistics.js";

/**
 * As many components as the cloud has, or as there are units: the one with most variance first.
 *
 * @param {Seen} seen
 */
export function axesOf(seen, quantity) {
  return seen.once(`axes ${quantity}`, () => {
    const h = seen.widths.get(quantity);
    const whole = seen.values.get(quantity);
    const columns = Array.from({ length: h }, (_, unit) => columnOf(whole, h, unit));
    const mean = columns.map(meanOf);
    const around = columns.map((column, k) => column.map((one) => one - mean[k]));
    const count = whole.length / h;
    const covariance = new Float64Array(h * h);
    for (let a = 0; a < h; a += 1) {
      for (let b = a; b < h; b += 1) {
        let sum = 0;
        for (let k = 0; k < count; k += 1) sum += around[a][k] * around[b][k];
        covariance[a * h + b] = covariance[b * h + a] = sum / count;
      }
    }
    const { values, vectors } = eigenvectors(covariance, h);
    const total = sumOf(values);
    const directions = vectors.slice(0, seen.numbers.cloud.components).map((vector) => {
      const largest = vector.reduce((best, one, k) => (Math.abs(one) > Math.abs(vector[best]) ? k : best), 0);
      return vector.map((one) => Math.sign(vector[largest]) * one);
    });
    const share = directions.map((_, k) => (total > 0 ? Math.max(values[k], 0) / total : 0));
    return { mean, directions, share };
  });
}

/** The coordinates of one state. */
export const projectedOn = ({ mean, directions }, state) =>
  directions.map((direction) => sumOf(direction.map((one, k) => one * (state[k] - mean[k]))));

/**
 * @param {Seen} seen
 * @param {ReturnType<typeof axesOf>} axes of the network now, or of this moment
 */
export function cloudLook(seen, quantity, axes) {
  const { mostDrawn, whole: scale } = seen.numbers.cloud;
  const h = seen.widths.get(quantity);
  const whole = seen.values.get(quantity);
  const count = whole.length / h;
  const points = Array.from({ length: count }, (_, k) => projectedOn(axes, whole.subarray(k * h, (k + 1) * h)));
  let most = 0;
  for (const point of points) for (const one of point) most = Math.max(most, Math.abs(one));
  const end = most || 1;
  const shares = Int16Array.from({ length: axes.directions.length * count }, (_, k) =>
    Math.round((points[k % count][Math.floor(k / count)] / end) * scale),
  );
  return {
    coordinates: {
      shape: [axes.directions.length, count],
      most: end,
      data: base64OfBytes(new Uint8Array(shares.buffer)),
    },
    shares: axes.share,
    sample: Array.from(generator(0).permutation(count).subarray(0, mostDrawn)).sort((a, b) => a - b),
  };
}
