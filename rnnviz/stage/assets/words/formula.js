// Equations in MathML, in any of the notations, with letters or with numbers.

/** @import {Notation} from "../../scene.d.ts" */
/** @import {AnyModel, ReadPhase} from "../../model.d.ts" */

import { h, m, set, write } from "../../../web/dom.js";
import {
  evaluate,
  firstTensor,
  isBracketedBeside,
  isBracketedFactor,
  isBracketedTerm,
  isSquare,
  lengthOf,
  split,
} from "../../../engine/expression.js";
import { functionName } from "./labels.js";
import { ordered, timeOf } from "./reading.js";
import { spokenUse, spokenValue } from "./spoken.js";
import { bracketed, numberedMessage, factor, fill, full, short } from "../../../web/numbers.js";
import { spokenMath } from "../../../web/speech/element.js";
import { intentOf } from "../../../web/speech/speech.js";

const ACCENTS = { tilde: "˜", hat: "ˆ", bar: "¯", right: "→", left: "←" };
// How wide pieces of an equation are, in letters of its numbers: a sign, a number, one with its letters below it, the
// brackets or the function around one, and the quantity with its unit.
const WIDE = { sign: 1, number: 3.8, product: 5, around: 0.6, subject: 2.8 };
// How many powers of e stand under a softmax, before the rest is one number.
const POWERS = 4;

/**
 * A name as a notation writes it, hued if it is a quantity. time: its subscript, a text such as
 * t−1 or an element; a name with a subscript of its own, as A_f, has it behind that one.
 *
 * @param {AnyModel} model
 */
export function symbol(model, notation, name, time = "") {
  const written = notation.symbols[name];
  const quantity = model.quantity(name);
  // A quantity's letter is read with its step; a parameter's name says what its index says.
  const words = quantity ? quantity.title : model.called[name];
  const own = quantity ? { intent: intentOf(words || name) } : {};
  const whole = !quantity && words ? { intent: intentOf(words) } : {};
  const one = (part) => {
    const accent = ACCENTS[part.accent];
    const letter = m("mi", { class: "letter", ...(accent ? {} : own) }, part.base);
    const base = accent ? m("mover", { accent: "true", ...own }, letter, m("mo", {}, accent)) : letter;
    const below = part.sub || time;
    const both = part.sub && time ? [m("mtext", {}, `${part.sub},`), ...indexOf(time)] : null;
    const index = both ?? (below ? [m(part.sub ? "mtext" : "mrow", {}, ...indexOf(below))] : []);
    const sub = m("mrow", {}, ...index, strut());
    if (part.sup) return m("msubsup", whole, base, sub, m("mtext", {}, part.sup));
    return below ? m("msub", whole, base, sub) : base;
  };
  if (!written.plus) return hued(one(written), quantity?.hue, name);
  return m("mrow", {}, bracket("("), one(written), m("mo", {}, "+"), one(written.plus), bracket(")"));
}

/** As high as the highest letter: the lower a subscript's own letters, the less a browser would lower it. */
function strut() {
  return m("mspace", { width: "0", height: "0.7em" });
}

function indexOf(text) {
  if (typeof text !== "string") return [text];
  const [letter, sign, offset] = text.split(/([−+])/);
  return offset === undefined
    ? [m("mi", {}, text)]
    : [m("mi", {}, letter), m("mo", { lspace: "0", rspace: "0" }, sign), m("mn", {}, offset)];
}

function hued(element, hue, name) {
  if (!hue) return element;
  element.setAttribute("class", `hue-${hue}`);
  element.setAttribute("data-q", name);
  return element;
}

function bracket(sign) {
  return m("mo", { stretchy: "false" }, sign);
}

/**
 * An equation in letters: `target_t = …`.
 *
 * @param {AnyModel} model
 */
export function letters(model, notation, phase) {
  return lettersOfSides(model, notation, subjectOf(phase), phase.expression, phase.before ? "+=" : "=");
}

