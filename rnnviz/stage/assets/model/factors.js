// The factors of a sum's terms as a notation holds them: in its order, and with its indices.

/** @import {AnyModel} from "../../model.d.ts" */

import { firstTensor, lengthOf } from "../../../engine/expression.js";

/**
 * The factors of a term: [{expression, place, value}]. `place` names row and column of a matrix,
 * or the one element of a vector; those of inputs and outputs are characters. Where vectors are
 * columns a matrix stands before its vector, and is the transposed one. isOutput, isInput: whether the sum is one of an
 * output's, or of the input's gradient.
 *
 * @param {AnyModel} model
 */
export function placedFactors(model, notation, { factors }, isOutput, isInput = false) {
  const placed = [];
  for (const { expression, index, value, isBack } of factors) {
    if (index.length === 1) {
      placed.push({ ...elementOf(model, expression, index[0], isOutput), value });
      continue;
    }
    // Going back, the vector stands at the matrix's columns, and what is summed for at its rows.
    const [vector] = placed.at(-1).place;
    const row = isBack ? (isInput && model.vocabulary[index[0]]) || String(index[0] + 1) : vector;
    const column = isBack ? vector : isOutput ? model.labels[index[1]] : String(index[1] + 1);
    if (notation.columns) placed.splice(-1, 0, { expression, place: [column, row], value });
    else placed.push({ expression, place: [row, column], value });
  }
  return placed;
}

/**
 * One element of a vector with its name; one of two joined vectors is an element of its own.
 *
 * @param {AnyModel} model
 */
function elementOf(model, expression, k, isOutput) {
  if (expression.op === "concat") {
    const split = lengthOf(model, expression.left);
    const [part, at] = k < split ? [expression.left, k] : [expression.right, k - split];
    return elementOf(model, part, at, isOutput);
  }
  const tensor = firstTensor(expression);
  const kind = tensor && model.quantity(tensor.name).kind;
  const isLabel = ["logits", "output"].includes(kind) || (isOutput && !tensor);
  const names = isLabel ? model.labels : kind === "input" ? model.vocabulary : [];
  return { expression, place: [names[k] ?? String(k + 1)] };
}
