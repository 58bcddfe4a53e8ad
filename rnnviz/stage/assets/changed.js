// A model with changes made by hand: the same panels draw it, but its numbers come from the engine.

import { run } from "./engine.js";
import { withTensors } from "./model.js";

// Numbers that differ by less, of their own size or of 1, have been rounded otherwise; as in `comparison.py`.
const ROUNDING = 1e-12;

/** What can be changed in a model, for `changes.js`; null where the engine cannot compute it. */
export function changeBounds(model) {
  if (!model.program) return null;
  const { T } = model.sizes;
  const held = model.vectors.map(({ name, kind }) => [
    name,
    { width: model.length(name), high: kind === "gate" ? 1 : null },
  ]);
  const states = model.program.passes.flatMap((pass) => pass.states);
  return {
    T,
    quantities: new Map(held),
    states: new Map(states.map((name) => [name, model.length(name)])),
    weights: new Map([...model.weights].map(([name, { shape }]) => [name, shape])),
    vocabulary: model.vocabulary,
    moments: [...model.moments.keys()],
  };
}