/**
 * The pieces of a phase's equation, as many as `numbers` has, or null where they belong together: {expression, letters,
 * wide}. expression: what a piece is a term of, null for the phase's own quantity, first and last, and what is under a
 * function. letters: null where only numbers stand. wide: about how wide its numbers are at most, in their letters.
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {ReadPhase} phase
 */
export function piecesOf(model, notation, phase) {
  const { inner, function: applied } = split(phase.expression);
  if (applied === "softmax" || isPlain(inner) || phase.slope !== undefined) return null;
  const write = (e) => inLetters(model, notation, e, (leaf, later) => timeOf(model, leaf, later));
  const f = applied ? functionName(model, notation, applied) : "";
  const written = termsOf(notation, inner).map((e, k) => {
    const isLess = e.op === "negative";
    const sign = isLess ? "−" : k > 0 ? "+" : "";
    const own = isLess && isBracketedTerm(e.of) ? wrap(write(e.of)) : write(isLess ? e.of : e);
    return {
      expression: e,
      parts: [...(sign ? [m("mo", { form: k > 0 ? "infix" : "prefix" }, sign)] : []), own],
      wide: WIDE.sign + wideOf(e),
    };
  });
  const open = [m("mo", { form: "infix" }, "="), ...(f ? [name(f), bracket("(")] : [])];
  const letters = inBrackets(
    written.map(({ parts }) => parts),
    open,
    f ? [bracket(")")] : [],
  );
  const subject = { expression: null, letters: math(write(subjectOf(phase))), wide: WIDE.subject };
  const around = f ? WIDE.sign + 0.6 * f.length : 0;
  const value = { expression: null, letters: null, wide: WIDE.sign + WIDE.number };
  return [
    subject,
    ...written.map(({ expression, wide }, k) => ({
      expression,
      letters: math(...letters[k]),
      wide: wide + (k === 0 ? around : 0),
    })),
    ...(f ? [{ ...value, wide: value.wide + around }] : []),
    value,
  ];
}

/** About how wide the numbers of a term are at most, in their letters. */
function wideOf(e) {
  if (e.op === "matmul" || e.op === "parameter") return WIDE.product;
  if (e.op === "tensor" || e.op === "concat") return WIDE.number;
  const parts = [e.left, e.right, e.of, ...(e.terms ?? [])].filter(Boolean);
  return parts.reduce((sum, part) => sum + wideOf(part), (parts.length - 1) * WIDE.sign + WIDE.around);
}

/**
 * How a phase's gradient goes on to its pre-activation, in letters; null where it has none.
 *
 * @param {AnyModel} model
 */
export function innerLetters(model, notation, phase) {
  return phase.inner ? letters(model, notation, innerOf(phase)) : null;
}

/**
 * A parameter's gradient in letters, the sum of what each step adds: ∂L/∂W = Σ_t H_{t−1}ᵀ ∂L/∂A_t; 0 without any.
 *
 * @param {AnyModel} model
 */
export function useLetters(model, notation, name) {
  const uses = model.uses(name).map((use) => use.expression);
  const whole = gradient(symbol(model, notation, name), undefined, name);
  const words = spokenUse(model, notation, name);
  if (uses.length === 0) return spokenMath(words, math(whole, m("mo", {}, "="), m("mn", {}, "0")));
  const expression = uses.length === 1 ? uses[0] : { op: "sum", terms: uses };
  const sum = m("msub", {}, m("mo", {}, "Σ"), m("mi", {}, "t"));
  const write = (e) => inLetters(model, notation, e, (leaf, later) => timeOf(model, leaf, later));
  const right = uses.length === 1 ? write(expression) : wrap(write(expression));
  return spokenMath(words, math(whole, m("mo", {}, "="), sum, right));
}

