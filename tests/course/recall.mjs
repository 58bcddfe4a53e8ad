// Takes {what, steps} and gives the first texts, loss, gradients and reach of a training, and its weights at the end.

import { batchReader, parameterSet } from "../../rnnviz/course/maths/learner.js";
import { uniform } from "../../rnnviz/course/maths/random.js";
import { firstState, gradientStep, recallTexts } from "../../rnnviz/course/chapters/long_memory/recall.js";

export default ({ what, steps }) => {
  const state = firstState(what);
  const set = parameterSet(what.shapes, Float64Array.from(state.theta));
  const batches = Array.from({ length: steps }, (_, step) => {
    const draw = uniform(what.seed, step + 1);
    const distance = what.way === "exact" ? what.k : 1 + Math.floor(draw() * what.k);
    return recallTexts(draw, distance);
  });
  const reader = batchReader(what.program, set, batches[0].texts.length, 42);
  reader.forward(batches[0].texts, batches[0].texts[0].length);
  const first = reader.backward(batches[0].targets);
  const plain = ({ named }) => Object.fromEntries([...named].map(([name, { numbers }]) => [name, Array.from(numbers)]));
  const found = {
    batches,
    start: plain(set),
    loss: first.loss,
    reach: Array.from(first.reach),
    gradients: plain(reader.gradients),
  };
  const losses = batches.map((_, step) => gradientStep(state, step, what));
  return { ...found, losses, norms: state.norms, end: plain(parameterSet(what.shapes, state.theta)) };
};
