// The layout. Pure: sizes in, numbers out; `node --test` covers it.

export const CANVAS = { width: 100, height: 60 };
const NODE = { function: [56, 28], product: [24, 24], sum: [24, 24], one_minus: [34, 24] };

// A projector's 1280×720 has room for this many of the stage's own pixels, each 1.3 of its: letters
// of 14 are then 18 high. around: the bar, the foot, the edges of the screen and the gaps between the parts.
const PRESENTED = { width: 985, height: 554, around: 116, ribbon: 116 };
// What a page's window holds at once: a desk's size, what is around line and middle, the share of the line, and how
// high both become at most.
const ON_PAGE = { width: 1240, height: 715, around: 132, ribbon: 0.23, most: 680 };
// A screen is filled with letters between these times those of a page, and a page's window with these.
const SCALES = { presented: 0.8, least: 0.88, most: 1.5 };
// Pixels across below which nothing has room beside the middle: parts stand under each other. On a projector all is
// larger, and nothing can be scrolled to.
const [STACKED, STACKED_PRESENTED] = [1010, 760];
// Of parts under each other.
const ON_PHONE = { ribbon: 148, middle: 400 };
// Before scaling, of networks under one another: a line of words, a row of the one in focus, which is as high as alone,
// and of the others, the characters with the room above them, and the line that explains the marks.
// told: a second line of it, which it needs on the way back.
export const LANE = { line: 18, focused: 18.5, other: 11, foot: 35, legend: 20, told: 17 };
// There is room for at least as many rows of the one in focus.
const FOCUSED_ROWS = 2;
// How high the norms of gradients are, in a band under the cells, or under each of several networks.
export const NORMS = { band: 42, lane: 7 };
const NIGHT_FRAME = 15;
const ROOM_OF_A_LEVEL = 38;
// The lowest parts that can still be read, before scaling. Where a middle so low does not do, the line of a slide comes
// closer together first, then its middle.
const LEAST = { middle: 268, ribbon: 112 };

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

/**
 * Networks under one another in a height, each with a line for its prediction above its rows of state; those of the
 * one in focus are higher. Returns for each {top, height, rowHeight}.
 */
