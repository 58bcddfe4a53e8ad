// Equations as one reads them aloud, in the reader's language: ⊙ is "times, element by element", W_xh "input weights of
// the candidate". Pure; the parts are those of `formula.js`, in the notation's order.

/** @import {Notation} from "../../scene.d.ts" */
/** @import {AnyModel, ReadPhase} from "../../model.d.ts" */

import { isBracketedBeside, isBracketedFactor, isBracketedTerm, isSquare } from "../../../engine/expression.js";
import { fill } from "../../../web/numbers.js";
import { spaced } from "../../../web/speech/spaced.js";
import { functionName } from "./labels.js";
import { ordered, timeOf } from "./reading.js";

// The names of functions whose signs are not read as words.
const FUNCTIONS = {
  sigmoid: "saySigmoid",
  tanh: "sayTanh",
  exp: "sayExp",
  identity: "sayIdentity",
  logsigmoid: "sayLogsigmoid",
};
const TIMES = { t: "sayNow", "t−1": "sayBefore", "t+1": "sayAfter" };

/**
 * The equation of a phase: "reset gate at t equals sigmoid of open bracket input at t times input weights of the reset
 * gate plus …".
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {ReadPhase} phase
 */
export function spokenEquation(model, notation, { target, before = false, slope, expression }) {
  const tensor = { op: "tensor", name: target, before };
  const subject = slope === undefined ? { ...tensor, before: false } : { op: "gradient", of: tensor };
  const [left, right] = [subject, expression].map((one) => spoken(model, notation, one));
  return spaced(fill(before ? model.strings.sayAdds : model.strings.sayEquation, { left, right }));
}

/**
 * A parameter's gradient, the sum of what each step adds.
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {string} name
 */
export function spokenUse(model, notation, name) {
  const { strings } = model;
  const uses = model.uses(name).map((use) => use.expression);
  const [first] = uses;
  const sum = uses.length === 1 ? first : { op: "sum", terms: uses };
  const left = fill(strings.sayGradient, { of: model.called[name] ?? name });
  const right = first ? fill(strings.saySum, { index: "t", of: spoken(model, notation, sum) }) : "0";
  return spaced(fill(strings.sayEquation, { left, right }));
}

/**
 * A quantity, or what stands in its place, with its unit where one is named. at(tensor): its step; by default t and
 * what is before and after.
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {string | number} unit
 * @param {(tensor: {name: string, before: boolean}) => string} at
 */
export function spokenValue(model, notation, expression, unit, at) {
  const of = spoken(model, notation, expression, false, at);
  return spaced(unit === "" ? of : fill(model.strings.sayUnit, { of, unit }));
}

/**
 * An expression in words; isLater: whether it is one of the step after.
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {(tensor: {name: string, before: boolean}, isLater: boolean) => string} [at] its step, in words
 */
function spoken(model, notation, expression, isLater = false, at = undefined) {
  const { strings } = model;
  const timeWords = at ?? ((tensor, later) => strings[TIMES[timeOf(model, tensor, later)]]);
  const write = (e) => {
    switch (e.op) {
      case "tensor":
        return fill(strings.sayAt, { name: titleOf(e.name), time: timeWords(e, isLater) });
      case "parameter":
        return model.called[e.name] ?? e.name;
      case "gradient":
        return fill(strings.sayGradient, { of: write(e.of) });
      case "outside":
        return fill(strings.sayDirect, { of: write(e.of) });
      case "later":
        return spoken(model, notation, e.of, true, at);
      case "transposed":
        return fill(strings.sayTransposed, { of: write(e.of) });
      case "share":
        return fill(strings.sayUnits, { of: write(e.of), from: e.start + 1, to: e.start + e.width });
      case "loss":
        return e.count === 1 ? write(e.of) : fill(strings.sayOver, { left: wrap(e.of), right: e.count });
      case "matmul":
      case "outer": {
        const first = beside(e.left);
        const pair = [e.op === "outer" ? fill(strings.sayTransposed, { of: first }) : first, beside(e.right)];
        const [left, right] = notation.columns ? pair.reverse() : pair;
        return fill(strings.sayTimes, { left, right });
      }
      case "total":
        return write(e.of);
      case "concat":
        return fill(strings.sayJoined, { left: write(e.left), right: write(e.right) });
      case "sum":
        return summed(ordered(notation, e.terms));
      case "product":
        if (isSquare(e)) return fill(strings.saySquared, { of: beside(e.left) });
        return fill(strings.sayElementwise, { left: factor(e.left), right: factor(e.right) });
      case "quotient":
        return fill(strings.sayOver, { left: factor(e.left), right: beside(e.right) });
      case "maximum":
        return fill(strings.sayLarger, { left: write(e.left), right: write(e.right) });
      case "negative":
        return fill(strings.sayNegative, { of: subtracted(e.of) });
      case "oneminus":
        return fill(strings.sayOneMinus, { of: subtracted(e.of) });
      case "apply":
        return fill(strings.sayApplied, { function: functionWords(e.function), inner: inner(e.of) });
    }
  };
  const summed = (terms) => {
    if (terms.length === 0) return "0";
    return terms.slice(1).reduce((left, term) => {
      const isMinus = term.op === "negative";
      const right = isMinus ? subtracted(term.of) : write(term);
      return fill(isMinus ? strings.sayMinus : strings.sayPlus, { left, right });
    }, write(terms[0]));
  };
  /** What a function is applied to needs no brackets where it is one name. */
  const inner = (e) => (["tensor", "gradient"].includes(e.op) ? write(e) : wrap(e));
  const wrap = (e) => fill(strings.sayBrackets, { inner: write(e) });
  const subtracted = (e) => (isBracketedTerm(e) ? wrap(e) : write(e));
  const factor = (e) => (isBracketedFactor(e) ? wrap(e) : write(e));
  const beside = (e) => (isBracketedBeside(e) ? wrap(e) : write(e));

  function titleOf(name) {
    const quantity = model.quantity(name);
    const title = quantity?.title || name;
    return quantity?.isPre ? fill(strings.sayComma, { left: title, right: strings.preActivation }) : title;
  }
  function functionWords(name) {
    const own = name === "phi" ? model.cell.phi : name;
    return strings[FUNCTIONS[own]] ?? functionName(model, notation, own);
  }
  return write(expression);
}
