// NumPy's default generator, so that a seed gives the same weights here and in Python: PCG64 (O'Neill 2014) with the
// state that a SeedSequence makes of the seed. Held to NumPy by a test.

const BITS_128 = (1n << 128n) - 1n;
const BITS_64 = (1n << 64n) - 1n;
const BITS_32 = (1n << 32n) - 1n;
const MULTIPLIER = (2549297995355413924n << 64n) | 4865540595714422341n;
const POOL = 4;

/**
 * A generator for a seed, one whole number or several: {uniform(low, high, count), below(most), permutation(count),
 * choice(most, count), multinomials(n, rows)}. below(most): a whole number from 0, less than `most`, at most 2³².
 */
export function generator(...seed) {
  const words = stateOf(seed);
  const [start, stream] = [0, 4].map((k) => wide(words, k));
  const increment = ((stream << 1n) | 1n) & BITS_128;
  let state = 0n;
  step();
  state = (state + start) & BITS_128;
  step();

  function step() {
    state = (state * MULTIPLIER + increment) & BITS_128;
  }
  function next64() {
    step();
    const mixed = (state >> 64n) ^ (state & BITS_64);
    const turn = state >> 122n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & BITS_64;
  }
  /** The next number in [0, 1), of 53 bits. */
  function next() {
    return Number(next64() >> 11n) / 2 ** 53;
  }
  // Of 64 bits the upper half is kept for the next one who asks for 32.
  let upper = null;
  function next32() {
    if (upper !== null) {
      const kept = upper;
      upper = null;
      return kept;
    }
    const both = next64();
    upper = both >> 32n;
    return both & BITS_32;
  }
  /** Lemire 2019: the upper half of a product, drawn anew where that would favour some numbers. */
  function below(most) {
    if (most === 1) return 0;
    const wanted = BigInt(most);
    const threshold = (BITS_32 + 1n - wanted) % wanted;
    let product = next32() * wanted;
    while ((product & BITS_32) < threshold) product = next32() * wanted;
    return Number(product >> 32n);
  }
  /** A whole number from 0 to `most`: as few bits as hold it, drawn anew where they are more. */
  function within(most) {
    const mask = (1n << BigInt(32 - Math.clz32(most))) - 1n;
    for (;;) {
      const found = Number(next32() & mask);
      if (found <= most) return found;
    }
  }
  function permutation(count) {
    const order = Int32Array.from({ length: count }, (_, k) => k);
    for (let k = count - 1; k > 0; k -= 1) {
      const other = within(k);
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  }
  /** `count` different numbers below `most`, by Floyd's way, then shuffled; as NumPy for up to `most` / 50 of many. */
  function choice(most, count) {
    const taken = new Set();
    const found = new Int32Array(count);
    for (let k = most - count; k < most; k += 1) {
      const one = below(k + 1);
      const own = taken.has(one) ? k : one;
      taken.add(own);
      found[k - most + count] = own;
    }
    for (let k = count - 1; k > 0; k -= 1) {
      const other = below(k + 1);
      [found[k], found[other]] = [found[other], found[k]];
    }
    return found;
  }
  /** How often something with probability p ≤ ½ happens in n tries, few of which succeed: by inversion. */
  function fewOf(n, p) {
    const q = 1 - p;
    const none = Math.exp(n * Math.log1p(-p));
    const bound = Math.min(n, Math.trunc(n * p + 10 * Math.sqrt(n * p * q + 1)));
    let [count, chance, left] = [0, none, next()];
    while (left > chance) {
      count += 1;
      if (count > bound) [count, chance, left] = [0, none, next()];
      else {
        left -= chance;
        chance = ((n - count + 1) * p * chance) / (count * q);
      }
    }
    return count;
  }
  const binomial = (n, p) => (n === 0 ? 0 : p <= 0.5 ? fewOf(n, p) : n - fewOf(n, 1 - p));
  /** How often each of n equally likely things is drawn in n draws, `rows` times. */
  function multinomials(n, rows) {
    return Array.from({ length: rows }, () => {
      const counts = new Int32Array(n);
      let [left, share] = [n, 1];
      for (let k = 0; k < n - 1 && left > 0; k += 1) {
        counts[k] = binomial(left, 1 / n / share);
        left -= counts[k];
        share -= 1 / n;
      }
      if (left > 0) counts[n - 1] = left;
      return counts;
    });
  }
  return {
    uniform: (low, high, count) => Float64Array.from({ length: count }, () => low + (high - low) * next()),
    below,
    permutation,
    choice,
    multinomials,
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