/** @param {AnyModel} model */
function lettersOfSides(model, notation, subject, expression, relation = "=") {
  const write = (e) => inLetters(model, notation, e, (leaf, later) => timeOf(model, leaf, later));
  return math(write(subject), m("mo", {}, relation), write(expression));
}

/**
 * What a phase computes: a quantity, or on the way back a gradient.
 *
 * @param {Pick<ReadPhase, "target" | "before" | "slope">} phase
 */
function subjectOf({ target, before, slope }) {
  return slope === undefined ? { op: "tensor", name: target, before: false } : gradientOf(target, before);
}

function gradientOf(name, before = false) {
  return { op: "gradient", of: { op: "tensor", name, before } };
}

/**
 * time(tensor, later): its subscript; later: whether it is one of the step after.
 *
 * @param {AnyModel} model
 */
function inLetters(model, notation, expression, time, later = false) {
  const write = (e) => {
    switch (e.op) {
      case "tensor":
        return symbol(model, notation, e.name, time(e, later));
      case "gradient":
        return gradient(
          symbol(model, notation, e.of.name, time(e.of, later)),
          model.quantity(e.of.name)?.hue,
          e.of.name,
        );
      case "outside":
        return gradient(
          symbol(model, notation, e.of.name, time(e.of, later)),
          model.quantity(e.of.name)?.hue,
          e.of.name,
          true,
        );
      case "later":
        return inLetters(model, notation, e.of, time, true);
      case "transposed":
        return raisedTo(symbol(model, notation, e.of.name), "ᵀ");
      case "share":
        return m("mrow", {}, write(e.of), bracket("["), m("mn", {}, shareWords(e)), bracket("]"));
      case "loss":
        return e.count === 1
          ? write(e.of)
          : m("mrow", {}, wrap(write(e.of)), m("mo", { lspace: "0.1em", rspace: "0.1em" }, "/"), m("mn", {}, e.count));
      case "outer": {
        const left = raisedTo(beside(e.left), "ᵀ");
        const pair = notation.columns ? [beside(e.right), left] : [left, beside(e.right)];
        return m("mrow", {}, pair[0], space(), pair[1]);
      }
      case "total":
        return write(e.of);
      case "concat":
        return m("mrow", {}, bracket("["), write(e.left), m("mo", {}, ","), write(e.right), bracket("]"));
      case "parameter":
        return symbol(model, notation, e.name);
      case "matmul": {
        const pair = [beside(e.left), space(), write(e.right)];
        return m("mrow", {}, ...(notation.columns ? pair.reverse() : pair));
      }
      case "sum":
        if (e.terms.length === 0) return m("mn", {}, "0");
        return m("mrow", {}, ...ordered(notation, e.terms).flatMap(inSum));
      case "negative":
        return m("mrow", {}, m("mo", {}, "−"), subtracted(e.of));
      case "quotient":
        return m("mfrac", {}, write(e.left), write(e.right));
      case "maximum":
        return m("mrow", {}, name("max"), bracket("("), write(e.left), m("mo", {}, ","), write(e.right), bracket(")"));
      case "product":
        if (isSquare(e)) return square(e.left);
        return m("mrow", {}, factorOf(e.left), elementwise(model), factorOf(e.right));
      case "oneminus":
        return m("mrow", {}, m("mn", {}, "1"), m("mo", {}, "−"), subtracted(e.of));
      case "apply":
        return m("mrow", {}, name(functionName(model, notation, e.function)), wrap(write(e.of)));
    }
  };
  /** tanh²(C_t), C̃_t². */
  const square = (e) =>
    e.op === "apply"
      ? m("mrow", {}, raisedTo(name(functionName(model, notation, e.function)), "²"), wrap(write(e.of)))
      : raisedTo(beside(e), "²");
  const inSum = (e, k) => {
    if (e.op === "negative") return [m("mo", {}, "−"), subtracted(e.of)];
    return k === 0 ? [write(e)] : [m("mo", {}, "+"), write(e)];
  };
  const subtracted = (e) => (isBracketedTerm(e) ? wrap(write(e)) : write(e));
  // A fraction's stroke holds it together.
  const factorOf = (e) => (isBracketedFactor(e) && e.op !== "quotient" ? wrap(write(e)) : write(e));
  const beside = (e) => (isBracketedBeside(e) ? wrap(write(e)) : write(e));
  return write(expression);
}

