// The gradients of all pairs, a triangle for each cell.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, powerOfTen, short } from "../../../../web/numbers.js";
import { colon } from "../../../../web/punctuation.js";
import { rect } from "../../../plot/marks.js";
import { clamp, label, note } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { hrefOf } from "../../../reader/around.js";
import { handle } from "../../../reader/figure.js";
import { NUMBERS, given, titleOf } from "../settings.js";
import { CELLS, triangleOf } from "../throughtime.js";
import { DECADES, SHADES, triangle } from "./shades.js";

const networkAt = (values, cell) => ({ text: values.text, cell, kind: values.kind });

/** The pair that is looked at, from 0: a loss, and a step that is not after it. */
function pairAt(values) {
  const t = Math.min(values.later, given(values).inputs.length) - 1;
  return [t, Math.min(values.earlier - 1, t)];
}

/** Where the pair under a pointer is, counted from 1. */
function pairUnder(x, y, T, { left, top, size }) {
  const step = (share) => clamp(Math.floor(share * T), 0, T - 1);
  const t = T - 1 - step((y - top) / size);
  return { later: t + 1, earlier: Math.min(step((x - left) / size), t) + 1 };
}

function legend(x, y, u, words) {
  const wide = 7 * u;
  const parts = Array.from({ length: 2 * SHADES + 1 }, (_, k) => k - SHADES);
  const one = wide / parts.length;
  return [
    note(x - 0.5 * u, y + 0.8 * u, powerOfTen(-DECADES), { place: "end" }),
    rect(x, y, wide, u, "paper"),
    ...parts.map((k, place) =>
      rect(x + place * one, y, one + 0.3, u, `patch is-${k < 0 ? "below" : "above"}`, {
        "fill-opacity": (Math.abs(k) / SHADES).toFixed(3),
      }),
    ),
    note(x + wide / 2, y + 2.1 * u, words.unchanged, { place: "middle" }),
    note(x + wide + 0.5 * u, y + 0.8 * u, powerOfTen(DECADES)),
  ];
}

/** The stage at a pair, walking back; nobody has kept the networks that were begun well. */
function stageAt(values, cell, t, k) {
  if (values.kind === "begun") return null;
  const query = new URLSearchParams({ cell, text: given(values).text });
  if (values.kind === "untrained") query.set("weights", "random");
  query.set("way", "back");
  query.set("loss", String(t + 1));
  query.set("t", String(k + 1));
  query.set("view", "reach");
  return hrefOf(`step?${query}`, values.given.language);
}

// Letters' heights from which on a triangle has room for words beside it.
const ROOMY = 12;

function triangleRoom(box, T, k) {
  const { u } = box;
  const [wide, high] = [box.width / 2, (box.height - 4.4 * u) / 2];
  const size = Math.floor(Math.min(wide - 2 * u, high - 4.6 * u) / T) * T || T;
  return { left: (k % 2) * wide + u, top: Math.floor(k / 2) * high + 2.3 * u, size };
}

const measured = (measure, t, k) =>
  measure === "loss" ? `‖$∂L_{${t + 1}}/∂H_{${k + 1}}$‖` : `‖$∂H_{${t + 1}}/∂H_{${k + 1}}$‖/√$h$`;

/** What is measured, and its number; where there is little room, below it. */
function measurement({ left, top, size }, u, what, value) {
  const y = top + size + 1.3 * u;
  if (size > ROOMY * u) return [label(left, y, `${what} = ${value}`, { more: "bold" })];
  const more = "bold small";
  return [label(left, y, what, { more }), label(left, y + 1.15 * u, `= ${value}`, { more })];
}

/** @type {Figure} */
export const TRIANGLES = {
  drags: Object.fromEntries(
    CELLS.map((cell, c) => [
      cell,
      (x, y, values, box) => {
        const T = given(values).inputs.length;
        return pairUnder(x, y, T, triangleRoom(box, T, c));
      },
    ]),
  ),
  draw(values, box, words) {
    const { u } = box;
    const T = given(values).inputs.length;
    const [t, k] = pairAt(values);
    return [
      ...CELLS.flatMap((cell, c) => {
        const norms = triangleOf(values.given, networkAt(values, cell), values.measure);
        const room = triangleRoom(box, T, c);
        const one = room.size / T;
        const [x, y] = [room.left + (k + 0.5) * one, room.top + (T - 0.5 - t) * one];
        const href = stageAt(values, cell, t, k);
        const what = measured(values.measure, t, k);
        const right = room.left + room.size;
        // A phone has room for the arrow alone.
        const link = label(right, room.top - 0.7 * u, room.size > ROOMY * u ? words.walk : "↗", {
          place: "end",
          more: "small",
        });
        return [
          label(room.left, room.top - 0.7 * u, titleOf(values, cell), { more: "bold" }),
          tabled({
            title: `${titleOf(values, cell)}: ${values.measure === "loss" ? "‖∂L_t/∂H_k‖" : "‖∂H_t/∂H_k‖/√h"}`,
            corner: "t",
            columns: Array.from({ length: T }, (_, step) => `k = ${step + 1}`),
            rows: Array.from({ length: T }, (_, loss) => ({
              head: String(loss + 1),
              cells: Array.from({ length: T }, (_, step) => (step > loss ? "" : norms[loss * T + step])),
            })),
          }),
          ["g", { class: "handle", "data-drag": cell, "data-jumps": "" }, ...triangle(norms, T, room)],
          handle({
            drag: cell,
            names: ["earlier", "later"],
            numbers: NUMBERS,
            values,
            x,
            y,
            label: fill(words.pairOf, { cell: titleOf(values, cell) }),
            words,
            hue: "text",
            radius: Math.max(5, one / 2),
          }),
          ...measurement(room, u, what, short(norms[t * T + k])),
          href ? ["a", { href, "aria-label": `${titleOf(values, cell)}${colon()}${words.walk}` }, link] : ["g", {}],
        ];
      }),
      ...legend(box.width / 2 - 3.5 * u, box.height - 2.6 * u, u, words),
      note(u, box.height - 1.8 * u, words.axisK),
      note(box.width - 0.4 * u, box.height - 1.8 * u, words.axisT, { place: "end" }),
    ];
  },
  describe(values, words) {
    const [t, k] = pairAt(values);
    const T = given(values).inputs.length;
    return CELLS.map((cell) => {
      const norms = triangleOf(values.given, networkAt(values, cell), values.measure);
      return fill(words.altTriangle, {
        cell: titleOf(values, cell),
        t: t + 1,
        k: k + 1,
        value: short(norms[t * T + k]),
        first: short(norms[(T - 1) * T]),
        last: T,
      });
    }).join(" ");
  },
};
