// What three memories answer to one letter after each step of the same pairs.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill } from "../../../../web/numbers.js";
import { cells, inSquare } from "../../../plot/cells.js";
import { label, note } from "../../../plot/plot.js";
import { read } from "../memory.js";
import { ORTHOGONAL, threeMemories } from "../moments.js";
import { DIGITS, NUMBERS } from "../settings.js";
import { list } from "../told.js";

const LEFT = 2.2;

/** @type {Figure} */
export const THREE = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const memories = threeMemories(values);
    const names = Object.keys(memories);
    const wide = (box.width - LEFT * u) / NUMBERS.at.most;
    const top = 2.4 * u;
    const each = Math.min(11 * u, (box.height - top) / names.length);
    const high = (each - 2 * u) / DIGITS.length;
    const steps = memories.linear;
    if (steps.length === 0) return [label(0, u, words.noPairs, { more: "muted" })];
    return [
      ...steps.map(({ letter, digit }, t) =>
        label(LEFT * u + (t + 0.5) * wide, 1.1 * u, `${letter}${digit}`, {
          place: "middle",
          hue: "input",
          more: "bold",
        }),
      ),
      ...names.flatMap((name, k) => {
        const y = top + k * each;
        const answers = memories[name].map(({ after }) => read(ORTHOGONAL.a, after));
        const rows = [...DIGITS].map((_, digit) => answers.map((answer) => answer[digit]));
        return [
          label(0, y + 0.9 * u, words[name], { more: "bold", hue: "memory" }),
          ...[...DIGITS].map((digit, row) =>
            note(1.4 * u, y + 1.3 * u + (row + 0.5) * high, digit, { base: "middle", place: "end" }),
          ),
          cells(rows, LEFT * u, y + 1.3 * u, wide, high, {
            isWritten: high > 1.15 * u,
            written: (value) => (value === 0 ? "" : inSquare(value, wide, u)),
          }),
        ];
      }),
    ];
  },
  describe(values, words) {
    const memories = threeMemories(values);
    if (memories.linear.length === 0) return words.noPairs;
    const said = Object.entries(memories).map(([name, steps]) =>
      fill(words.altThree, { name: words[name], answer: list(read(ORTHOGONAL.a, steps.at(-1).after)) }),
    );
    return said.join(" ");
  },
};
