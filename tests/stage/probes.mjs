// Takes a list of {program, weights, input, holds} and gives the triangles of each: reach, moves, and, where the
// cell's weights allow it, ∂L/∂W by distance and with the graph cut; and of given gradients the shares by distance.

import { run } from "../../rnnviz/engine/engine.js";
import { holdsOf } from "../../rnnviz/engine/instructions.js";
import { sharesByDistance, splitWeights } from "../../rnnviz/stage/assets/model/bydistance.js";
import { createProbes, movesOf, pairsOf, reachOf, sumOfPairs } from "../../rnnviz/stage/assets/model/probes.js";

const floats = (numbers) => Float64Array.from(numbers);

function finished(walk) {
  let step = walk.next();
  while (!step.done) step = walk.next();
  return [...step.value];
}

function answerTo({ program, weights, input, holds, pairs, truncate, gradients, losses }) {
  const read = new Map(Object.entries(weights).map(([name, one]) => [name, { ...one, numbers: floats(one.data) }]));
  const initial = new Map(Object.entries(input.initial).map(([name, numbers]) => [name, floats(numbers)]));
  const { tensors } = run(program, read, { ...input, initial }, holds);
  const T = input.X.hot.length;
  const held = (name) => {
    const own = holds.filter((one) => one.quantity === name);
    return holdsOf(own, tensors.get(name).length / T, T).isHeld;
  };
  const probes = createProbes(program, read, tensors, { targets: input.targets, held });
  if (probes === null) return null;
  const found = { reach: finished(reachOf(probes)), moves: finished(movesOf(probes)) };
  if (pairs) {
    const made = pairsOf(probes, read);
    const byDistance = [...Array(T).keys()].map((d) => [...sumOfPairs(made, (t, k) => t - k === d)]);
    const cut = [...sumOfPairs(made, (t, k) => Math.floor(t / truncate) === Math.floor(k / truncate))];
    Object.assign(found, { names: made.names, byDistance, cut });
  }
  if (gradients) {
    const split = Object.entries(gradients).map(([name, numbers]) => {
      const asked = { losses, gradient: floats(numbers), found: new Float64Array(T) };
      return [name, finished(sharesByDistance(probes, read, name, asked))];
    });
    Object.assign(found, { split: splitWeights(probes.pass), shares: Object.fromEntries(split) });
  }
  return found;
}

export default (asked) => asked.map(answerTo);
