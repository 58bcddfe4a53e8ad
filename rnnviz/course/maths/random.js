// Chance that comes out the same again. Pure.

/** Uniform numbers from 0 to 1 that follow from whole numbers. */
export function uniform(...seeds) {
  return uniformFrom(seeds.reduce((sum, one) => (Math.imul(sum ^ one, 0x9e3779b1) + 0x7f4a7c15) >>> 0, 1));
}

/** Standard normal numbers that follow from a seed, by Box and Muller. */
export function normals(seed, count) {
  const next = uniformFrom(seed >>> 0);
  return Float64Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  );
}

/** The whole numbers below `count` in an order that follows from a seed. */
export function shuffled(seed, count) {
  const keys = normals(seed, count);
  return Array.from(keys, (_, k) => k).sort((one, two) => keys[one] - keys[two]);
}

/** mulberry32, by Tommy Ettinger. */
function uniformFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
