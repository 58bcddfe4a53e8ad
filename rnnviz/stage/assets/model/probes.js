// Gradients of single steps, as `explain/probes.py` has them: a probe is a gradient that arrives at one step alone.
//
// All probes walk backwards together, a row each of one matrix, so that a step back is a product of two matrices. A
// walk is a generator that yields after every step, small enough for a page that must not be blocked, what share is
// done.
//
// program, weights and tensors are those of `engine.js`; held(name): which numbers of a quantity are held by hand, a
// Uint8Array of T rows, or null. Tests hold all of it to rnnviz.

import { instructions } from "../../../engine/instructions.js";
import { beginning, fixedRow, rowsOf } from "../../../engine/kernels.js";

// Rows of one walk: more would take longer for each step, and no less time in all.
export const MOST_ROWS = 64;
/** @type {(name: string) => Uint8Array | null} */
const NOTHING_HELD = () => null;

/** The pass whose state is the model's H; null where nothing carries it on, or two cells read both ways. */
export function recurrentPass({ passes }) {
  const whole = passes.find(({ target, joins }) => joins && target === "H");
  if (whole && whole.joins.length > 1) return null;
  const state = whole ? whole.joins[0] : "H";
  const pass = passes.find(({ states }) => states?.includes(state));
  return pass?.contributions ? { pass, state } : null;
}

/**
 * The ways back through a trace: {T, h, losses(at), units(at), walk(rows, visit)}.
 *
 * losses(at), units(at, of): the rows of a walk for some steps, the latest first: one for each step's own loss, which
 * needs `targets`, or one for each unit there of H, or of another state. walk(rows, visit) is the generator; visit(k,
 * count, gradient) is told of every step k the first `count` rows, and gradient(name) gives a quantity's gradients
 * there, (count, ·). Null where `recurrentPass` is.
 */
export function createProbes(program, weights, tensors, { targets = null, held = NOTHING_HELD } = {}) {
  const found = recurrentPass(program);
  if (found === null) return null;
  const { pass, state } = found;
  const h = pass.width;
  const T = tensors.get(state).length / h;
  const trace = valuesOf(pass, tensors, T);
  const seeds = targets && program.output ? lossSlopes(weights.get("W_hq"), tensors.get("Y_hat"), targets, T, h) : null;

  function losses(at) {
    return [...at].sort((a, b) => b - a).map((t) => ({ t, of: state, seed: seeds.subarray(t * h, (t + 1) * h) }));
  }

  function units(at, of = state) {
    const steps = [...at].sort((a, b) => b - a);
    return steps.flatMap((t) => Array.from({ length: h }, (_, k) => ({ t, of, seed: unitOf(k, h) })));
  }

  function* walk(rows, visit) {
    const blocks = [];
    for (let from = 0; from < rows.length; from += MOST_ROWS) blocks.push(rows.slice(from, from + MOST_ROWS));
    const steps = blocks.reduce((sum, [first]) => sum + first.t + 1, 0);
    let taken = 0;
    for (const block of blocks) {
      for (const _ of walkBlock(block, visit)) {
        taken += 1;
        yield taken / steps;
      }
    }
  }

  function* walkBlock(rows, visit) {
    const { code, gradients, later } = backwardCode(pass, weights, trace, rows.length, held);
    const earlier = pass.states.map((name) => [gradients.get(name), later.get(name)]);
    let count = 0;
    for (let k = rows[0].t; k >= 0; k -= 1) {
      for (const [name, { numbers, width }] of gradients) if (!later.has(name)) numbers.fill(0, 0, count * width);
      for (const [now, before] of earlier) {
        now.numbers.set(before.numbers);
        before.numbers.fill(0);
      }
      for (; count < rows.length && rows[count].t === k; count += 1) {
        for (const { numbers, width } of gradients.values()) numbers.fill(0, count * width, (count + 1) * width);
        gradients.get(rows[count].of).numbers.set(rows[count].seed, count * h);
      }
      for (const instruction of code) instruction(k, count);
      visit(k, count, (name) => gradients.get(name), rows);
      yield;
    }
  }

  return { T, h, state, losses: seeds && losses, units, walk, trace, pass };
}

/** ‖∂L_t/∂H_k‖ at [t · T + k], 0 for k > t: a generator that yields after every step and returns them all. */
export function* reachOf(probes, at = allSteps(probes), norms = new Float64Array(probes.T ** 2)) {
  yield* probes.walk(probes.losses(at), addSquares(probes, norms));
  rooted(norms, at, probes.T);
  return norms;
}

