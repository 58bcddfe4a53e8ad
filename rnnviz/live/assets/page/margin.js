// The margin of the page that grows: the loss, aligned to the rows, and what it is held against.

import { pathOf, scale } from "../../../course/plot/plot.js";
import { s } from "../../../web/dom.js";
import { short } from "../../../web/numbers.js";
import { dotsOf } from "../curves/dots.js";
import { baselinesOf, linesOf, placeOf, wholeRanges } from "../curves/lines.js";
import { alongRows, placeOfStep, sides } from "./rows.js";

// Places of a curve from a row to the next, and the room at each side, in pixels.
const FINE = 8;
const EDGE = 6;

/**
 * The nodes of the margin. training: as for `linesOf`. rows: the steps that have one; high: of a row, in pixels.
 * letters: their size; at: the step that is gone back to, or null.
 */
export function marginOf(training, { rows, width, high, letters, at }) {
  const { unit, strings, lines: levels } = training;
  const place = placeOf(unit);
  const room = 1.3 * letters;
  // The last line has its words to its right.
  const x = scale(wholeRanges(training).loss, [EDGE, width - room]);
  const y = (row) => (row + 0.5) * high;
  const bottom = rows.length * high;
  const losses = linesOf(training).filter(({ panel }) => panel === "loss");
  const curves = losses.flatMap((line) => {
    const points = alongRows(line, rows, FINE).map(([row, value]) => [x.at(place(value)), y(row)]);
    const path = s("path", { class: `curve-line ${line.look}`, d: pathOf(points) });
    return line.dots ? [path, s("path", { class: `curve-dots ${line.look}`, d: dotsOf(points, line.dots) })] : [path];
  });
  return [
    ...bases(baselinesOf(levels, unit, strings), { x, place, bottom, letters, width, room }),
    ...curves,
    ...then(),
  ];

  function then() {
    if (at === null) return [];
    const across = y(placeOfStep(rows, at));
    return [s("line", { class: "curve-then", x1: 0, x2: width, y1: across, y2: across })];
  }
}

/** What the loss is held against, each with its words along it, at its lower end. */
function bases(levels, { x, place, bottom, letters, width, room }) {
  const seen = levels
    // The curve comes to the lowest from its right, and leaves the others to the left.
    .map((level) => {
      const prefers = /** @type {"left" | "right"} */ (level.name === "entropy" ? "left" : "right");
      return { ...level, at: x.at(place(level.value)), prefers };
    })
    .filter(({ at }) => at >= 0 && at <= width)
    .sort((a, b) => a.at - b.at);
  const places = sides(seen, room, width);
  return seen.flatMap(({ at, name, words, value }, k) => {
    const floor = name === "entropy" ? "is-floor" : "";
    const line = s("line", { class: `curve-base ${floor}`, x1: at, x2: at, y1: 0, y2: bottom });
    if (places[k] === "") return [line];
    const beside = places[k] === "right" ? at + letters : at - 0.35 * letters;
    const turned = `translate(${beside} ${bottom - 4}) rotate(-90)`;
    return [line, s("text", { class: `curve-base-words ${floor}`, transform: turned }, `${words} ${short(value)}`)];
  });
}
