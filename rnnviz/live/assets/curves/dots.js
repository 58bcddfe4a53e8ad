// The points of curves, and how a curve looks.

import { s } from "../../../web/dom.js";

const DOT = 2.5;
// Of a value that is read.
export const READ_DOT = 1.6 * DOT;

/** Dots of a shape at points in pixels, as one path. */
export function dotsOf(points, shape, r = DOT) {
  const round = `m${-r},0a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
  const square = `m${-r},${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
  const diamond = `m0,${-1.4 * r}l${1.4 * r},${1.4 * r}l${-1.4 * r},${1.4 * r}l${-1.4 * r},${-1.4 * r}z`;
  const one = { circle: round, square, diamond }[shape];
  return points
    .filter(([x, y]) => Number.isFinite(x + y))
    .map(([x, y]) => `M${x.toFixed(2)},${y.toFixed(2)}${one}`)
    .join("");
}

/** A short piece of a curve, as it looks, before its name. */
export function sampleOf(look, dots) {
  return s(
    "svg",
    { class: "curve-sample", viewBox: "0 0 28 12", width: "28", height: "12", "aria-hidden": "true" },
    s("path", { class: `curve-line ${look}`, d: "M0,6H28" }),
    ...(dots ? [s("path", { class: `curve-dots ${look}`, d: dotsOf([[14, 6]], dots) })] : []),
  );
}
