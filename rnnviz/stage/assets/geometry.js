// Where things go. Pure: sizes in, numbers out; `node --test` holds it.

export const CANVAS = { width: 100, height: 60 };
export const NODE = { function: [56, 28], product: [24, 24], sum: [24, 24], one_minus: [34, 24] };

/**
 * Which time steps the ribbon shows: as many as fit, the current one never at an edge that
 * hides its neighbour. Returns {first, count, columnWidth}.
 */
export function ribbonWindow(T, t, width, narrowest) {
  const fitting = Math.max(3, Math.floor(width / narrowest));
  const count = Math.min(T, fitting);
  if (count === T) return { first: 0, count, columnWidth: width / count };
  // Pages of the ribbon overlap by two columns, so that steps rarely move the whole picture.
  const stride = count - 2;
  const page = Math.min(Math.max(0, Math.floor((t - 1) / stride)), Math.ceil((T - count) / stride));
  return { first: Math.min(page * stride, T - count), count, columnWidth: width / count };
}

/** A vector of `length` units as rows of cells in a box: {columns, rows, cell: [w, h], gap}. */
export function stripLayout(length, width, height, maxRows = 4) {
  let rows = 1;
  while (rows < maxRows && width / Math.ceil(length / rows) < 5.5) rows += 1;
  const columns = Math.ceil(length / rows);
  const w = Math.min(width / columns, height * 2);
  return { columns, rows, cell: [w, height / rows], gap: w >= 6 ? 1 : w >= 3 ? 0.5 : 0 };
}

/** The rectangle [x, y, w, h] of one unit of a strip centred in its box. */
export function stripCell(layout, unit, width) {
  const { columns, cell, gap } = layout;
  const left = (width - columns * cell[0]) / 2;
  const row = Math.floor(unit / columns);
  return [
    left + (unit % columns) * cell[0] + gap / 2,
    row * cell[1] + gap / 2,
    cell[0] - gap,
    cell[1] - gap,
  ];
}

/** The unit of a strip under a point, in the strip's own pixels. */
export function unitAt({ columns, rows, cell }, width, x, y, length) {
  const left = (width - columns * cell[0]) / 2;
  const column = clamp(Math.floor((x - left) / cell[0]), columns - 1);
  const row = clamp(Math.floor(y / cell[1]), rows - 1);
  return clamp(row * columns + column, length - 1);
}

function clamp(value, most) {
  return Math.min(most, Math.max(0, value));
}

/** A diagram's node on a panel: its centre and half its size, in pixels. */
export function placeNode(node, width, height, scale, stripWidth) {
  const box = node.writes === "X" ? [42, 28] : (NODE[node.kind] ?? [stripWidth / scale, 22]);
  return {
    x: (node.x / CANVAS.width) * width,
    y: (node.y / CANVAS.height) * height,
    halfWidth: (box[0] * scale) / 2,
    halfHeight: (box[1] * scale) / 2,
  };
}

/**
 * The corners of a wire in pixels: from the edge of one box, through its corners, to the edge
 * of the other. Wires run level or straight up and down.
 */
export function wire(source, target, via, width, height) {
  const corners = via.map(([x, y]) => [
    (x / CANVAS.width) * width,
    (y / CANVAS.height) * height,
  ]);
  const start = leave(source, corners[0] ?? [target.x, target.y]);
  const end = leave(target, corners.at(-1) ?? [source.x, source.y]);
  return [start, ...corners, end];
}

/** The point of a box nearest to `towards`, on the side that a level or upright wire meets. */
function leave(box, [x, y]) {
  const dx = x - box.x;
  const dy = y - box.y;
  if (Math.abs(dx) <= box.halfWidth) return [x, box.y + Math.sign(dy) * box.halfHeight];
  return [box.x + Math.sign(dx) * box.halfWidth, Math.abs(dy) <= box.halfHeight ? y : box.y];
}

/** An SVG path through points, its corners rounded. */
export function roundedPath(points, radius) {
  let path = `M${format(points[0])}`;
  for (let k = 1; k < points.length - 1; k += 1) {
    const before = towards(points[k], points[k - 1], radius);
    const after = towards(points[k], points[k + 1], radius);
    path += `L${format(before)}Q${format(points[k])} ${format(after)}`;
  }
  return `${path}L${format(points.at(-1))}`;
}

function towards([x, y], [u, v], radius) {
  const length = Math.hypot(u - x, v - y);
  if (length === 0) return [x, y];
  const share = Math.min(radius, length / 2) / length;
  return [x + (u - x) * share, y + (v - y) * share];
}

function format([x, y]) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/**
 * Terms as a waterfall: the largest first, the small ones together, each bar from the running
 * total before it to that after it. `rest` is the number of terms in the last, common bar, where
 * counts[k] is how many the k-th value stands for.
 */
export function waterfall(values, most, counts = values.map(() => 1)) {
  const order = values.map((_, k) => k).sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]));
  const shown = order.length > most ? order.slice(0, most - 1) : order;
  const small = order.slice(shown.length);
  let running = 0;
  const bars = shown.map((term) => {
    const from = running;
    running += values[term];
    return { term, from, to: running, value: values[term], rest: 0 };
  });
  if (small.length > 0) {
    const together = small.reduce((sum, term) => sum + values[term], 0);
    bars.push({ term: -1, from: running, to: running + together, value: together, rest: small.reduce((sum, term) => sum + counts[term], 0) });
  }
  const ends = [0, ...bars.map((bar) => bar.to)];
  return { bars, low: Math.min(...ends), high: Math.max(...ends) };
}

/** The grid of `count` maps of T × h cells that shows the largest cells: {columns, rows}. */
export function mapGrid(count, T, h, width, height, head) {
  let best = { columns: count, rows: 1, size: -1 };
  for (let columns = count; columns >= 1; columns -= 1) {
    const rows = Math.ceil(count / columns);
    const w = width / columns / T;
    const tall = (height / rows - head) / h;
    const size = Math.min(w, tall * 2);
    if (size > best.size * 1.15) best = { columns, rows, size };
  }
  return best;
}

/**
 * The stage's sizes for a box: `scale` multiplies every length and letter, `stacked` puts the
 * parts under each other. On a page it is as large as the window shows at once, within reason;
 * in presenter mode it fills the screen.
 */
export function stageSizes(width, height, presenter) {
  const stacked = width < 760;
  if (stacked) {
    return { stacked, scale: 1, ribbon: 164, cell: 300, lower: 224 };
  }
  const scale = presenter
    ? Math.max(0.8, Math.min(width / 1280, height / 720))
    : Math.max(0.88, Math.min(1.25, width / 1240, height / 706));
  const free = presenter ? height - 104 * scale : 600 * scale;
  return {
    stacked,
    scale,
    ribbon: Math.round(free * 0.225),
    cell: Math.round(free * 0.495),
    lower: Math.round(free * 0.28),
  };
}
