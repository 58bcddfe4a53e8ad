// Where the shares of a gradient by distance are drawn: a bar each, from an axis at 0 upwards or downwards. Pure.

import { numberedSteps } from "./reachlayout.js";

// In heights of a letter: the room above the highest bar, and below the axis for the steps and what they are.
const ROOM = { above: 1.6, below: 3, step: 1.25, share: 0.35 };
// The widest bar, as a share of its place, and in letters; a share is written above its bar where it has so much room.
const BAR = { share: 0.7, letters: 6 };
const WRITTEN = 3.6;
// Smaller shares are not written.
const LEAST_WRITTEN = 0.0005;
// A bar that is lower is not seen.
const LEAST = 1;

/**
 * shares: at [d] of the uses d steps before their loss. Returns {axis, bars: [{x, y, width, height}], shares: [{d, x,
 * y}], steps: [{step, x, y}], title: {x, y}}.
 */
export function layoutShares(shares, { width, height, size }) {
  const most = Math.max(0, ...shares);
  const least = Math.min(0, ...shares);
  const span = most - least || 1;
  const high = height - (ROOM.above + ROOM.below + (least < 0 ? 1 : 0)) * size;
  const zero = ROOM.above * size + (most / span) * high;
  const bottom = ROOM.above * size + high + (least < 0 ? 1 : 0) * size;
  const one = width / shares.length;
  const wide = Math.max(1, Math.min(BAR.share * one, BAR.letters * size));
  const bars = Array.from(shares, (share, d) => {
    const tall = Math.max(share === 0 ? 0 : LEAST, (Math.abs(share) / span) * high);
    return { x: (d + 0.5) * one - wide / 2, y: share < 0 ? zero : zero - tall, width: wide, height: tall };
  });
  const isWritten = one >= WRITTEN * size;
  const written = bars.map((bar, d) => ({
    d,
    x: (d + 0.5) * one,
    y: shares[d] < 0 ? bar.y + bar.height + size : bar.y - ROOM.share * size,
  }));
  const steps = numberedSteps(shares.length, width, size);
  return {
    axis: { x1: 0, x2: width, y1: zero, y2: zero },
    bars,
    shares: isWritten ? written.filter(({ d }) => Math.abs(shares[d]) >= LEAST_WRITTEN) : [],
    steps: steps.map(({ step, at }) => ({ step, x: at, y: bottom + ROOM.step * size })),
    title: { x: width, y: bottom + (ROOM.below - 0.3) * size },
  };
}
