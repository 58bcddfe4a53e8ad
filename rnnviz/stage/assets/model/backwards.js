// A model walked backwards: the same interface, but its numbers are gradients of the loss. Which paths there are
// follows from the program, whose contributions Python derived; the engine computes their numbers.

/** @import {Hold} from "../../change.d.ts" */
/** @import {AnyModel, BackwardModel, Model} from "../../model.d.ts" */

import { backward, run } from "../../../engine/engine.js";
import { instructions } from "../../../engine/instructions.js";
import { fixedRow, rowsOf } from "../../../engine/kernels.js";
import { shapesOf, widthsOf } from "../../../engine/shapes.js";
import { flatTensors, flatWeights } from "./changed.js";
import { modelOf } from "./model.js";

const FROM_LOSS = "loss";
// What stands around a cell of somebody's own.
const OUTSIDE = "outside";
// The step's target as a vector, 1 for what is right; a notation has a symbol for it.
const TARGET = "Y_true";
const NIGHTS = new WeakMap();

/**
 * The key of the sentence that says why a model cannot be walked backwards; "" if it can.
 *
 * @param {AnyModel} model
 */
export function whyNotBackward(model) {
  if (!model.arriving && (model.targets === null || model.labels.length === 0)) return "backNoLoss";
  if (!model.program) return "backTooLarge";
  return model.backward ? "" : "backNoSlope";
}

/**
 * A model with the interface of `model` in which `value("F", t, k)` is ∂L/∂F_t[k], or null where there is none. losses:
 * the steps whose losses L is the mean of, or null for all of them. It follows the model's changes by itself, and
 * computes nothing before it is asked. `BackwardModel` says what it has beside what every model has.
 *
 * @param {Model} model
 * @param {number[] | null} [losses]
 * @returns {BackwardModel | null}
 */
export function backwardOf(model, losses = null) {
  if (whyNotBackward(model)) return null;
  if (!NIGHTS.has(model)) NIGHTS.set(model, new Map());
  const known = NIGHTS.get(model);
  const key = String(losses);
  if (!known.has(key)) known.set(key, backwardModel(model, losses));
  return known.get(key);
}

