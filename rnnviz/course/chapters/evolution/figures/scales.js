// The scales and rows that the figures of the cells share.

import { short } from "../../../../web/numbers.js";
import { median } from "../../../maths/median.js";
import { DOT, circle, ruleX } from "../../../plot/marks.js";
import { clamp, label } from "../../../plot/plot.js";

// Losses below the first, and powers of ten outside the second, are drawn at the edge.
export const LOSSES = [-4, 0.7];
export const POWERS = [-8, 2];
// The height of two rows of dots, each with its words above it, in heights of a letter.
const TWO_ROWS = 6.4;
export const STATE_HUES = { H: "state", C: "memory", N: "memory", M: "gate2" };
const lossAt = (x, loss) => x.at(clamp(Math.log10(Math.max(loss, 1e-9)), LOSSES[0], LOSSES[1]));

/** A loss in words: four decimals of it are kept. */
export function lossSaid(loss) {
  if (loss < 5e-5) return "<0.0001";
  return loss < 5e-4 ? loss.toFixed(4) : short(loss);
}

/**
 * The losses of all trainings as dots on a row, filled for the single texts and open for streams; a line at the
 * median.
 */
export function row(x, y, losses, hue, isOpen, u) {
  const at = lossAt(x, median(losses));
  return [
    ruleX(at, [y - 0.62 * u, y + 0.62 * u], `outline hue-${hue}`),
    ...losses.map((loss) => circle(lossAt(x, loss), y, DOT.usual * u, `${isOpen ? "open" : "dot"} hue-${hue}`)),
  ];
}

/** A line at the loss of a guess. */
export function guessing(x, y, chance, words, u) {
  const at = lossAt(x, chance);
  return [
    ruleX(at, y, "guide hue-loss"),
    label(at, y.end - 0.45 * u, words.guessing, { hue: "loss", place: "end", more: "bold small halo" }),
  ];
}

/** What the two kinds of dots are; on a phone, one below the other. */
export function legend(x, y, { width, u }, words) {
  const isNarrow = width < 32 * u;
  const [left, second] = isNarrow ? [0.3 * u, 0.3 * u] : [x.start, x.start + 11 * u];
  return [
    label(left, y.end - (isNarrow ? 2.6 : 1.7) * u, `● ${words.once}`, { hue: "state", more: "bold small" }),
    label(second, y.end - (isNarrow ? 1.2 : 1.7) * u, `○ ${words.stream}`, { hue: "memory", more: "bold small" }),
  ];
}

/**
 * Where the map, the losses and what is left stand: on a desk the map at the left and the others beside it, one below
 * the other; on a phone the map and the losses side by side, above the rest. Each title, of up to two lines, stands
 * above its part.
 */
export function areasOf({ width, height, u }) {
  const head = 4.8 * u;
  if (width <= 32 * u) {
    const middle = 0.5 * height;
    return {
      head,
      size: Math.min(0.5 * width - 3 * u, middle - 1.6 * u - head),
      losses: { left: 0.54 * width, low: middle - 3.6 * u },
      left: { left: 3.6 * u, top: middle + 2.4 * u },
    };
  }
  const beside = 0.5 * width;
  const low = Math.max(0.44 * height - 2 * u, head + TWO_ROWS * u);
  return {
    head,
    size: Math.min(beside - 6 * u, height - head - 3 * u),
    losses: { left: beside + 1.6 * u, low },
    left: { left: beside + 1.6 * u, top: low + 4.4 * u },
  };
}