/**
 * ‖∂H_t/∂H_k‖/√h at [t · T + k], 0 for k > t: how much H_t moves when H_k does, as the root mean square over all
 * directions, so that it is 1 for k = t. Of another state than H it is ‖∂C_t/∂C_k‖/√h. A generator as `reachOf` is.
 */
export function* movesOf(probes, at = allSteps(probes), norms = new Float64Array(probes.T ** 2), of = probes.state) {
  yield* probes.walk(probes.units(at, of), addSquares(probes, norms, of));
  rooted(norms, at, probes.T, probes.h);
  return norms;
}

function allSteps({ T }) {
  return [...Array(T).keys()];
}

function addSquares({ T, h, state }, norms, of = state) {
  return (k, count, gradient, rows) => {
    const { numbers } = gradient(of);
    for (let r = 0; r < count; r += 1) {
      let sum = 0;
      for (let i = r * h; i < (r + 1) * h; i += 1) sum += numbers[i] * numbers[i];
      norms[rows[r].t * T + k] += sum;
    }
  };
}

function rooted(norms, at, T, share = 1) {
  for (const t of at) {
    for (let k = 0; k <= t; k += 1) norms[t * T + k] = Math.sqrt(norms[t * T + k] / share);
  }
}

/**
 * What every use of the cell's weights adds to ∂L/∂W, L the mean of all losses: {names, starts, count, T, of(t, k)};
 * of(t, k) is the part of the loss of step t and the use at step k, all weights one after another, each in row order.
 */
export function pairsOf(probes, weights) {
  const { T } = probes;
  const { names, code, uses } = usesOfWeights(probes, weights);
  const starts = new Map();
  let count = 0;
  for (const name of names) {
    starts.set(name, count);
    count += weights.get(name).numbers.length;
  }
  const all = new Float64Array(((T * (T + 1)) / 2) * count);
  const place = (t, k) => ((t * (t + 1)) / 2 + k) * count;
  const walk = probes.walk(probes.losses(allSteps(probes)), (k, rows, gradient, listed) => {
    for (const instruction of code) instruction(k);
    for (const { name, sign, left, factors, source } of uses) {
      const { numbers, width } = gradient(source);
      for (let r = 0; r < rows; r += 1) {
        const at = place(listed[r].t, k) + starts.get(name);
        const arriving = numbers.slice(r * width, (r + 1) * width);
        scale(arriving, factors);
        addOuter(all, at, left, k, arriving, sign / T);
      }
    }
  });
  for (const _ of walk);
  return { names, starts, count, T, of: (t, k) => all.subarray(place(t, k), place(t, k) + count) };
}

/**
 * The uses of the cell's weights at a step: {names, code, uses: [{name, source, sign, left, factors}, …]}. What a use
 * adds to ∂L/∂W is sign · leftᵀ ∂L/∂source, the latter scaled by the factors; `code` computes every `left` and factor
 * of the step that it is given.
 */
export function usesOfWeights({ pass, trace }, weights) {
  const own = pass.contributions.filter(({ to }) => to.op === "parameter");
  const { code, compute } = instructions(trace.sources(weights));
  const uses = own.map(({ to, expression, source }) => weightUse(to.name, expression, source, compute, trace));
  return { names: [...new Set(own.map(({ to }) => to.name))], code, uses };
}

/**
 * One use of a parameter: the row that its gradient is the outer product with, which a bias has not; and the rows that
 * what arrives is multiplied by, or divided by.
 */
function weightUse(name, expression, source, compute, trace) {
  const isMinus = expression.op === "negative";
  const { op, left, right, of } = isMinus ? expression.of : expression;
  if (op !== "outer" && op !== "total") throw new Error(`The gradient of ${name} goes through ${op}.`);
  const used = { name, source, sign: isMinus ? -1 : 1, left: null, factors: [] };
  if (op === "outer") used.left = computed(left, trace.widthOf(left));
  let arriving = op === "outer" ? right : of;
  for (; arriving.op !== "gradient"; arriving = arriving.left) {
    if (arriving.op !== "product" && arriving.op !== "quotient") {
      throw new Error(`The gradient of ${name} goes through ${arriving.op}.`);
    }
    used.factors.push({ row: computed(arriving.right, trace.h).numbers, isDivided: arriving.op === "quotient" });
  }
  return used;

  function computed(e, width) {
    const row = fixedRow(new Float64Array(width));
    compute(e, row);
    return row;
  }
}

/** A row multiplied, or divided, by all factors of a use. */
export function scale(row, factors) {
  for (const { row: by, isDivided } of factors) {
    for (let j = 0; j < row.length; j += 1) row[j] = isDivided ? row[j] / by[j] : row[j] * by[j];
  }
}

