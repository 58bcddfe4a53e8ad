// A cell's equations computed in the browser, forward and backward, from the trees that Python derived.
//
// program: as rnnviz.engine.program makes it. weights: Map of name to {shape, numbers}. input: {X, initial, targets};
// X is the place of the 1 of each step as {hot}, or the numbers of all steps as {numbers}; initial: Map of a state's
// name with 0, such as H0, to its numbers, zeros by default. holds: [{quantity, value, units, steps}], units a list
// or null, steps the first and the last, or null. All is counted from 0. Every tensor is a Float64Array of T rows.
// Tests hold all of it to rnnviz.

/** @import {Hold} from "../stage/change.d.ts" */
/** @import {AnyPass, AnyProgram} from "./program.d.ts" */

import { floatsOf } from "../web/bytes.js";
import { closing, holding, holdsOf, instructions } from "./instructions.js";
import { added, fixedRow, pickedRows, rowsOf, shares } from "./kernels.js";
import { shapesOf, targetsOf, widthsOf } from "./shapes.js";

const NO_HOLDS = "[]";

/** The weights of a track, as the engine takes them. */
export function weightsOf(parameters) {
  const numbersOf = ({ data, bits }) => Float64Array.from(floatsOf(data, bits));
  return new Map(
    Object.entries(parameters).map(([name, one]) => [name, { shape: one.shape, numbers: numbersOf(one) }]),
  );
}

/** All tensors of reading a text: {tensors, free}, by name; free has what each held quantity would have been. */
export function run(program, weights, input, holds = []) {
  return createEngine(program).run(weights, input, holds);
}

/**
 * An engine that keeps what it found: `run` computes only the steps on which what has changed has an effect, and writes
 * over the tensors of its last run. A matrix with another weight in it must be another array.
 */
export function createEngine(program) {
  let memory = null;
  let last = null;
  return {
    run(weights, input, holds = []) {
      if (memory === null || !fits(memory, input)) {
        memory = allocated(program, weights, input);
        last = null;
      }
      computeAll(memory, { weights, input, holds }, last);
      last = { weights, input: { ...input, X: copyOf(input.X), initial: new Map(input.initial) }, holds };
      const held = [...memory.holds].filter(([, record]) => record.isHeld !== null);
      return { tensors: memory.tensors, free: new Map(held.map(([name, record]) => [name, record.free])) };
    },
  };
}

function fits({ T, inputs, isHot, tensors }, { X, targets }) {
  if (tensors.has("loss") !== Boolean(targets)) return false;
  return Boolean(X.hot) === isHot && T === (isHot ? X.hot.length : X.numbers.length / inputs);
}

function copyOf({ hot, numbers }) {
  return hot ? { hot: Int32Array.from(hot) } : { numbers: Float64Array.from(numbers) };
}

/** Places for every tensor, and each pass as instructions. */
function allocated(program, weights, { X, targets }) {
  const { inputs, passes, output } = program;
  const isHot = Boolean(X.hot);
  const T = isHot ? X.hot.length : X.numbers.length / inputs;
  const hot = isHot ? new Int32Array(T) : null;
  const read = new Float64Array(T * inputs);
  const tensors = new Map([["X", read]]);
  const now = new Map([["X", rowsOf(read, inputs)]]);
  const earlier = new Map();
  const shapes = shapesOf(program);
  const widths = widthsOf(program);
  const parameters = new Map([...weights].map(([name, { shape }]) => [name, { ...fixedRow(null), shape }]));
  const picked = new Map([...weights].map(([name, { shape }]) => [name, pickedRows(null, shape[1], hot)]));
  const holds = new Map();
  const sources = {
    tensor: (name, before) => (before ? earlier : now).get(name),
    parameter: (name) => parameters.get(name),
    picked: (name) => (isHot ? picked.get(name) : null),
    shape: (name) => shapes.get(name),
  };
  const starts = new Map();
  const made = passes.map((pass) => {
    for (const name of targetsOf(pass)) {
      const width = widths.get(name);
      const { whole, row, before } = stateRows(T, width, pass, name);
      now.set(name, row);
      tensors.set(name, whole.subarray(row.start, row.start + T * width));
      holds.set(name, { ...holdsOf([], width, T), key: NO_HOLDS });
      if (before === null) continue;
      earlier.set(name, before);
      const first = pass.reversed ? T * width : 0;
      starts.set(`${name}0`, whole.subarray(first, first + width));
    }
    return { ...pass, code: pass.joins ? joined(pass) : computed(pass), parameters: parametersOf(pass) };
  });
  for (const [name, start] of starts) tensors.set(name, start);
  if (output) {
    for (const name of targets ? ["loss", "mean_loss"] : []) tensors.set(name, new Float64Array(T));
    tensors.set("Y_hat", new Float64Array(tensors.get(output).length));
  }
  return { T, inputs, isHot, hot, output, tensors, starts, parameters, picked, holds, widths, passes: made };

  function computed(pass) {
    const { code, compute } = instructions(sources);
    for (const { target, expression } of pass.equations) {
      compute(expression, now.get(target));
      code.push(holding(now.get(target), widths.get(target), holds.get(target)));
    }
    return code;
  }

  function joined({ target, joins, width }) {
    const { code, compute } = instructions(sources);
    for (const { name, start } of sideBySide(joins, widths)) {
      compute({ op: "tensor", name, before: false }, { ...now.get(target), start });
    }
    code.push(holding(now.get(target), width, holds.get(target)));
    return code;
  }
}

