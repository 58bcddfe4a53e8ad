// Questions about a trace, to be answered before the step that answers them is visible. Pure: a question, its choices
// and its answer are plain data, the same for one reader and for a class.
//
// `Question` in `place.d.ts` is its shape.
//
// kind          asks                                                     a choice
// "prediction"  which output is the likeliest                            {output}
// "change"      whether a unit rises or falls from the step before       {rises}
// "gate"        whether a gate is above ½; `use` is what that does       {isAbove}
// "terms"       which of two terms of a unit's sum is larger, unsigned   {expression}

/** @import {AnyModel, Model} from "../../model.d.ts" */

import { evaluate, split } from "../../../engine/expression.js";

const KINDS_INSIDE = ["gate", "change", "terms"];
// At one step in this many the prediction is asked at once; at the others, something inside the cell comes first.
const ROUND = 4;
const MOST_OUTPUTS = 4;
// What is nearly equal would be a toss: the least distance of a gate from ½, the least change of a unit as a share of
// its scale, and the least ratio of the larger to the smaller of two terms and of two probabilities.
const FROM_HALF = 0.1;
const LEAST_CHANGE = 0.1;
const LARGER = 1.25;
const LIKELIER = 1.1;
// What is certain beforehand would be no question: a unit near the end of its scale can only come back, and a term
// near zero is the smaller one.
const FAR_OUT = 0.7;
const LEAST_TERM = 0.05;

const known = new WeakMap();

/**
 * The questions of step t, at most one inside the cell and one about its prediction, in the order of their phases.
 * A model whose numbers become others says so by its `version`.
 *
 * @param {AnyModel} model
 */
export function questionsAt(model, t) {
  const { version } = model;
  if (known.get(model)?.version !== version) known.set(model, { version, cell: aboutCell(model), steps: new Map() });
  const { cell, steps } = known.get(model);
  if (!steps.has(t)) steps.set(t, [insideAt(model, cell, t), predictionAt(model, t)].filter(Boolean));
  return steps.get(t);
}

/** Of the questions of step t, the one that comes first where a reader goes a whole step on, if there is any. */
export function firstQuestion(questions, t) {
  return t % ROUND === 0 ? questions.at(-1) : questions[0];
}

/** Of the questions of a step, the one that a phase of it stands before, if there is one. */
export function questionBefore(questions, phase) {
  return questions.find((question) => question.from <= phase && phase <= question.phase);
}

/**
 * The questions whose answer a place shows, of those that were answered in this round: one or none.
 *
 * @param {AnyModel} model
 */
export function answeredAt(model, { t, phase, cover, asked, answers }) {
  if (cover === null || asked) return [];
  return questionsAt(model, t).filter((one) => one.phase === phase && answers[one.key]?.isPast === false);
}

/** An answer to keep, {choice, isRight, isPast}; choice null where the question was only revealed. */
export function answerTo(question, choice) {
  return { choice, isRight: choice === question.answer, isPast: false };
}

/** The answers of a round that is over: they still count, and their questions may be asked again. */
export function fromRoundBefore(answers) {
  return Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, { ...answer, isPast: true }]));
}

/** How many questions were answered, and how many of them rightly: {right, count}. */
export function scoreOf(answers) {
  const given = Object.values(answers).filter(({ choice }) => choice !== null);
  return { right: given.filter(({ isRight }) => isRight).length, count: given.length };
}

/**
 * Which output is the likeliest: the choices in the order in which the model knows them.
 *
 * @param {AnyModel} model
 */
function predictionAt(model, t) {
  const phase = model.phases.findIndex(({ target }) => model.quantity(target).kind === "output");
  if (phase < 0 || model.likeliest[t].length < 2) return null;
  const [best, second] = model.likeliest[t];
  const { target } = model.phases[phase];
  if (model.value(target, t, best) < LIKELIER * model.value(target, t, second)) return null;
  const offered = new Set([best, second, ...(model.targets ? [model.targets[t]] : []), ...model.likeliest[t]]);
  const outputs = [...offered].slice(0, MOST_OUTPUTS).sort((a, b) => a - b);
  return {
    ...questionAbout("prediction", model, t, phase, null),
    choices: outputs.map((output) => ({ output })),
    answer: outputs.indexOf(best),
  };
}

/**
 * A question about the inside of the cell: of the kind whose turn it is, or the next one that has something to ask.
 *
 * @param {AnyModel} model
 */
