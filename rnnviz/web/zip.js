// An archive of files as ZIP has it (APPNOTE 6.3), not compressed.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const NEEDED = 20;
// The first day that a ZIP can name.
const DATE = 33;

/** The archive's bytes. @param {[string, Uint8Array][]} files */
export function zip(files) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const called = new TextEncoder().encode(name);
    // Version, flags (names in UTF-8), stored, time, date, sum, both sizes, lengths of the name and of what is extra.
    const shared = [
      [NEEDED, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [checksum(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [called.length, 2],
      [0, 2],
    ];
    const local = joined([packed([[LOCAL, 4], ...shared]), called, bytes]);
    const own = [[CENTRAL, 4], [NEEDED, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]];
    entries.push(joined([packed(own), called]));
    parts.push(local);
    at += local.length;
  }
  const size = entries.reduce((sum, one) => sum + one.length, 0);
  const count = [files.length, 2];
  return joined([...parts, ...entries, packed([[END, 4], [0, 2], [0, 2], count, count, [size, 4], [at, 4], [0, 2]])]);
}

/** Whole numbers, each with its count of bytes, the lowest first. */
function packed(fields) {
  return Uint8Array.from(
    fields.flatMap(([value, count]) => Array.from({ length: count }, (_, k) => value >>> (8 * k))),
  );
}

/** Pieces one after the other. @param {Uint8Array[]} parts */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of parts) {
    all.set(one, at);
    at += one.length;
  }
  return all;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, k) => {
  let value = k;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309). @param {Uint8Array} bytes */
export function checksum(bytes) {
  let sum = 0xffffffff;
  for (const one of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ one) & 255];
  return (sum ^ 0xffffffff) >>> 0;
}
