// Experiments that anybody can make with one click: a few changes, a question to answer first, and the answer from the
// changed trace itself. Pure; what fits a cell is read from its equations.

/** @import {AnyModel} from "../../model.d.ts" */

import { fill } from "../../../web/numbers.js";
import { weightLetter } from "../words/labels.js";

const TRIED_WEIGHTS = 24;
const TRIED_CHARACTERS = 12;
const EVEN = 1e-9;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;

/**
 * The experiments that fit a model: [{key, title, question, choices, changes, answer(changed), told(changed)}].
 *
 * changedBy(changes): the model with these changes. answer: which of the choices is true of the changed model; told:
 * what became of the predictions, as a sentence.
 *
 * @param {AnyModel} model
 */
export function experimentsOf(model, notation, changedBy, short) {
  if (model.labels.length === 0 || model.sizes.T < 2) return [];
  const words = { model, notation, changedBy, short, strings: model.strings };
  return [keptCharacter, closedOutput, brokenWeight, exchangedCharacter].map((made) => made(words)).filter(Boolean);
}

/** What the memory keeps of the first step, if nothing is forgotten and nothing written after it. */
function keptCharacter({ model, strings }) {
  const gates = keepingGates(model);
  if (gates.length === 0) return null;
  const to = model.sizes.T - 1;
  return {
    key: "keep",
    title: fill(strings.tryKeep, { character: model.inputs[0] }),
    question: fill(strings.tryKeepQuestion, { character: model.inputs[0], gates: gatesInWords(model, gates) }),
    choices: [strings.tryKeepSame, strings.tryKeepOther],
    changes: gates.map(({ quantity, value }) => ({ kind: "hold", quantity, units: null, from: 1, to, value })),
    answer: (changed) => (new Set(predictions(changed).slice(1)).size === 1 ? 0 : 1),
    told: (changed) => told(model, changed),
  };
}

/** What is predicted from a hidden state of zeros. */
function closedOutput({ model, strings }) {
  const gates = outputGates(model);
  if (gates.length === 0) return null;
  const to = model.sizes.T - 1;
  return {
    key: "close",
    title: strings.tryClose,
    question: strings.tryCloseQuestion,
    choices: [strings.tryCloseSame, strings.tryCloseOther, strings.tryCloseEven],
    changes: gates.map((quantity) => ({ kind: "hold", quantity, units: null, from: 0, to, value: 0 })),
    answer(changed) {
      const shares = changed.labels.map((_, k) => changed.value("Y_hat", 0, k));
      if (Math.max(...shares) - Math.min(...shares) < EVEN) return 2;
      return new Set(predictions(changed)).size === 1 ? 0 : 1;
    },
    told: (changed) => told(model, changed),
  };
}

/** One recurrent weight less: of the largest ones, the one that costs the most. */
function brokenWeight({ model, notation, changedBy, short, strings }) {
  const broken = worst(largestWeights(model), (weight) =>
    meanLoss(changedBy([{ kind: "weight", ...weight, value: 0 }])),
  );
  if (!broken) return null;
  const { name, row, column } = broken;
  const values = { name: weightLetter(notation, name, row, column), T: model.sizes.T };
  const value = short(model.weights.get(name).at(row * model.weights.get(name).shape[1] + column));
  return {
    key: "break",
    title: strings.tryBreak,
    question: fill(strings.tryBreakQuestion, { ...values, value }),
    choices: [strings.tryNone, strings.tryOne, strings.tryMore],
    changes: [{ kind: "weight", name, row, column, value: 0 }],
    answer: (changed) => Math.min(2, differing(model, changed).length),
    told: (changed) => told(model, changed),
  };
}

/** Another first character: the one that changes the most predictions. */
function exchangedCharacter({ model, changedBy, strings }) {
  const others = model.vocabulary.filter((one) => one !== model.inputs[0] && LETTER_OR_DIGIT.test(one));
  const exchanged = (character) => [{ kind: "input", t: 0, character }];
  const to = worst(others.slice(0, TRIED_CHARACTERS), (one) => differing(model, changedBy(exchanged(one))).length);
  if (to === undefined) return null;
  const reach = (changed) => differing(model, changed).at(-1) ?? -1;
  return {
    key: "exchange",
    title: fill(strings.tryExchange, { from: model.inputs[0], to }),
    question: fill(strings.tryExchangeQuestion, { from: model.inputs[0], to }),
    choices: [strings.tryExchangeNone, strings.tryExchangeFirst, strings.tryExchangeLater],
    changes: exchanged(to),
    answer: (changed) => Math.min(2, reach(changed) + 1),
    told: (changed) => told(model, changed),
  };
}

// ---- what became of it -------------------------------------------------------------------

/**
 * The likeliest output of each step.
 *
 * @param {AnyModel} model
 */
