// The table one plays with.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { followers } from "../../../maths/counting.js";
import { barX, ruleX } from "../../../plot/marks.js";
import { label, note, scale, wholeNumber } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { tabled } from "../../../plot/told.js";
import { gramsOf } from "../counts.js";
import { LETTERS, NUMBERS, visible } from "../settings.js";

const MOST_SEEN = 4;

/** Up to `most` places of the text where a beginning stands: [{before, here, after}]. */
function occurrences({ read }, beginning, most) {
  const found = [];
  for (let at = read.indexOf(beginning); at >= 0 && found.length < most; at = read.indexOf(beginning, at + 1)) {
    found.push({
      before: read.slice(Math.max(0, at - 16), at),
      here: beginning,
      next: read[at + beginning.length] ?? "",
      after: read.slice(at + beginning.length + 1, at + beginning.length + 18),
    });
  }
  return found;
}
/** Whether a reader is to guess first what comes next. */
const isNextCovered = ({ seenNext, all }) => seenNext === "no" && !all;
export function tableOf(values) {
  const beginning = [...values.beginning].map((one) => LETTERS.indexOf(one));
  const rows = followers(gramsOf(values.given, beginning.length + 1), beginning, values.alpha);
  return { rows, total: rows.reduce((sum, { count }) => sum + count, 0) };
}
const sharesOf = (box, most) => scale([0, most], [5.5 * box.u, box.width - 10 * box.u]);

/** The rows of letters and where they stand; what is covered tells nothing by them. */
function placesOf(values, box) {
  const { u } = box;
  const { rows: counted, total } = tableOf(values);
  // What is covered tells neither by its numbers nor by which letters there is room for.
  const all = isNextCovered(values) ? counted.map(({ code }) => ({ code, count: 0, share: 0 })) : counted;
  const isWide = box.width > 34 * u;
  const lines = values.beginning ? occurrences(values.given, values.beginning, isWide ? MOST_SEEN : 2) : [];
  const top = 4 * u;
  const bottom = box.height - (lines.length ? lines.length * 1.5 + 3.2 : 1) * u;
  // All letters in their order, or as many of the likeliest as there is room for.
  const room = Math.floor((bottom - top) / ((isWide ? 1 : 1.1) * u));
  const rows = room < all.length ? [...all].sort((a, b) => b.share - a.share).slice(0, room) : all;
  return { all, rows, lines, top, bottom, high: (bottom - top) / rows.length, total, isWide };
}

/** The axis of shares, and a ring for the letter that the reader expects and how often. */
function guess(values, x, { rows, top, bottom, high }, words, u) {
  const row = Math.max(
    0,
    rows.findIndex(({ code }) => code === values.guessNext),
  );
  const y = top + (row + 0.5) * high;
  const name = LETTERS[rows[row].code].trim() || words.space;
  const said = `${name} ${percent(values.guessShare)}`;
  return [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
      ruleX(x.at(tick), [top, bottom], "grid"),
      note(x.at(tick), top - 0.2 * u, percent(tick), { place: "middle" }),
    ]),
    barX(y - high * 0.35, high * 0.7, x.start, x.at(values.guessShare), "outline ghosted hue-text"),
    handle(
      {
        drag: "guessNext",
        names: ["guessShare", "guessNext"],
        numbers: NUMBERS,
        values,
        x: x.at(values.guessShare),
        y,
        label: words.yourGuess,
        said,
        words,
      },
      label(x.at(values.guessShare) + 0.9 * u, y, `${words.yourGuess}${colon()}${said}`, {
        base: "middle",
        more: "halo",
      }),
    ),
  ];
}

/** @type {Figure} */
export const TABLE = {
  drags: {
    guessNext(x, y, values, box) {
      const { top, high, rows } = placesOf(values, box);
      const row = Math.min(rows.length - 1, Math.max(0, Math.floor((y - top) / high)));
      return { guessNext: rows[row].code, guessShare: sharesOf(box, 1).of(x) };
    },
  },
  draw(values, box, words) {
    const { u } = box;
    const covered = isNextCovered(values);
    const { all, rows, lines, top, bottom, high, total, isWide } = placesOf(values, box);
    const size = Math.min(1, (high / u) * 0.82).toFixed(2);
    const most = Math.max(...rows.map((one) => Math.max(one.share, total ? one.count / total : 0)), 0.05);
    const x = sharesOf(box, covered ? 1 : most * 1.02);
    const unknown = !covered && total === 0 && values.alpha === 0;
    return [
      label(0, 1.1 * u, fill(words.after, { beginning: visible(values.beginning) || "–", total: wholeNumber(total) }), {
        more: "bold",
      }),
      tabled({
        title: words.share,
        corner: words.figureName,
        columns: [words.count, words.share],
        rows: all.map(({ code, count, share }) => ({
          head: LETTERS[code].trim() || words.space,
          cells: covered ? ["?", "?"] : [count, share],
        })),
      }),
      note(4.9 * u, 2.9 * u, words.count, { place: "end" }),
      label(x.start, 2.9 * u, words.share, { hue: "output", more: "small" }),
      ...rows.flatMap(({ code, count, share: p }, k) => {
        const y = top + k * high;
        const name = LETTERS[code].trim() || words.space;
        if (covered) return [["g", { style: `font-size:${size}em` }, label(0, y + high * 0.75, name)]];
        const raw = total ? count / total : 0;
        return [
          [
            "g",
            { style: `font-size:${size}em` },
            label(0, y + high * 0.75, name, { more: count ? "bold" : "muted" }),
            label(4.9 * u, y + high * 0.75, wholeNumber(count), { place: "end", more: count ? "" : "muted" }),
            barX(y + high * 0.12, high * 0.7, x.start, x.at(p), "solid hue-output"),
            ruleX(x.at(raw), [y + high * 0.05, y + high * 0.9], "curve thin hue-text"),
            !unknown &&
              (p > 0.004 || count > 0) &&
              label(Math.max(x.at(p), x.at(raw)) + 0.5 * u, y + high * 0.75, percent(p), { more: "small" }),
          ],
        ];
      }),
      ...(covered ? guess(values, x, { rows, top, bottom, high }, words, u) : []),
      unknown &&
        label((x.start + x.end) / 2, (top + bottom) / 2, words.never, {
          place: "middle",
          hue: "loss",
          more: "bold large",
        }),
      isWide && note(box.width, 2.9 * u, words.line, { place: "end" }),
      ...lines.flatMap((one, k) => {
        const y = bottom + (2.6 + 1.5 * k) * u;
        const middle = box.width * 0.42;
        return [
          label(middle, y, one.before, { place: "end", more: "muted small typed" }),
          label(
            middle + 0.1 * u,
            y,
            [
              ["tspan", { class: "bold" }, one.here],
              ["tspan", { class: "hue-output bold" }, covered ? "?" : one.next === " " ? "·" : one.next],
              ["tspan", { class: "muted" }, covered ? "" : one.after],
            ],
            { more: "small typed" },
          ),
        ];
      }),
      lines.length > 0 && note(0, bottom + 1.1 * u, words.places),
    ];
  },
  describe(values, words) {
    const { rows, total } = tableOf(values);
    const covered = isNextCovered(values);
    const best = [...rows].sort((a, b) => b.share - a.share)[0];
    return fill(words.altTable, {
      beginning: values.beginning,
      total,
      best: covered ? "?" : LETTERS[best.code].trim() || words.space,
      p: covered ? "?" : percent(best.share),
    });
  },
};
