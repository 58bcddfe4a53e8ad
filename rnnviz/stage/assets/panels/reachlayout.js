// What is left of a loss as a shade, and where its row is drawn: a bar a step, a line every few powers of ten. Pure.

// The shades begin so many powers of ten below what a loss has at its own step, and end as many above.
export const SHADES = 3;
// The power of ten at which the bars end below.
const LOWEST = -12;
// In heights of a letter: the room for the powers and beside the last bar, below the bars and above them, of a line.
const ROOM = { left: 3.2, right: 0.6, below: 1.5, above: 0.7, line: 1.3 };

/**
 * powers: of ten, of t + 1 steps out of T; one may be infinite. size: of letters, in pixels. Returns {from, to, one:
 * width of a step, lines: [{power, y}], bars: [{x, y, width, height}], middles: of all T steps}.
 */
export function layoutRow(powers, { T, width, height, size }) {
  const [from, to] = [ROOM.left * size, width - ROOM.right * size];
  const [low, high] = [height - ROOM.below * size, ROOM.above * size];
  const finite = powers.filter(Number.isFinite);
  const top = Math.max(0, Math.ceil(Math.max(...finite, 0)));
  const bottom = Math.max(LOWEST, Math.min(-2, Math.floor(Math.min(...finite, 0))));
  const y = (power) => low - ((Math.max(bottom, power) - bottom) / (top - bottom)) * (low - high);
  const every = Math.max(1, Math.ceil((top - bottom) / Math.max(1, Math.floor((low - high) / (ROOM.line * size)))));
  const lines = Array.from({ length: Math.floor((top - bottom) / every) + 1 }, (_, k) => top - k * every);
  const one = (to - from) / T;
  const wide = Math.max(1, 0.7 * one);
  const middles = Array.from({ length: T }, (_, step) => from + (step + 0.5) * one);
  const bars = powers.map((power, step) => {
    const at = y(Number.isFinite(power) ? power : bottom);
    const high = Math.max(1, low - at);
    return { x: middles[step] - wide / 2, y: Math.min(at, low), width: wide, height: high };
  });
  return { from, to, one, lines: lines.map((power) => ({ power, y: y(power) })), bars, middles };
}

/** How much ink what is left has: −1 for none, 0 where all is left, 1 where it has grown beyond the shades. */
export function inkOf(left) {
  const power = left > 0 ? Math.log10(left) : -SHADES;
  return Math.min(1, Math.max(-1, power / SHADES));
}

/** The steps that are numbered along `long` pixels, each where a step of T is in the middle: [{step, at}]. */
export function numberedSteps(T, long, digits) {
  const one = long / T;
  const every = Math.ceil((digits * String(T).length) / one);
  const steps = [...Array(T).keys()].filter((step) => step % every === 0);
  return steps.map((step) => ({ step, at: (step + 0.5) * one }));
}
