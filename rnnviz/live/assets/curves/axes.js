// The ground of the curves: two axes over one another with their numbers, and the lines that a loss is held against.

import { scale, widthOf } from "../../../course/plot/plot.js";
import { powerMarks, roundMarks } from "../../../web/axis.js";
import { s } from "../../../web/dom.js";
import { brief, short } from "../../../web/numbers.js";
import { comma } from "../../../web/punctuation.js";
import { baselinesOf, placeOf } from "./lines.js";

// Around the axes, in letters.
const MARGIN = { left: 4.7, right: 1, top: 0.9, bottom: 3.5 };
// The share of the height that the loss has, and the gradient norm below it.
const LOSS = 0.64;
const NORM = 0.27;
// The room between two numbers at the axis of x, in letters.
const ROOM = 2.5;
const MARKS = { loss: 6, norm: 4 };
// Where the words of a line may stand, at its end first; those of two lines that are closer than
// this part of the axis would run into each other.
const SPOTS = [
  ["end", "above"],
  ["end", "below"],
  ["middle", "above"],
  ["middle", "below"],
];
const TOO_CLOSE = 0.07;
const BELOW = 1;

/**
 * Where the words of each line stand: [at its "end" or "middle", "above" or "below" it].
 * lines: {place, isFloor}, from the top to the bottom of the axis, 1 to 0. The words of a floor stand below it, for the
 * curves come down to it from above.
 */
export function spots(lines) {
  let spot = 0;
  return lines.map(({ place, isFloor }, k) => {
    // Between words below one line and words above the next there has to be room for both.
    const room = spot === BELOW && !isFloor ? 2 * TOO_CLOSE : TOO_CLOSE;
    const isClose = k > 0 && lines[k - 1].place - place < room;
    spot = isClose ? Math.min(spot + 1, SPOTS.length - 1) : Number(isFloor);
    return SPOTS[spot];
  });
}

/**
 * The axes in a picture of that size: {x, loss, norm}, scales of their ranges, and `letters`, the size of theirs in
 * pixels. hasNorm: whether the norm has room below the loss.
 */
export function axesOf({ width, height }, ranges, letters, hasNorm = true) {
  const [top, bottom] = [MARGIN.top * letters, height - MARGIN.bottom * letters];
  const high = bottom - top;
  return {
    letters,
    x: scale(ranges.x, [MARGIN.left * letters, width - MARGIN.right * letters]),
    loss: scale(ranges.loss, [hasNorm ? top + LOSS * high : bottom, top]),
    norm: scale(ranges.norm, [bottom, hasNorm ? bottom - NORM * high : bottom]),
  };
}

/** Grid, numbers and titles, as nodes. count(step): a step as the reader's language writes it. */
export function ground({ x, loss, norm, letters }, { unit, strings, count, width, height }) {
  const isPowers = unit === "perplexity";
  const wide = widthOf(count(Math.round(x.to)), letters) + ROOM * letters;
  const most = Math.max(2, Math.floor((x.end - x.start) / wide));
  const steps = roundMarks([x.from, x.to], most, 1);
  const level = (at, number) => [
    s("line", { class: "curve-grid", x1: x.start, x2: x.end, y1: at, y2: at }),
    words(x.start - 8, at + 0.36 * letters, number, "end"),
  ];
  const title = (axis, text) => {
    const turned = `translate(${1.2 * letters} ${(axis.start + axis.end) / 2}) rotate(-90)`;
    return s("text", { class: "curve-title", transform: turned, "text-anchor": "middle" }, text);
  };
  const losses = isPowers ? powerMarks([loss.from, loss.to], MARKS.loss) : roundMarks([loss.from, loss.to], MARKS.loss);
  const place = placeOf(unit);
  const norms = norm.start === norm.end ? [] : roundMarks([norm.from, norm.to], MARKS.norm);
  return [
    ...steps.flatMap((step) => {
      const at = x.at(step);
      const number = count(step);
      // The last number ends with the picture where half of it would stick out.
      const isLast = at + widthOf(number, letters) / 2 > width;
      return [
        ...[loss, norm].map(({ start, end }) => s("line", { class: "curve-grid", x1: at, x2: at, y1: start, y2: end })),
        words(isLast ? width - 1 : at, norm.start + 1.5 * letters, number, isLast ? "end" : "middle"),
      ];
    }),
    ...losses.flatMap((value) => level(loss.at(place(value)), brief(value))),
    ...norms.flatMap((value) => level(norm.at(value), brief(value))),
    title(loss, `${strings.loss}${comma()}${strings[unit]}`),
    ...(norms.length > 0 ? [title(norm, strings.norm)] : []),
    s(
      "text",
      { class: "curve-title", x: (x.start + x.end) / 2, y: height - 0.7 * letters, "text-anchor": "middle" },
      strings.gradientSteps,
    ),
  ];
}

/** The lines that the loss is held against: {lines, words}, nodes to stand below the curves, and above them. */
export function baselines({ x, loss, letters }, { lines, unit, strings }) {
  const seen = baselinesOf(lines, unit, strings)
    .map((line) => ({ ...line, at: placeOf(unit)(line.value) }))
    .filter(({ at }) => at >= loss.from && at <= loss.to);
  const heights = seen.map(({ at, name }) => ({
    place: (at - loss.from) / (loss.to - loss.from),
    isFloor: name === "entropy",
  }));
  const places = spots(heights);
  const isFloor = ({ name }) => (name === "entropy" ? "is-floor" : "");
  return {
    lines: seen.map((line) => {
      const y = loss.at(line.at);
      return s("line", { class: `curve-base ${isFloor(line)}`, x1: x.start, x2: x.end, y1: y, y2: y });
    }),
    words: seen.map((line, k) => {
      const [end, side] = places[k];
      const y = loss.at(line.at) + (side === "above" ? -0.42 : 1.24) * letters;
      const [at, anchor] = end === "end" ? [x.end - 4, "end"] : [(x.start + x.end) / 2, "middle"];
      return words(at, y, `${line.words} ${short(line.value)}`, anchor, `curve-base-words ${isFloor(line)}`);
    }),
  };
}

function words(x, y, content, anchor, kind = "curve-number") {
  return s("text", { class: kind, x, y, "text-anchor": anchor }, content);
}
