// Chance that comes out the same again. Pure.

/** Uniform numbers from 0 to 1 that follow from whole numbers: mulberry32. */
export function uniform(...seeds) {
  let state = seeds.reduce((sum, one) => (Math.imul(sum ^ one, 0x9e3779b1) + 0x7f4a7c15) >>> 0, 1);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
