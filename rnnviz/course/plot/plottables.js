// The curves, bars and points of a picture's plots, as tables: a place in pixels is a number of its axis again. Pure.

/** @import {Axis, Mark} from "../picture.d.ts" */
/** @import {Text} from "./texts.js" */
/** @import {Line, Plot, TitledTable} from "./told.js" */

import { fill, powerOfTen, short } from "../../web/numbers.js";
import { colon, listComma } from "../../web/punctuation.js";
import { plainNumber } from "./plot.js";
import { wordsOf } from "./texts.js";
import { toldOf } from "./told.js";

// What a name beside a curve says of it now: "sigmoid 0.42", "chance: 61 %".
const READING = /[\s:=]+[−-]?(\d+\.\d+(·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|\d+ ?%)( ?[%°])?$/u;
// Pixels by which places may differ that are the same, and how far a name stands from its point at most.
const [SAME, BESIDE] = [0.05, 48];
// Digits that a place in pixels keeps of its number.
const DIGITS = 10;

/**
 * @param {Mark[]} marks
 * @param {Text[]} texts
 * @returns {TitledTable[]}
 */
export function plotTables(marks, texts, words) {
  const told = marks.map(toldOf);
  const plots = told.flatMap(({ plot }) => plot ?? []);
  const lines = [...told.flatMap(({ line }) => line ?? []), ...barLines(told)];
  const points = told.flatMap(({ point }) => point ?? []);
  return plots.flatMap((plot) => {
    const isHere = ([x, y]) => within(x, plot.x) && within(y, plot.y);
    const isFirst = (one) => plots.find((other) => one(other)) === plot;
    const own = lines.filter((line) =>
      isFirst(({ x, y }) => line.points.some(([px, py]) => within(px, x) && within(py, y))),
    );
    const onLine = ({ x, y }) => own.some((line) => line.points.some(([px, py]) => near(px, x) && near(py, y)));
    const alone = points.filter((one) => isHere([one.x, one.y]) && !onLine(one));
    const named = own.map((line, k) => ({
      ...line,
      name: nameOf(line, texts) || wordsOf(plot.titleY) || fill(words.figureCurve, { k: k + 1 }),
    }));
    return [...lineTables(named, plot, words), ...pointTable(alone, plot, texts, words)];
  });
}

/** The ends of upright bars, those of a hue as one line. */
function barLines(told) {
  const lines = new Map();
  for (const { bar } of told) {
    if (!bar) continue;
    if (!lines.has(bar.hue)) lines.set(bar.hue, { hue: bar.hue, points: [] });
    lines.get(bar.hue).points.push([bar.x, bar.y]);
  }
  return [...lines.values()];
}

/**
 * Lines that stand over the same places of x are columns of one table; a way through a plane has a row for each step.
 *
 * @param {Plot} plot
 * @returns {TitledTable[]}
 */
function lineTables(lines, plot, words) {
  const [x, y] = [acrossOf(plot), upwardsOf(plot)];
  const ways = lines.filter(({ points }) => !isRising(points));
  const tables = [];
  for (const line of lines) {
    if (ways.includes(line)) continue;
    const known = tables.find(({ places }) => isWithin(line, places) || places.every((at) => indexOf(line, at) >= 0));
    const places = line.points.map(([px]) => px);
    if (!known) tables.push({ places, lines: [line] });
    else {
      known.lines.push(line);
      if (places.length > known.places.length) known.places = places;
    }
  }
  return [
    ...tables.map(({ places, lines: own }) => ({
      isLine: true,
      title: titleOf(plot, own),
      corner: wordsOf(plot.titleX) || "x",
      columns: own.map(({ name }) => name),
      rows: places.map((px) => ({
        head: x.head(px),
        at: writtenAsWords(plot) ? undefined : x.value(px),
        cells: own.map((line) => y.value(line.points[indexOf(line, px)]?.[1])),
      })),
    })),
    ...ways.map((line) => ({
      isLine: true,
      title: titleOf(plot, [line]),
      corner: words.figurePoint,
      columns: [wordsOf(plot.titleX) || "x", wordsOf(plot.titleY) || "y"],
      rows: line.points.map(([px, py], k) => ({ head: String(k + 1), cells: [x.value(px), y.value(py)] })),
    })),
  ];
}

const isRising = (points) => points.every(([x], k) => k === 0 || !(x < points[k - 1][0] - SAME));
const isWithin = (line, places) => line.points.every(([px]) => places.some((at) => near(at, px)));
const indexOf = (line, at) => line.points.findIndex(([px]) => near(px, at));

/**
 * @param {Plot} plot
 * @returns {TitledTable[]}
 */
function pointTable(points, plot, texts, words) {
  if (points.length === 0) return [];
  const [x, y] = [acrossOf(plot), upwardsOf(plot)];
  const names = texts.filter(({ isNote, words: said }) => !isNote && /\p{L}/u.test(said));
  // A text is the name of the one point that is the closest to it.
  const closest = names.map(({ x: at, y: high }) => nearestPoint(points, at, high));
  const namesOfPoints = points.map((_, k) => names[closest.indexOf(k)]?.words);
  const rows = points.map((one, k) => ({
    head: namesOfPoints[k] ?? String(k + 1),
    cells: [x.value(one.x), y.value(one.y)],
  }));
  const columns = [wordsOf(plot.titleX) || "x", wordsOf(plot.titleY) || "y"];
  return [
    { title: `${columns.join(listComma())}${colon()}${words.figurePoints}`, corner: words.figurePoint, columns, rows },
  ];
}

/** The place among points of the one that is the closest, or −1. */
function nearestPoint(points, x, y) {
  const far = points.map((one) => Math.hypot(one.x - x, one.y - y));
  const least = Math.min(...far);
  return least < BESIDE ? far.indexOf(least) : -1;
}

/** @param {Plot} plot */
function titleOf({ titleY }, lines) {
  const names = lines.map(({ name }) => name).join(listComma());
  const upwards = wordsOf(titleY);
  return upwards && upwards !== names ? `${upwards}${colon()}${names}` : names;
}

/**
 * What a line is called: its own name, or what the closest text of its hue says, without a number that it reads; else
 * "".
 *
 * @param {Line} line
 * @param {Text[]} texts
 */
export function nameOf(line, texts) {
  const own = texts.filter(({ hue, words: said }) => hue === line.hue && /\p{L}/u.test(said));
  const whole = nearest(own, line.points)?.words ?? "";
  const bare = whole.replace(READING, "");
  return wordsOf(line.name) || (/[\d−+·]/.test(bare) ? whole : bare);
}

/** Of texts, the one that is closest to some points. */
function nearest(texts, points) {
  const far = ({ x, y }) =>
    Math.min(...points.map(([px, py]) => (px - x) ** 2 + (py - y) ** 2).filter(Number.isFinite));
  return texts.map((one) => ({ one, far: far(one) })).sort((a, b) => a.far - b.far)[0]?.one;
}

/**
 * The numbers at places across: value(pixel), and head(pixel), as an axis would write it.
 *
 * @param {Plot} plot
 */
function acrossOf({ x, realX, writtenX }) {
  const value = numberOf(x, realX ?? (writtenX === powerOfTen ? power : undefined));
  const head = (pixel) => {
    const place = value(pixel);
    if (typeof place !== "number") return "";
    if (!Number.isInteger(place)) return short(place);
    return writtenX && writtenX !== powerOfTen && !realX ? writtenX(place) : plainNumber(place);
  };
  return { value, head };
}

/**
 * Whether places across have names, such as "all".
 *
 * @param {Plot} plot
 */
const writtenAsWords = ({ x, writtenX }) => Boolean(writtenX && x.from !== undefined && !/\d/.test(writtenX(x.to)));

/** @param {Plot} plot */
const upwardsOf = ({ y, realY, written }) => ({
  value: numberOf(y, realY ?? (written === powerOfTen ? power : undefined)),
});
const power = (exponent) => 10 ** exponent;

/**
 * @param {Axis} axis
 * @param {((place: number) => number) | undefined} real
 * @returns {(pixel: number | undefined) => number | string}
 */
function numberOf({ of }, real = (place) => place) {
  return (pixel) => {
    if (pixel === undefined || !Number.isFinite(pixel) || !of) return "–";
    const place = of(pixel);
    // What is left of a zero by counting in pixels is a zero.
    return Number(real(Math.abs(place) < 1e-9 ? 0 : Number(place.toPrecision(DIGITS))).toPrecision(DIGITS));
  };
}

const near = (one, other) => Math.abs(one - other) < SAME;
const within = (place, { start, end }) => place >= Math.min(start, end) - 1 && place <= Math.max(start, end) + 1;
