// NumPy's archive of arrays, as `numpy.savez` writes it and `numpy.load` reads it: a ZIP of `.npy` files, not
// compressed.

import { joined, zip } from "./zip.js";

const VERSION = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
// An array's numbers begin at a multiple of this many bytes.
const ALIGNED = 64;

/**
 * The archive's bytes. arrays: of each name the shape with its numbers, or a text.
 *
 * @param {[string, {shape: number[], numbers: Float64Array} | string][]} arrays
 */
export function npz(arrays) {
  return zip(arrays.map(([name, array]) => [`${name}.npy`, typeof array === "string" ? text(array) : floats(array)]));
}

function floats({ shape, numbers }) {
  return npy("<f8", shape, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** A text is an array of one string, four bytes a character. */
function text(whole) {
  const codes = Uint32Array.from([...whole], (sign) => sign.codePointAt(0));
  return npy(`<U${codes.length}`, [], new Uint8Array(codes.buffer));
}

function npy(type, shape, bytes) {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const about = `{'descr': '${type}', 'fortran_order': False, 'shape': (${axes}), }`;
  const before = VERSION.length + 2;
  const blanks = ALIGNED - 1 - ((before + about.length) % ALIGNED);
  const header = new TextEncoder().encode(`${about}${" ".repeat(blanks)}\n`);
  return joined([Uint8Array.from([...VERSION, header.length & 255, header.length >> 8]), header, bytes]);
}
