// Two directions: which state has read what, and which is the last.

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Anchor} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { cells } from "../../../plot/cells.js";
import { rect } from "../../../plot/marks.js";
import { label, letter } from "../../../plot/plot.js";
import { pickable } from "../../../reader/figure.js";
import { readHeld } from "../gates.js";

export const TWO_NUMBERS = { place: { usual: 3, least: 1, most: 6, step: 1, whole: true } };
export const TWO_CHOICES = { last: { usual: "step", of: ["step", "ends"] } };

/** The text read both ways, as it is and with one character exchanged. */
function bothWays({ given, place }) {
  const { both, letters } = given;
  const X = both.X.map((row, t) => (t === place - 1 ? letters.map((_, k) => (k === letters.length - 1 ? 1 : 0)) : row));
  return [readHeld(both), readHeld(both, [], { X })];
}
/** @type {[name: string, hue: string, way: number][]} */
const DIRECTIONS = [
  ["forward.H", "state", 1],
  ["backward.H", "memory", -1],
];
/** @type {Figure} */
export const TWO = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { letters } = values.given;
    const T = letters.length - 1;
    const [plain, changed] = bothWays(values);
    const wide = (box.width - 2 * u) / T;
    const left = (t) => u + t * wide;
    const strip = wide * 0.62;
    const tops = [box.height * 0.36, box.height * 0.56];
    const tall = box.height * 0.1;
    const units = plain["forward.H"][0].length;
    const inputs = box.height * 0.8;
    const middle = (t) => left(t) + wide / 2;
    const isNew = (t) => t === values.place - 1;
    const rows = DIRECTIONS.flatMap(([name, hue, way], k) =>
      changed[name].flatMap((row, t) => {
        const differs = row.some((value, unit) => value !== plain[name][t][unit]);
        const at = middle(t) - strip / 2;
        const next = t + way;
        const arrow = next >= 0 && next < T;
        const y = tops[k] + tall / 2;
        const start = middle(t) + (way * strip) / 2 + way * 5;
        const end = middle(next) - (way * strip) / 2 - way * 5;
        return [
          rect(at - 5, tops[k] - 5, strip + 10, tall + 10, "card-plain", { rx: 6 }),
          cells([row], at, tops[k], strip / units, tall, { symbol: k === 0 ? "→H" : "←H" }),
          differs && rect(at - 5, tops[k] - 5, strip + 10, tall + 10, "outline hue-loss", { rx: 6, "stroke-width": 3 }),
          arrow && [
            "path",
            { class: `curve thin hue-${hue}`, d: `M${start},${y}H${end}m${-way * 6},-4l${way * 6},4l${-way * 6},4` },
          ],
        ];
      }),
    );
    const isWrong = values.last === "step";
    // Which pair is right is asked beside the figure.
    const isOpen = values.isOpen("which");
    const ends = isWrong ? [T - 1, T - 1] : [T - 1, 0];
    const lines = DIRECTIONS.map(([, hue], k) => {
      const from = middle(ends[k]) + (k === 0 ? -0.12 : 0.12) * strip;
      const to = box.width / 2 + (k === 0 ? -1 : 1) * 2.6 * u;
      const turn = box.height * (k === 0 ? 0.24 : 0.28);
      return ["path", { class: `curve hue-${hue}`, d: `M${from},${tops[k] - 7}V${turn}H${to}V${box.height * 0.19}` }];
    });
    /** @type {{x: number, place: Anchor}} */
    const nameAt = ends[1] === 0 ? { x: box.width - u, place: "end" } : { x: u, place: "start" };
    // What a state has read stands beside its line, on the side that has room.
    const read = (isOpen ? DIRECTIONS : []).map(([, hue], k) => {
      const t = ends[k];
      const way = t === 0 ? 1 : -1;
      const x = middle(t) + way * (0.12 * strip + 0.5 * u);
      const place = way > 0 ? "start" : "end";
      const count = k === 0 ? t + 1 : T - t;
      return label(x, tops[k] - 0.9 * u, fill(words.hasRead, { count }), { place, hue, more: "bold small halo" });
    });
    return [
      label(box.width / 2, box.height * 0.08, words.lastTitle, { place: "middle", more: "bold" }),
      label(
        box.width / 2,
        box.height * 0.16,
        [
          !isOpen ? "[ " : isWrong ? `✗ ${words.wrongPair} [ ` : "✓ [ ",
          ...letter("→H", ends[0] + 1),
          ", ",
          ...letter("←H", ends[1] + 1),
          " ]",
        ],
        { place: "middle", more: "large", hue: !isOpen ? "text" : isWrong ? "loss" : "right" },
      ),
      ...lines,
      ...rows,
      ...read,
      ...DIRECTIONS.map(([, hue, way], k) =>
        label(nameAt.x, tops[k] + tall + 1.9 * u, way > 0 ? words.forward : words.backward, {
          hue,
          place: nameAt.place,
          more: "bold small",
        }),
      ),
      ...letters.slice(0, T).flatMap((own, t) => [
        pickable(
          `place ${t + 1}`,
          rect(middle(t) - 1.6 * u, inputs, 3.2 * u, 2.8 * u, isNew(t) ? "card-wrong" : "card-plain", { rx: 6 }),
          label(middle(t), inputs + 1.95 * u, isNew(t) ? letters[T] : own, { place: "middle", more: "bold large" }),
          isNew(t) &&
            label(middle(t), inputs + 4.2 * u, fill(words.insteadOf, { own }), {
              place: "middle",
              more: "small",
              hue: "loss",
            }),
        ),
      ]),
    ];
  },
  describe(values, words) {
    const [plain, changed] = bothWays(values);
    const moved = (name) =>
      changed[name].filter((row, t) => row.some((value, k) => value !== plain[name][t][k])).length;
    return fill(words.altTwo, { place: values.place, forward: moved("forward.H"), backward: moved("backward.H") });
  },
};
