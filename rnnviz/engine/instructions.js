// Expressions turned into instructions, once; each then computes one step: instruction(t).

import {
  added,
  applied,
  beginning,
  fixedRow,
  multiplied,
  multipliedBack,
  outerAdded,
  paired,
  zeroed,
} from "./kernels.js";

/**
 * A list of instructions that grows. sources: where leaves stand: tensor(name, before), parameter(name) with its shape,
 * gradient(of), width(name), and picked(name), the rows of an input weight that a one-hot input picks, or null.
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

  function widthOf(e) {
    switch (e.op) {
      case "tensor":
        return sources.width(e.name);
      case "parameter":
        return sources.parameter(e.name).shape[1];
      case "gradient":
        return widthOf(e.of);
      case "transposed":
        return sources.parameter(e.of.name).shape[0];
      case "matmul":
        return widthOf(e.right);
      case "sum":
        return widthOf(e.terms[0]);
      default:
        return widthOf(e.left ?? e.of);
    }
  }

  /** out = e. */
  function compute(e, out) {
    const n = widthOf(e);
    switch (e.op) {
      case "sum":
        return computeSum(e.terms, out, n);
      case "product":
      case "quotient":
      case "maximum":
        return code.push(paired(e.op, out, placeOf(e.left), placeOf(e.right), n));
      case "negative":
      case "oneminus":
        return code.push(applied(e.op, out, placeOf(e.of), n));
      case "apply":
        return code.push(applied(e.function, out, placeOf(e.of), n));
    }
    if (isMultiplied(e)) {
      code.push(zeroed(out, n));
      return add(e, out);
    }
    return code.push(applied("identity", out, placeOf(e), n));
  }

  /** Products with a matrix are added to the other terms, which come first. */
  function computeSum(terms, out, n) {
    const [first, ...others] = terms.filter((term) => !isMultiplied(term));
    if (first) compute(first, out);
    else code.push(zeroed(out, n));
    for (const term of [...others, ...terms.filter(isMultiplied)]) add(term, out);
  }

  function isMultiplied(e) {
    return e.op === "matmul" && pickedBy(e) === null;
  }

  /** out += sign · e. */
  function add(e, out, sign = 1) {
    if (e.op === "negative") return add(e.of, out, -sign);
    if (e.op === "outer") return code.push(outerAdded(out.numbers, placeOf(e.left), placeOf(e.right), out.shape, sign));
    if (e.op === "total") return add(e.of, out, sign);
    if (e.op === "matmul" && e.right.op === "transposed") {
      const W = sources.parameter(e.right.of.name);
      return code.push(multipliedBack(out, placeOf(e.left), W, W.shape, sign));
    }
    if (isMultiplied(e) && sign === 1) {
      const W = sources.parameter(e.right.name);
      return code.push(multiplied(out, placeOf(e.left), W, W.shape));
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
