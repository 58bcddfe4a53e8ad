// What each unit tells and what it costs to hold it, as one picture: the measure across, the cost upwards. Pure.

/** @import {Anchor} from "../../../course/picture.d.ts" */
/** @import {CostsToDraw, TestLayout} from "../units.d.ts" */

import { roundMarks } from "../../../web/axis.js";
import { namePlaces, scale, widthOf } from "../../../course/plot/plot.js";
import { short } from "../../../web/numbers.js";
import { unitWords } from "./symbols.js";

// How near the pointer has to be to a dot, in pixels.
const NEAR = 16;
// Pixels below which a picture has no room for words in its corners.
const LOW = 130;
// The costs of an axis without any.
const NO_COST = 0.01;

/**
 * Where the dots, the axes and the names stand. u: the size of letters in pixels. own: the chosen unit's interval.
 * words: what is said of the corners, where they have room.
 *
 * @param {CostsToDraw} told
 * @param {{width: number, height: number, u: number, words?: Record<string, string>}} box
 * @returns {TestLayout}
 */
export function layoutTest({ nothing, scores, chance, costs, quantity, unit, own }, { width, height, u, words = {} }) {
  const named = [...costs.keys()].filter((one) => scores[one] !== undefined);
  const heights = [...named.map((one) => costs.get(one)), ...(own ? [own.low, own.high] : [])];
  const x = scale(rangeOf(nothing, scores, chance), [3.2 * u, width - 0.8 * u]);
  const y = scale(rangeOfCosts(heights), [height - 1.9 * u, 1.5 * u]);
  const dots = named.map((one) => ({ unit: one, x: x.at(scores[one]), y: y.at(costs.get(one)) }));
  const chosen = dots.find((one) => one.unit === unit) ?? null;
  // Where the chosen unit stands in a corner, the verdict says the corner's word.
  const isFree = ({ room }) => {
    const [left, top, right, bottom] = room;
    return !chosen || chosen.x < left - u || chosen.x > right + u || chosen.y < top - u || chosen.y > bottom + u;
  };
  const corners = height < LOW ? [] : cornersOf(x, y, x.at(chance), words, u).filter(isFree);
  const isFarRight = x.at(chance) > (x.start + x.end) / 2;
  // Above the picture stand the unit of the costs and the line of chance; names keep out of that, and of the corners.
  const taken = [
    [0, 0, width, y.end],
    [width, 0, Number.POSITIVE_INFINITY, height],
    ...corners.map(({ room }) => room),
  ];
  return {
    x,
    y,
    // The measure is named at the beginning of the axis.
    ticksX: roundMarks([x.from, x.to], 5, 0.1).filter((mark) => x.at(mark) > x.start + u),
    ticksY: roundMarks([y.from, y.to], 3),
    zero: y.at(0),
    chance: { x: x.at(chance), place: isFarRight ? "end" : "start" },
    dots: dots.filter((one) => one !== chosen),
    chosen: chosen && { ...chosen, ends: own && [y.at(own.low), y.at(own.high)] },
    names: namesOf(dots, unit, (one) => `${unitWords(quantity, one)} ${short(costs.get(one))}`, taken, u),
    corners,
  };
}

/**
 * Beside the line of chance: at the top what matters, at the bottom what does not.
 *
 * @returns {TestLayout["corners"]}
 */
function cornersOf(x, y, chance, words, u) {
  const [top, bottom] = [y.end + 0.9 * u, y.start - 0.4 * u];
  const placed = (word, isRight, baseline, room) => {
    const wide = widthOf(words[word] ?? "", u);
    const [from, to] = isRight ? [x.end - wide, x.end] : [x.start + 0.4 * u, x.start + 0.4 * u + wide];
    if (wide === 0 || wide > room - u) return [];
    const place = /** @type {Anchor} */ (isRight ? "end" : "start");
    return [{ x: isRight ? to : from, y: baseline, place, word, room: [from, baseline - u, to, baseline] }];
  };
  return [
    ...placed("mattersOnly", false, top, chance - x.start),
    ...placed("tellsAndMatters", true, top, x.end - chance),
    ...placed("tellsOnly", true, bottom, x.end - chance),
  ];
}

/** The chosen unit's name, and those of the costliest and of the one that tells best, where they have room. */
function namesOf(dots, unit, words, taken, u) {
  const first = dots.find((one) => one.unit === unit);
  const most = (by) => dots.reduce((best, one) => (best && by(best) >= by(one) ? best : one), null);
  const others = [most((one) => -one.y), most((one) => one.x)];
  const named = [...new Set([first, ...others])].filter(Boolean);
  const covered = dots.filter((one) => !named.includes(one)).map(({ x, y }) => [x - 3, y - 3, x + 3, y + 3]);
  const places = namePlaces(
    named.map((one) => /** @type {[number, number, string]} */ ([one.x, one.y, words(one.unit)])),
    u,
    [...taken, ...covered],
  );
  return named.flatMap((one, k) => {
    const isChosen = one === first;
    // The chosen one is named in any case.
    const place = places[k] ?? (isChosen ? { x: one.x - 0.6 * u, y: one.y - 0.6 * u, place: "end" } : null);
    return place ? [{ ...place, words: words(one.unit), isChosen }] : [];
  });
}

function rangeOf(nothing, scores, chance) {
  const all = [...scores, chance].filter(Number.isFinite);
  const least = Math.min(nothing, ...all);
  const most = Math.max(...all);
  return [Math.floor(10 * least - 0.3) / 10, Math.min(1, Math.ceil(10 * most + 0.5) / 10)];
}

function rangeOfCosts(heights) {
  const least = Math.min(0, ...heights);
  const most = Math.max(NO_COST, ...heights);
  return [least - 0.03 * (most - least), most + 0.03 * (most - least)];
}

/** The unit whose dot is next to a point in pixels; null where none is near. */
export function unitNear({ dots, chosen }, x, y) {
  const far = (one) => Math.hypot(one.x - x, one.y - y);
  const all = chosen ? [...dots, chosen] : dots;
  const best = all.reduce((near, one) => (near && far(near) <= far(one) ? near : one), null);
  return best && far(best) <= NEAR ? best.unit : null;
}

/** The next unit to the right of one, or above it: axis "x" or "y", by 1 or −1; itself at the end. */
export function unitBeside({ dots, chosen }, axis, by) {
  if (chosen === null) return dots[0]?.unit ?? null;
  const sign = axis === "y" ? -by : by;
  const all = [...dots, chosen].sort((a, b) => sign * (a[axis] - b[axis]) || sign * (a.unit - b.unit));
  return (all[all.indexOf(chosen) + 1] ?? chosen).unit;
}

/**
 * The three ways of holding a unit on one scale of `width` pixels: of each the costs at the label's places and
 * elsewhere as {at, from, to}, elsewhere null where there is none; and where no cost is.
 */
export function layoutWays(ways, width) {
  const sides = Object.values(ways).flatMap(({ on, off }) => [on, off].filter(Boolean));
  const least = Math.min(0, ...sides.map(({ low, cost }) => Math.min(low, cost)));
  const most = Math.max(0, ...sides.map(({ high, cost }) => Math.max(high, cost)));
  const x = scale([least, most > least ? most : least + NO_COST], [4, width - 4]);
  const placed = (side) => side && { at: x.at(side.cost), from: x.at(side.low), to: x.at(side.high) };
  const rows = Object.entries(ways).map(([how, { on, off }]) => [how, { on: placed(on), off: placed(off) }]);
  return { zero: x.at(0), ways: Object.fromEntries(rows) };
}