/** Where each of the joined vectors begins in the whole. */
function sideBySide(joins, widths) {
  let start = 0;
  return joins.map((name) => {
    const one = { name, start };
    start += widths.get(name);
    return one;
  });
}

/**
 * A tensor's memory: of a state T + 1 rows, with the initial one where its cell begins to read.
 *
 * @param {number} T
 * @param {number} width
 * @param {AnyPass} pass
 * @param {string} name
 */
function stateRows(T, width, { states = [], reversed }, name) {
  if (!states.includes(name)) {
    const whole = new Float64Array(T * width);
    return { whole, row: rowsOf(whole, width), before: null };
  }
  const whole = new Float64Array((T + 1) * width);
  const [upper, lower] = [rowsOf(whole, width), rowsOf(whole, width, width)];
  return reversed ? { whole, row: upper, before: lower } : { whole, row: lower, before: upper };
}

/** @param {AnyPass} pass */
function parametersOf({ equations = [] }) {
  const found = new Set();
  const look = (e) => {
    if (e.op === "parameter") found.add(e.name);
    for (const part of [e.left, e.right, e.of, ...(e.terms ?? [])]) if (part) look(part);
  };
  for (const { expression } of equations) look(expression);
  return [...found];
}

// A range of steps is [first, last], or null for none.

