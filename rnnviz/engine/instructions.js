// Expressions turned into instructions, once; each then computes one step: instruction(t).

import {
  added,
  addedStretched,
  applied,
  beginning,
  fixedRow,
  multiplied,
  multipliedBack,
  outerAdded,
  paired,
  pairedStretched,
  rowsAdded,
  turnedAdded,
  zeroed,
} from "./kernels.js";
import { sizeOf } from "./shapes.js";

// What begins with zeros, to which products or other numbers are added.
const ADDED_UP = ["matmul", "dyad", "across", "transposed"];

function isLarger(a, b) {
  return a.length > b.length || (a.length === b.length && sizeOf(a) > sizeOf(b));
}

/**
 * A list of instructions that grows. sources: where leaves stand: tensor(name, before), parameter(name) with its shape,
 * gradient(of), shape(name), and picked(name), the rows of an input weight that a one-hot input picks, or null.
 * What was computed once for a step is not computed again.
 */
export function instructions(sources) {
  const code = [];
  const known = new Map();

  /** Where the value of an expression stands; adds the instructions that compute it. */
  function placeOf(e) {
    if (e.op === "tensor") return sources.tensor(e.name, e.before);
    if (e.op === "parameter") return sources.parameter(e.name);
    if (e.op === "gradient") return sources.gradient(e.of);
    const rows = pickedBy(e);
    if (rows !== null) return rows;
    const key = JSON.stringify(e);
    if (!known.has(key)) {
      const out = fixedRow(new Float64Array(widthOf(e)));
      compute(e, out);
      known.set(key, out);
    }
    return known.get(key);
  }

  function pickedBy({ op, left, right }) {
    const isInput = op === "matmul" && left.op === "tensor" && left.name === "X" && right.op === "parameter";
    return isInput ? sources.picked(right.name) : null;
  }

  const widthOf = (e) => sizeOf(shapeOf(e));

  /** The lengths of an expression's axes, [1] of a number. What is stretched has those of what it is of. */
  function shapeOf(e) {
    switch (e.op) {
      case "tensor":
        return sources.shape(e.name);
      case "parameter":
        return shapeOfParameter(e);
      case "gradient":
        return shapeOf(e.of);
      case "matmul":
        return [matrixOf(e.right)[1]];
      case "transposed":
        return matrixOf(e);
      case "dyad":
        return [widthOf(e.left), widthOf(e.right)];
      case "across":
        return shapeOf(e.of)
          .slice(0, -1)
          .concat(e.of_matrix ? [] : [1]);
      case "apply":
        return e.function === "norm" ? [1] : shapeOf(e.of);
      case "share":
        return shapeOf(e.left);
    }
    const shapes = (e.terms ?? [e.left ?? e.of, e.right].filter(Boolean)).map(shapeOf);
    return shapes.reduce((most, shape) => (isLarger(shape, most) ? shape : most));
  }

  /** One row for all samples is a vector. */
  function shapeOfParameter({ name }) {
    const { shape } = sources.parameter(name);
    return shape[0] === 1 ? shape.slice(1) : shape;
  }

  /** The rows and columns of what a vector is multiplied with. */
  function matrixOf(e) {
    if (e.op === "transposed") return [...matrixOf(e.of)].reverse();
    return e.op === "parameter" ? sources.parameter(e.name).shape : shapeOf(e);
  }

  /**
   * Where an operand stands, and for how many of n numbers in a row each of its own.
   *
   * @returns {[any, number]}
   */
  function operandOf(e, n) {
    let inner = e;
    while (inner.op === "stretched") inner = inner.of;
    return [placeOf(inner), n / widthOf(inner)];
  }

  /** out = e. */
  function compute(e, out) {
    const n = widthOf(e);
    switch (e.op) {
      case "sum":
        return computeSum(e.terms, out, n);
      case "product":
      case "quotient":
      case "maximum": {
        const operands = [operandOf(e.left, n), operandOf(e.right, n)];
        const [[a, eachOfA], [b, eachOfB]] = operands;
        const isPlain = eachOfA === 1 && eachOfB === 1;
        return code.push(isPlain ? paired(e.op, out, a, b, n) : pairedStretched(e.op, out, ...operands, n));
      }
      case "negative":
      case "oneminus":
        return code.push(applied(e.op, out, placeOf(e.of), n));
      case "apply":
        return code.push(applied(e.function, out, placeOf(e.of), widthOf(e.of)));
    }
    if (isAddedUp(e)) {
      code.push(zeroed(out, n));
      return add(e, out);
    }
    return code.push(applied("identity", out, placeOf(e), n));
  }

  /** What is added up number by number is added to the other terms, which come first. */
  function computeSum(terms, out, n) {
    const isFirst = (term) => !isAddedUp(term) && term.op !== "stretched";
    const first = terms.find(isFirst);
    if (first) compute(first, out);
    else code.push(zeroed(out, n));
    for (const term of terms.filter((one) => !isAddedUp(one) && one !== first)) addStretched(term, out, n);
    for (const term of terms.filter(isAddedUp)) addStretched(term, out, n);
  }

  function isAddedUp(e) {
    return ADDED_UP.includes(e.op) && pickedBy(e) === null;
  }

  /** out += sign · e, where out has n numbers and e may be stretched to them. */
  function addStretched(e, out, n, sign = 1) {
    if (e.op === "negative") return addStretched(e.of, out, n, -sign);
    return e.op === "stretched" ? code.push(addedStretched(out, operandOf(e, n), n, sign)) : add(e, out, sign);
  }

  /** out += sign · e. */
  function add(e, out, sign = 1) {
    switch (e.op) {
      case "negative":
        return add(e.of, out, -sign);
      case "outer":
        return code.push(outerAdded(out, placeOf(e.left), placeOf(e.right), out.shape, sign));
      case "dyad":
        return code.push(outerAdded(out, placeOf(e.left), placeOf(e.right), shapeOf(e), sign));
      case "total":
        return add(e.of, out, sign);
      case "across": {
        const [rows, columns] = e.of_matrix ? shapeOf(e.of) : [1, widthOf(e.of)];
        return code.push(rowsAdded(out, placeOf(e.of), [rows, columns], sign));
      }
      case "transposed":
        return code.push(turnedAdded(out, placeOf(e.of), matrixOf(e.of), sign));
    }
    if (e.op === "matmul" && e.right.op === "transposed") {
      return code.push(multipliedBack(out, placeOf(e.left), placeOf(e.right.of), matrixOf(e.right.of), sign));
    }
    if (e.op === "matmul" && isAddedUp(e) && sign === 1) {
      return code.push(multiplied(out, placeOf(e.left), placeOf(e.right), matrixOf(e.right)));
    }
    return code.push(added(out, placeOf(e), widthOf(e), sign));
  }

  return { code, compute, add };
}

