// A text as cells, coloured by a unit's values: blue below zero, paper at zero, orange above. Pure.

import { rect } from "../../plot/marks.js";

/** Where each character stands in lines of at most `columns`: [{line, column}]; a break ends its line. */
export function lineUp(text, columns) {
  let [line, column] = [0, 0];
  return text.map((one) => {
    if (column >= columns) {
      line += 1;
      column = 0;
    }
    const at = { line, column };
    column += 1;
    if (one === "\n") {
      line += 1;
      column = 0;
    }
    return at;
  });
}

const isWide = (one) => one > "\u2e7f";
/** How wide a character's cell is, in letters: Chinese takes twice the room. */
export const cellWidth = (text) => (text.some(isWide) ? 1.05 : 0.54);

/**
 * Characters with their values. places: [{x, y, k}], the upper left corners of cells of `wide` by `high`; on:
 * whether the label's line is drawn below each, or null.
 */
export function letterNodes({ text, values, full, on }, places, wide, high, pick) {
  return [
    [
      "path",
      {
        class: "paper",
        d: places.map(({ x, y }) => `M${x.toFixed(1)},${y.toFixed(1)}h${wide}v${high}h-${wide}z`).join(""),
      },
    ],
    ...places.map(({ x, y, k }) => {
      const value = values[k];
      return rect(x.toFixed(1), y.toFixed(1), wide, high, `patch is-${value < 0 ? "below" : "above"}`, {
        "fill-opacity": (0.85 * Math.min(1, Math.abs(value) / full)).toFixed(2),
      });
    }),
    ...places
      .filter(({ k }) => on?.[k])
      .map(({ x, y }) => rect(x.toFixed(1), (y + high).toFixed(1), wide, 2.5, "solid hue-right")),
    ...rowsOf(places).map((row) => [
      "text",
      {
        class: "typed typewriter middle small",
        x: row.map(({ x }) => (x + wide / 2).toFixed(1)).join(" "),
        y: (row[0].y + 0.74 * high).toFixed(1),
      },
      row.map(({ k }) => (text[k] === "\n" ? "↵" : text[k])).join(""),
    ]),
    ...(pick
      ? places.map(({ x, y, k }) => [
          "g",
          { class: "pickable", "data-pick": pick(k) },
          rect(x.toFixed(1), y.toFixed(1), wide, high, "grip"),
        ])
      : []),
  ];
}

function rowsOf(places) {
  const rows = new Map();
  for (const one of places) rows.set(one.y, [...(rows.get(one.y) ?? []), one]);
  return [...rows.values()];
}