function union(a, b) {
  if (a === null || b === null) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/** Runs every pass over the steps on which something has an effect that was not there in the last run. */
function computeAll(memory, { weights, input, holds }, last) {
  const all = [0, memory.T - 1];
  const changed = new Map([["X", last === null ? all : null]]);
  changed.set("X", union(changed.get("X"), putInput(memory, input.X)));
  for (const [name, { numbers }] of weights) {
    memory.parameters.get(name).numbers = numbers;
    memory.picked.get(name).numbers = numbers;
  }
  for (const pass of memory.passes) {
    const isNew = (name) => last === null || weights.get(name).numbers !== last.weights.get(name).numbers;
    let range = pass.parameters.some(isNew) ? all : null;
    for (const name of pass.joins ?? [pass.reads]) range = union(range, changed.get(name));
    for (const name of targetsOf(pass)) range = union(range, putHolds(memory, name, holds));
    range = union(range, putStarts(memory, pass, input.initial));
    range = compute(memory, pass, range);
    for (const name of targetsOf(pass)) changed.set(name, range);
  }
  if (memory.output) {
    const isSame = last !== null && String(last.input.targets) === String(input.targets);
    predict(memory, input.targets, isSame ? changed.get(memory.output) : all);
  }
}

/** Runs a pass over a range of steps and what follows from them; gives the range that was computed. */
function compute({ T }, { code, states, reversed }, range) {
  if (range === null) return null;
  const isCarried = states?.length > 0;
  const from = isCarried && reversed ? 0 : range[0];
  const to = isCarried && !reversed ? T - 1 : range[1];
  const by = reversed ? -1 : 1;
  for (let t = reversed ? to : from; t >= from && t <= to; t += by) {
    for (const instruction of code) instruction(t);
  }
  return [from, to];
}

/** Takes an input over; gives the range in which it is another one. */
function putInput({ T, inputs, hot, tensors }, X) {
  const read = tensors.get("X");
  let range = null;
  for (let t = 0; t < T; t += 1) {
    if (hot === null ? isSameRow(read, X.numbers, t * inputs, inputs) : read[t * inputs + X.hot[t]] === 1) continue;
    if (hot === null) read.set(X.numbers.subarray(t * inputs, (t + 1) * inputs), t * inputs);
    else {
      read.fill(0, t * inputs, (t + 1) * inputs);
      read[t * inputs + X.hot[t]] = 1;
      hot[t] = X.hot[t];
    }
    range = union(range, [t, t]);
  }
  return range;
}

function isSameRow(a, b, start, length) {
  for (let k = start; k < start + length; k += 1) if (a[k] !== b[k]) return false;
  return true;
}

/** Takes a quantity's holds over; gives the range of those that came or went. */
function putHolds({ T, holds, widths, tensors }, name, listed) {
  const own = listed.filter((hold) => hold.quantity === name);
  const record = holds.get(name);
  const key = JSON.stringify(own);
  if (key === record.key) return null;
  const ranges = [...JSON.parse(record.key), ...own].map(({ steps }) => steps ?? [0, T - 1]);
  Object.assign(record, holdsOf(own, widths.get(name), T), { key });
  record.free?.set(tensors.get(name));
  return ranges.reduce(union, null);
}

/** Takes the initial states over; gives the first step that a pass reads, if one of them is another one. */
function putStarts({ T, starts }, { states = [], reversed }, initial = new Map()) {
  let range = null;
  for (const name of states) {
    const start = starts.get(`${name}0`);
    const given = initial.get(`${name}0`) ?? new Float64Array(start.length);
    if (isSameRow(start, given, 0, start.length)) continue;
    start.set(given);
    range = reversed ? [T - 1, T - 1] : [0, 0];
  }
  return range;
}

/** Softmax, loss and its mean so far, for a range of steps. */
function predict({ T, output, tensors }, targets, range) {
  if (range === null) return;
  const logits = tensors.get(output);
  const [Y_hat, loss, mean] = ["Y_hat", "loss", "mean_loss"].map((name) => tensors.get(name));
  const q = logits.length / T;
  for (let t = range[0]; t <= range[1]; t += 1) {
    shares(Y_hat, t * q, logits, t * q, q);
    if (targets) loss[t] = lossOfLogits(logits, t * q, q, targets[t]);
  }
  if (!targets) return;
  let sum = 0;
  for (let t = 0; t < T; t += 1) {
    sum += loss[t];
    mean[t] = sum / (t + 1);
  }
}

/** −log softmax(logits)[target], in nats. */
function lossOfLogits(logits, start, q, target) {
  let most = -Infinity;
  for (let k = 0; k < q; k += 1) most = Math.max(most, logits[start + k]);
  let whole = 0;
  for (let k = 0; k < q; k += 1) whole += Math.exp(logits[start + k] - most);
  return Math.log(whole) - (logits[start + target] - most);
}

/**
 * ∂L of every tensor, parameter and initial state, by name; nothing passes through what is held. tensors: what `run`
 * gave. L is the mean loss for the targets, or any other, of which ∂L/∂logits or, without an output layer, what arrives
 * at the cell's own quantities is given, such as ∂L/∂H. Raises an error if one of the equations has no derivative.
 *
 * @param {AnyProgram} program
 * @param {Map<string, {shape: number[], numbers: Float64Array}>} weights
 * @param {Map<string, Float64Array>} tensors
 * @param {{targets?: number[], dlogits?: Float64Array, arriving?: Map<string, Float64Array>}} loss
 * @param {Hold[]} [holds]
 * @returns {Map<string, Float64Array>}
 */
export function backward(program, weights, tensors, { targets, dlogits, arriving = new Map() }, holds = []) {
  const { inputs, passes, output } = program;
  const T = tensors.get("X").length / inputs;
  const [now, earlier, dNow, dEarlier] = [new Map(), new Map(), new Map(), new Map()];
  const shapes = shapesOf(program);
  const widths = widthsOf(program);
  const gradients = new Map([["X", new Float64Array(T * inputs)]]);
  now.set("X", rowsOf(tensors.get("X"), inputs));
  dNow.set("X", rowsOf(gradients.get("X"), inputs));
  const parameters = new Map([...weights].map(([name, { shape, numbers }]) => [name, { ...fixedRow(numbers), shape }]));
  const dParameters = new Map();
  for (const [name, { shape }] of weights) {
    gradients.set(name, new Float64Array(shape[0] * shape[1]));
    dParameters.set(name, { ...fixedRow(gradients.get(name)), shape });
  }
  for (const pass of passes) {
    for (const name of targetsOf(pass)) {
      const width = widths.get(name);
      const values = stateRows(T, width, pass, name);
      values.whole.set(tensors.get(name), values.row.start);
      now.set(name, values.row);
      const slopes = stateRows(T, width, pass, name);
      dNow.set(name, slopes.row);
      gradients.set(name, slopes.whole.subarray(slopes.row.start, slopes.row.start + T * width));
      if (values.before === null) continue;
      const first = pass.reversed ? T * width : 0;
      values.whole.set(tensors.get(`${name}0`), first);
      gradients.set(`${name}0`, slopes.whole.subarray(first, first + width));
      earlier.set(name, values.before);
      dEarlier.set(name, slopes.before);
    }
  }
  const sources = {
    tensor: (name, before) => (before ? earlier : now).get(name),
    parameter: (name) => parameters.get(name),
    picked: () => null,
    shape: (name) => shapes.get(name),
    gradient: slopeOf,
  };
  if (output) gradients.get(output).set(dlogits ?? lossSlope(tensors.get("Y_hat"), targets, T));
  for (const [name, numbers] of arriving) gradients.get(name).set(numbers);
  for (const pass of [...passes].reverse()) {
    if (pass.contributions === null) throw new Error("One of the equations has no derivative.");
    const code = pass.joins ? parted(pass) : contributed(pass);
    const by = pass.reversed ? 1 : -1;
    for (let t = pass.reversed ? 0 : T - 1; t >= 0 && t < T; t += by) {
      for (const instruction of code) instruction(t);
    }
  }
  return gradients;

  /** @param {{op: string, name: string, before?: boolean}} to */
  function slopeOf({ op, name, before }) {
    return op === "parameter" ? dParameters.get(name) : (before ? dEarlier : dNow).get(name);
  }

  /** @param {AnyPass} pass */
  function contributed({ contributions }) {
    const { code, add } = instructions(sources);
    for (const source of new Set(contributions.map((one) => one.source))) {
      const own = contributions.filter((one) => one.source === source);
      aroundHolds(code, source, () => {
        for (const { expression, to } of own) add(expression, slopeOf(to));
      });
    }
    return code;
  }

  /** @param {AnyPass} join */
  function parted({ target, joins }) {
    const code = [];
    aroundHolds(code, target, () => {
      for (const { name, start } of sideBySide(joins, widths)) {
        code.push(added(dNow.get(name), { ...dNow.get(target), start }, widths.get(name), 1));
      }
    });
    return code;
  }

  /** Adds the instructions that a quantity's gradient takes part in; where it is held, it does not. */
  function aroundHolds(code, name, put) {
    const own = holds.filter((hold) => hold.quantity === name);
    if (own.length === 0) return put();
    const width = widths.get(name);
    const { close, reopen } = closing(dNow.get(name), width, holdsOf(own, width, T));
    code.push(close);
    put();
    code.push(reopen);
  }
}

/** ∂ mean loss / ∂ logits: (ŷ − y) / T. */
function lossSlope(Y_hat, targets, T) {
  const q = Y_hat.length / T;
  const made = Y_hat.map((share) => share / T);
  for (let t = 0; t < T; t += 1) made[t * q + targets[t]] -= 1 / T;
  return made;
}
