// A map of cells, a pixel a number, as rectangles: one path for all cells of a colour. Pure.

import { element, rounded } from "./markup.js";

/**
 * The cells of an image, {data, width, height} as canvases have it, in a box {left, top, width, height}. Equal
 * neighbours of a row are one rectangle; what is transparent is left out.
 */
export function cellPaths({ data, width: columns, height: rows }, { left, top, width, height }) {
  const paths = new Map();
  const x = (column) => rounded(left + (column * width) / columns);
  const y = (row) => rounded(top + (row * height) / rows);
  const colourAt = (row, column) => {
    const k = 4 * (row * columns + column);
    return data[k + 3] === 0 ? "" : `${data[k]},${data[k + 1]},${data[k + 2]},${data[k + 3]}`;
  };
  for (let row = 0; row < rows; row += 1) {
    let from = 0;
    for (let column = 1; column <= columns; column += 1) {
      const colour = colourAt(row, from);
      if (column < columns && colourAt(row, column) === colour) continue;
      const wide = rounded(x(column) - x(from));
      const high = rounded(y(row + 1) - y(row));
      if (colour) paths.set(colour, `${paths.get(colour) ?? ""}M${x(from)} ${y(row)}h${wide}v${high}h${-wide}z`);
      from = column;
    }
  }
  // Between cells that are smoothed at their edges, the paper would shine through.
  const cells = [...paths].map(([colour, d]) => {
    const [r, g, b, a] = colour.split(",").map(Number);
    const hex = [r, g, b].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return element("path", { d, fill: `#${hex}`, "fill-opacity": a < 255 ? rounded(a / 255) : undefined });
  });
  return element("g", { "shape-rendering": "crispEdges" }, ...cells);
}
