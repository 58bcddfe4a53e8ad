// The stage's sentences: about one number, and about the reader's place.

/** @import {AnyModel, ReadPhase} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { isOfOutput } from "../model/model.js";
import { visible } from "../place/cursor.js";
import { evaluate } from "../../../engine/expression.js";
import { LETTERS } from "../place/keys.js";
import { PLAYED } from "./amount.js";
import { inFormulas } from "./formula.js";
import { inPlainLetters, plainExpression, plainLetter } from "./labels.js";
import { fill, full, short } from "../../../web/numbers.js";
import { colon, comma, semicolon } from "../../../web/punctuation.js";
import { answeredAt } from "../hands/questions.js";

// How a gate is asked for, by what it does above ½.
const GATES = {
  keep: { ask: "askKeep", above: "aboveKeep", below: "belowKeep" },
  replace: { ask: "askReplace", above: "aboveReplace", below: "belowReplace" },
  write: { ask: "askWrite", above: "aboveWrite", below: "belowWrite" },
  show: { ask: "askShow", above: "aboveShow", below: "belowShow" },
  see: { ask: "askSee", above: "aboveSee", below: "belowSee" },
  open: { ask: "askOpen", above: "aboveOpen", below: "belowOpen" },
};

/**
 * One unit with all its digits: "F₃[2], forget gate, t = 3, unit 2: 0.874…".
 *
 * @param {AnyModel} model
 */
export function describeUnit(model, notation, name, t, unit, before = false) {
  if (model.forward) return describeGradient(model, notation, name, t, unit, before);
  const { strings } = model;
  const quantity = model.quantity(name);
  const step = model.stepNumber(name, t, before);
  const title = quantity.isPre ? `${quantity.title}${comma()}${strings.preActivation}` : quantity.title;
  const index = unitIndex(model, quantity, unit);
  const letter = quantity.expression
    ? `(${plainExpression(model, notation, quantity.expression, t)})[${unit + 1}]`
    : plainLetter(notation, name, step, index);
  const place = `t = ${step}${comma()}${unitSaid(model, quantity, unit)}`;
  return `${[letter, title, place].filter(Boolean).join(comma())}${colon()}${full(model.value(name, t, unit, before))}`;
}

/**
 * What stands in the brackets behind a letter: a unit's number, of an output its character.
 *
 * @param {AnyModel} model
 */
function unitIndex(model, quantity, unit) {
  return isOfOutput(quantity) ? model.labels[unit] : unit + 1;
}

/** @param {AnyModel} model */
function unitSaid(model, quantity, unit) {
  const { strings } = model;
  if (isOfOutput(quantity)) return fill(strings.character, { character: model.labels[unit] });
  return fill(strings.unit, { unit: unit + 1 });
}

/**
 * The same of a gradient: "∂L/∂F₃[2], forget gate, t = 3, unit 2: −0.01…"; and whether it goes on from there.
 *
 * @param {AnyModel} model
 */
function describeGradient(model, notation, name, t, unit, before) {
  const { strings, forward } = model;
  const quantity = model.quantity(name);
  const value = full(model.value(name, t, unit, before));
  if (quantity.expression) {
    return `(${plainExpression(model, notation, quantity.expression, t)})[${unit + 1}]: ${value}`;
  }
  const step = model.stepNumber(name, t, before);
  const letter = `∂L/∂${plainLetter(notation, name, step, unitIndex(model, quantity, unit))}`;
  const part = before ? fill(strings.handedOn, { t: t + 1 }) : "";
  const place = `t = ${step}${comma()}${unitSaid(model, quantity, unit)}`;
  const held = !before && forward.isHeld(name, t, unit) ? `; ${strings.heldBack}` : "";
  return `${[letter, quantity.title, part, place].filter(Boolean).join(comma())}${colon()}${value}${held}`;
}

/**
 * A question in words: {text, choices: [text, …]}.
 *
 * @param {AnyModel} model
 */
function questionWords(model, notation, question) {
  const { text, choices } = questionIn(model, question, inPlainLetters(model, notation));
  return { text: text.join(""), choices };
}

/**
 * The same to be shown, {text: [part, …], choices: [part, …]}: a part is a text, or a formula as an element.
 *
 * @param {AnyModel} model
 */
export function questionParts(model, notation, question) {
  return questionIn(model, question, inFormulas(model, notation));
}

/** @param {AnyModel} model */
function questionIn(model, question, letters) {
  const { strings } = model;
  const { say, given, choices } = sentenceIn(model, question, letters);
  return { text: filled(strings[say], given), choices: choices.map((one) => strings[one.say] ?? one) };
}

