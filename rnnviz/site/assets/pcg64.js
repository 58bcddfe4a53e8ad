// NumPy's default generator, so that a seed gives the same weights here and in Python: PCG64 (O'Neill 2014) with the
// state that a SeedSequence makes of the seed. Held to NumPy by a test.

const BITS_128 = (1n << 128n) - 1n;
const BITS_32 = (1n << 32n) - 1n;
const BITS_64 = (1n << 64n) - 1n;
const MULTIPLIER = (2549297995355413924n << 64n) | 4865540595714422341n;
const POOL = 4;

/**
 * A generator for a seed, one whole number or several: {uniform(low, high, count), words(count)}; words are whole
 * numbers of 32 bits.
 */
export function generator(...seed) {
  const initial = stateOf(seed);
  const [start, stream] = [0, 4].map((k) => wide(initial, k));
  const increment = ((stream << 1n) | 1n) & BITS_128;
  let state = 0n;
  step();
  state = (state + start) & BITS_128;
  step();

  function step() {
    state = (state * MULTIPLIER + increment) & BITS_128;
  }
  /** The next 64 bits. */
  function bits() {
    step();
    const mixed = (state >> 64n) ^ (state & BITS_64);
    const turn = state >> 122n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & BITS_64;
  }
  /** The next number in [0, 1), of 53 bits. */
  const next = () => Number(bits() >> 11n) / 2 ** 53;
  /** Each 64 bits are two words, the lower one first. */
  function words(count) {
    const pairs = Array.from({ length: Math.ceil(count / 2) }, bits);
    return pairs.flatMap((pair) => [Number(pair & BITS_32), Number(pair >> 32n)]).slice(0, count);
  }
  return {
    uniform: (low, high, count) => Float64Array.from({ length: count }, () => low + (high - low) * next()),
    words,
  };
}

/** Four words of 32 bits as one of 128: pairs with the lower half first, the higher pair first. */
function wide(words, from) {
  const pair = (k) => (BigInt(words[k + 1]) << 32n) | BigInt(words[k]);
  return (pair(from) << 64n) | pair(from + 2);
}

/** The eight words that a SeedSequence generates. */
function stateOf(entropy) {
  const pool = poolOf(entropy.map((one) => one >>> 0));
  const hash = hashing(0x8b51f9dd, 0x58f38ded);
  return Array.from({ length: 8 }, (_, k) => hash(pool[k % POOL]));
}

function poolOf(entropy) {
  const hash = hashing(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, k) => hash(entropy[k] ?? 0));
  for (let from = 0; from < POOL; from += 1) {
    for (let to = 0; to < POOL; to += 1) if (from !== to) pool[to] = mixed(pool[to], hash(pool[from]));
  }
  for (const one of entropy.slice(POOL)) {
    for (let to = 0; to < POOL; to += 1) pool[to] = mixed(pool[to], hash(one));
  }
  return pool;
}

/** A hash whose constant changes with each word that it takes. */
function hashing(initial, multiplier) {
  let constant = initial;
  return (word) => {
    const before = (word ^ constant) >>> 0;
    constant = Math.imul(constant, multiplier) >>> 0;
    const product = Math.imul(before, constant) >>> 0;
    return (product ^ (product >>> 16)) >>> 0;
  };
}

function mixed(x, y) {
  const difference = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) >>> 0;
  return (difference ^ (difference >>> 16)) >>> 0;
}
