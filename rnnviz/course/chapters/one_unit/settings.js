// What the reader of this chapter changes, and what its figures share.

import { once } from "../../reader/once.js";
import { auc, labelOf, unpacked } from "./units.js";

export const MOST_SHIFTS = 200;
// Places of the threshold from the unit's lowest value to its highest.
const STEPS = 100;

export const NUMBERS = {
  place: { usual: 1200, least: 1, most: 5000, step: 1, whole: true, hue: "output", symbol: "k" },
  threshold: { usual: 75, least: 0, most: STEPS, step: 1, whole: true, hue: "gate2" },
  draws: { usual: 0, least: 0, most: MOST_SHIFTS, step: 1, whole: true, hue: "loss" },
  // Which unit is looked at closely, from 1; 0 stands for the one that the chapter speaks of.
  unit: { usual: 0, least: 0, most: 128, step: 1, whole: true },
  // What the reader expects: of the best untrained unit, of the controls with one unit and with all, of holding a unit.
  guessFirst: { usual: 0.5, least: 0.4, most: 1, step: 0.01, hue: "text" },
  guessOne: { usual: 0.5, least: 0.5, most: 1, step: 0.01, hue: "text" },
  guessAll: { usual: 0.5, least: 0.5, most: 1, step: 0.01, hue: "text" },
  guessCost: { usual: 0, least: -0.1, most: 1, step: 0.005, digits: 3, hue: "text" },
  moment: {
    usual: 7,
    least: 0,
    most: 7,
    step: 1,
    whole: true,
    hue: "gate2",
    names: ({ moments }) => moments.map(({ step }) => String(step)),
  },
};
export const CHOICES = {
  who: { usual: "best", of: ["best", "spare", "costly"] },
  looked: { usual: "all", of: ["one", "eight", "all"] },
  how: { usual: "mean", of: ["mean", "resample", "zero"] },
  asked: { usual: "first", of: ["first", "second", "third"] },
};

/** A unit from 0 as it is written: $H$[71]. */
export const nameOf = ({ given }, unit) => `$${given.quantity}$[${unit + 1}]`;
/** Of the cast, one or, where there is none of the kind, the best. */
export const castOf = ({ given }, who) => given.cast[who] ?? given.cast.best;
export const isThere = ({ given }, who) => who in given.cast;
export const hueOf = ({ given }) => (given.quantity === "C" ? "memory" : "state");
export const countOf = ({ given }) => given.units.length;

/** The unit that is chosen among the cast: {unit, values, on, low, high, auc, direction, threshold}. */
export function chosenOf(values) {
  const { given, who } = values;
  return once(given, `chosen ${who}`, () => {
    const unit = castOf(values, who);
    const packed = given.values[String(unit)];
    const all = unpacked(packed);
    const { direction } = given.units[unit];
    const half = Math.floor(all.length / 2);
    const second = { values: all.slice(half), on: onOf(values).slice(half) };
    const own = auc(second.values, second.on);
    const told = direction > 0 ? own : 1 - own;
    return { unit, all, second, low: packed.low, high: packed.high, auc: told, direction, half };
  });
}
/** Whether the label is on at each place of the text. */
export const onOf = ({ given }) => once(given, "on", () => labelOf(given.on, given.text.length));
/** The value of the threshold. */
export function thresholdOf(values) {
  const { low, high } = chosenOf(values);
  return low + (values.threshold / STEPS) * (high - low);
}
/** A value as a place of the threshold. */
export function toThreshold(values, value) {
  const { low, high } = chosenOf(values);
  return ((value - low) / (high - low)) * STEPS;
}
/** A character as it is drawn. */
export const shown = (one) => (one === "\n" ? "↵" : one === " " ? "·" : one);
/** The place at which the reader is, from 0. */
export const placeOf = ({ given, place }) => Math.min(place, given.text.length) - 1;
/** The unit that is looked at in the picture of all, from 0. */
export const pickedOf = (values) =>
  values.unit > 0 ? Math.min(values.unit, countOf(values)) - 1 : castOf(values, "spare");
