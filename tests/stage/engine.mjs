// Takes a list of {program, weights, input, holds, arriving, later} and gives what the engine makes of each: tensors,
// what held quantities would have been, and gradients. later: further {input, holds, weights}, run on the engine that
// ran the first.

import { backward, createEngine, run } from "../../rnnviz/engine/engine.js";

const floats = (numbers) => Float64Array.from(numbers);

function weightsFrom(listed) {
  return new Map(Object.entries(listed).map(([name, { shape, data }]) => [name, { shape, numbers: floats(data) }]));
}

function inputFrom({ X, initial, targets }) {
  const starts = new Map(Object.entries(initial).map(([name, numbers]) => [name, floats(numbers)]));
  return { X: X.hot ? X : { numbers: floats(X.numbers) }, initial: starts, targets };
}

function listed(found) {
  return Object.fromEntries([...found].map(([name, numbers]) => [name, [...numbers]]));
}

function answerTo({ program, weights, input, holds, arriving, later }) {
  const read = weightsFrom(weights);
  const engine = createEngine(program);
  const { tensors, free } = engine.run(read, inputFrom(input), holds);
  const given = arriving && new Map(Object.entries(arriving).map(([name, numbers]) => [name, floats(numbers)]));
  const slopes = given ? { arriving: given } : { targets: input.targets };
  const isLearnt = program.passes.every((pass) => pass.contributions !== null);
  return {
    tensors: listed(tensors),
    free: listed(free),
    gradients: isLearnt ? listed(backward(program, read, tensors, slopes, holds)) : null,
    later: (later ?? []).map((change) => {
      const again = change.weights ? weightsFrom(change.weights) : read;
      const kept = engine.run(again, inputFrom(change.input), change.holds);
      const fresh = run(program, again, inputFrom(change.input), change.holds);
      return [kept, fresh].map(({ tensors: all, free: would }) => ({ tensors: listed(all), free: listed(would) }));
    }),
  };
}

export default (asked) => asked.map(answerTo);