/** ∂L/∂ a quantity, in one piece and in its hue. */
function gradient(of, hue, name, isDirect = false) {
  const sign = (text) => m("mo", { lspace: "0", rspace: "0" }, text);
  // `DIRECT`, whose plus few fonts have as a letter of its own.
  const partial = isDirect ? m("msup", {}, sign("∂"), sign("+")) : sign("∂");
  return hued(m("mrow", {}, partial, m("mi", {}, "L"), sign("/"), sign("∂"), of), hue, name);
}

/** A sign that is raised by itself: an msubsup would set it far above a subscript. */
function raisedTo(base, sign) {
  return m("mrow", {}, base, m("mtext", {}, sign));
}

/** The units of a joined vector that one of its parts is, as readers count them. */
function shareWords({ start, width }) {
  return `${start + 1}…${start + width}`;
}

/** @param {AnyModel} model */
function elementwise({ strings }) {
  return m("mo", { intent: intentOf(strings.sayTimesElementwise) }, "⊙");
}

function name(text) {
  return m("mi", { mathvariant: "normal" }, text);
}

function space() {
  return m("mspace", { width: "0.12em" });
}

function wrap(inner) {
  return m("mrow", {}, bracket("("), inner, bracket(")"));
}

function math(...children) {
  return m("math", { display: "inline" }, ...children);
}

/**
 * The same as `inPlainLetters`, as formulas.
 *
 * @param {AnyModel} model
 */
export function inFormulas(model, notation) {
  const one = (expression, unit = "", at) => {
    const units = unit === "" ? [] : [m("mtext", {}, `[${unit}]`)];
    const words = spokenValue(model, notation, expression, unit, at);
    return spokenMath(words, math(inLetters(model, notation, expression, at), ...units));
  };
  return {
    name: (name, step, unit) => one({ op: "tensor", name, before: false }, unit, () => String(step)),
    expression: (e, t, unit) => one(e, unit, ({ name, before }) => String(model.stepNumber(name, t, before))),
  };
}

/** How a phase's gradient goes on to its pre-activation, as a phase of its own. */
/** @param {ReadPhase} phase */
function innerOf({ inner, slope }) {
  return { target: inner, before: false, inner: "", expression: slope, slope: null };
}

/**
 * A phase's equation in numbers, as `numbers` gives it; on the way back also that of its pre-activation, below it.
 *
 * @param {AnyModel} model
 * @param {Notation} notation
 * @param {ReadPhase} phase
 * @param {number} [powersNamed]
 */
export function workedOut(model, notation, phase, powersNamed) {
  const first = numbers(model, notation, phase, powersNamed);
  if (!phase.inner) return first;
  const second = numbers(model, notation, innerOf(phase));
  return {
    element: h("div", { class: "worked-lines" }, h("div", {}, first.element), h("div", {}, second.element)),
    update(t, unit, label) {
      first.update(t, unit, label);
      second.update(t, unit, label);
    },
  };
}

/**
 * The same equation for one unit, with its numbers put in: products with a matrix are summed
 * to one number with their letters beneath. Returns {element, update(t, unit, label)}; an update
 * only changes the numbers. A line may break before each sign.
 *
 * @param {AnyModel} model
 */
