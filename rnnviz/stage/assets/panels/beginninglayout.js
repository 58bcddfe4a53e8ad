// Where the losses stand from which the way back begins: a bar a step, and the mean of those that count. Pure.

import { numberedSteps } from "./reachlayout.js";

// In heights of a letter: the lines above the bars for what L is and where it begins, for the highest bar's number, and
// below the bars for the letters.
const ROOM = { title: 1.2, begins: 2.7, above: 4.3, below: 1.7, value: 0.35 };
// The widest bar, as a share of its place, and in letters; a number is written above its bar where it has so much room.
const BAR = { share: 0.6, letters: 4 };
const WRITTEN = 3.8;
// A bar that is lower is not seen.
const LEAST = 1;

/**
 * losses: of each step. from: the step at which the way back begins. mean: of those that count. size: of letters, in
 * pixels. letters: the width that each step needs for its letter. Returns {title, begins, ground, axis, mean, bars,
 * values, letters}, the last one a list of {t, x, y, isNumber}.
 */
export function layoutBeginning(losses, { from, mean, width, height, size, letter }) {
  const T = losses.length;
  const one = width / T;
  const [top, bottom] = [ROOM.above * size, height - ROOM.below * size];
  const most = Math.max(...losses) || 1;
  const y = (loss) => bottom - (loss / most) * (bottom - top);
  const middle = (t) => (t + 0.5) * one;
  const wide = Math.max(1, Math.min(BAR.share * one, BAR.letters * size));
  const bars = Array.from(losses, (loss, t) => {
    const at = Math.min(y(loss), bottom - LEAST);
    return { x: middle(t) - wide / 2, y: at, width: wide, height: bottom - at };
  });
  const isRight = middle(from) > width / 2;
  const below = height - 0.4 * size;
  const named =
    one >= letter
      ? Array.from(losses, (_, t) => ({ t, x: middle(t), y: below, isNumber: false }))
      : numberedSteps(T, width, size).map(({ step, at }) => ({ t: step, x: at, y: below, isNumber: true }));
  const edge = { left: Math.max(0, middle(from) - wide), right: Math.min(width, middle(from) + wide) };
  return {
    title: { x: 0, y: ROOM.title * size },
    begins: { x: isRight ? edge.right : edge.left, y: ROOM.begins * size, isEnd: isRight },
    ground: {
      x: edge.left,
      y: (ROOM.begins + 0.4) * size,
      width: edge.right - edge.left,
      height: height - (ROOM.begins + 0.4) * size,
    },
    axis: { x1: 0, x2: width, y1: bottom, y2: bottom },
    mean: { x1: 0, x2: width, y1: y(mean), y2: y(mean) },
    bars,
    values: one >= WRITTEN * size ? bars.map((bar, t) => ({ x: middle(t), y: bar.y - ROOM.value * size })) : [],
    letters: named,
  };
}