/** @param {AnyModel} model */
function backwardModel(model, losses) {
  const { T } = model.sizes;
  const counted = new Set(losses ?? Array(T).keys());
  const { quantities: ways, parameters: uses } = pathsOf(model.program);
  if (model.arriving) {
    for (const name of model.arriving.keys()) {
      ways.set(name, [{ source: OUTSIDE, later: false, expression: outsideOf(name) }, ...(ways.get(name) ?? [])]);
    }
  } else ways.set("logits", [{ source: FROM_LOSS, later: false, expression: lossExpression(counted) }]);
  let numbers = null;
  /** The numbers of the model as it is now. */
  const now = () => {
    if (numbers?.version !== (model.version ?? 0)) numbers = numbersFor(model, counted);
    return numbers;
  };
  const track = { ...model, ...drawn(model, ways), original: undefined };
  const widths = widthsOf(model.program);
  const tensors = new Map([...widths].map(([name, width]) => [name, gradientTensor(name, width)]));
  const night = modelOf(track, tensors, model.weights);
  const { value: ofStep, length: lengthOwn } = night;

  function gradientTensor(name, width) {
    return { shape: [T, width], width, at: (k) => now().gradients.get(name)[k] };
  }

  // Each quantity's colours run to the largest of its gradients, those of a diagram's node as its phase's.
  for (const [name, width] of widths) scaleOf(name, () => endOfColours(name, T * width));
  track.diagrams.forEach(({ values }, k) => {
    for (const key of Object.keys(values)) {
      const name = night.madeName(k, key);
      scaleOf(name, () => night.quantity(night.phases[night.phaseOf(name)].target).high);
    }
  });

  /** Found once for each set of gradients: every colour asks for it. */
  function endOfColours(name, count) {
    const { gradients, ends } = now();
    if (!ends.has(name)) ends.set(name, colourEnd(gradients.get(name), count));
    return ends.get(name);
  }

  function scaleOf(name, high) {
    const quantity = night.quantity(name);
    if (quantity) Object.defineProperty(quantity, "high", { get: high });
  }

  function value(name, t, unit, before = false) {
    return before ? onwards(name, t, unit) : ofStep(name, t, unit);
  }

  function onwards(name, t, unit) {
    const later = pathsTo(name).filter((path) => path.later);
    return later.reduce((sum, path) => sum + rows(path, name)[t * widths.get(name) + unit], 0);
  }

  function pathsTo(name) {
    return ways.get(name) ?? [];
  }

  /** A path's numbers at every step of its source. */
  function rows(path, name) {
    const { along, paths } = now();
    if (!paths.has(path)) paths.set(path, along(path.expression, widths.get(name)));
    return paths.get(path);
  }

  function terms(name, t, unit, before = false) {
    const paths = before ? pathsTo(name).filter((path) => path.later) : pathsTo(name);
    return paths.map((path) => {
      const step = path.later && !before ? stepAfter(path.source, t) : t;
      return { ...path, value: step === null ? 0 : rows(path, name)[step * widths.get(name) + unit] };
    });
  }

  /** The step that has read this one, or null beyond the ends. */
  function stepAfter(name, t) {
    const later = model.isBackward(name) ? t - 1 : t + 1;
    return later < 0 || later >= T ? null : later;
  }

  function norm(name, t) {
    const width = widths.get(name);
    const all = now().gradients.get(name);
    let sum = 0;
    for (let k = t * width; k < (t + 1) * width; k += 1) sum += all[k] * all[k];
    return Math.sqrt(sum);
  }

  function parameterAt(name, t) {
    const found = new Float64Array(sizeOf(name));
    now().adding(uses.get(name) ?? [], name, found)(t);
    return found;
  }

  function sizeOf(name) {
    const [rows, columns] = model.weights.get(name).shape;
    return rows * columns;
  }

  function parameterUpTo(name, t) {
    const { sums } = now();
    const known = sums.get(name);
    const isOn = known && known.t >= t;
    const sum = isOn ? known.sum : new Float64Array(sizeOf(name));
    const add = now().adding(uses.get(name) ?? [], name, sum);
    for (let step = isOn ? known.t - 1 : T - 1; step >= t; step -= 1) add(step);
    sums.set(name, { t, sum });
    return sum;
  }

  Object.assign(night, {
    forward: model,
    losses,
    isCounted: (t) => counted.has(t),
    value,
    length: (name) => (["Y_hat", TARGET].includes(name) ? model.sizes.q : lengthOwn(name)),
    terms,
    stepAfter,
    norm,
    inputWord: (t) => model.inputWord(t),
    inputDetail: (t) => model.inputDetail(t),
    known: (name, t, unit, before) => (name === TARGET ? isTarget(model, t, unit) : model.value(name, t, unit, before)),
    passing: (name, t, unit) => (model.isHeld(name, t, unit) ? 0 : ofStep(name, t, unit)),
    parameter: (name) => now().gradients.get(name),
    parameterAt,
    parameterUpTo,
    difference: (name, k, by) => slope(by, (moved) => lossWith(model, counted, movedWeight(model, name, k, moved))),
    slope: (name, t, unit, by) =>
      slope(by, (moved) => lossWith(model, counted, movedNumber(model, name, t, unit, moved))),
    uses: (name) => uses.get(name) ?? [],
    original: night,
    effect: null,
    isHeld: () => false,
    free: value,
    diagramOf: diagramsOf(night.phases, track.diagrams),
  });
  return Object.defineProperties(night, {
    version: { get: () => model.version ?? 0 },
    // What a change by hand makes another one.
    ...Object.fromEntries(["weights", "inputs", "likeliest"].map((name) => [name, { get: () => model[name] }])),
  });
}

/** The central finite difference of a loss. */
function slope(by, lossAt) {
  return (lossAt(by) - lossAt(-by)) / (2 * by);
}

/** A parameter of which one number is larger by so much, for `lossWith`. */
function movedWeight(model, name, k, by) {
  const { shape, numbers } = flatWeights(model).get(name);
  const moved = numbers.slice();
  moved[k] += by;
  return { weight: { name, shape, numbers: moved } };
}

/**
 * One number of a step that is larger by so much, with all that follows from it: what is read, or what is held there.
 *
 * @param {AnyModel} model
 */
function movedNumber(model, name, t, unit, by) {
  const value = model.value(name, t, unit) + by;
  if (name !== "X") return { hold: { quantity: name, value, units: [unit], steps: [t, t] } };
  const read = flatTensors(model).get("X").slice();
  read[t * model.length("X") + unit] = value;
  return { read };
}

/**
 * L of a model in which something is moved: a weight, what is read, or a number that is held where it was moved to.
 *
 * @param {AnyModel} model
 * @param {Set<number>} counted
 * @param {{
 *   weight?: {name: string, shape: number[], numbers: Float64Array}, read?: Float64Array, hold?: Hold,
 * }} moved
 */
