// One term more: what a network gives for one word after two beginnings, with its loop as loose as the reader has it.

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Part} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { loosened, plus, randomNetwork, reading, times } from "../../../maths/recurrent.js";
import { cells, largest } from "../../../plot/cells.js";
import { boxed } from "../../../plot/diagram.js";
import { barY, rect, ruleX, ruleY } from "../../../plot/marks.js";
import { label, letter, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { integer, written } from "../../../reader/values.js";
import { codesOf, sizesOf } from "./tagging.js";

export const TERM_NUMBERS = {
  loop: { usual: 0, least: 0, most: 1, step: 0.01, hue: "state", symbol: "W_hh" },
  seed: integer(1, 1, 999),
  // What the reader expects of the verb in the second sentence.
  guessVerb: { usual: 0.5, least: 0, most: 1, step: 0.01, hue: "text" },
};

/** The passes up to 表白 in both sentences, with the loop as loose as the reader has it. */
function bothAt(values) {
  const task = values.given.before;
  const network = loosened(randomNetwork("rnn", sizesOf(task), values.seed), values.loop);
  const [reader] = network.readers;
  return codesOf(task).map(({ codes }, k) => {
    const t = task.sentences[k].words.indexOf(task.asked);
    const { H, O, P } = reading(network, codes);
    return {
      words: task.sentences[k].words.slice(0, t + 1),
      X: reader.W_xh[codes[t]],
      fed: times(H[t - 1], reader.W_hh),
      A: plus(reader.W_xh[codes[t]], plus(times(H[t - 1], reader.W_hh), reader.b_h[0])),
      H: H[t],
      O: O[t],
      P: P[t],
    };
  });
}
export const apartBy = (values) => {
  const [one, two] = bothAt(values);
  return Math.max(...one.P.map((p, k) => Math.abs(p - two.P[k])));
};

/** Without the loop, the second sentence is the answer to a question; it stands there once that is answered. */
export const isCovered = ({ loop, isOpen }) => loop === 0 && !isOpen("mlp");

const loopScale = (box) => scale([0, 1], [box.width * 0.62, box.width - 1.2 * box.u]);
const [HEAD, ROWS] = [3.4, 5.7];
/** The heights of probabilities, in the last of the rows. */
const tagScale = ({ height, u }) =>
  scale([0, 1], [height - 1.6 * u, HEAD * u + (4 * (height - HEAD * u)) / ROWS + 1.6 * u]);

/** What the reader expects of a probability, at its bar. */
function guess(values, x, y, words, u) {
  const said = values.guessVerb.toFixed(2);
  return handle(
    { drag: "guessVerb", numbers: TERM_NUMBERS, values, x, y: y.at(values.guessVerb), label: words.yourGuess, said },
    ruleX(x, [y.start, y.at(values.guessVerb)], "guide"),
    label(x + 0.9 * u, y.at(values.guessVerb) - 0.8 * u, `${words.yourGuess}${colon()}${said}`, { more: "halo" }),
  );
}

/** @type {Figure} */
export const TERM = {
  drags: {
    loop: (x, _y, _values, box) => ({ loop: loopScale(box).of(x) }),
    guessVerb: (_x, y, _values, box) => ({ guessVerb: tagScale(box).of(y) }),
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const task = values.given.before;
    const both = bothAt(values);
    const isHidden = isCovered(values);
    const column = width / 2;
    /** @type {[name: string, title: Part[], hue: string, symbol: string][]} */
    const rows = [
      ["X", [...letter("X", "t"), ...letter(" W", "xh")], "input", "X"],
      ["fed", [" + ", ...letter("H", "t−1"), ...letter(" W", "hh")], "state", "W_hh"],
      ["H", [...letter("H", "t"), " = tanh( … )"], "state", "H_t"],
      [
        "O",
        [...letter("O", "t"), " = ", ...letter("H", "t"), ...letter(" W", "hq"), " + ", ...letter("b", "q")],
        "output",
        "O",
      ],
    ];
    const head = HEAD * u;
    const tall = (height - head) / ROWS;
    const at = (k) => head + k * tall;
    const strip = (row, k, side, symbol) => {
      const wide = Math.min((column - 1.6 * u) / row.length, 4.6 * u);
      const size = Math.min(tall - 2.1 * u, 2.8 * u);
      return cells([row], side * column, at(k) + 1.5 * u, wide, size, {
        full: largest([row], 1),
        symbol,
        isWritten: wide > 3 * u,
      });
    };
    const x = loopScale(box);
    const track = at(1) + 0.5 * u;
    const tags = (side) => {
      const { P } = both[side];
      const wide = (column - 1.6 * u) / P.length;
      const { start: low, end: top } = tagScale(box);
      const waits = side === 1 && isHidden;
      return P.flatMap((p, k) => {
        const from = side * column + (k + 0.5) * wide;
        const frame = rect(from - wide * 0.32, top, wide * 0.64, low - top, "outline ghosted hue-text");
        const name = label(from, low + 1.2 * u, task.tags[k], { place: "middle", more: "bold" });
        if (waits)
          return [frame, name, task.tags[k] === "v" && guess(values, from, tagScale(box), words, u)].filter(Boolean);
        return [
          frame,
          barY(from - wide * 0.32, wide * 0.64, low, low - (low - top) * p, "solid hue-output", { "data-symbol": "Ŷ" }),
          ["v", "n"].includes(task.tags[k]) &&
            label(from, low - (low - top) * p - 0.35 * u, p.toFixed(2), { place: "middle", more: "bold small halo" }),
          name,
        ].filter(Boolean);
      });
    };
    return [
      ...[0, 1].flatMap((side) => [
        label(side * column, u, both[side].words.slice(0, -1).join(" "), { more: "muted" }),
        boxed(side * column, 1.5 * u, 3.4 * u, 1.7 * u, task.asked, { u, hue: "input", symbol: "X" }),
      ]),
      ...rows.flatMap(([name, title, hue, symbol], k) => [
        label(0, at(k) + u, title, { hue, more: "bold", symbol }),
        ...(isHidden && k > 1 ? [0] : [0, 1]).map((side) => strip(both[side][name], k, side, symbol)),
      ]),
      ruleY(track, x, "axis"),
      label(x.start - 0.6 * u, track, words.loop, {
        base: "middle",
        place: "end",
        hue: "state",
        more: "bold small halo",
      }),
      handle({
        drag: "loop",
        numbers: TERM_NUMBERS,
        values,
        x: x.at(values.loop),
        y: track,
        label: words.loop,
        hue: "state",
        symbol: "W_hh",
      }),
      label(0, at(4) + u, [...letter("Ŷ", "t"), " = softmax(", ...letter("O", "t"), ")"], {
        hue: "output",
        more: "bold",
        symbol: "Ŷ",
      }),
      !isHidden &&
        label(
          width,
          at(4) + u,
          apartBy(values) === 0 ? words.same : fill(words.apart, { by: short(apartBy(values)) }),
          { place: "end", hue: apartBy(values) === 0 ? "loss" : "right", more: "bold" },
        ),
      ...tags(0),
      ...tags(1),
    ].filter(Boolean);
  },
  describe(values, words) {
    const task = values.given.before;
    const said = ({ P }) => ["v", "n"].map((tag) => `${tag} ${P[task.tags.indexOf(tag)].toFixed(3)}`).join(", ");
    const [one, two] = bothAt(values);
    const second = isCovered(values) ? "?" : said(two);
    return fill(words.altTerm, { loop: written(TERM_NUMBERS.loop, values.loop), one: said(one), two: second });
  },
};