function predictions(model) {
  return model.likeliest.map(([first]) => first);
}

/**
 * The steps whose prediction differs, counted from 0.
 *
 * @param {AnyModel} model
 */
function differing(model, changed) {
  const [before, after] = [predictions(model), predictions(changed)];
  return before.flatMap((one, t) => (one === after[t] ? [] : [t]));
}

/**
 * The mean loss over all steps, or null without targets.
 *
 * @param {AnyModel} model
 */
function meanLoss(model) {
  return model.targets === null ? null : model.value("mean_loss", model.sizes.T - 1, 0);
}

/** @param {AnyModel} model */
function told(model, changed) {
  const steps = differing(model, changed);
  const pairs = steps.map((t) => `${labelAt(model, t)} → ${labelAt(changed, t)}`);
  const said = steps.length === 0 ? model.strings.tryToldNone : model.strings.tryTold;
  return fill(said, {
    count: steps.length,
    T: model.sizes.T,
    pairs: pairs.slice(0, 4).join(model.strings.changeComma),
  });
}

/** @param {AnyModel} model */
function labelAt(model, t) {
  return model.labels[model.likeliest[t][0]];
}

function worst(list, cost) {
  const costs = list.map(cost);
  return list[costs.indexOf(Math.max(...costs))];
}

// ---- what the equations say --------------------------------------------------------------

/**
 * The gates, and the values at which they keep every state as it is: of S = F ⊙ S_prev + I ⊙ …, F at 1 and I at 0; of
 * S = (1 − F) ⊙ S_prev + F ⊙ …, F at 0.
 *
 * @param {AnyModel} model
 */
function keepingGates(model) {
  const found = new Map();
  for (const { target, expression } of model.phases) {
    if (model.isBackward(target) || expression.op !== "sum") continue;
    const terms = expression.terms.map((term) => factorsOf(term));
    const keeping = terms.find((term) => term.some((one) => one.name === target && one.before));
    if (!keeping) continue;
    const gate = keeping.find((one) => isGate(model, one.name));
    if (gate) found.set(gate.name, gate.isRest ? 0 : 1);
    for (const term of terms) {
      const writing = term.find((one) => isGate(model, one.name));
      if (term !== keeping && writing && !found.has(writing.name)) found.set(writing.name, writing.isRest ? 1 : 0);
    }
  }
  return [...found].map(([quantity, value]) => ({ quantity, value }));
}

/**
 * The gates that all of the output passes: O of H = O ⊙ ….
 *
 * @param {AnyModel} model
 */
function outputGates(model) {
  return model.phases
    .filter(({ target, expression }) => model.quantity(target).kind === "state" && expression.op === "product")
    .flatMap(({ expression }) => factorsOf(expression).filter((one) => isGate(model, one.name) && !one.isRest))
    .map(({ name }) => name);
}

/** @param {AnyModel} model */
function isGate(model, name) {
  return model.quantity(name)?.kind === "gate";
}

/** The tensors that are multiplied with one another: [{name, before, isRest}], where isRest is 1 − the tensor. */
function factorsOf(e) {
  if (e.op === "product") return [...factorsOf(e.left), ...factorsOf(e.right)];
  if (e.op === "oneminus" && e.of.op === "tensor") return [{ ...e.of, isRest: true }];
  return e.op === "tensor" ? [{ ...e, isRest: false }] : [];
}

/**
 * The largest of the weights that a state of the step before is multiplied with: [{name, row, column}].
 *
 * @param {AnyModel} model
 */
function largestWeights(model) {
  const names = new Set(model.phases.flatMap(({ expression }) => recurrentNames(expression)));
  return [...names]
    .flatMap((name) => {
      const { shape, at } = model.weights.get(name);
      return Array.from({ length: shape[0] * shape[1] }, (_, k) => {
        return { name, row: Math.floor(k / shape[1]), column: k % shape[1], size: Math.abs(at(k)) };
      });
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, TRIED_WEIGHTS)
    .map(({ name, row, column }) => ({ name, row, column }));
}

function recurrentNames(e) {
  if (e.op === "matmul") return e.right.op === "parameter" && readsBefore(e.left) ? [e.right.name] : [];
  return [e.left, e.right, e.of, ...(e.terms ?? [])].filter(Boolean).flatMap(recurrentNames);
}

function readsBefore(e) {
  if (e.op === "tensor") return Boolean(e.before);
  return [e.left, e.right, e.of, ...(e.terms ?? [])].filter(Boolean).some(readsBefore);
}

/** @param {AnyModel} model */
function gatesInWords(model, gates) {
  const written = gates.map(({ quantity, value }) =>
    fill(model.strings.tryGate, { gate: titleIn(model, quantity), value }),
  );
  return written.join(model.strings.changeComma);
}

/** @param {AnyModel} model */
function titleIn(model, name) {
  return model.quantity(name).title;
}