function lossWith(model, counted, { weight, read, hold }) {
  const [weights, tensors] = [flatWeights(model), flatTensors(model)];
  if (weight) weights.set(weight.name, weight);
  const { hot } = model.tensors.get("X");
  const initial = new Map([...tensors].filter(([one]) => one.endsWith("0")));
  const X = hot && !read ? { hot } : { numbers: read ?? tensors.get("X") };
  const input = { X, initial, targets: model.targets };
  const { tensors: found } = run(model.program, weights, input, hold ? [...model.holds, hold] : model.holds);
  const loss = found.get("loss");
  return [...counted].reduce((sum, t) => sum + loss[t], 0) / counted.size;
}

/** The step's own target as a vector: 1 for what is right, else 0. */
function isTarget({ targets }, t, unit) {
  return targets[t] === unit ? 1 : 0;
}

/** ∂L/∂logits: what is predicted less what is right, over the number of losses that L is the mean of. */
function lossExpression(counted) {
  const [right, predicted] = [TARGET, "Y_hat"].map((name) => ({ op: "tensor", name, before: false }));
  const of = { op: "sum", terms: [predicted, { op: "negative", of: right }] };
  return { op: "loss", of, count: counted.size };
}

/**
 * The paths on which gradients arrive, by name of the quantity, those of its own step first; and the uses of each
 * parameter. A path: {source, later, expression}, with the quantity whose equation hands it back, and whether that is
 * of the step after.
 */
function pathsOf(program) {
  const quantities = new Map();
  const parameters = new Map();
  const widths = widthsOf(program);
  const order = [...widths.keys()];
  const put = (map, name, path) => map.set(name, [...(map.get(name) ?? []), path]);
  for (const { contributions = [], joins, target } of program.passes) {
    let start = 0;
    for (const name of joins ?? []) {
      const whole = { op: "gradient", of: { op: "tensor", name: target, before: false } };
      const expression = { op: "share", of: whole, start, width: widths.get(name) };
      put(quantities, name, { source: target, later: false, expression });
      start += widths.get(name);
    }
    for (const { source, to, expression } of contributions) {
      if (to.op === "parameter") put(parameters, to.name, { source, expression });
      else put(quantities, to.name, { source, later: to.before, expression });
    }
  }
  const rank = ({ source, later }) => (later ? order.length : 0) + order.indexOf(source);
  for (const paths of quantities.values()) paths.sort((a, b) => rank(a) - rank(b));
  return { quantities, parameters };
}

/**
 * What the walk back draws: its phases with their equations, its quantities' scales, its diagrams.
 *
 * @param {AnyModel} model
 */
function drawn(model, ways) {
  const { phases, diagrams } = model.backward;
  return {
    isBack: true,
    phases: phases.map((phase) => ({ ...phase, ...equationOf(phase, ways) })),
    quantities: model.quantities.map((quantity) => ({ ...quantity, signed: true, high: 1, preHigh: 1 })),
    diagrams: model.diagrams.map((diagram, k) => ({
      ...diagram,
      nodes: diagram.nodes.map((node) => ({ ...node, phase: phaseOfNode(node, phases) })),
      values: Object.fromEntries(
        Object.entries(diagrams[k].values).map(([key, expression]) => [key, { expression, high: 1 }]),
      ),
      factors: diagrams[k].wires,
    })),
  };
}

/**
 * On the way back a source is an end: it has its gradient when that of its quantity, or what goes on, is there. What
 * comes after the logits is there from the start.
 */
function phaseOfNode({ phase: own, writes, before = false }, phases) {
  if (phases.some(({ key }) => key === own)) return own;
  return phases.find(({ target, before: isOnwards }) => target === writes && isOnwards === before)?.key ?? "";
}

/** A phase's paths as one sum, and those of its pre-activation, to which its gradient goes on. */
function equationOf({ target, before, inner }, ways) {
  const paths = (ways.get(target) ?? []).filter((path) => !before || path.later);
  return { expression: sumOfPaths(paths, before), slope: inner ? sumOfPaths(ways.get(inner), false) : null };
}

function sumOfPaths(paths, isOnwards) {
  const written = paths.map(({ source, later, expression }) =>
    later && !isOnwards ? { op: "later", source, of: expression } : expression,
  );
  return written.length === 1 ? written[0] : { op: "sum", terms: written.flatMap(termsOfSum) };
}

function termsOfSum(e) {
  return e.op === "sum" ? e.terms : [e];
}

/** The diagram of each phase; what goes on to another step stands in that of the phase before it. */
function diagramsOf(phases, diagrams) {
  let last = diagrams.length - 1;
  return phases.map(({ key }) => {
    const own = diagrams.findIndex(({ nodes }) => nodes.some((node) => node.phase === key && node.kind !== "source"));
    last = own < 0 ? last : own;
    return last;
  });
}

