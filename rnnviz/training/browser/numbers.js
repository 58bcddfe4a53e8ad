// Numbers as the live view takes them.

/** Six significant digits; null for what JSON does not have. */
export function rounded(value) {
  return value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(6));
}

/** Little-endian float32 in base64. */
export function base64Of32(numbers) {
  const bytes = new Uint8Array(Float32Array.from(numbers).buffer);
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
