// What a cell's memory does over a text.

/** @import {LabelOptions} from "../../../picture.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { rect, ruleX, ruleY } from "../../../plot/marks.js";
import { label, letter, note, paragraph } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { STATE_HUES, areasOf } from "./scales.js";

/** The derivatives of all states by all states of the step before, as a map. */
export function moved({ states, units, moved }, box, words, step) {
  const { u } = box;
  const m = moved.length;
  const { head: top, size } = areasOf(box);
  const left = 2.6 * u;
  const one = size / m;
  const patches = moved.flatMap((line, i) =>
    line.flatMap((value, j) => {
      const strength = Math.min(1, Math.abs(value));
      if (strength < 0.004) return [];
      return [
        rect(
          (left + j * one).toFixed(2),
          (top + i * one).toFixed(2),
          one.toFixed(2),
          one.toFixed(2),
          `patch is-${value < 0 ? "below" : "above"}`,
          { "fill-opacity": strength.toFixed(3) },
        ),
      ];
    }),
  );
  const heads = states.flatMap((state) => Array.from({ length: units }, (_, unit) => `${state}_t[${unit + 1}]`));
  const blocks = states.slice(1).flatMap((_, k) => {
    const at = (k + 1) * units * one;
    return [ruleX(left + at, [top, top + size], "block"), ruleY(top + at, [left, left + size], "block")];
  });
  const names = states.flatMap((state, k) => {
    const at = (k + 0.5) * units * one;
    /** @type {LabelOptions} */
    const look = { hue: STATE_HUES[state], place: "middle", more: units * one < 2.4 * u ? "small" : "" };
    return [
      label(left - 1.2 * u, top + at, letter(state, "t"), { base: "middle", ...look }),
      label(left + at, top + size + 1.2 * u, letter(state, "t−1"), look),
    ];
  });
  return [
    ...paragraph(left - 1.6 * u, top - 1.7 * u, words.moved, {
      u: 1.06 * u,
      width: size + 3 * u,
      ends: true,
      more: "bold",
    }),
    // A phone has no room for it beside the losses.
    box.width > 32 * u && note(left - 1.6 * u, top - 0.55 * u, fill(words.ofStep, { t: step })),
    rect(left, top, size, size, "paper"),
    ...patches,
    tabled({
      title: `${words.moved} ${fill(words.ofStep, { t: step })}`,
      corner: "t",
      columns: heads.map((head) => head.replace("_t", "_t−1")),
      rows: moved.map((line, i) => ({ head: heads[i], cells: Array.from(line) })),
    }),
    ...blocks,
    ...names,
  ];
}