/**
 * A quantity's holds over all steps: {isHeld, values, free}, each of T rows, or null in `isHeld` if nothing is held.
 * free: what the quantity would have been.
 */
export function holdsOf(holds, width, T) {
  if (holds.length === 0) return { isHeld: null, values: null, free: null };
  const isHeld = new Uint8Array(T * width);
  const values = new Float64Array(T * width);
  for (const { value, units, steps } of holds) {
    const [from, to] = steps ?? [0, T - 1];
    for (let t = from; t <= to; t += 1) {
      for (const unit of units ?? Array(width).keys()) {
        isHeld[t * width + unit] = 1;
        values[t * width + unit] = value;
      }
    }
  }
  return { isHeld, values, free: new Float64Array(T * width) };
}

/** The instruction that puts the held values in the place of a quantity's own. */
export function holding(place, width, record) {
  return (t) => {
    const { isHeld, values, free } = record;
    if (isHeld === null) return;
    const o = beginning(place, t);
    for (let k = 0; k < width; k += 1) {
      const at = t * width + k;
      free[at] = place.numbers[o + k];
      if (isHeld[at] === 1) place.numbers[o + k] = values[at];
    }
  };
}

/** Two instructions around the contributions of a held quantity: none of its gradient passes where it is held. */
export function closing(place, width, { isHeld }) {
  const kept = new Float64Array(width);
  const close = (t) => {
    const o = beginning(place, t);
    for (let k = 0; k < width; k += 1) {
      kept[k] = place.numbers[o + k];
      if (isHeld[t * width + k] === 1) place.numbers[o + k] = 0;
    }
  };
  const reopen = (t) => place.numbers.set(kept, beginning(place, t));
  return { close, reopen };
}
