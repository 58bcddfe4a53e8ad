// Eight steps put together in a tree, round by round; each stretch stands in the column of its last step.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, rough, short } from "../../../../web/numbers.js";
import { straight } from "../../../plot/diagram.js";
import { rect } from "../../../plot/marks.js";
import { label, letter, note } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { pickable } from "../../../reader/figure.js";
import { loop, memories, tree } from "../scan.js";
import { DRAWN } from "../settings.js";

/** The tree of the reader's unit, or of his own steps, which all keep the same share and add 1. */
export function treeOf({ source, unit, every, given }) {
  const isNetwork = source === "network";
  const kept = isNetwork ? given.kept[unit - 1] : Array(DRAWN).fill(every);
  const added = isNetwork ? given.added[unit - 1] : Array(DRAWN).fill(1);
  const found = tree(kept, added);
  const [inTree, inLoop] = [memories(found, 0), loop(kept, added, 0)];
  const apart = Math.max(...inTree.map((one, t) => Math.abs(one - inLoop[t])));
  return { ...found, inTree, inLoop, apart };
}
export const chosen = (values) => treeOf(values).made[values.node - 1];
/** "3–4", or "3". */
export const stepsIn = ({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}–${last + 1}`);

/** Where a stretch stands: in the column of its last step, in the line of its round. */
function placesOf(box, rounds) {
  const { u, width, height } = box;
  const left = width > 34 * u ? 5.2 * u : 0.4 * u;
  const column = (width - left - 0.4 * u) / DRAWN;
  const top = 2.6 * u;
  const line = (height - top - 2.4 * u) / (rounds + 1);
  return {
    left,
    wide: Math.min(column - 0.3 * u, 5 * u),
    high: Math.min(2.9 * u, 0.72 * line),
    x: (step) => left + (step + 0.5) * column,
    y: (round) => top + (round + 0.5) * line,
  };
}

/** A stretch as a card: what it keeps above what it adds. */
function card(one, place, isChosen, u) {
  const [x, y] = [place.x(one.last), place.y(one.round)];
  const { wide, high } = place;
  const kind = isChosen ? "node hue-state" : "card-plain";
  return [
    rect(x - wide / 2, y - high / 2, wide, high, kind, { rx: 0.3 * u }),
    label(x, y - 0.62 * u, rough(one.kept), { place: "middle", base: "middle", hue: "gate2", more: "small" }),
    label(x, y + 0.62 * u, rough(one.added), { place: "middle", base: "middle", hue: "candidate", more: "small" }),
  ];
}

/** The lines to a stretch from the two that it is made of. */
const wires = (one, place, isChosen, u) =>
  one.of.map((from) =>
    straight(
      [place.x(from.last), place.y(from.round) + place.high / 2],
      [place.x(one.last), place.y(one.round) - place.high / 2],
      u,
      isChosen ? { hue: "state" } : { more: "faintly" },
    ),
  );

/** @type {Figure} */
export const TREE = {
  isTall: true,
  drags: {},
  draw(values, box, words) {
    const { u } = box;
    const { up, made, known, rounds, inTree } = treeOf(values);
    const place = placesOf(box, rounds);
    const now = made[values.node - 1];
    const read = values.source === "network" ? [...values.given.text] : up[0].map((_, t) => `${t + 1}`);
    const ofRound = (round) => (round === 0 ? words.steps : fill(words.round, { round }));
    const rows = [...up[0], ...made].map((one) => ({
      head: stepsIn(one),
      cells: [one.round, one.kept, one.added],
    }));
    return [
      ...read.map((sign, t) => label(place.x(t), 1.7 * u, sign, { place: "middle", hue: "input", more: "bold" })),
      ...(place.left > u
        ? Array.from({ length: rounds + 1 }, (_, round) =>
            note(0.4 * u, place.y(round), ofRound(round), { base: "middle" }),
          )
        : []),
      ...made.flatMap((one) => (one === now ? [] : wires(one, place, false, u))),
      ...wires(now, place, true, u),
      tabled(
        { title: words.stretches, corner: words.steps, columns: [words.roundOf, words.keeps, words.adds], rows },
        ...up[0].flatMap((one) => card(one, place, false, u)),
        ...made.map((one, k) => pickable(`node ${k + 1}`, ...card(one, place, one === now, u))),
      ),
      ...known.map((_, t) =>
        label(place.x(t), box.height - 0.8 * u, rough(inTree[t]), {
          place: "middle",
          hue: "memory",
          more: "bold small",
        }),
      ),
      place.left > u && label(0.4 * u, box.height - 0.8 * u, letter("H", "t"), { hue: "memory", more: "bold" }),
    ];
  },
  describe(values, words) {
    const now = chosen(values);
    const { inTree, apart } = treeOf(values);
    return fill(words.altTree, {
      steps: stepsIn(now),
      kept: short(now.kept),
      added: short(now.added),
      last: short(inTree.at(-1)),
      apart: short(apart),
    });
  },
};
