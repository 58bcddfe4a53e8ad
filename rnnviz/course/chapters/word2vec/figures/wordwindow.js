// CBOW and Skip-gram: a window over a sentence, and what is guessed from it.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { contextOf, meanVector, wordShares } from "../../../maths/wordvectors.js";
import { cells } from "../../../plot/cells.js";
import { barX, rect, rule } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { bounded } from "../../../reader/values.js";
import { SIZE, learntVectors } from "./wordlearning.js";

export const WINDOW_NUMBERS = {
  line: { usual: 44, least: 0, most: 117, step: 1, whole: true, format: (value) => String(Math.round(value) + 1) },
  place: { usual: 3, least: 0, most: 7, step: 1, whole: true },
};

/** The sentence a reader looks at, and the place in it. */
export function windowOf(values) {
  const sentence = values.given.sentences[bounded({ least: 0, most: values.given.sentences.length - 1 }, values.line)];
  const t = Math.min(values.place, sentence.length - 1);
  const around = contextOf(sentence, t, values.reach);
  const isCbow = values.mode === "cbow";
  return { sentence, t, around, from: isCbow ? around : [sentence[t]], to: isCbow ? [sentence[t]] : around };
}
const inWindow = (k, t, reach) => k !== t && Math.abs(k - t) <= reach;

/** @type {Figure} */
export const NEIGHBOURS = {
  drags: {
    place: (x, _y, values, box) => {
      const { length } = windowOf(values).sentence;
      return { place: bounded({ least: 0, most: length - 1 }, Math.floor((x / box.width) * length)) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const { sentence, t, from, to } = windowOf(values);
    const { state, what } = learntVectors(values);
    const x = meanVector(state.vectors, SIZE, from);
    const shares = wordShares(what.tree, state.thetas, x);
    const column = box.width / sentence.length;
    const middle = (k) => column * (k + 0.5);
    const small = Math.min(0.86 * column, 6 * u) / SIZE;
    const isFrom = (k) => (values.mode === "cbow" ? inWindow(k, t, values.reach) : k === t);
    const isTo = (k) => (values.mode === "cbow" ? k === t : inWindow(k, t, values.reach));
    const [first, last] = [Math.max(0, t - values.reach), Math.min(sentence.length - 1, t + values.reach)];
    const top = 3.4 * u;
    const low = Math.min(17.5 * u, box.height * 0.42);
    const wide = Math.min(box.width * 0.7, 30 * u) / SIZE;
    const left = (box.width - wide * SIZE) / 2;
    const vector = (word) => Array.from(state.vectors.subarray(word * SIZE, (word + 1) * SIZE));
    const ranked = Array.from(shares, (share, word) => ({ share, word })).sort((a, b) => b.share - a.share);
    const rows = Math.max(4, Math.min(9, Math.floor((box.height - low - 6.6 * u) / (1.75 * u))));
    const seen = ranked.slice(0, rows);
    for (const word of to)
      if (!seen.some((one) => one.word === word)) seen.push(ranked.find((one) => one.word === word));
    const listed = seen.sort((a, b) => b.share - a.share).slice(-rows - to.length);
    const start = low + 6.4 * u;
    const high = (box.height - start) / Math.max(listed.length, 1);
    const bars = scale([0, 1], [8 * u, box.width - 6 * u]);
    return [
      rect(first * column + 2, 0, (last - first + 1) * column - 4, top + 3.9 * u, "card-plain", { rx: 0.6 * u }),
      ...sentence.flatMap((word, k) => [
        label(middle(k), 2.1 * u, isTo(k) && k === t ? "?" : values.given.words[word], {
          place: "middle",
          more: isFrom(k) || isTo(k) ? "bold large" : "muted",
          hue: isTo(k) ? "output" : isFrom(k) ? "state" : undefined,
        }),
        isFrom(k) &&
          cells([vector(word)], middle(k) - (small * SIZE) / 2, top + 0.5 * u, small, 1.4 * u, { full: 1.5 }),
        isFrom(k) && rule([middle(k), top + 2.1 * u], [box.width / 2, low], "guide hue-state"),
      ]),
      handle({
        drag: "place",
        numbers: WINDOW_NUMBERS,
        values: { ...values, place: t },
        x: middle(t),
        y: top + (values.mode === "cbow" ? 1.2 : 3.1) * u,
        label: words.place,
        hue: values.mode === "cbow" ? "output" : "state",
        said: values.given.words[sentence[t]],
      }),
      label(left - 0.6 * u, low + 1.5 * u, letter("x"), {
        place: "end",
        hue: "state",
        more: "bold large",
        symbol: "x",
      }),
      cells([Array.from(x)], left, low, wide, 2.2 * u, {
        full: 1.5,
        symbol: "x",
        isWritten: true,
        written: (one) => one.toFixed(2).replace("-", "−"),
      }),
      note(box.width / 2, low + 3.6 * u, fill(words[`made_${values.mode}`], { count: from.length }), {
        place: "middle",
      }),
      label(0, start - 0.9 * u, words[`asked_${values.mode}`], { hue: "output", more: "bold" }),
      ...listed.flatMap(({ share, word }, k) => {
        const y = start + high * k;
        const isRight = to.includes(word);
        const tall = Math.min(high * 0.72, 1.3 * u);
        return [
          label(7.4 * u, y + tall * 0.5, values.given.words[word], {
            base: "middle",
            place: "end",
            more: isRight ? "bold" : "",
          }),
          barX(y, tall, bars.at(0), bars.at(share), isRight ? "solid hue-right" : "pale hue-output"),
          label(bars.at(share) + 0.5 * u, y + tall * 0.5, `${short(100 * share)} %${isRight ? " ←" : ""}`, {
            base: "middle",
            more: isRight ? "bold small" : "small",
            hue: isRight ? "right" : undefined,
          }),
        ];
      }),
    ].filter(Boolean);
  },
  describe(values, words) {
    const { from, to } = windowOf(values);
    const { state, what } = learntVectors(values);
    const shares = wordShares(what.tree, state.thetas, meanVector(state.vectors, SIZE, from));
    const said = (list) => list.map((word) => values.given.words[word]).join(words.comma);
    return fill(words.altWindow, {
      from: said(from),
      to: to.map((word) => `${values.given.words[word]} ${short(100 * shares[word])} %`).join(words.comma),
    });
  },
};
