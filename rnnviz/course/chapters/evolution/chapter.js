// How the cell evolved: what each cell's memory does over a step and over a text, and what it costs.

/** @import {Definition} from "../../definition.d.ts" */

import { short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { figureOf } from "./figures/cell.js";
import { RACE } from "./figures/race.js";
import { lossSaid } from "./figures/scales.js";
import { median } from "../../maths/median.js";

const NAMES = ["rnn", "lstm1997", "lstm", "peephole", "gru", "cifg", "mgu", "indrnn", "mingru", "minlstm", "slstm"];
// Those whose memory is a matrix.
const MATRICES = ["linear", "deltanet", "s6", "gateddeltanet", "mlstm"];
const TRAINED = {
  once: ({ once }) => lossSaid(median(once)),
  stream: ({ stream }) => lossSaid(median(stream)),
};
// What the prose says of each cell: {{size_gru}}, {{once_gru}} …
const SAID = {
  ...TRAINED,
  size: ({ units, parameters }) => `h = ${units} · ${parameters}`,
  rest: ({ left }) => short(10 ** left[0]),
  learnt: ({ once }) => String(once.filter((loss) => loss < 0.1).length),
};
const saidOf = (words, kind, names) =>
  Object.entries(words).flatMap(([word, read]) =>
    names.map((name) => [`${word}_${name}`, ({ given }) => read(given[kind][name])]),
  );
const said = [...saidOf(SAID, "cells", NAMES), ...saidOf(TRAINED, "matrices", MATRICES)];

/** @type {Definition} */
export const EVOLUTION = {
  symbols: {
    H: { hue: "state" },
    C: { hue: "memory" },
    N: { hue: "memory" },
    X: { hue: "input" },
    I: { hue: "gate1" },
    F: { hue: "gate2" },
    O: { hue: "gate3" },
    R: { hue: "gate1" },
    Z: { hue: "gate2" },
    C̃: { hue: "candidate" },
    H̃: { hue: "candidate" },
  },
  figures: { race: RACE, ...Object.fromEntries(NAMES.map((name) => [name, figureOf(name)])) },
  folds: Object.fromEntries(NAMES.map((name) => [name, ({ cells }) => cells[name].title])),
  computed: {
    ...Object.fromEntries(said),
    seeds: ({ given }) => String(given.cells.rnn.once.length),
    again: ({ given }) => String(given.cells.rnn.stream.length),
    chance: ({ given }) => short(given.chance),
  },
};

export const mount = (host, css) => chapter(host, css, EVOLUTION);