function addOuter(all, at, left, k, row, times) {
  const width = row.length;
  const rows = left === null ? 1 : left.numbers.length;
  for (let i = 0; i < rows; i += 1) {
    const one = left === null ? times : times * left.numbers[beginning(left, k) + i];
    if (one === 0) continue;
    for (let j = 0; j < width; j += 1) all[at + i * width + j] += one * row[j];
  }
}

/** The sum of the pairs for which `keeps(t, k)`, all weights one after another. */
export function sumOfPairs(pairs, keeps) {
  const sum = new Float64Array(pairs.count);
  for (let t = 0; t < pairs.T; t += 1) {
    for (let k = 0; k <= t; k += 1) {
      if (!keeps(t, k)) continue;
      const one = pairs.of(t, k);
      for (let i = 0; i < sum.length; i += 1) sum[i] += one[i];
    }
  }
  return sum;
}

function unitOf(k, h) {
  const seed = new Float64Array(h);
  seed[k] = 1;
  return seed;
}

/** ∂L_t/∂H_t through the output layer alone, (T, h): (ŷ − y) W_hqᵀ. */
function lossSlopes({ shape, numbers }, Y_hat, targets, T, h) {
  const q = shape[1];
  const slopes = new Float64Array(T * h);
  for (let t = 0; t < T; t += 1) {
    for (let i = 0; i < h; i += 1) {
      let sum = -numbers[i * q + targets[t]];
      for (let j = 0; j < q; j += 1) sum += Y_hat[t * q + j] * numbers[i * q + j];
      slopes[t * h + i] = sum;
    }
  }
  return slopes;
}

/** Where the pass finds the trace's numbers, now and a step before. */
function valuesOf(pass, tensors, T) {
  const h = pass.width;
  const now = new Map();
  const earlier = new Map();
  const widths = new Map();
  const read = tensors.get(pass.reads);
  widths.set(pass.reads, read.length / T);
  now.set(pass.reads, rowsOf(read, read.length / T));
  for (const { target } of pass.equations) {
    widths.set(target, h);
    now.set(target, rowsOf(tensors.get(target), h));
  }
  for (const name of pass.states) {
    const before = new Float64Array(T * h);
    before.set(tensors.get(`${name}0`));
    before.set(tensors.get(name).subarray(0, (T - 1) * h), h);
    earlier.set(name, rowsOf(before, h));
  }
  const sources = (weights) => ({
    tensor: (name, before) => (before ? earlier : now).get(name),
    parameter: (name) => ({ ...fixedRow(weights.get(name).numbers), shape: weights.get(name).shape }),
    picked: () => null,
    shape: (name) => [widths.get(name)],
  });
  const widthOf = (e) => {
    if (e.op === "tensor") return widths.get(e.name);
    return widthOf(e.left ?? e.of ?? e.terms[0]);
  };
  return { sources, widthOf, h };
}

/**
 * One step back for all rows: {code, gradients, later}, instruction(k, count) each. gradients: of every quantity of a
 * step, {numbers, width}; later: what goes on to the step before, by state.
 */
function backwardCode(pass, weights, trace, rows, held) {
  const { width: h } = pass;
  const matrix = (width) => ({ numbers: new Float64Array(rows * width), width });
  const gradients = new Map(pass.equations.map(({ target }) => [target, matrix(h)]));
  const later = new Map(pass.states.map((name) => [name, matrix(h)]));
  const plain = instructions(trace.sources(weights));
  const rowsMade = new Map();
  const matricesMade = new Map();
  /** @type {((k: number, count: number) => unknown)[]} */
  const code = [(k) => plain.code.forEach((instruction) => instruction(k))];
  const wanted = pass.contributions.filter(({ to }) => to.op === "tensor" && to.name !== pass.reads);
  for (const source of new Set(wanted.map((one) => one.source))) {
    const own = wanted.filter((one) => one.source === source);
    aroundHeld(code, gradients.get(source), held(source), () => {
      for (const { to, expression } of own) add(expression, placeOfGradient(to), 1);
    });
  }
  return { code, gradients, later };

  function placeOfGradient({ name, before }) {
    return (before ? later : gradients).get(name);
  }

  /** The row of numbers that an expression without a gradient is at a step. */
  function rowOf(e) {
    const key = JSON.stringify(e);
    if (!rowsMade.has(key)) {
      const row = fixedRow(new Float64Array(h));
      plain.compute(e, row);
      rowsMade.set(key, row.numbers);
    }
    return rowsMade.get(key);
  }

  /** Where an expression that is linear in a gradient stands, a row for each probe. */
  function placeOf(e) {
    if (e.op === "gradient") return placeOfGradient(e.of);
    const key = JSON.stringify(e);
    if (!matricesMade.has(key)) {
      const out = matrix(h);
      code.push((_, count) => out.numbers.fill(0, 0, count * h));
      add(e, out, 1);
      matricesMade.set(key, out);
    }
    return matricesMade.get(key);
  }

  /** out += sign · e, the gradient being in the first part of e. */
  function add(e, out, sign) {
    const first = e.op === "gradient" ? e : (e.left ?? e.of);
    if (e.op === "negative") return add(e.of, out, -sign);
    const from = placeOf(first).numbers;
    if (e.op === "gradient") return code.push((_, count) => addMatrix(out.numbers, from, count * h, sign));
    if (e.op === "matmul" && e.right.op === "transposed") {
      const { numbers, shape } = weights.get(e.right.of.name);
      return code.push((_, count) => addProduct(out.numbers, from, numbers, count, shape[0], shape[1], sign));
    }
    const row = rowOf(e.right);
    if (e.op === "product") return code.push((_, count) => addScaled(out.numbers, from, row, count, h, sign));
    if (e.op === "quotient") return code.push((_, count) => addDivided(out.numbers, from, row, count, h, sign));
    throw new Error(`A gradient never goes through ${e.op}.`);
  }
}