function numbers(model, notation, phase, powersNamed = POWERS) {
  const isGradient = phase.slope !== undefined;
  const slots = [];
  const steps = [];
  const slot = (value, hue, show = short) => {
    const element = h("span", { class: hue ? `number hue-${hue}` : "number" });
    slots.push({ element, value, show });
    return element;
  };
  const step = (name, before = false, isLater = false) => {
    const element = m("mn");
    steps.push({ element, name, before, isLater });
    return element;
  };
  const captioned = (element, e, later = null) =>
    h(
      "span",
      { class: "captioned" },
      element,
      math(inLetters(model, notation, e, ({ name, before }, isLater) => step(name, before, isLater), later !== null)),
    );
  const hueOf = (e) => model.quantity(firstTensor(e)?.name)?.hue;
  // `show` brackets a number where its neighbours require it. later: the quantity that hands it back from the step
  // after, or null for what is of this step.
  const number = (e, show, later = null) => {
    const of = (t, u) => evaluate(model, later === null ? e : { op: "later", source: later, of: e }, t, u);
    const inProduct = (part) =>
      isWrapped(part) ? together(part, "(", ...number(part, short, later), ")") : number(part, factor, later);
    switch (e.op) {
      case "matmul":
      case "parameter":
        return [captioned(slot(of, e.op === "matmul" ? hueOf(e) : "", show), e, later)];
      case "gradient":
      case "outside":
      case "share":
        return [captioned(slot(of, hueOf(e), show), e, later)];
      case "tensor":
      case "concat": {
        const value = slot(of, hueOf(e), show);
        return [isGradient ? captioned(value, e, later) : value];
      }
      case "later":
        return number(e.of, show, e.source);
      case "loss":
        return lossNumber(e);
      case "sum":
        return ordered(notation, e.terms).flatMap((term, k) => summand(term, k, later));
      case "product":
        if (isSquare(e)) return [...inProduct(e.left), "²"];
        return signed("·", [inProduct(e.left), inProduct(e.right)]);
      case "oneminus":
        return ["1\u00a0−\u00a0", ...number(e.of, bracketed, later)];
      case "negative":
        return ["−", ...inProduct(e.of)];
      case "quotient":
        return [
          ...inProduct(e.left),
          "\u00a0/\u00a0",
          ...(e.right.op === "product" ? ["(", ...number(e.right, short, later), ")"] : inProduct(e.right)),
        ];
      case "maximum":
        return ["max(", ...number(e.left, short, later), ", ", ...number(e.right, short, later), ")"];
      case "apply":
        return together(e.of, functionName(model, notation, e.function), "(", ...number(e.of, short, later), ")");
    }
  };
  /** A term with the sign that a sum has before it. */
  const summand = (term, k, later = null) => {
    if (term.op === "negative") return [k === 0 ? "−" : " −\u00a0", ...number(term, short, later).slice(1)];
    return k === 0 ? number(term, short, later) : [" +\u00a0", ...number(term, bracketed, later)];
  };
  // A line does not break in brackets, unless they hold a sum.
  const together = (e, ...parts) => (hasSum(e) ? parts : [h("span", { class: "together" }, ...parts)]);
  const isWrapped = (e) => ["oneminus", "sum", "negative", "quotient"].includes(e.op);

  /** What is predicted less what is right, over the number of losses; times 0 where the step's is not counted. */
  function lossNumber({ of, count }) {
    const none = h("span");
    const share = h("span");
    steps.push({ element: none, text: (t) => (model.isCounted(t) ? "" : "0\u00a0·\u00a0") });
    steps.push({ element: share, text: (t) => (model.isCounted(t) && count > 1 ? `\u00a0/\u00a0${count}` : "") });
    return [none, "(", ...number(of, short), ")", share];
  }

  const { inner, function: applied } = split(phase.expression);
  const target = model.quantity(phase.target);
  const terms = termsOf(notation, inner);
  // What stands between two signs of equality: the terms, and what they come to under a function.
  const sides = [];
  if (applied === "softmax") {
    sides.push([[fraction(inner.name)]]);
  } else if (applied) {
    const f = functionName(model, notation, applied);
    const total = slot((t, u) => (target.pre ? model.value(target.pre, t, u) : evaluate(model, inner, t, u)));
    sides.push(
      inBrackets(
        terms.map((term, k) => summand(term, k)),
        [f, "("],
        [")"],
      ),
      [[f, "(", total, ")"]],
    );
  } else if (!isPlain(inner)) sides.push(terms.map((term, k) => summand(term, k)));
  const value = slot((t, u) => model.free(phase.target, t, u, phase.before), target.hue);
  // A held number is not what the equation gives: it stands for itself.
  const heldValue = slot((t, u) => model.value(phase.target, t, u), target.hue);
  const [beforeHeld, afterHeld] = model.strings.heldAt.split("{value}");
  const held = h("span", { class: "held-note" });
  const unitLabel = h("span", { class: "unit-label" });
  let places = null;
  const subject = inLetters(model, notation, subjectOf(phase), ({ name, before }) => step(name, before));
  const letter = math(subject);
  const right = [...sides, [[value]]].flatMap((side) => inBrackets(side, [" =\u00a0"], []));
  const pieces = [[letter, unitLabel], ...right].map((parts) => h("span", { class: "piece" }, ...parts));
  const element = h("span", { class: "worked" }, ...pieces, held);

  /** e to the unit's own logit, over the sum of e to every logit. */
  function fraction(logits) {
    const power = (k) => {
      const character = h("span", { class: "whose" });
      const exponent = slot((t, u) => model.value(logits, t, outputAt(t, u, k)), "output");
      steps.push({ element: character, text: (t, u) => model.labels[outputAt(t, u, k)] });
      return h("span", { class: "captioned" }, h("span", {}, "e", h("sup", {}, exponent)), character);
    };
    const count = Math.min(powersNamed, model.listed.length);
    const rest = model.sizes.q - count;
    const powers = Array.from({ length: count }, (_, k) => [power(k)]);
    if (rest > 0) {
      const others = slot((t, u) => restOf(logits, t, u, count));
      powers.push([
        h(
          "span",
          { class: "captioned" },
          others,
          h("span", { class: "whose" }, fill(numberedMessage(model.strings, "others", rest), { count: rest })),
        ),
      ]);
    }
    return h("span", { class: "fraction" }, h("span", {}, power(0)), h("span", {}, ...signed("+", powers)));
  }

  /** The outputs under the softmax in their order: the unit's own, then the likeliest. */
  function outputAt(t, unit, k) {
    return k === 0 ? unit : model.likeliest[t].filter((one) => one !== unit)[k - 1];
  }

  function restOf(logits, t, unit, count) {
    const listed = new Set(Array.from({ length: count }, (_, k) => outputAt(t, unit, k)));
    const others = model.listed.filter((k) => !listed.has(k));
    return others.reduce((sum, k) => sum + Math.exp(model.value(logits, t, k)), model.value("unlisted", t, 0));
  }

  function update(t, unit, label) {
    write(unitLabel, `[${label}]`);
    const isHeld = model.isHeld(phase.target, t, unit);
    element.classList.toggle("under", places !== null && !isHeld);
    element.classList.toggle("whole", places?.length === 1 && !isHeld);
    if (isHeld !== held.hasChildNodes()) held.replaceChildren(...(isHeld ? [beforeHeld, heldValue, afterHeld] : []));
    value.classList.toggle("result", !isHeld);
    heldValue.classList.toggle("result", isHeld);
    for (const { element: node, name, before, isLater, text } of steps) {
      write(node, text ? text(t, unit) : String(model.stepNumber(name, t, before, isLater)));
    }
    for (const { element: node, value: of, show } of slots) {
      const v = of(t, unit);
      write(node, show(v));
      set(node, "data-full", full(v));
    }
  }
  /** Let each piece stand at its place, or all of them around one, or one after the other from the left, for null. */
  function stand(at) {
    const moved = at?.length === 1 ? [element] : pieces;
    if (at !== places) moved.forEach((one, k) => one.style.setProperty("--at", `${at?.[k] ?? 0}px`));
    places = at;
  }
  return { element, update, stand };
}

