// The trees of equations, forward and derived, as `../expression.py` has them and the engine reads them.

/** @import {Equation, Expression, Parameter, TensorName} from "../../engine/program.d.ts" */

/** @returns {TensorName} */
export const tensor = (name, before = false) => ({ op: "tensor", name, before });
/** @returns {Parameter} */
export const parameter = (name) => ({ op: "parameter", name });
/** @returns {Expression} */
export const gradient = (of) => ({ op: "gradient", of });
/** @returns {Expression} */
export const sum = (terms) => ({ op: "sum", terms });
/** @returns {Expression} */
export const negative = (of) => ({ op: "negative", of });
/** @returns {Expression} */
export const oneMinus = (of) => ({ op: "oneminus", of });
/** @returns {Expression} */
export const apply = (name, of) => ({ op: "apply", function: name, of });
/** @returns {Expression} */
export const transposed = (of) => ({ op: "transposed", of });

/**
 * @param {"product" | "quotient" | "maximum" | "matmul" | "outer"} op
 * @returns {Expression}
 */
export function pair(op, left, right) {
  return /** @type {Expression} */ ({ op, left, right });
}

/** What tells an expression from any other. */
export const keyOf = (e) => JSON.stringify(e);
export const isSame = (a, b) => keyOf(a) === keyOf(b);

/**
 * The expressions that an expression is made of; none of a leaf.
 *
 * @param {Expression} e
 * @returns {Expression[]}
 */
export function partsOf(e) {
  if (e.op === "tensor" || e.op === "parameter" || e.op === "gradient" || e.op === "arriving") return [];
  if (e.op === "sum") return e.terms;
  return "left" in e && "right" in e && !("of" in e) ? [e.left, e.right] : [/** @type {{of: Expression}} */ (e).of];
}

/**
 * The expression and all its parts, the whole before the parts.
 *
 * @param {Expression} e
 * @returns {Generator<Expression>}
 */
export function* walk(e) {
  yield e;
  for (const part of partsOf(e)) yield* walk(part);
}

/**
 * The expression with `change` applied to each of its nodes, parts first.
 *
 * @param {(e: Expression) => Expression} change
 */
export function rebuilt(e, change) {
  const made = Object.entries(e).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.map((term) => rebuilt(term, change))];
    return [name, typeof value === "object" ? rebuilt(value, change) : value];
  });
  // any: a node of the same kind has the same fields.
  return change(/** @type {any} */ (Object.fromEntries(made)));
}

/**
 * The quantities and parameters that an equation reads, each once.
 *
 * @param {Equation} equation
 */
export function readsOf({ expression }) {
  const leaves = [...walk(expression)].filter(({ op }) => op === "tensor" || op === "parameter");
  return [...new Map(leaves.map((leaf) => [keyOf(leaf), leaf])).values()];
}
