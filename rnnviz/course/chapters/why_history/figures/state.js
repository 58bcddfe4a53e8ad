// A line of that language, character by character.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { cells, largest } from "../../../plot/cells.js";
import { barY, rect, ruleY } from "../../../plot/marks.js";
import { label, letter, note, scale } from "../../../plot/plot.js";
import { visible } from "../settings.js";

export const lineOf = ({ given, line }) => given.made.lines[line - 1];
/** @type {Figure} */
export const STATE = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { text, counted, rnn, H } = lineOf(values);
    const left = 4.4 * u;
    const wide = Math.min(3 * u, (box.width - left - 0.5 * u) / text.length);
    const most = Math.max(3.2, ...counted, ...rnn);
    const [first, second] = [8.4 * u, 15.6 * u];
    const bar = scale([0, most], [0, 5 * u]);
    const matrix = second + 3.6 * u;
    const high = Math.min(0.9 * u, (box.height - matrix - 1.4 * u) / H[0].length);
    const units = H[0].map((_, j) => H.map((row) => row[j]));
    const back = text.lastIndexOf(" ") + 1;
    const total = (all) => all.reduce((sum, one) => sum + one, 0);
    const row = (costs, hue, base, said) => [
      label(0, base - 5.6 * u, fill(said, { total: short(total(costs)) }), { hue, more: "bold small" }),
      ruleY(base, [left, left + wide * text.length], "axis"),
      ...costs.flatMap((one, k) => [
        barY(left + k * wide + wide * 0.15, wide * 0.7, base, base - bar.at(one), `solid hue-${hue}`),
        one > 0.25 &&
          wide > 1.9 * u &&
          label(left + (k + 0.5) * wide, base - bar.at(one) - 0.3 * u, one.toFixed(1), {
            place: "middle",
            more: "small",
          }),
      ]),
    ];
    return [
      note(0, 1.1 * u, fill(words.lineOf, { line: values.line })),
      rect(left + back * wide, 0.4 * u, 2 * wide, matrix + high * H[0].length - 0.4 * u, "area hue-right"),
      ...[...text].map((one, k) =>
        label(left + (k + 0.5) * wide, second + 1.5 * u, visible(one), {
          place: "middle",
          more: k < 2 || (k >= back && k < back + 2) ? "bold large" : "muted",
          hue: k < 2 || (k >= back && k < back + 2) ? "right" : undefined,
        }),
      ),
      ...row(counted, "gate1", first, words.byCounting),
      ...row(rnn, "state", second, words.byState),
      label(0, matrix + 1 * u, letter("H"), { hue: "state", more: "bold", symbol: "H" }),
      cells(units, left, matrix, wide, high, { full: Math.max(1, largest(units)), symbol: "H" }),
    ];
  },
  describe(values, words) {
    const { text, counted, rnn } = lineOf(values);
    const total = (all) => short(all.reduce((sum, one) => sum + one, 0));
    return fill(words.altState, { text, counted: total(counted), network: total(rnn) });
  },
};
