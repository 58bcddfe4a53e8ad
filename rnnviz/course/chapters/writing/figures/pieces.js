// One text in pieces: two trainings, with the state kept from piece to piece and with every piece begun from zeros.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { DOT, barY, circle, ruleX, ruleY } from "../../../plot/marks.js";
import { endNames } from "../../../plot/names.js";
import { axes, curve, label, note, scale } from "../../../plot/plot.js";

export const PIECES_CHOICES = { length: { usual: "eight", of: ["four", "eight", "sixteen", "many"] } };

export const lengthOf = ({ given, length }) => given.pieces.lengths[PIECES_CHOICES.length.of.indexOf(length)];
/** The training with pieces of the chosen length, or of another one. */
export const trainingOf = (values, isKept, length = lengthOf(values)) =>
  values.given.pieces.trainings.find((one) => one.kept === isKept && one.length === length);

// What the bars of the letters go up to, in nats.
const MOST_NATS = 3;
/** @type {[isKept: boolean, hue: string, said: string][]} */
const WAYS = [
  [true, "state", "keptLine"],
  [false, "gate1", "zerosLine"],
];
/** The places of the names that lines end with, and that a state could know. */
const repeatedPlaces = (text) => [...text].flatMap((one, k) => (one === "." && k > 2 ? [k - 2, k - 1] : []));

/** @type {Figure} */
export const PIECES = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { text, begins, entropy, lengths } = values.given.pieces;
    const length = lengthOf(values);
    // The scale of the bars stands to the left of them.
    const left = 1.6 * u;
    const room = Math.min(text.length, Math.floor((box.width - left) / (1.02 * u)));
    const wide = (box.width - left) / room;
    const at = (k) => left + k * wide;
    const again = new Set(repeatedPlaces(text));
    const bar = scale([0, MOST_NATS], [0, 3.6 * u]);
    const bases = [6.9 * u, 15.7 * u];
    const narrow = box.width < 34 * u;
    // The first letter of a piece is predicted from the one before it, which is read with the piece.
    const cuts = Array.from({ length: room }, (_, k) => k).filter((k) => k > 0 && (begins + k + 1) % length === 0);
    const rows = WAYS.flatMap(([isKept, hue, said], row) => {
      const { losses } = trainingOf(values, isKept);
      const base = bases[row];
      return [
        label(0, base - 5.9 * u, words[narrow ? `${said}Short` : said], { hue, more: "bold small" }),
        ...[0, 1, 2, 3].flatMap((nats) => [
          ruleY(base - bar.at(nats), [left, box.width], nats ? "grid" : "axis"),
          note(left - 0.4 * u, base - bar.at(nats), String(nats), { base: "middle", place: "end" }),
        ]),
        row === 0 && note(box.width, base - 5.9 * u, words.eachCosts, { place: "end" }),
        ...losses
          .slice(0, room)
          .map((one, k) =>
            barY(at(k + 0.15), 0.7 * wide, base, base - bar.at(Math.min(MOST_NATS, one)), `solid hue-${hue}`),
          ),
        ...[...text].slice(0, room).map((one, k) =>
          label(at(k + 0.5), base + 1.4 * u, one === " " ? "·" : one, {
            place: "middle",
            more: again.has(k) ? "bold typed" : "typed muted",
            hue: again.has(k) ? "right" : undefined,
          }),
        ),
        ...cuts.flatMap((k) => [
          ruleX(at(k), [base - 4.2 * u, base + 1.8 * u], isKept ? "guide hue-state" : "knife"),
          isKept
            ? ["path", { class: "tip hue-state", d: arrowAt(at(k), base - 4.2 * u, 0.45 * u) }]
            : label(at(k), base - 4.4 * u, "0", { place: "middle", hue: "gate1", more: "bold small halo" }),
        ]),
      ];
    });
    const x = scale([0, lengths.length - 1], [4.4 * u, box.width - (narrow ? 9 : 14) * u]);
    const y = scale([0.5, 1.2], [box.height - 4 * u, 21 * u]);
    const lines = [
      ...WAYS.map(([isKept, hue, said]) => [
        words[`${said}Short`],
        lengths.map((one) => trainingOf(values, isKept, one).loss),
        hue,
      ]),
      [words.floor, lengths.map(() => entropy), "right"],
    ];
    /** @type {[number, string, string][]} */
    const names = lines.map(([said, all, hue]) => [y.at(all.at(-1)), `${said} ${all.at(-1).toFixed(2)}`, hue]);
    const now = lengths.indexOf(length);
    return [
      ...rows,
      ...axes(x, y, {
        u,
        ticksX: lengths.map((_, k) => k),
        ticksY: y.start - y.end > 6 * u ? [0.6, 0.8, 1, 1.2] : [0.6, 1.2],
        titleX: words.pieceLength,
        titleY: words.nats,
        writtenX: (k) => String(lengths[k]),
      }),
      ruleX(x.at(now), y, "guide"),
      ...lines.flatMap(([, all, hue], i) => [
        curve(
          all.map((one, k) => [x.at(k), y.at(one)]),
          hue,
          i === 2 ? "thin dashed" : "",
        ),
        ...(i === 2
          ? []
          : all.map((one, k) =>
              circle(x.at(k), y.at(one), (k === now ? 0.5 : DOT.usual) * u, `dot hue-${hue} pickable`, {
                "data-pick": `length ${PIECES_CHOICES.length.of[k]}`,
              }),
            )),
        // The last ones stand behind their lines' names.
        i < 2 &&
          now < lengths.length - 1 &&
          label(x.at(now) + 0.7 * u, y.at(all[now]) + (i === 0 ? 1.5 : -0.7) * u, all[now].toFixed(2), {
            hue,
            more: "bold small halo",
          }),
      ]),
      ...endNames(names, x, y, u),
    ];
  },
  describe(values, words) {
    const [kept, zeros] = [trainingOf(values, true), trainingOf(values, false)];
    return fill(words.altPieces, {
      length: lengthOf(values),
      kept: short(kept.loss),
      zeros: short(zeros.loss),
      again: short(kept.again),
      anew: short(zeros.again),
    });
  },
};

/** A small arrow to the right whose tip is at (x, y). */
function arrowAt(x, y, size) {
  return `M${x + size},${y} l${-1.6 * size},${-size} v${2 * size} z`;
}