/** A message with its {names} filled in, in parts: texts and elements. */
function filled(message, values) {
  return message.split(/\{(\w+)\}/).flatMap((part, k) => (k % 2 ? values[part] : part));
}

/**
 * A question as the names of its sentences in `strings`, whatever the language: {say, given, choices}. A choice is a
 * text, or {say}, the name of one.
 *
 * @param {AnyModel} model
 */
export function questionSentence(model, notation, question) {
  return sentenceIn(model, question, inPlainLetters(model, notation));
}

/**
 * letters: how a name and an expression are written, as `inPlainLetters` gives them.
 *
 * @param {AnyModel} model
 */
function sentenceIn(model, question, letters) {
  const { kind, t, quantity, unit, choices } = question;
  const letter = letters.name(quantity, t + 1, unit + 1);
  switch (kind) {
    case "prediction":
      return {
        say: model.readings ? "askTrend" : model.tags ? "askLabel" : "askPrediction",
        given: { character: model.inputWord(t) },
        choices: choices.map(({ output }) => model.labels[output]),
      };
    case "change": {
      const before = letters.name(quantity, model.stepNumber(quantity, t, true), unit + 1);
      const value = short(model.value(quantity, t, unit, true));
      return {
        say: "askChange",
        given: { before, value, letter },
        choices: choices.map(({ rises }) => ({ say: rises ? "higher" : "lower" })),
      };
    }
    case "gate": {
      const { does, operand } = question.use;
      const said = GATES[does];
      const whose = operand ? letters.expression(operand, t, unit + 1) : "";
      return {
        say: said.ask,
        given: { letter, gate: model.quantity(quantity).title, operand: whose },
        choices: choices.map(({ isAbove }) => ({ say: isAbove ? said.above : said.below })),
      };
    }
    default: {
      const { pre } = model.quantity(quantity);
      const sum = pre ? letters.name(pre, t + 1, unit + 1) : letter;
      return {
        say: "askTerms",
        given: { letter: sum },
        choices: choices.map(({ expression }) => letters.expression(expression, t)),
      };
    }
  }
}

/**
 * What a question asked for, with its numbers: "F₃[5] = 0.931", "有, with 0.980".
 *
 * @param {AnyModel} model
 */
function outcomeIn(model, { kind, t, quantity, unit, choices, answer }, letters) {
  const { strings } = model;
  if (kind === "prediction") {
    const { output } = choices[answer];
    const p = short(model.value(quantity, t, output));
    return filled(strings.outcomePrediction, { character: model.labels[output], p });
  }
  if (kind === "terms") {
    const [larger, other] = [choices[answer], choices[1 - answer]].map(({ expression }) => expression);
    const value = (expression) => short(evaluate(model, expression, t, unit));
    const terms = { larger: letters.expression(larger, t), value: value(larger), other: value(other) };
    return filled(strings.outcomeTerms, terms);
  }
  return [letters.name(quantity, t + 1, unit + 1), ` = ${short(model.value(quantity, t, unit))}`];
}

/**
 * What became of an answer: "✓ Right: F₃[5] = 0.931"; the right answer where the question was only revealed.
 *
 * @param {AnyModel} model
 */
function verdictWords(model, notation, question, given) {
  return verdictIn(model, question, given, inPlainLetters(model, notation)).join("");
}

/**
 * The same to be shown, in parts as `questionParts` has them.
 *
 * @param {AnyModel} model
 */
export function verdictParts(model, notation, question, given) {
  return verdictIn(model, question, given, inFormulas(model, notation));
}

/** @param {AnyModel} model */
function verdictIn(model, question, { choice, isRight }, letters) {
  const { answerRight, answerWrong, answerShown } = model.strings;
  const message = choice === null ? answerShown : isRight ? answerRight : answerWrong;
  return filled(message, { outcome: outcomeIn(model, question, letters) });
}

/**
 * The step and its phase, for those who hear the stage, or the question; of several networks what others predict.
 * amount: how much of it, as `amount.js` has it; what is played is told only at the end of a step, "" before.
 *
 * @param {Context} context
 * @param {string} [amount]
 */
