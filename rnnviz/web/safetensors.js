// A file of weights in the safetensors format: the length of its header, the header as JSON, the numbers.

const LENGTH_BYTES = 8;

/**
 * @param {[string, {shape: number[], numbers: Float64Array}][]} tensors
 * @param {Record<string, string>} about
 */
export function safetensors(tensors, about) {
  const header = { __metadata__: about };
  let end = 0;
  for (const [name, { shape, numbers }] of tensors) {
    header[name] = { dtype: "F64", shape, data_offsets: [end, end + numbers.byteLength] };
    end += numbers.byteLength;
  }
  const told = new TextEncoder().encode(JSON.stringify(header));
  // The numbers begin at a multiple of eight bytes.
  const length = Math.ceil(told.length / LENGTH_BYTES) * LENGTH_BYTES;
  const file = new Uint8Array(LENGTH_BYTES + length + end).fill(0x20, LENGTH_BYTES, LENGTH_BYTES + length);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  file.set(told, LENGTH_BYTES);
  let at = LENGTH_BYTES + length;
  for (const [, { numbers }] of tensors) {
    file.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
    at += numbers.byteLength;
  }
  return file;
}