/** What `put` adds to the code, for a quantity of which none of the gradient passes where it is held. */
function aroundHeld(code, { numbers, width }, isHeld, put) {
  if (isHeld === null) return put();
  const kept = new Float64Array(numbers.length);
  code.push((k, count) => {
    kept.set(numbers);
    for (let unit = 0; unit < width; unit += 1) {
      if (isHeld[k * width + unit] === 1) for (let r = 0; r < count; r += 1) numbers[r * width + unit] = 0;
    }
  });
  put();
  code.push(() => numbers.set(kept));
  return undefined;
}

function addMatrix(out, a, length, sign) {
  for (let i = 0; i < length; i += 1) out[i] += sign * a[i];
}

function addScaled(out, a, row, count, width, sign) {
  for (let r = 0, i = 0; r < count; r += 1) {
    for (let k = 0; k < width; k += 1, i += 1) out[i] += sign * a[i] * row[k];
  }
}

function addDivided(out, a, row, count, width, sign) {
  for (let r = 0, i = 0; r < count; r += 1) {
    for (let k = 0; k < width; k += 1, i += 1) out[i] += (sign * a[i]) / row[k];
  }
}

/** out += sign · a Wᵀ: a is (count, inner), W (columns, inner). Two rows and four columns at a time: registers. */
function addProduct(out, a, W, count, columns, inner, sign) {
  let r = 0;
  for (; r + 1 < count; r += 2) {
    const p = r * inner;
    const q = p + inner;
    let j = 0;
    for (; j + 3 < columns; j += 4) {
      const w0 = j * inner;
      const w1 = w0 + inner;
      const w2 = w1 + inner;
      const w3 = w2 + inner;
      let a0 = 0;
      let a1 = 0;
      let a2 = 0;
      let a3 = 0;
      let b0 = 0;
      let b1 = 0;
      let b2 = 0;
      let b3 = 0;
      for (let k = 0; k < inner; k += 1) {
        const x = a[p + k];
        const y = a[q + k];
        const u = W[w0 + k];
        const v = W[w1 + k];
        const s = W[w2 + k];
        const t = W[w3 + k];
        a0 += x * u;
        a1 += x * v;
        a2 += x * s;
        a3 += x * t;
        b0 += y * u;
        b1 += y * v;
        b2 += y * s;
        b3 += y * t;
      }
      const o = r * columns + j;
      out[o] += sign * a0;
      out[o + 1] += sign * a1;
      out[o + 2] += sign * a2;
      out[o + 3] += sign * a3;
      const m = o + columns;
      out[m] += sign * b0;
      out[m + 1] += sign * b1;
      out[m + 2] += sign * b2;
      out[m + 3] += sign * b3;
    }
    for (; j < columns; j += 1) {
      out[r * columns + j] += sign * rowProduct(a, p, W, j * inner, inner);
      out[(r + 1) * columns + j] += sign * rowProduct(a, q, W, j * inner, inner);
    }
  }
  for (; r < count; r += 1) {
    for (let j = 0; j < columns; j += 1) out[r * columns + j] += sign * rowProduct(a, r * inner, W, j * inner, inner);
  }
}

function rowProduct(a, i, b, j, length) {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += a[i + k] * b[j + k];
  return sum;
}
