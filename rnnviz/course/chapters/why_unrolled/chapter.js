// The loop, unrolled: as a time line, as the figure of the book, as one product, as one formula, and how far back.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { BOOK, BOOK_NUMBERS, PHASES } from "./figures/book.js";
import { EXCHANGE, EXCHANGE_CHOICES, EXCHANGE_NUMBERS, FAR, sharesOf } from "./figures/exchange.js";
import { EXPANSION, EXPANSION_NUMBERS, lastOutput } from "./figures/expansion.js";
import { JOIN, JOIN_NUMBERS, difference } from "./figures/join.js";
import { LOOP, LOOP_NUMBERS, STEPS } from "./figures/loop.js";
import { WIRES, WIRES_NUMBERS, nextMoment } from "./figures/neuronwires.js";
import { bookListing, joinListing } from "./torchcode.js";
import { concatenation } from "./unrolled.js";

/** The same with the network that has learnt the sentence: what the prose says of it holds for no other. */
const learnt = (values) => ({ ...values, weights: "trained" });
/** @type {Definition} */
export const WHY_UNROLLED = {
  numbers: {
    ...LOOP_NUMBERS,
    ...WIRES_NUMBERS,
    ...BOOK_NUMBERS,
    ...JOIN_NUMBERS,
    ...EXPANSION_NUMBERS,
    ...EXCHANGE_NUMBERS,
  },
  choices: EXCHANGE_CHOICES,
  symbols: {
    x: { hue: "input" },
    X: { hue: "input" },
    s: { hue: "state" },
    H: { hue: "state" },
    o: { hue: "output" },
    O: { hue: "output" },
    Ŷ: { hue: "output" },
    U: { hue: "input" },
    W: { hue: "state" },
    V: { hue: "output" },
  },
  figures: { loop: LOOP, wires: WIRES, book: BOOK, join: JOIN, expand: EXPANSION, exchange: EXCHANGE },
  listings: {
    book: ({ phase }, words) => bookListing(phase, words),
    join: ({ drawn }, words) => joinListing(concatenation(drawn), words),
  },
  computed: {
    difference: (values) => short(difference(values)),
    score: (values) => lastOutput(values).score.toFixed(3),
    probability: (values) => lastOutput(values).probability.toFixed(3),
    first: (values) => percent(sharesOf(learnt(values)).at(-1)),
    nearest: (values) => percent(sharesOf(learnt(values))[0]),
    now: (values) => percent(sharesOf(values)[FAR - values.place]),
    was: (values) => values.given.laozi.text[values.place - 1],
  },
  actions: {
    later: nextMoment,
    onward: ({ phase }) => ({ phase: (phase + 1) % (PHASES + 1) }),
    fresh: ({ drawn }) => ({ drawn: (drawn % 999) + 1 }),
    deeper: ({ levels }) => ({ levels: (levels % STEPS) + 1 }),
    see: { uncovers: "seen" },
    other: ({ seed }) => ({ seed: (seed % 999) + 1, weights: "random" }),
  },
  tasks: {
    pull: { isDone: ({ unfold }) => unfold >= STEPS, solution: { unfold: STEPS } },
    look: { isDone: ({ seen }) => seen === "yes", solution: null },
  },
};

export const mount = (host, css) => chapter(host, css, WHY_UNROLLED);
