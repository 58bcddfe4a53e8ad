// What the network's own writing costs it, beside what the true text costs.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { barY, rect, ruleY } from "../../../plot/marks.js";
import { label, note, scale } from "../../../plot/plot.js";
import { ownOf, passageOf, shownLetter } from "./feedback.js";

/** The whole words of a text, each with the place where it begins, and whether the reference has it. */
function wordsOf(text, known) {
  const found = [];
  let start = 0;
  for (const word of text.split(" ")) {
    const isWhole = start > 0 && start + word.length < text.length;
    if (word) found.push({ start, length: word.length, isNew: isWhole && !known.has(word) });
    start += word.length + 1;
  }
  return found;
}

/** A text with what each letter cost; words that stand nowhere in the reference are framed. */
function textNodes(text, losses, top, box, { title, hue, known, tall, most }) {
  const { u } = box;
  // A line ends where a word does, if the text goes on.
  const fits = Math.min(text.length, Math.floor(box.width / (1.02 * u)));
  const space = text.lastIndexOf(" ", fits);
  const room = fits < text.length && space > 0 ? space : fits;
  const wide = box.width / room;
  const base = top + tall;
  const bar = scale([0, most], [0, tall - 2.2 * u]);
  return [
    label(0, top + 0.9 * u, title, { hue, more: "bold small" }),
    ruleY(base, [0, box.width], "axis"),
    ...wordsOf(text, known)
      .filter(({ start, isNew }) => isNew && start < room)
      .map(({ start, length }) =>
        rect(start * wide, base + 0.25 * u, Math.min(length, room - start) * wide, 1.7 * u, "outline hue-loss", {
          rx: 3,
        }),
      ),
    ...[...text]
      .slice(0, room)
      .flatMap((one, k) => [
        barY((k + 0.15) * wide, 0.7 * wide, base, base - bar.at(losses[k]), `solid hue-${hue}`),
        label((k + 0.5) * wide, base + 1.5 * u, shownLetter(one), { place: "middle", more: "typed" }),
      ]),
  ];
}

/** @type {Figure} */
export const PLAUSIBLE = {
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { truth, learnt, known } = values.given.reader;
    const own = ownOf(values);
    const k = values.passage - 1;
    const all = new Set(known);
    const rows = [
      [words.learntText, learnt, null, "state"],
      [words.heldText, truth.loss, null, "right"],
      [words.ownText, own.loss, own.words, "loss"],
    ];
    const { truth: passage, own: written } = passageOf(values);
    const tall = Math.max(5 * u, Math.min(9 * u, (box.height - 17.5 * u) / 2));
    const most = Math.max(4, ...truth.losses[k], ...own.losses[k]);
    const top = 2 * tall + 6.2 * u;
    const x = scale([0, 2], [0, Math.max(8 * u, box.width - 15 * u)]);
    const step = Math.min(3.4 * u, (box.height - top - 2 * u) / rows.length);
    return [
      ...textNodes(passage, truth.losses[k], 0, box, { title: words.truthCosts, hue: "right", known: all, tall, most }),
      ...textNodes(written, own.losses[k], tall + 2.7 * u, box, {
        title: words.ownCosts,
        hue: "loss",
        known: all,
        tall,
        most,
      }),
      note(0, top, words.meanCost),
      ...rows.flatMap(([said, loss, share, hue], i) => {
        const y = top + 1.4 * u + i * step;
        return [
          label(0, y, said, { hue, more: "small" }),
          rect(0, y + 0.45 * u, x.at(loss), 0.75 * u, `solid hue-${hue}`),
          label(x.at(loss) + 0.5 * u, y + 1.15 * u, short(loss), { more: "bold small" }),
          share !== null &&
            label(box.width, y, fill(words.knownWords, { share: percent(share) }), { place: "end", more: "small" }),
        ];
      }),
    ];
  },
  describe(values, words) {
    const { truth } = values.given.reader;
    const own = ownOf(values);
    return fill(words.altPlausible, {
      truth: short(truth.loss),
      own: short(own.loss),
      words: percent(own.words),
      text: passageOf(values).own,
    });
  },
};
