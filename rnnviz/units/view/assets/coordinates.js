// The states' coordinates as they travel: shares of the greatest, in 16 bits. Pure.

/** @import {Shares} from "../states.d.ts" */

const WHOLE = 32767;

/**
 * A row of numbers for each component.
 *
 * @param {Shares} told
 * @returns {Float32Array[]}
 */
export function coordinatesOf({ shape: [rows, columns], most, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const shares = new Int16Array(bytes.buffer);
  return Array.from({ length: rows }, (_, row) =>
    Float32Array.from(shares.subarray(row * columns, (row + 1) * columns), (share) => (share / WHOLE) * most),
  );
}