function colourEnd(numbers, count) {
  let largest = 1e-12;
  for (let k = 0; k < count; k += 1) largest = Math.max(largest, Math.abs(numbers[k]));
  const power = 10 ** Math.floor(Math.log10(largest));
  return Number(([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].find((step) => step * power >= largest) * power).toPrecision(1));
}

/** ∂L of a quantity without what comes through the cell's own equations. */
function outsideOf(name) {
  return { op: OUTSIDE, of: { op: "tensor", name, before: false } };
}

/** What arrives from around a cell, by the names of its quantities, all steps of each. */
function arrivingAt({ arriving, sizes: { T } }) {
  const numbersOf = ({ width, at }) => Float64Array.from({ length: T * width }, (_, k) => at(k));
  return new Map([...arriving].map(([name, one]) => [name, numbersOf(one)]));
}

/** ∂L/∂logits, (T, q), where L is the mean of the losses of some steps. */
function lossSlopes(predicted, targets, q, counted) {
  const found = new Float64Array(predicted.length);
  for (const t of counted) {
    for (let k = 0; k < q; k += 1) {
      found[t * q + k] = (predicted[t * q + k] - (targets[t] === k ? 1 : 0)) / counted.size;
    }
  }
  return found;
}

/**
 * The gradients of a model as it is now: {version, gradients, ends, paths, sums, along, adding}. along(expression,
 * width): a path's numbers at every step of its source. adding(uses, name, sum): a function that adds a step's
 * contribution to a parameter's gradient.
 *
 * @param {AnyModel} model
 */
function numbersFor(model, counted) {
  const { program, targets } = model;
  const { T, q } = model.sizes;
  const shapes = shapesOf(program);
  const widths = widthsOf(program);
  const [weights, tensors] = [flatWeights(model), flatTensors(model)];
  const arriving = model.arriving && arrivingAt(model);
  const dlogits = arriving ? null : lossSlopes(tensors.get("Y_hat"), targets, q, counted);
  const gradients = backward(program, weights, tensors, arriving ? { arriving } : { dlogits }, model.holds);
  const places = new Map();
  const sources = {
    tensor: (name, before) => placed(`${name} ${before}`, () => (before ? earlier(name) : tensors.get(name)), name),
    gradient: ({ name }) => placed(`d ${name}`, () => passingOf(name), name),
    parameter: (name) => ({ ...fixedRow(weights.get(name).numbers), shape: weights.get(name).shape }),
    picked: () => null,
    shape: (name) => shapes.get(name),
  };

  function placed(key, numbers, name) {
    if (!places.has(key)) places.set(key, rowsOf(numbers(), widths.get(name)));
    return places.get(key);
  }

  /** A state as each step finds it. */
  function earlier(name) {
    const width = widths.get(name);
    const found = new Float64Array(T * width);
    const [own, first] = [tensors.get(name), tensors.get(`${name}0`)];
    if (model.isBackward(name)) {
      found.set(own.subarray(width, T * width));
      found.set(first, (T - 1) * width);
    } else {
      found.set(own.subarray(0, (T - 1) * width), width);
      found.set(first);
    }
    return found;
  }

  /** A gradient without that of what is held by hand, which goes nowhere. */
  function passingOf(name) {
    const own = gradients.get(name);
    if (!model.holds.some((hold) => hold.quantity === name)) return own;
    const width = widths.get(name);
    return own.map((number, k) => (model.isHeld(name, Math.floor(k / width), k % width) ? 0 : number));
  }

  function along(expression, width) {
    if (expression.op === FROM_LOSS) return dlogits;
    if (expression.op === OUTSIDE) return arriving.get(expression.of.name);
    const found = new Float64Array(T * width);
    if (expression.op === "share") {
      const { numbers, stride } = sources.gradient(expression.of.of);
      for (let k = 0; k < T * width; k += 1) {
        found[k] = numbers[Math.floor(k / width) * stride + expression.start + (k % width)];
      }
      return found;
    }
    const { code, add } = instructions(sources);
    add(expression, rowsOf(found, width));
    for (let t = 0; t < T; t += 1) for (const instruction of code) instruction(t);
    return found;
  }

  function adding(uses, name, sum) {
    const { code, add } = instructions(sources);
    for (const { expression } of uses) add(expression, { ...fixedRow(sum), shape: weights.get(name).shape });
    return (t) => {
      for (const instruction of code) instruction(t);
    };
  }
  return { version: model.version ?? 0, gradients, ends: new Map(), paths: new Map(), sums: new Map(), along, adding };
}
