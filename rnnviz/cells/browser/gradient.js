// The backward pass of an equation, derived from its tree; as `../gradient.py`.

/** @import {Contribution, Equation, Expression} from "../../engine/program.d.ts" */
/** @import {Way as Factors} from "../../stage/scene.d.ts" */
/** @import {Way} from "./cells.d.ts" */

import { apply, gradient, isSame, negative, oneMinus, pair, sum, tensor, transposed } from "./tree.js";

// The derivative of each function in terms of its value Y = f(A), or of A. null: it is 1.
/** @type {Record<string, (Y: Expression, A: Expression) => Expression | null>} */
const SLOPES = {
  tanh: (Y) => oneMinus(pair("product", Y, Y)),
  relu: (Y) => apply("positive", Y),
  sigmoid: (Y) => pair("product", Y, oneMinus(Y)),
  identity: () => null,
  exp: (Y) => Y,
  logsigmoid: (_, A) => oneMinus(apply("sigmoid", A)),
};

/**
 * Every part of an equation's tree but its weight matrices, with the way to it, in reading order.
 *
 * @param {Equation} equation
 * @returns {Generator<[Expression, Way]>}
 */
function* waysOf({ target, expression }) {
  const whole = tensor(target);
  yield* found(expression, { start: gradient(whole), factors: [], divisors: [], minus: false, local: [] });

  /**
   * @param {Expression} e
   * @param {Way} way
   * @returns {Generator<[Expression, Way]>}
   */
  function* found(e, way) {
    yield [e, way];
    switch (e.op) {
      case "matmul":
        yield* found(e.left, through(way, e.right));
        break;
      case "sum":
        for (const term of e.terms) yield* found(term, way);
        break;
      case "negative":
      case "oneminus":
        yield* found(e.of, minus(way));
        break;
      case "product":
        yield* found(e.left, times(way, e.right));
        yield* found(e.right, times(way, e.left));
        break;
      case "quotient":
        yield* found(e.left, over(way, e.right));
        yield* found(e.right, over(times(minus(way), e.left), pair("product", e.right, e.right)));
        break;
      case "maximum": {
        // Where both are equal, the right one gets the whole gradient.
        const isLeft = apply("positive", sum([e.left, negative(e.right)]));
        yield* found(e.left, times(way, isLeft));
        yield* found(e.right, times(way, oneMinus(isLeft)));
        break;
      }
      case "apply":
        yield* found(e.of, throughFunction(e, way));
    }
  }

  function throughFunction(e, way) {
    if (e.function === "log") return over(way, e.of);
    // The target of an equation has a name, so its value need not be computed again.
    const slope = SLOPES[e.function](e === expression ? whole : e, e.of);
    return slope === null ? way : times(way, slope, "slope", e.function);
  }
}

/** @returns {Way} */
function times(way, factor, kind = "factor", name = "") {
  const one = { kind, function: name, expression: factor };
  return { ...way, factors: [...way.factors, factor], local: [...way.local, one] };
}

/** @returns {Way} */
function over(way, divisor) {
  const one = { kind: "divisor", function: "", expression: divisor };
  return { ...way, divisors: [...way.divisors, divisor], local: [...way.local, one] };
}

/** @returns {Way} */
function through(way, matrix) {
  const back = transposed(matrix);
  const local = [...way.local, { kind: "weight", function: "", expression: back }];
  return { start: pair("matmul", unsigned(way), back), factors: [], divisors: [], minus: way.minus, local };
}

const minus = (way) => ({ ...way, minus: !way.minus });

/** The gradient that arrives, without its sign. @param {Way} way */
function unsigned({ start, factors, divisors }) {
  const product = (all) => all.reduce((left, right) => pair("product", left, right));
  if (divisors.length === 0) return factors.length ? pair("product", start, product(factors)) : start;
  const divisor = product(divisors);
  if (factors.length === 0) return pair("quotient", start, divisor);
  return pair("product", start, pair("quotient", product(factors), divisor));
}

/**
 * An equation's contributions to the gradients of its inputs, in reading order.
 *
 * @param {Equation} equation
 * @returns {Contribution[]}
 */
export function contributionsOf(equation) {
  const found = [];
  for (const [e, way] of waysOf(equation)) {
    const signed = (term) => (way.minus ? negative(term) : term);
    const add = (to, expression) => found.push({ source: equation.target, to, expression: signed(expression) });
    if (e.op === "tensor") add(e, unsigned(way));
    // One row for all samples: its gradient is the sum over them.
    if (e.op === "parameter") add(e, { op: "total", of: unsigned(way) });
    if (e.op === "matmul") add(e.right, pair("outer", e.left, unsigned(way)));
  }
  return found;
}

/**
 * How the target of an equation changes with one of its parts: each way's sign and factors.
 *
 * @param {Equation} equation
 * @param {Expression} part
 * @returns {Factors[]}
 */
export function factorsOf(equation, part) {
  const ways = [...waysOf(equation)].filter(([e]) => isSame(e, part));
  return ways.map(([, { minus, local }]) => ({ minus, factors: local }));
}
