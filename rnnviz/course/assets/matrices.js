// Vectors and matrices as cells, and what leads from one to the next, as nodes for `paint`. Pure.

import { short } from "../../web/numbers.js";
import { label } from "./plot.js";

/**
 * A matrix as cells, its corner at (x, y). rows: numbers, from −high to high, blue below zero and orange above; or from
 * 0 to high in one hue. size: of a cell. isRead: whether the numbers stand in the cells; isPale: whether others are to;
 * isGhost: whether there are none yet. lit: [row, column] of those that are marked, null for all of a row or column.
 */
export function cells(
  x,
  y,
  rows,
  { u, size, wide = size, high = 1, hue, symbol, isRead, isPale = isRead, isGhost, lit = [], gap = 0.08 },
) {
  const isLit = (i, j) => lit.some(([row, column]) => (row ?? i) === i && (column ?? j) === j);
  const one = (value, i, j) => {
    const place = {
      x: (x + j * wide + gap * size).toFixed(2),
      y: (y + i * size + gap * size).toFixed(2),
      width: (wide - 2 * gap * size).toFixed(2),
      height: (size - 2 * gap * size).toFixed(2),
      rx: (0.12 * size).toFixed(2),
    };
    if (isGhost) return [["rect", { class: "waiting-cell", ...place }]];
    const strength = Math.min(1, Math.abs(value) / high);
    const kind = hue ? `solid hue-${hue}` : `patch is-${value < 0 ? "below" : "above"}`;
    return [
      ["rect", { class: "paper", ...place }],
      ["rect", { class: kind, "fill-opacity": ((isPale ? 0.42 : 1) * strength).toFixed(3), ...place }],
      isLit(i, j) && ["rect", { class: "mark-cell", ...place }],
      isRead &&
        label(x + (j + 0.5) * wide, y + (i + 0.5) * size + 0.33 * u, short(value), { place: "middle", more: "small" }),
    ];
  };
  const all = rows.flatMap((row, i) => row.flatMap((value, j) => one(value, i, j)));
  return ["g", { "data-symbol": symbol }, ...all.filter(Boolean)];
}

/** An arrow along points in pixels, its head at the last one. more: further classes, such as "faintly". */
export function arrow(points, u, { hue = "", symbol, more = "", isBare = false } = {}) {
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const head = 0.62 * u;
  const [bx, by] = [x2 - dx * head, y2 - dy * head];
  const line = isBare ? points : [...points.slice(0, -1), [bx + dx, by + dy]];
  const kind = [hue && `hue-${hue}`, more].filter(Boolean).join(" ");
  const d = line.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
  const side = (by1) => `${(bx - dy * by1).toFixed(1)},${(by + dx * by1).toFixed(1)}`;
  const tip = `M${x2.toFixed(1)},${y2.toFixed(1)}L${side(0.32 * u)}L${side(-0.32 * u)}Z`;
  return [
    "g",
    { class: kind || undefined, "data-symbol": symbol },
    ["path", { class: "wire", d }],
    ...(isBare ? [] : [["path", { class: "tip", d: tip }]]),
  ];
}

/** A box with a text in its middle. */
export function boxed(x, y, width, height, text, { u, hue = "text", symbol, more = "", round = 0.45 } = {}) {
  return [
    "g",
    { "data-symbol": symbol, class: more || undefined },
    ["rect", { class: `node hue-${hue}`, x, y, width, height, rx: round * u }],
    label(x + width / 2, y + height / 2 + 0.36 * u, text, { place: "middle", more: "bold" }),
  ];
}

/** A round node with a sign in it, such as +. */
export function round(x, y, r, text, { u, hue = "text", symbol } = {}) {
  return [
    "g",
    { "data-symbol": symbol },
    ["circle", { class: `node hue-${hue}`, cx: x, cy: y, r }],
    label(x, y + 0.36 * u, text, { place: "middle", more: "bold" }),
  ];
}
