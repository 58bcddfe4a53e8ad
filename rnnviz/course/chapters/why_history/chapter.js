// Counting is not enough.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { wholeNumber } from "../../plot/plot.js";
import { chapter } from "../../reader/chapter.js";
import { added, backedOff, seenOf, unseen } from "./counts.js";
import { EMPTY, parameterCount } from "./figures/empty.js";
import { FLOOR } from "./figures/floor.js";
import { LOSSES } from "./figures/losses.js";
import { STATE, lineOf } from "./figures/state.js";
import { TABLE, tableOf } from "./figures/table.js";
import { UNSEEN } from "./figures/unseen.js";
import { CHOICES, KINDS, LONGEST, NUMBERS, TEXTS } from "./settings.js";

const bestOf = (losses) => losses.indexOf(Math.min(...losses));

/** @type {Definition} */
export const HISTORY = {
  numbers: NUMBERS,
  choices: CHOICES,
  texts: TEXTS,
  symbols: {
    V: { hue: "input" },
    h: { hue: "state" },
    H: { hue: "state" },
    α: { hue: "gate2" },
    w: { hue: "output" },
  },
  figures: { table: TABLE, empty: EMPTY, unseen: UNSEEN, losses: LOSSES, floor: FLOOR, state: STATE },
  computed: {
    letters: ({ given }) => wholeNumber(given.read.length),
    heldLetters: ({ given }) => wholeNumber(given.held.length),
    total: (values) => wholeNumber(tableOf(values).total),
    order: (values) => String(values.beginning.length + 1),
    possible: () => wholeNumber(KINDS ** LONGEST),
    seenSix: ({ given }) => wholeNumber(seenOf(given, LONGEST)),
    oneIn: ({ given }) => wholeNumber(KINDS ** LONGEST / seenOf(given, LONGEST)),
    table: ({ kinds }) => short(kinds ** LONGEST),
    parameters: (values) => wholeNumber(parameterCount(values)),
    newSix: (values) => (values.seenShares === "yes" || values.all ? percent(unseen(values).at(-1)) : "?"),
    drawnSix: (values) => percent(values.share6),
    bestAdded: (values) => (isOpen(values) ? String(bestOf(added(values)) + 1) : "?"),
    bestLoss: (values) => (isOpen(values) ? Math.min(...added(values)).toFixed(2) : "?"),
    lastLoss: (values) => (isOpen(values) ? added(values).at(-1).toFixed(2) : "?"),
    backingLoss: (values) => (isOpen(values) ? Math.min(...backedOff(values)).toFixed(2) : "?"),
    networkLoss: (values) => (isOpen(values) ? values.given.reader.loss.toFixed(2) : "?"),
    networkParameters: ({ given }) => wholeNumber(given.reader.parameters),
    gramsOfSix: ({ given, isOpen: isShown }) => (isShown("seen") ? wholeNumber(seenOf(given, LONGEST)) : "?"),
    entropy: ({ given }) => given.made.entropy.toFixed(3),
    madeCounted: ({ given }) => Math.min(...given.made.backingOff, ...given.made.added).toFixed(3),
    madeNetwork: ({ given }) => given.made.reader.loss.toFixed(3),
    madeParameters: ({ given }) => wholeNumber(given.made.reader.parameters),
    theLine: (values) => lineOf(values).text,
    distinct: ({ given }) => wholeNumber(new Set(given.read.trim().split(" ")).size),
    wordCount: ({ given }) => wholeNumber(given.read.trim().split(" ").length),
    ratio: ({ given }) => short(given.read.length / given.read.trim().split(" ").length),
  },
  actions: {
    revealNext: { uncovers: "seenNext" },
    revealShares: { uncovers: "seenShares" },
    revealCosts: { uncovers: "seenCosts" },
    otherLine: ({ line }) => ({ line: (line % 8) + 1 }),
  },
  tasks: {
    never: {
      isDone: (values) => values.beginning.length >= 2 && tableOf(values).total === 0,
      solution: { beginning: "qq", seenNext: "yes" },
    },
  },
};
const isOpen = (values) => values.seenCosts === "yes" || values.all;
export const mount = (host, css) => chapter(host, css, HISTORY);
