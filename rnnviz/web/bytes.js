// Numbers as they travel in JSON: base64 of little-endian floats.

/** Float32 where `bits` is 32, otherwise float64. */
export function floatsOf(base64, bits) {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k += 1) bytes[k] = letters.charCodeAt(k);
  return bits === 32 ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
}

/** The numbers as little-endian float64 in base64. */
export function base64Of(numbers) {
  return base64OfBytes(new Uint8Array(Float64Array.from(numbers).buffer));
}

export function base64OfBytes(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
