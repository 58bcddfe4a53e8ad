// Takes {track, asked: [[phase, t, unit], …]} and gives what the stage makes of each: the sum
// behind the unit with its factors in every notation, and every number of its worked equation; and the shapes of every
// phase in every notation.

import { evaluate, functionOf, split, sumOf } from "../../rnnviz/engine/expression.js";
import { placedFactors } from "../../rnnviz/stage/assets/model/factors.js";
import { shapes } from "../../rnnviz/stage/assets/words/formula.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { WORDS } from "./words.mjs";

export default ({ track, asked }) => {
  const model = readTrack(track, WORDS);

  function parts(expression) {
    const right = expression.op === "matmul" ? null : expression.right;
    const inside = [expression.left, right, expression.of, ...(expression.terms ?? [])];
    return [expression, ...inside.filter(Boolean).flatMap(parts)];
  }

  function madeOf({ terms, total, function: applied }, unit) {
    if (applied === null) return total;
    if (applied !== "softmax") return functionOf(model, applied)(total);
    return terms.find((term) => term.factors[0]?.index[0] === unit).value / total;
  }

  const answers = asked.map(([k, t, unit]) => {
    const phase = model.phases[k];
    const sum = sumOf(model, phase, t, unit);
    const isOutput = ["logits", "output"].includes(model.quantity(phase.target).kind);
    const { inner } = split(phase.expression);
    return {
      factors: sum.terms.map((term) => term.factors.map((factor) => factor.value)),
      values: sum.terms.map((term) => term.value),
      total: sum.total,
      made: madeOf(sum, unit),
      result: model.value(phase.target, t, unit),
      parts: parts(inner)
        .filter((e) => unit < widthOf(e))
        .map((e) => [JSON.stringify(e), evaluate(model, e, t, unit)]),
      placed: Object.fromEntries(
        model.notations.map((notation) => [
          notation.key,
          sum.terms.map((term) =>
            placedFactors(model, notation, term, isOutput).map(({ expression, place, value }) => ({
              op: expression.op,
              name: expression.name ?? "",
              place,
              value,
            })),
          ),
        ]),
      ),
    };
  });

  /** Of the parts of an output's equation, those that have as many elements as it has. */
  function widthOf(expression) {
    if (expression.op === "tensor") return model.length(expression.name);
    if (expression.op === "parameter") return model.weights.get(expression.name).shape[1];
    return Infinity;
  }

  const drawn = model.diagrams.flatMap(({ values }, k) =>
    Object.keys(values).map((key) => {
      const name = model.madeName(k, key);
      const numbers = Array.from({ length: model.sizes.T }, (_, t) =>
        Array.from({ length: model.length(name) }, (_unit, unit) => model.value(name, t, unit)),
      );
      return [key, numbers];
    }),
  );
  const written = model.notations.map((notation) => [
    notation.key,
    model.phases.map((phase) => shapes(model, notation, phase)),
  ]);
  return { answers, drawn, shapes: Object.fromEntries(written) };
};
