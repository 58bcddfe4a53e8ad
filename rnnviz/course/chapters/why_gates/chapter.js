// Gates, and two directions.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { RESET, RESET_NUMBERS, differences, distanceLeft } from "./figures/candidate.js";
import { COST, COST_CHOICES, COST_NUMBERS, costSaid } from "./figures/costs.js";
import { RANGE, RANGE_NUMBERS, memoryEnd } from "./figures/counter.js";
import { TWO, TWO_CHOICES, TWO_NUMBERS } from "./figures/directions.js";
import { isSeen } from "./figures/gated.js";
import { KEEP, KEEP_NUMBERS, shareLeft } from "./figures/remembering.js";
import { WRITE, WRITE_NUMBERS, memoryNumbers } from "./figures/writing.js";

const verb = (network, sentence) => (values) => percent(values.given.tags[network][sentence]);

const wrote =
  (network, what) =>
  ({ given }) => {
    const found = given.writing[network][what];
    return typeof found === "number" ? short(found) : found;
  };

/** @type {Definition} */
export const GATES = {
  numbers: {
    ...KEEP_NUMBERS,
    ...RESET_NUMBERS,
    ...WRITE_NUMBERS,
    ...RANGE_NUMBERS,
    ...TWO_NUMBERS,
    ...COST_NUMBERS,
  },
  choices: {
    seen: { usual: "no", of: ["no", "yes"] },
    ended: { usual: "no", of: ["no", "yes"] },
    letters: { usual: "row", of: ["row", "column", "uvw", "torch"] },
    ...TWO_CHOICES,
    ...COST_CHOICES,
  },
  symbols: {
    H: { hue: "state" },
    Z: { hue: "gate2" },
    R: { hue: "gate1" },
    C: { hue: "memory" },
    F: { hue: "gate2" },
    I: { hue: "gate1" },
    O: { hue: "gate3" },
    W: { hue: "candidate" },
    // As in the figure: what was read from the left, and what from the right.
    ...Object.fromEntries(["H→", "h→", "S→"].map((letter) => [letter, { hue: "state" }])),
    ...Object.fromEntries(["H←", "h←", "S←"].map((letter) => [letter, { hue: "memory" }])),
    S: { hue: "state" },
  },
  figures: { keep: KEEP, reset: RESET, write: WRITE, range: RANGE, two: TWO, cost: COST },
  computed: {
    drawn30: (values) => percent(values.share30),
    left: (values) => (isSeen(values, "seen") ? percent(shareLeft(values, false)) : "?"),
    leftHeld: (values) => (isSeen(values, "seen") ? percent(shareLeft(values, true)) : "?"),
    fromRnn: (values) => differences(values).rnn,
    fromMlp: (values) => differences(values).mlp,
    distance: (values) => short(distanceLeft(values)),
    change: (values) => memoryNumbers(values).change,
    shown: (values) => memoryNumbers(values).shown,
    drawnMemory: (values) => short(values.memory30),
    memory: (values) => (isSeen(values, "ended") ? short(memoryEnd(values)) : "?"),
    limit: ({ kept, writes, candidate }) => (kept === 1 ? "∞" : short((writes * candidate) / (1 - kept))),
    rnnMoney: verb("rnn", "花钱"),
    rnnOpen: verb("rnn", "花开"),
    bothMoney: verb("bidirectional", "花钱"),
    bothOpen: verb("bidirectional", "花开"),
    lossThere: wrote("two", "loss"),
    lossGone: wrote("two", "alone"),
    wroteTwo: wrote("two", "written"),
    wroteOne: wrote("one", "written"),
    rnnCost: costSaid("rnn"),
    gruCost: costSaid("gru"),
    lstmCost: costSaid("lstm"),
  },
  actions: {
    see: { uncovers: "seen" },
    end: { uncovers: "ended" },
    asRnn: () => ({ R: 1, Z: 0 }),
    asMlp: () => ({ R: 0, Z: 0 }),
    keeper: () => ({ R: 0, Z: 0.99 }),
    shut: () => ({ F: 1, I: 0, O: 0 }),
  },
  tasks: {
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
    half: {
      isDone: (values) => isSeen(values, "seen") && values.keep === 0.9 && shareLeft(values, true) >= 0.5,
      solution: { seen: "yes", from: 1, to: 30, hold: 0.99 },
    },
    carry: {
      isDone: ({ F, I, O }) => F === 1 && I === 0 && O >= 0.5,
      solution: { F: 1, I: 0, O: 1 },
    },
    limited: { isDone: ({ ended }) => ended === "yes", solution: null },
  },
};

export const mount = (host, css) => chapter(host, css, GATES);