export function announcement(context, place, others = [], amount = "usual") {
  const { model } = context;
  if (amount === PLAYED) return place.phase === model.phases.length - 1 ? inBrief(context, place) : "";
  if (amount === "short" && !place.asked) return inBrief(context, place);
  if (amount === "all" && others.length === 0) {
    return [announced(context, place), place.asked ? "" : model.phases[place.phase].meaning].filter(Boolean).join(" ");
  }
  if (others.length === 0) return announced(context, place);
  const said = others.map(({ model: other, place: there }) => {
    if (context.isBack) return normOf(context, other, there);
    if (other.labels.length === 0 || !visible(there, other.quantity("Y_hat"), there.t)) return "";
    const [best] = other.likeliest[there.t];
    const character = other.labels[best];
    if (other.targets === null) return fill(model.strings.announceOther, { network: other.label, character });
    const verdict = other.targets[there.t] === best ? model.strings.right : model.strings.wrong;
    return fill(model.strings.announceVerdict, { network: other.label, character, verdict });
  });
  return [`${model.label}:`, announced(context, place), ...said].filter(Boolean).join(" ");
}

/**
 * The shortest that says where one is and what has come out there: "t = 3, update gate, unit 2: 0.566".
 *
 * @param {Context} context
 * @param {Place} place
 */
function inBrief(context, place) {
  const { model, strings, focus, likeliest } = context;
  const { t } = place;
  const { target, before, title } = model.phases[place.phase];
  const said = (value) => fill(strings.announceBrief, { t: t + 1, title, value });
  if (!context.isBack && model.quantity(target).kind === "output") {
    const best = likeliest(t);
    const verdict = model.targets === null ? "" : model.targets[t] === best ? strings.right : strings.wrong;
    return said([model.labels[best], verdict].filter(Boolean).join(comma()));
  }
  const { unit, isOutput } = focus(place);
  const whose = isOutput ? model.labels[unit] : fill(strings.unit, { unit: unit + 1 });
  return said(`${whose}${comma()}${short(model.value(target, t, unit, before))}`);
}

/** @param {Context} context */
function announced(context, state) {
  const { model, notation, focus, likeliest } = context;
  const { strings, phases, sizes } = model;
  const { t } = state;
  const phase = phases[state.phase];
  if (context.isBack) return announcedBack(context, state, phase);
  const input = model.inputWord(t);
  const said = [fill(strings.announce, { t: t + 1, T: sizes.T, phase: phase.title, input })];
  if (state.asked) {
    const { text, choices } = questionWords(model, notation, state.asked);
    const named = choices.map((choice, k) => `${LETTERS[k]}${colon()}${choice}`).join(semicolon());
    return [...said, text, fill(strings.announceChoices, { choices: named })].join(" ");
  }
  const verdict = answeredAt(model, state).map((q) => verdictWords(model, notation, q, state.answers[q.key]));
  said.unshift(...verdict.map((words) => `${words}.`));
  const { isOutput, unit } = focus(state);
  const value = short(model.value(phase.target, t, unit));
  if (!isOutput) return [...said, fill(strings.announceUnit, { unit: unit + 1, value })].join(" ");
  if (!visible(state, model.quantity("Y_hat"), t)) {
    return [...said, fill(strings.announceLogit, { character: model.labels[unit], value })].join(" ");
  }
  const best = likeliest(t);
  const p = short(model.value("Y_hat", t, best));
  if (model.targets === null) {
    said.push(fill(strings.announceGuess, { character: model.labels[best], p }));
  } else {
    const verdict = model.targets[t] === best ? strings.right : strings.wrong;
    said.push(fill(strings.announcePrediction, { character: model.labels[best], p, verdict }));
    said.push(fill(strings.announceLoss, { loss: short(model.value("loss", t, 0)) }));
  }
  return said.join(" ");
}

/**
 * The gradient that the walk back has come to: its step, its size, and the number of the chosen unit.
 *
 * @param {Context} context
 * @param {Place} state
 * @param {ReadPhase} phase
 */
function announcedBack(context, state, { target, before, title }) {
  const { model, notation, strings } = context;
  const { t } = state;
  const { unit } = context.focus(state);
  const letter = `∂L/∂${plainLetter(notation, target, model.stepNumber(target, t, before), unit + 1)}`;
  const value = short(model.value(target, t, unit, before));
  const said = [fill(strings.announceBack, { t: t + 1, T: model.sizes.T, phase: title })];
  if (!before) said.push(fill(strings.announceNorm, { norm: short(model.norm(target, t)) }));
  said.push(fill(strings.announceGradient, { letter, value }));
  if (!before && model.forward.isHeld(target, t, unit)) said.push(strings.heldBack);
  return said.join(" ");
}

/** The size of another network's gradient at the step, once it is there. */
function normOf({ strings }, other, there) {
  if (!visible(there, other.quantity("H"), there.t)) return "";
  return fill(strings.announceOtherNorm, { network: other.label, norm: short(other.norm("H", there.t)) });
}