function insideAt(model, cell, t) {
  for (let k = 0; k < KINDS_INSIDE.length; k += 1) {
    const kind = KINDS_INSIDE[(t + KINDS_INSIDE.length - 1 + k) % KINDS_INSIDE.length];
    const question = FINDERS[kind](model, cell, t);
    if (question) return question;
  }
  return null;
}

const FINDERS = {
  gate(model, { gates }, t) {
    const isClear = (value) => Math.abs(value - 0.5) >= FROM_HALF;
    const clear = ({ phase }, unit) => isClear(model.value(model.phases[phase].target, t, unit));
    // A gate that is on one side at every step would be answered by looking at the steps before.
    const moves = ({ phase }, unit) => {
      const { target } = model.phases[phase];
      const isAbove = (step) => model.value(target, step, unit) > 0.5;
      return Array.from({ length: model.sizes.T }, (_, step) => step).some((step) => isAbove(step) !== isAbove(t));
    };
    const found =
      firstFitting(model, gates, t, (gate, unit) => clear(gate, unit) && moves(gate, unit)) ??
      firstFitting(model, gates, t, clear);
    if (!found) return null;
    const { phase, unit, use } = found;
    const isAbove = model.value(model.phases[phase].target, t, unit) > 0.5;
    return {
      ...questionAbout("gate", model, t, phase, unit),
      use,
      choices: [{ isAbove: true }, { isAbove: false }],
      answer: isAbove ? 0 : 1,
    };
  },

  change(model, { carried }, t) {
    const change = ({ name }, unit) => model.value(name, t, unit) - model.value(name, t, unit, true);
    const found = firstFitting(model, carried, t, (state, unit) => {
      const { high } = model.quantity(state.name);
      const isOpen = Math.abs(model.value(state.name, t, unit, true)) <= FAR_OUT * high;
      return isOpen && Math.abs(change(state, unit)) >= LEAST_CHANGE * high;
    });
    if (!found) return null;
    return {
      ...questionAbout("change", model, t, found.phase, found.unit),
      choices: [{ rises: true }, { rises: false }],
      answer: change(found, found.unit) > 0 ? 0 : 1,
    };
  },

  terms(model, { sums }, t) {
    const found = firstFitting(model, sums, t, ({ terms }, unit) => {
      const [large, small] = sizes(model, terms, t, unit).sort((a, b) => b - a);
      return small >= LEAST_TERM && large >= LARGER * small;
    });
    if (!found) return null;
    const both = sizes(model, found.terms, t, found.unit);
    return {
      ...questionAbout("terms", model, t, found.phase, found.unit),
      choices: found.terms.map((expression) => ({ expression })),
      answer: both[0] > both[1] ? 0 : 1,
    };
  },
};

/** @param {AnyModel} model */
function sizes(model, terms, t, unit) {
  return terms.map((term) => Math.abs(evaluate(model, term, t, unit)));
}

/** @param {AnyModel} model */
function questionAbout(kind, model, t, phase, unit) {
  const quantity = model.phases[phase].target;
  const key = [model.id, t + 1, kind, quantity, ...(unit === null ? [] : [unit + 1])].join(" ");
  return { key, kind, t, phase, from: giveaway(model, phase), quantity, unit };
}

/**
 * The first one of some things with a unit that fits, {...thing, unit}, looked for from a place that differs from step
 * to step and is always the same for one step.
 *
 * @param {AnyModel} model
 */
function firstFitting(model, things, t, fits) {
  const pairs = things.reduce((sum, { phase }) => sum + model.length(model.phases[phase].target), 0);
  const start = scattered(t) % (pairs || 1);
  for (let k = 0; k < pairs; k += 1) {
    let unit = (start + k) % pairs;
    for (const thing of things) {
      const units = model.length(model.phases[thing.phase].target);
      if (unit < units) {
        if (fits(thing, unit)) return { ...thing, unit };
        break;
      }
      unit -= units;
    }
  }
  return null;
}

