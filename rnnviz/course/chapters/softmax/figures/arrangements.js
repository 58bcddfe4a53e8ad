// In how many orders N letters can stand: its logarithm, per letter, comes to their entropy (003, "cross entropy").

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short, superscript } from "../../../../web/numbers.js";
import { barY, rect, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, letter, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { countsOf, inTwoSteps, logArrangements, uncertainty } from "../arrangements.js";

const MOST_LETTERS = 1000;
const HUES = ["output", "state", "memory"];
const SHARES = ["s1", "s2", "s3"];
const part = (usual) => ({ usual, least: 0, most: 1, step: 0.001, digits: 3 });

export const ARRANGEMENT_NUMBERS = {
  s1: part(0.5),
  s2: part(0.333),
  s3: part(0.167),
  letters: { usual: 12, least: 1, most: MOST_LETTERS, step: 1, whole: true, symbol: "N" },
};

/** The three shares, which add up to 1 whatever stands in the link. */
export function letterShares(values) {
  const shares = SHARES.map((name) => values[name]);
  const total = shares.reduce((sum, one) => sum + one, 0);
  return shares.map((one) => (total > 0 ? one / total : 1 / SHARES.length));
}
export const entropyOf = (values) => uncertainty(letterShares(values));
export const twoSteps = (values) => inTwoSteps(letterShares(values));
const logW = (values, N) => logArrangements(countsOf(letterShares(values), N));

/** W in words: the whole number as long as it is short, then a power of ten. */
export function arrangementsText(values) {
  const log = logW(values, values.letters);
  if (log < Math.log(1e12)) return wholeNumber(Math.exp(log));
  const ten = log / Math.LN10;
  return `${(10 ** (ten % 1)).toFixed(2)}·10${superscript(Math.floor(ten))}`;
}

const frames = (box) => {
  const { u, width, height } = box;
  const left = 3.6 * u;
  return {
    bars: scale([0, 1], [height * 0.34, 3 * u]),
    across: [left, width - u],
    x: scale([0, Math.log(MOST_LETTERS)], [left, width - 2.6 * u]),
    y: scale([0, 1.2], [height - 3.6 * u, height * 0.34 + 7.4 * u]),
  };
};
/** One share is set; the others keep their proportion. */
const dragLetters = (k) => (_x, y, values, box) => {
  const now = letterShares(values);
  const value = Math.min(1, Math.max(0, frames(box).bars.of(y)));
  const rest = 1 - now[k];
  const changed = now.map((one, j) => (j === k ? value : rest > 1e-9 ? (one / rest) * (1 - value) : (1 - value) / 2));
  return Object.fromEntries(SHARES.map((name, j) => [name, changed[j]]));
};

/** @type {Figure} */
export const ARRANGEMENTS = {
  isTall: true,
  drags: {
    ...Object.fromEntries(SHARES.map((name, k) => [name, dragLetters(k)])),
    letters: (px, _y, _values, box) => ({ letters: Math.round(Math.exp(frames(box).x.of(px))) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const { bars, across, x, y } = frames(box);
    const shares = letterShares(values);
    const counts = countsOf(shares, values.letters);
    const entropy = uncertainty(shares);
    const wide = (across[1] - across[0]) / SHARES.length;
    const strip = height * 0.34 + 2.9 * u;
    const each = (across[1] - across[0]) / values.letters;
    const runs = counts.map((_, k) => counts.slice(0, k).reduce((sum, one) => sum + one, 0) * each + across[0]);
    const steps = Array.from({ length: 121 }, (_, k) => Math.max(1, Math.round(MOST_LETTERS ** (k / 120))));
    const now = logW(values, values.letters) / values.letters;
    const [px, py] = [x.at(Math.log(values.letters)), y.at(now)];
    const isRight = values.letters > 60;
    return [
      label(across[0], 1 * u, words.letterShares, { more: "bold" }),
      ruleY(bars.at(0), [across[0], across[1]], "axis"),
      ...shares.map((share, k) =>
        handle(
          {
            drag: SHARES[k],
            numbers: ARRANGEMENT_NUMBERS,
            values,
            x: across[0] + (k + 0.5) * wide,
            y: bars.at(share),
            label: fill(words.shareOfLetter, { k: "ABC"[k] }),
            hue: HUES[k],
          },
          barY(across[0] + (k + 0.25) * wide, 0.5 * wide, bars.at(0), bars.at(share), `pale hue-${HUES[k]}`),
          label(across[0] + (k + 0.5) * wide, bars.at(share) - 1 * u, `${"ABC"[k]} ${share.toFixed(3)}`, {
            place: "middle",
            more: "halo",
          }),
        ),
      ),
      ...counts.map((count, k) =>
        rect(runs[k], strip, Math.max(0, count * each - (count ? 1 : 0)), 1.1 * u, `solid hue-${HUES[k]}`),
      ),
      label(across[0], strip - 0.6 * u, fill(words.ofLetters, { N: values.letters, counts: counts.join(" + ") }), {
        more: "small",
      }),
      label(across[0], strip + 2.6 * u, ["W = ", arrangementsText(values), ` ${words.orders}`], { more: "bold" }),
      ...axes(x, y, {
        u,
        ticksX: [0, Math.log(10), Math.log(100), Math.log(1000)],
        ticksY: [0, 0.5, 1],
        titleX: words.howMany,
        writtenX: (one) => wholeNumber(Math.exp(one)),
        realX: Math.exp,
      }),
      label(x.end, y.at(entropy) - 0.5 * u, [...letter("H"), ` = ${short(entropy)}`], {
        place: "end",
        hue: "loss",
        more: "bold halo",
      }),
      ruleY(y.at(entropy), x, "guide hue-loss"),
      curve(
        steps.map((N) => [x.at(Math.log(N)), y.at(logW(values, N) / N)]),
        "text",
        "thin",
        { name: "(log W) / N" },
      ),
      handle(
        { drag: "letters", numbers: ARRANGEMENT_NUMBERS, values, x: px, y: py, label: words.howMany, symbol: "N" },
        label(
          Math.min(Math.max(px + (isRight ? -0.9 : 0.9) * u, x.start), width - u),
          Math.min(py + 1.9 * u, y.start - 0.4 * u),
          ["(log W) / N = ", short(now)],
          { place: isRight ? "end" : "start", more: "bold halo" },
        ),
      ),
    ];
  },
  describe: (values, words) =>
    fill(words.altArrangements, {
      p: letterShares(values)
        .map((one) => one.toFixed(3))
        .join(", "),
      N: values.letters,
      W: arrangementsText(values),
      each: short(logW(values, values.letters) / values.letters),
      H: short(entropyOf(values)),
    }),
};
