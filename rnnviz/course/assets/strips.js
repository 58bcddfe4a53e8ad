// Vectors as strips and matrices as grids, in the stage's hues: blue below zero, paper at zero, orange above. Pure.

/**
 * A grid of values at (x, y), row by row, its cells `wide` by `high`. full: the value of the strongest hue; hue: one
 * from 0 to 1 instead of two; pick(row, column): what a click on a cell sets; mark: [row, column] that has an outline.
 */
export function grid(rows, x, y, wide, high, { full = 1, hue, pick, mark, symbol } = {}) {
  const gap = Math.min(1, wide * 0.12, high * 0.12);
  const cells = rows.flatMap((row, i) =>
    row.map((value, j) => {
      const place = { x: x + j * wide, y: y + i * high, width: wide - gap, height: high - gap };
      const way = value < 0 ? "is-below" : "is-above";
      return [
        "g",
        { "data-pick": pick?.(i, j), class: pick ? "pickable" : undefined },
        ["rect", { ...place, class: "paper" }],
        [
          "rect",
          {
            ...place,
            class: hue ? `solid hue-${hue}` : `patch ${way}`,
            "fill-opacity": Math.min(1, Math.abs(value) / full).toFixed(3),
          },
        ],
      ];
    }),
  );
  const outline = mark && [
    "rect",
    {
      class: "outline hue-text",
      x: x + mark[1] * wide - 0.5,
      y: y + mark[0] * high - 0.5,
      width: wide,
      height: high,
    },
  ];
  return ["g", { "data-symbol": symbol }, ...cells, outline];
}

/** The largest size among the numbers of some rows, as the end of their scale. */
export function largest(rows, least = 1e-9) {
  return rows.reduce((most, row) => row.reduce((one, value) => Math.max(one, Math.abs(value)), most), least);
}