/** The terms of a sum in the notation's order; what is none is its only one. */
function termsOf(notation, e) {
  return e.op === "sum" && e.terms.length > 0 ? ordered(notation, e.terms) : [e];
}

/** Parts of which the first has something before it, and the last behind it. */
function inBrackets(parts, before, behind) {
  const last = parts.length - 1;
  return parts.map((part, k) => [...(k === 0 ? before : []), ...part, ...(k === last ? behind : [])]);
}

/** Parts with a sign between them, before which a line may break, and not after it. */
function signed(sign, parts) {
  return parts.flatMap((part, k) => (k === 0 ? part : [` ${sign}\u00a0`, ...part]));
}

/** Whether an expression is one number already, with nothing to add or multiply. */
function isPlain({ op, terms }) {
  return op === "concat" || op === "tensor" || terms?.length === 0;
}

/**
 * The shapes of a phase, in the notation's order: "1×6 · 6×8 + 1×8 · 8×8 + 1×8 → 1×8"; with letters where it has them:
 * "D×1 → N×1, D = 6, N = 8".
 *
 * @param {AnyModel} model
 */
export function shapes(model, notation, phase) {
  const sizes = new Map();
  const named = (name, shape) => shape.map((size, k) => sized(notation.shapes[name]?.[k], size));
  function sized(letter, size) {
    if (!letter || letter === "1") return size;
    sizes.set(letter, size);
    return letter;
  }
  const weightShape = (name) => named(name, model.weights.get(name).shape);
  // What `lengthOf` asks of a model, in the notation's letters.
  const lettered = {
    length: (name) => named(name, [1, model.length(name)])[1],
    weights: { get: (name) => ({ shape: weightShape(name) }) },
  };
  /** @param {(string | number)[]} shape */
  const size = ([rows, columns]) => (notation.columns ? `${columns}×${rows}` : `${rows}×${columns}`);
  const vector = (e) => [1, lengthOf(lettered, e)];
  const matrix = (e) => (e.op === "transposed" ? matrix(e.of).toReversed() : weightShape(e.name));
  const signOf = (term) => (term.op === "negative" ? " − " : " + ");
  const signed = (terms) => terms.map((term, k) => `${k === 0 ? "" : signOf(term)}${write(term)}`).join("");
  const write = (e) => {
    switch (e.op) {
      case "matmul": {
        const pair = [size(vector(e.left)), size(matrix(e.right))];
        return (notation.columns ? pair.reverse() : pair).join(" · ");
      }
      case "parameter":
        return size(weightShape(e.name));
      case "sum":
        return signed(ordered(notation, e.terms)) || "0";
      case "product":
        return `${factorOf(e.left)} ⊙ ${factorOf(e.right)}`;
      case "concat":
        return `[${write(e.left)}, ${write(e.right)}]`;
      case "quotient":
        return `${write(e.left)} / ${write(e.right)}`;
      case "maximum":
        return `${write(e.left)}, ${write(e.right)}`;
      case "apply":
      case "oneminus":
      case "negative":
      case "later":
      case "loss":
        return write(e.of);
      default:
        return size(vector(e));
    }
  };
  // A shape of one vector needs no brackets, of whatever it is made.
  const factorOf = (e) => (isBracketedFactor(e) && /[·+/]/.test(write(e)) ? `(${write(e)})` : write(e));
  const written = `${write(phase.expression)} → ${size([1, lettered.length(phase.target)])}`;
  return [written, ...[...sizes].map(([letter, number]) => `${letter} = ${number}`)].join(", ");
}

function hasSum(e) {
  return e.op === "sum" || [e.of, e.left, e.right].some((part) => part && hasSum(part));
}