export function laneRows(counts, focused, line, height) {
  const weights = counts.map((_, k) => (k === focused ? LANE.focused : LANE.other));
  const unit = (height - counts.length * line) / counts.reduce((sum, count, k) => sum + count * weights[k], 0);
  let top = 0;
  return counts.map((count, k) => {
    const rowHeight = weights[k] * unit;
    const lane = { top, height: line + count * rowHeight, rowHeight };
    top += lane.height;
    return lane;
  });
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
  return [left + (unit % columns) * cell[0] + gap / 2, row * cell[1] + gap / 2, cell[0] - gap, cell[1] - gap];
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

/**
 * How high a diagram's strips are and how far above their boxes, in a height, all before scaling: in a low panel they
 * leave room for each other's letters.
 */
export function stripSizes(height) {
  const share = Math.min(1, Math.max(0, (height - 205) / 45));
  return { high: 12 + 5 * share, above: 4 + 5 * share };
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
  const corners = via.map(([x, y]) => [(x / CANVAS.width) * width, (y / CANVAS.height) * height]);
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

/**
 * The parts of a wire that lie under none of some boxes, {x, y, width, height}: each as {x, y, length, isLevel}, from
 * its left or upper end. Wires run level or straight up and down.
 */
export function openParts(points, boxes) {
  return points.slice(1).flatMap((point, k) => {
    const [[u, v], [x, y]] = [points[k], point];
    const isLevel = Math.abs(x - u) > Math.abs(y - v);
    const [begin, end, across] = isLevel ? [Math.min(u, x), Math.max(u, x), v] : [Math.min(v, y), Math.max(v, y), u];
    const over = boxes
      .map((box) => (isLevel ? [box.x, box.width, box.y, box.height] : [box.y, box.height, box.x, box.width]))
      .filter(([, , from, size]) => from < across && across < from + size)
      .sort(([a], [b]) => a - b);
    let at = begin;
    const parts = [];
    for (const [from, size] of [...over, [end, 0]]) {
      if (from > at) parts.push([at, Math.min(from, end)]);
      at = Math.max(at, from + size);
    }
    return parts
      .filter(([from, to]) => to > from)
      .map(([from, to]) => ({ x: isLevel ? from : u, y: isLevel ? v : from, length: to - from, isLevel }));
  });
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

/**
 * @param {number[]} from
 * @param {number[]} to
 */
function towards([x, y], [u, v], radius) {
  const length = Math.hypot(u - x, v - y);
  if (length === 0) return [x, y];
  const share = Math.min(radius, length / 2) / length;
  return [x + (u - x) * share, y + (v - y) * share];
}

/** @param {number[]} point */
function format([x, y]) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/**
 * Terms as a waterfall: the largest first, the small ones together, each bar from the running
 * total before it to that after it. `rest` is the number of terms in the last, common bar, where
 * counts[k] is how many the k-th value stands for. sizes: the values whose order the bars have, if not their own.
 * alone: terms that have a bar of their own however small they are.
 */
export function waterfall(values, most, counts = values.map(() => 1), sizes = values, alone = []) {
  const order = values.map((_, k) => k).sort((a, b) => Math.abs(sizes[b]) - Math.abs(sizes[a]));
  const largest = order.filter((k) => !alone.includes(k)).slice(0, Math.max(0, most - 1 - alone.length));
  const isShown = (k) => order.length <= most || alone.includes(k) || largest.includes(k);
  const shown = order.filter(isShown);
  const small = order.filter((k) => !isShown(k));
  let running = 0;
  const bars = shown.map((term) => {
    const from = running;
    running += values[term];
    return { term, from, to: running, value: values[term], rest: 0 };
  });
  if (small.length > 0) {
    const together = small.reduce((sum, term) => sum + values[term], 0);
    const rest = small.reduce((sum, term) => sum + counts[term], 0);
    bars.push({ term: -1, from: running, to: running + together, value: together, rest });
  }
  const ends = [0, ...bars.map((bar) => bar.to)];
  return { bars, low: Math.min(...ends), high: Math.max(...ends) };
}

const WIDE_SIGN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;
// What stands above a letter takes no room beside it.
const MARK = /\p{M}/u;
// About how wide letters are, as a share of their size; a Chinese one is as wide as it is high.
const NARROW_LETTER = 0.5;
const ARROW = { signs: /[←→⊙]/u, wide: 0.85 };

/** About how wide a text is in letters of a size; measuring would cost a layout. */
export function textWidth(text, size) {
  return [...text].reduce((sum, sign) => sum + signWidth(sign), 0) * size;
}

function signWidth(sign) {
  if (WIDE_SIGN.test(sign)) return 1;
  if (MARK.test(sign)) return 0;
  return ARROW.signs.test(sign) ? ARROW.wide : NARROW_LETTER;
}

/**
 * The middles of things in a row, as near as can be to where they are wanted, in their order and within two ends; null
 * where they have no room beside each other.
 *
 * @param {number[]} wanted
 * @param {number[]} wide
 */
export function sideBySide(wanted, wide, from, to) {
  const whole = wide.reduce((sum, one) => sum + one, 0);
  if (whole > to - from + 1e-6) return null;
  let taken = from;
  const offsets = wide.map((one) => {
    taken += one;
    return taken - one / 2;
  });
  // Less what stands before them they only have to rise: neighbours that do not, move to what they want on average.
  const mean = ({ sum, count }) => sum / count;
  const blocks = [];
  wanted.forEach((place, n) => {
    let block = { sum: place - offsets[n], count: 1 };
    while (blocks.length > 0 && mean(blocks.at(-1)) > mean(block)) {
      const before = blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  const most = Math.max(0, to - from - whole);
  const levels = blocks.flatMap((block) => Array(block.count).fill(Math.min(most, Math.max(0, mean(block)))));
  return levels.map((level, n) => level + offsets[n]);
}

/** About how many lines a text takes in a width, in letters of a size. */
export function lineCount(text, width, size) {
  return Math.max(1, Math.ceil(textWidth(text, size) / width));
}

/**
 * The grid of `count` maps of T × h cells that shows the largest cells: {columns, rows}. least: how wide a column has
 * to be.
 */
export function mapGrid(count, T, h, width, height, head, least = 0) {
  const most = Math.max(1, Math.min(count, Math.floor(width / least)));
  let best = { columns: most, rows: Math.ceil(count / most), size: -1 };
  for (let columns = most; columns >= 1; columns -= 1) {
    const rows = Math.ceil(count / columns);
    const w = width / columns / T;
    const tall = (height / rows - head) / h;
    const size = Math.min(w, tall);
    if (size > best.size * 1.15) best = { columns, rows, size };
  }
  return best;
}

/** How high a diagram must be for its strips and labels not to touch, before scaling. */
export function diagramNeeds(nodes) {
  const levels = new Set(nodes.map((node) => node.y)).size;
  return (levels + 1) * ROOM_OF_A_LEVEL;
}

/**
 * The stage's sizes for a box, {stacked, isSlide, scale, ribbon, middle}: `scale` multiplies every length and letter;
 * `ribbon` and `middle` are how high these are. stacked: all parts stand under each other. isSlide: they fill a screen,
 * where nothing can be scrolled to; else they are as large as the window shows at once, within reason.
 * lanes: of each network in the ribbon how many rows of states it has in focus and beside another.
 */
export function stageSizes(width, height, presenter, lanes = []) {
  const sizes = sizesOfOne(width, height, presenter);
  const more = lanes.length < 2 ? 0 : Math.max(0, Math.round(lanesHeight(lanes) * sizes.scale - sizes.ribbon));
  return withLine(sizes, more);
}

/** As high as they are highest, whichever of them is in focus. */
function lanesHeight(lanes) {
  const all = lanes.reduce((sum, { beside }) => sum + beside, 0);
  const heights = lanes.map(
    ({ focused, beside }) => Math.max(FOCUSED_ROWS, focused) * LANE.focused + (all - beside) * LANE.other,
  );
  return lanes.length * LANE.line + Math.max(...heights) + LANE.foot + LANE.legend;
}

/** The sizes with a line that is so much higher: the middle makes room, as far as it can still be read. */
function withLine(sizes, more) {
  const { middle, ribbon, stacked } = withRows(sizes, more);
  return { ...sizes, middle: stacked ? sizes.middle : middle, ribbon: ribbon + more };
}

/**
 * The sizes when rows that come and go take some height: the middle makes room as far as it can still be read, and on
 * a slide the line, too, and then the middle all the same. Parts under each other only move down.
 */
export function withRows(sizes, height) {
  if (sizes.stacked) return sizes;
  const { scale, isSlide } = sizes;
  const middle = Math.max(Math.min(sizes.middle, LEAST.middle * scale), sizes.middle - height);
  if (!isSlide) return { ...sizes, middle };
  const missing = height - (sizes.middle - middle);
  const ribbon = Math.max(Math.min(sizes.ribbon, LEAST.ribbon * scale), sizes.ribbon - missing);
  return { ...sizes, ribbon, middle: middle - (missing - (sizes.ribbon - ribbon)) };
}

/** The sizes on the way back, whose frame is wider, and whose ribbon also has room for the norms of gradients. */
export function withNorms(sizes, tracks) {
  const framed = sizes.isSlide ? withRows(sizes, NIGHT_FRAME * sizes.scale) : sizes;
  return withLine(framed, Math.round((tracks === 1 ? NORMS.band : NORMS.lane * tracks + LANE.told) * sizes.scale));
}

function sizesOfOne(width, height, presenter) {
  const stacked = width < (presenter ? STACKED_PRESENTED : STACKED);
  if (stacked) return { stacked, isSlide: false, scale: 1, ...ON_PHONE };
  if (presenter) {
    const scale = Math.max(SCALES.presented, Math.min(width / PRESENTED.width, height / PRESENTED.height));
    const free = height - PRESENTED.around * scale;
    const ribbon = Math.round(Math.min(free * 0.3, PRESENTED.ribbon * scale));
    return { stacked, isSlide: true, scale, ribbon, middle: Math.round(free - ribbon) };
  }
  const fitting = Math.min(width / ON_PAGE.width, height / ON_PAGE.height);
  const scale = Math.max(SCALES.least, Math.min(SCALES.most, fitting));
  const free = Math.min(height - ON_PAGE.around * scale, ON_PAGE.most * scale);
  const ribbon = Math.round(Math.max(free * ON_PAGE.ribbon, LEAST.ribbon * scale));
  return { stacked, isSlide: false, scale, ribbon, middle: Math.round(Math.max(free - ribbon, LEAST.middle * scale)) };
}
