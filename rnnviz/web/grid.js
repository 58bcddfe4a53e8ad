// A picture of columns × rows cells, such as a map of time × units.

/** The cell under a pointer, {column, row}; beyond an edge the nearest one. */
export function cellUnder(element, { clientX, clientY }, columns, rows) {
  const box = element.getBoundingClientRect();
  const within = (share, most) => Math.min(most - 1, Math.max(0, Math.floor(share * most)));
  return {
    column: within((clientX - box.left) / box.width, columns),
    row: within((clientY - box.top) / box.height, rows),
  };
}