/** A whole number that looks drawn by chance, and is the same for the same step (the mixer of MurmurHash3). */
function scattered(t) {
  let x = Math.imul(t + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

const usesKnown = new WeakMap();

/**
 * What each gate of a model does, by its name: {does, operand}, as its equations say.
 *
 * @param {Model} model
 */
export function usesOf({ original, phases, quantity }) {
  if (!usesKnown.has(original)) {
    const named = phases.map(({ target, expression }) => ({ name: target, expression }));
    const carried = carriedNames(named);
    const gates = named.filter(({ name }) => quantity(name).kind === "gate");
    usesKnown.set(original, new Map(gates.map(({ name }) => [name, useOf(name, named, carried)])));
  }
  return usesKnown.get(original);
}

/** The quantities that a later step reads. */
function carriedNames(phases) {
  const read = phases.flatMap(({ expression }) => tensors(expression).filter((e) => e.before));
  const names = new Set(read.map(({ name }) => name));
  return phases.map(({ name }) => name).filter((name) => names.has(name));
}

/**
 * What can be asked about in a cell: its gates, the quantities it carries, and its sums of two vectors.
 *
 * @param {AnyModel} model
 */
function aboutCell(model) {
  const phases = model.phases.map((phase, k) => ({ phase: k, name: phase.target, expression: phase.expression }));
  // What reads from right to left is on the screen before the reader gets there.
  const own = phases.filter(({ name }) => {
    const { kind } = model.quantity(name);
    return !["logits", "output"].includes(kind) && !model.isBackward(name);
  });
  const read = carriedNames(phases);
  const carried = own.filter(({ name }) => read.includes(name));
  const isGate = ({ name, expression }) =>
    model.quantity(name).kind === "gate" && expression.op === "apply" && expression.function === "sigmoid";
  return {
    carried,
    gates: own.filter(isGate).map((gate) => ({
      ...gate,
      use: useOf(
        gate.name,
        phases,
        carried.map(({ name }) => name),
      ),
    })),
    sums: own
      .map((phase) => ({ ...phase, terms: vectorsOf(split(phase.expression).inner) }))
      .filter(({ terms }) => terms.length === 2),
  };
}

/** The terms of a sum that are computed at each step: all but its parameters. */
function vectorsOf(expression) {
  return expression.op === "sum" ? expression.terms.filter((term) => term.op !== "parameter") : [];
}

/**
 * What a gate above ½ does, {does, operand}: keep what was carried, replace it, write a candidate, show something, or
 * let the candidate see what was carried; {does: "open"} where its equations say nothing of the kind.
 */
function useOf(gate, phases, carried) {
  const products = phases.flatMap(({ name, expression }) => productsOf(expression).map((one) => ({ ...one, name })));
  const uses = products.flatMap(({ name, factors, isInside }) =>
    factors.flatMap((factor, k) => {
      const operand = factors[1 - k];
      const isGate = (e) => e.op === "tensor" && e.name === gate && !e.before;
      const isOld = operand.op === "tensor" && operand.before && carried.includes(operand.name);
      if (factor.op === "oneminus" && isGate(factor.of)) {
        return isOld && !isInside && operand.name === name ? [{ does: "replace", operand }] : [];
      }
      if (!isGate(factor)) return [];
      if (isOld) return [{ does: isInside ? "see" : "keep", operand }];
      const isRecurrent = operand.op === "sum" && tensors(operand).some((e) => e.before);
      if (operand.op === "matmul" || isRecurrent) return [{ does: "see", operand }];
      if (operand.op === "tensor" && carried.includes(name)) return [{ does: "write", operand }];
      return [{ does: "show", operand }];
    }),
  );
  const order = ["keep", "replace", "write", "show", "see"];
  return order.map((does) => uses.find((use) => use.does === does)).find(Boolean) ?? { does: "open" };
}

/** The products element by element in an expression, {factors, isInside}: inside what a matrix is multiplied with. */
function productsOf(expression, isInside = false) {
  const deeper = isInside || expression.op === "matmul";
  const own = expression.op === "product" ? [{ factors: [expression.left, expression.right], isInside }] : [];
  return [...own, ...partsOf(expression).flatMap((part) => productsOf(part, deeper))];
}

/**
 * The first phase of a step that gives a phase's numbers away: what it reads of the same step unit by unit is on the
 * screen as soon as it is computed, and the reader could work the answer out.
 *
 * @param {AnyModel} model
 */
function giveaway(model, phase) {
  const read = elementwise(model.phases[phase].expression).filter((e) => !e.before && model.phaseOf(e.name) >= 0);
  return Math.min(phase, ...read.map(({ name }) => giveaway(model, model.phaseOf(name))));
}

function elementwise(expression) {
  if (expression.op === "tensor") return [expression];
  return expression.op === "matmul" ? [] : partsOf(expression).flatMap(elementwise);
}

function tensors(expression) {
  return expression.op === "tensor" ? [expression] : partsOf(expression).flatMap(tensors);
}

function partsOf(expression) {
  return [expression.left, expression.right, expression.of, ...(expression.terms ?? [])].filter(Boolean);
}
