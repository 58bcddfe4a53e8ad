// What the reader of this chapter changes, and what several of its figures ask for.

import { CELLS, WEIGHTS } from "./throughtime.js";

// A curve has the hue of its quantity; which cell's it is, its stroke says, and the name at its end.
export const STROKES = { rnn: "thin", gru: "strokes", lstm: "", memory: "", mingru: "dashed" };
export const hueOfCurve = (name) => (name === "memory" ? "memory" : "state");
// How far: the H of each cell, and beside the LSTM's the memory that it keeps things in.
export const CURVES = ["rnn", "gru", "lstm", "memory", "mingru"];
const LONGEST = 30;
export const RADII = [0.5, 5];

export const NUMBERS = {
  later: { usual: 30, least: 1, most: LONGEST, step: 1, whole: true, hue: "loss" },
  earlier: { usual: 2, least: 1, most: LONGEST, step: 1, whole: true, hue: "state" },
  radius: { usual: 1, least: 0.2, most: 3, step: 0.05, hue: "candidate", symbol: "W" },
  shift: { usual: 0, least: -3, most: 6, step: 0.1, digits: 1, hue: "gate2", symbol: "F" },
  length: { usual: 5, least: 1, most: LONGEST, step: 1, whole: true, hue: "gate1" },
  cliff: { usual: 4.1, least: RADII[0], most: RADII[1], step: 0.025, digits: 3, hue: "candidate", symbol: "W" },
  // What the reader expects to be left of an untrained state, as a power of ten.
  guessLeft: { usual: 0, least: -8, most: 2, step: 0.1, digits: 1, hue: "text" },
  threshold: { usual: 1, least: 0.05, most: 20, step: 0.05, hue: "gate1" },
};
export const CHOICES = {
  text: { usual: "long", of: ["long", "short"] },
  kind: { usual: "trained", of: WEIGHTS },
  measure: { usual: "state", of: ["state", "loss"] },
  matrix: { usual: "begun", of: WEIGHTS },
  lstm: { usual: "untrained", of: WEIGHTS },
  cell: { usual: "lstm", of: CELLS },
  weights: { usual: "untrained", of: WEIGHTS },
  cuts: { usual: "every", of: ["every", "once"] },
};
export const degrees = (angle) => `${angle < 0.05 ? "0" : angle.toFixed(1)}°`;
export const titleOf = ({ given, text }, cell) => given[text].cells[cell].title;
/** The LSTM has two curves, and so each of them is named with its letter. */
export const titleOfCurve = (values, name) => {
  const letter = { lstm: " H", memory: " C" }[name] ?? "";
  return `${titleOf(values, name === "memory" ? "lstm" : name)}${letter}`;
};
export const given = (values) => values.given[values.text];
export const splitNetwork = (values) => ({ text: values.text, cell: values.cell, kind: values.weights });
