// Whether every number of a written cell is finite; as `../written.py` asks it of each reading.

/** @import {Expression} from "../../engine/program.d.ts" */
/** @import {Check} from "../../site/site.d.ts" */
/** @import {Layer, Line} from "./cells.d.ts" */

import { textOf } from "./equation.js";
import { keyOf, partsOf } from "./tree.js";

/**
 * What there is to look at in each line of a layer: each part of its equation counts, since tanh(∞) is 1, but has
 * neither a sum nor a slope.
 *
 * @param {Layer} layer
 * @param {Line[]} lines
 * @returns {Check[]}
 */
export function checksOf({ phases }, lines) {
  return lines.flatMap(({ number, equation }, k) => {
    const { expression } = phases[k].equation;
    // The names of a layer's parts are those of the text.
    const own = computedParts(equation.expression);
    const outside = computedParts(expression);
    return own.map((part, j) => {
      const isWhole = j === own.length - 1;
      return { line: number, name: isWhole ? equation.target : textOf(part), expression: outside[j] };
    });
  });
}

/**
 * The parts that are computed, each once, in their order; the whole comes last.
 *
 * @param {Expression} e
 * @returns {Expression[]}
 */
function computedParts(e) {
  const found = new Map();
  const add = (one) => {
    for (const part of partsOf(one)) if (partsOf(part).length) add(part);
    if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  };
  add(e);
  return [...found.values()];
}
