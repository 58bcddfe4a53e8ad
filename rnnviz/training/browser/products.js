// Products of matrices in float32, and the memory in which the matrices lie.
//
// product(out, a, b, rows, inner, columns, across, along): out += A B, with out (rows, columns) and B (inner,
// columns) row by row, and A[i, p] at a + i · across + p · along, so that A may also be read transposed. All places
// are counted in numbers.

/** @import {Arithmetic} from "./train.d.ts" */

/**
 * With the product in WebAssembly, four numbers at once; see `products.py`.
 *
 * @param {WebAssembly.Module} module
 * @returns {Arithmetic}
 */
export function fastArithmetic(module) {
  return (count) => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * count) / 65_536) });
    const { exports } = new WebAssembly.Instance(module, { rnnviz: { memory } });
    const product = /** @type {(...places: number[]) => void} */ (exports.product);
    return { numbers: new Float32Array(memory.buffer, 0, count), product };
  };
}

/**
 * The same in JavaScript, for browsers that have no WebAssembly or are not to run it: a fifth as fast.
 *
 * @type {Arithmetic}
 */
export function plainArithmetic(count) {
  const f = new Float32Array(count);
  return {
    numbers: f,
    product(out, a, b, rows, inner, columns, across, along) {
      for (let i = 0, o = out; i < rows; i += 1, o += columns) {
        for (let p = 0, w = b, x = a + i * across; p < inner; p += 1, w += columns, x += along) {
          const factor = f[x];
          for (let j = 0; j < columns; j += 1) f[o + j] += factor * f[w + j];
        }
      }
    },
  };
}
