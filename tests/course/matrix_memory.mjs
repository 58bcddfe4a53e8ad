// Takes {what, steps, asked} and gives memories of the chapter on addressing, and a training of its cells.

import * as memory from "../../rnnviz/course/chapters/matrix_memory/memory.js";
import * as recall from "../../rnnviz/course/chapters/matrix_memory/recall.js";
import { parameterSet } from "../../rnnviz/course/maths/learner.js";
import { uniform } from "../../rnnviz/course/maths/random.js";

const plain = ({ named }) => Object.fromEntries([...named].map(([name, { numbers }]) => [name, Array.from(numbers)]));

export default ({ what, steps }) => {
  const named = (name, { theta }) => plain(parameterSet(what.cells[name].shapes, theta));
  const all = (state) => Object.fromEntries(Object.entries(state.cells).map(([name, one]) => [name, named(name, one)]));
  const state = recall.firstState(what);
  const start = all(state);
  const batches = Array.from({ length: steps }, (_, k) => recall.recallTexts(uniform(what.seed, k + 1), what.task));
  const losses = batches.map((_, step) => recall.gradientStep(state, step, what));
  const likeness = (name) => recall.likeness(state.cells[name].theta, what, name);
  return {
    start,
    batches,
    losses,
    end: all(state),
    right: state.right,
    likeness: { linear: likeness("linear"), deltanet: likeness("deltanet") },
    crowds: { add: memory.recalled(8, "add"), replace: memory.recalled(8, "replace") },
    pairs: Array.from({ length: 20 }, (_, draw) => memory.randomPairs(8, draw)),
  };
};
