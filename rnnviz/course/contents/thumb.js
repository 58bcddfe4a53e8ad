// The small pictures of the contents; see `pictures.py` for their frames.

import { s } from "../../web/dom.js";
import { paint } from "../reader/paint.js";

const WIDTH = 240;
const HEIGHT = 100;
// Milliseconds that all the frames take.
const DURATION = 1600;

/** A picture, {element, play()}; play goes through its frames once, and ends at its resting frame. */
export function thumb({ kind, frames, rest }) {
  const svg = s("svg", {
    class: "thumb",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const show = (k) => paint(svg, KINDS[kind](frames[k]));
  let from = 0;
  show(rest);
  function next(time) {
    from ||= time;
    const k = Math.floor(((time - from) / DURATION) * frames.length);
    if (k >= frames.length || !svg.isConnected) {
      from = 0;
      show(rest);
      return;
    }
    show(k);
    requestAnimationFrame(next);
  }
  const mayMove = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return { element: svg, play: () => mayMove && from === 0 && requestAnimationFrame(next) };
}

const KINDS = {
  bars(bars) {
    const step = WIDTH / bars.length;
    return bars.map(({ hue, value }, k) => [
      "rect",
      {
        class: `hue-${hue} solid`,
        x: k * step + step * 0.12,
        y: (1 - value) * HEIGHT,
        width: step * 0.76,
        height: value * HEIGHT,
      },
    ]);
  },
  lines(lines) {
    return lines.map(({ hue, points }) => [
      "polyline",
      {
        class: `hue-${hue} curve`,
        "vector-effect": "non-scaling-stroke",
        points: points.map(([x, y]) => `${x * WIDTH},${(1 - y) * HEIGHT}`).join(" "),
      },
    ]);
  },
  strips(rows) {
    const high = HEIGHT / rows.length;
    const wide = WIDTH / rows[0].length;
    return rows.flatMap((row, r) =>
      row.map((value, c) => [
        "rect",
        {
          x: c * wide + 1,
          y: r * high + 0.5,
          width: Math.max(1, wide - 2),
          height: high - 1,
          class: value === null ? "ghost" : value < 0 ? "below" : "above",
          "fill-opacity": value === null ? undefined : Math.min(1, 0.12 + Math.abs(value)).toFixed(3),
        },
      ]),
    );
  },
};
