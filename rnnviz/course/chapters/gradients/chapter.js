// Gradients through time: how far they reach, what decides it, and what cutting and clipping do to them.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { lengthOf } from "../../maths/spectrum.js";
import { chapter } from "../../reader/chapter.js";
import { CLIP, atCliff } from "./figures/clip.js";
import { FACTOR, stretched } from "./figures/factor.js";
import { FATES, curveOf, isCovered } from "./figures/fates.js";
import { KNIFE, knife } from "./figures/knife.js";
import { ROAD, shifted } from "./figures/road.js";
import { SPLIT } from "./figures/split.js";
import { TRIANGLES } from "./figures/triangles.js";
import { CHOICES, CURVES, NUMBERS, degrees, given, splitNetwork } from "./settings.js";
import {
  WEIGHTS,
  angleBetween,
  clippedByNorm,
  clippedByValue,
  lastRow,
  lengthsByDistance,
  meanSlope,
  networkOf,
  pairsOfNetwork,
  powersOfW,
  radiusOf,
  roadOf,
} from "./throughtime.js";

/** What is left at the last distance, of each curve and kind: {{left_rnn_trained}} … on the text that is chosen. */
const LEFT = CURVES.flatMap((name) =>
  WEIGHTS.map((kind) => [
    `left_${name}_${kind}`,
    (values) =>
      isCovered(values, kind) ? "?" : short(10 ** curveOf({ ...values, measure: "state" }, name, kind).at(-1)),
  ]),
);
const pathShare = (values, from) => {
  const { parts, whole } = lengthsByDistance(values.given, splitNetwork(values));
  return Math.max(...parts.slice(from)) / whole;
};
/** What is left of the first state at the end, with W stretched. */
const firstLeft = (values) => lastRow(values.given, stretched(values))[0];
const byValueAngle = (values) => angleBetween(atCliff(values), clippedByValue(atCliff(values), values.threshold));

/** @type {Definition} */
export const GRADIENTS = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: {
    H: { hue: "state" },
    L: { hue: "loss" },
    W: { hue: "candidate" },
    C: { hue: "memory" },
    F: { hue: "gate2" },
    C̃: { hue: "candidate" },
    I: { hue: "gate1" },
    O: { hue: "gate3" },
  },
  figures: { fates: FATES, triangles: TRIANGLES, factor: FACTOR, road: ROAD, split: SPLIT, knife: KNIFE, clip: CLIP },
  computed: {
    ...Object.fromEntries(LEFT),
    // A long run of the same character is cut short, so that it fits a line on a phone.
    read: (values) => given(values).text.replace(/(.)\1{7,}/u, "$1$1$1⋯$1$1$1"),
    steps: (values) => String(given(values).inputs.length),
    own: (values) => short(radiusOf(values.given, { text: "long", cell: "rnn", kind: values.matrix })),
    ownTrained: (values) => short(radiusOf(values.given, { text: "short", cell: "rnn", kind: "trained" })),
    leftTrained: (values) => short(lastRow(values.given, { text: "short", cell: "rnn", kind: "trained" })[0]),
    factorLeft: (values) => short(firstLeft(values)),
    aloneLeft: (values) => short(powersOfW(values.given, stretched(values)).at(-1)),
    atOne: ({ given: all }) => short(lastRow(all, { text: "long", cell: "rnn", kind: "begun", radius: 1 })[0]),
    healthy: ({ given: all }) => short(lengthsByDistance(all, { text: "long", cell: "lstm", kind: "untrained" }).whole),
    slope: (values) => short(meanSlope(values.given, stretched(values))),
    gate: (values) => {
      const F = networkOf(values.given, shifted(values)).tensors.get("F");
      return short(F.reduce((sum, one) => sum + one, 0) / F.length);
    },
    roadLeft: (values) => short(roadOf(values.given, shifted(values))[0]),
    memoryLeft: (values) => short(lastRow(values.given, shifted(values), "C")[0]),
    stateLeft: (values) => short(lastRow(values.given, shifted(values))[0]),
    whole: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).whole),
    near: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).parts[0]),
    far: (values) => short(lengthsByDistance(values.given, splitNetwork(values)).parts.at(-1)),
    farShare: (values) => percent(pathShare(values, Math.ceil(given(values).inputs.length / 2))),
    dropped: (values) => percent(knife(values).share),
    angle: (values) => degrees(knife(values).angle),
    countW: (values) => String(pairsOfNetwork(values.given, splitNetwork(values)).count),
    jump: ({ given: { cliff } }) => short(10 ** Math.max(...cliff.slice(1).map((one, k) => Math.abs(one - cliff[k])))),
    before: (values) => short(lengthOf(atCliff(values))),
    afterNorm: (values) => short(lengthOf(clippedByNorm(atCliff(values), values.threshold))),
    afterValue: (values) => short(lengthOf(clippedByValue(atCliff(values), values.threshold))),
    turned: (values) => degrees(byValueAngle(values)),
  },
  tasks: {
    hold: {
      isDone: (values) => values.matrix === "begun" && Math.abs(Math.log(firstLeft(values))) < Math.log(1.5),
      solution: { matrix: "begun", radius: 1.3 },
    },
    keep: {
      isDone: (values) => values.shift > 0 && roadOf(values.given, shifted(values))[0] >= 0.5,
      solution: { lstm: "untrained", shift: 4.1 },
    },
    harm: {
      isDone: (values) =>
        values.text === "long" &&
        values.weights === "trained" &&
        values.cuts === "every" &&
        values.length >= NUMBERS.length.usual &&
        knife(values).share >= 0.5,
      solution: { text: "long", length: 5, cuts: "every", cell: "gru", weights: "trained" },
    },
  },
};

export const mount = (host, css) => chapter(host, css, GRADIENTS);
