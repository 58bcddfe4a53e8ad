// Letters with their indices as plain text and as SVG text: time below, a unit in brackets.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Notation} from "../../scene.d.ts" */

import { s } from "../../../web/dom.js";
import { subscript, superscript } from "../../../web/numbers.js";
import { isBracketedBeside, isBracketedFactor, isBracketedTerm, isSquare } from "../../../engine/expression.js";

// Few text fonts set an arrow above a letter well, so that a plain label has it in front.
const ACCENTED = {
  tilde: (base) => `${base}\u0303`,
  hat: (base) => `${base}\u0302`,
  bar: (base) => `${base}\u0304`,
  right: (base) => `→${base}`,
  left: (base) => `←${base}`,
};
// Of the derivative that counts only what does not come through the equations shown: the immediate one (Pascanu and
// others, 2013, "On the difficulty of training recurrent neural networks").
export const DIRECT = "∂⁺";
const NARROW_SPACE = "\u202f";
// A subscript hangs lower, in its own smaller em; what follows comes back up.
const SUB_DOWN = "0.28em";
const SUB_BACK = "-0.28em";

/**
 * How a notation writes a name at a time step: [{base, sub}], of two parts where PyTorch keeps two
 * parameters. A name with a subscript of its own, as A_f, has the time step behind it.
 *
 * @param {Notation} notation
 * @param {string} name
 * @param {string | number} [time]
 */
export function letterParts(notation, name, time = "") {
  const write = ({ base, accent, sub, sup }) => ({
    base: (ACCENTED[accent]?.(base) ?? base).normalize() + superscript(sup),
    sub: [sub, time].filter((part) => part !== "").join(","),
  });
  const written = notation.symbols[name];
  return [written, written.plus].filter(Boolean).map(write);
}

/** Whether a row's letter has a mark: an arrow, or the number of its layer. */
export function isMarked({ model, notation }) {
  return model.rows.some((name) => [...letterParts(notation, name)[0].base].length > 1);
}

/**
 * A name in one line of text: "F₄[2]".
 *
 * @param {Notation} notation
 * @param {string} name
 * @param {string | number} [time]
 * @param {string | number} [unit]
 */
export function plainLetter(notation, name, time, unit = "") {
  const [{ base, sub }] = letterParts(notation, name, time);
  const below = /^\d*$/.test(sub) ? subscript(sub) : `_${sub}`;
  return `${base}${below}${unit === "" ? "" : `[${unit}]`}`;
}

/** One number of a parameter as the notation has it, with its row and column: "W_hf[2, 5]". */
export function weightLetter(notation, name, row, column) {
  return `${plainLetter(notation, name, "")}${placeInMatrix(notation, row, column)}`;
}

export function placeInMatrix(notation, row, column) {
  const places = notation.columns ? [column, row] : [row, column];
  return `[${places.map((k) => k + 1).join(", ")}]`;
}

/**
 * An expression in letters in one line of text, at step t: "F₄ ⊙ C₃".
 *
 * @param {AnyModel} model
 */
export function plainExpression(model, notation, e, t) {
  return lettersOf(model, notation, e, t, {
    name: (name, time = "") => [plainLetter(notation, name, time)],
    sign: (text) => text,
    // Else "W_xf x₄" would be read as one letter with a long index.
    gap: [NARROW_SPACE],
  }).join("");
}

/**
 * How a name at a step, and an expression, are written as plain text, both for all units or for one.
 *
 * @param {AnyModel} model
 */
export function inPlainLetters(model, notation) {
  return {
    name: (name, step, unit) => plainLetter(notation, name, step, unit),
    expression: (e, t, unit = "") => `${plainExpression(model, notation, e, t)}${unit && `[${unit}]`}`,
  };
}

/** @typedef {{class: string, dy?: string, text: (string | Run)[]}} Run */

/**
 * A letter with its subscript, as runs of SVG text; what follows stands on the line again.
 *
 * @returns {Run[]}
 */
function letterRuns({ base, sub }, hue = "") {
  const letter = { class: hue ? `letter hue-${hue}` : "letter", text: [base] };
  if (sub === "") return [letter];
  return [letter, { class: "sub", dy: SUB_DOWN, text: [sub] }, { class: "sub-back", dy: SUB_BACK, text: ["\u200a"] }];
}

/** @returns {Run} */
export function plainRun(text) {
  return { class: "plain", text: [text] };
}

/**
 * What stands before a quantity where its gradient is meant: "∂L/∂".
 *
 * @type {Run}
 */
export const PARTIAL = { class: "partial", text: ["∂L/∂"] };

/**
 * A name as runs of SVG text: "F₄[2]", "(b_ih + b_hh)[2]".
 *
 * @param {Pick<Context, "model" | "notation">} context
 * @param {string} name
 * @param {string | number} [time]
 * @param {string | number} [index]
 */
export function nameRuns({ model, notation }, name, time = "", index = "") {
  const hue = model.quantity(name)?.hue ?? "";
  const [first, second] = letterParts(notation, name, time).map((part) => letterRuns(part, hue));
  const written = second ? [plainRun("("), ...first, plainRun(" + "), ...second, plainRun(")")] : first;
  return index === "" ? written : [...written, plainRun(`[${index}]`)];
}

/**
 * The same of an expression.
 *
 * @param {Pick<Context, "model" | "notation">} context
 */
export function expressionRuns(context, e, t) {
  return lettersOf(context.model, context.notation, e, t, {
    name: (name, time) => nameRuns(context, name, time),
    sign: plainRun,
    partial: PARTIAL,
  });
}

/**
 * Runs as SVG text.
 *
 * @param {Run[]} runs
 */
export function tspans(runs) {
  const written = (run) =>
    typeof run === "string" ? run : s("tspan", { class: run.class, dy: run.dy }, ...run.text.map(written));
  return runs.map(written);
}

/** The texts below its letters, in their order: only these change from step to step. */
export function subscripts({ model, notation }, e, t) {
  return lettersOf(model, notation, e, t, {
    name: (name, time) => letterParts(notation, name, time).map((part) => part.sub),
    sign: () => "",
  }).filter(Boolean);
}

/**
 * The pieces of an expression, each written as `as` says. as.gap: what stands between a matrix and its vector.
 * as.partial: what stands before a quantity whose gradient is meant, where that is more than signs.
 *
 * @param {AnyModel} model
 */
function lettersOf(model, notation, expression, t, as, isLater = false) {
  const { gap = [] } = as;
  const write = (e) => {
    switch (e.op) {
      case "tensor":
        return as.name(e.name, model.stepNumber(e.name, t, e.before, isLater));
      case "gradient":
        return [as.partial ?? as.sign("∂L/∂"), ...write(e.of)];
      case "outside":
        return [as.sign(`${DIRECT}L/∂`), ...write(e.of)];
      case "later":
        return lettersOf(model, notation, e.of, t, as, true);
      case "transposed":
        return [...write(e.of), as.sign("ᵀ")];
      case "share":
        return [...write(e.of), as.sign(`[${e.start + 1}…${e.start + e.width}]`)];
      case "loss":
        return e.count === 1 ? write(e.of) : [...wrap(e.of), as.sign(` / ${e.count}`)];
      case "parameter":
        return as.name(e.name);
      case "product":
        if (isSquare(e)) return [...beside(e.left), as.sign("²")];
        return [...factor(e.left), as.sign(" ⊙ "), ...factor(e.right)];
      case "quotient":
        return [...factor(e.left), as.sign(" / "), ...beside(e.right)];
      case "maximum":
        return [as.sign("max("), ...write(e.left), as.sign(", "), ...write(e.right), as.sign(")")];
      case "negative":
        return [as.sign("−"), ...subtracted(e.of)];
      case "sum":
        if (e.terms.length === 0) return [as.sign("0")];
        return e.terms.flatMap((term, k) => {
          const sign = term.op === "negative" ? "−" : "+";
          const one = term.op === "negative" ? subtracted(term.of) : write(term);
          return k === 0 && sign === "+" ? one : [as.sign(k === 0 ? sign : ` ${sign} `), ...one];
        });
      case "oneminus":
        return [as.sign("1 − "), ...subtracted(e.of)];
      case "apply":
        return [as.sign(functionName(model, notation, e.function)), ...wrap(e.of)];
      case "concat":
        return [as.sign("["), ...write(e.left), as.sign(", "), ...write(e.right), as.sign("]")];
      case "total":
        return write(e.of);
      case "outer": {
        const pair = [[...beside(e.left), as.sign("ᵀ")], beside(e.right)];
        const [left, right] = notation.columns ? pair.reverse() : pair;
        return [...left, ...gap, ...right];
      }
      case "matmul":
        return notation.columns
          ? [...write(e.right), ...gap, ...beside(e.left)]
          : [...beside(e.left), ...gap, ...write(e.right)];
    }
  };
  const subtracted = (e) => (isBracketedTerm(e) ? wrap(e) : write(e));
  const factor = (e) => (isBracketedFactor(e) ? wrap(e) : write(e));
  const beside = (e) => (isBracketedBeside(e) ? wrap(e) : write(e));
  const wrap = (e) => [as.sign("("), ...write(e), as.sign(")")];
  return write(expression);
}

const SIGNS = { sigmoid: "σ", relu: "ReLU", identity: "id", logsigmoid: "log σ" };

/**
 * How a function is written in a notation.
 *
 * @param {AnyModel} model
 */
export function functionName(model, notation, name) {
  if (notation.functions[name]) return notation.functions[name];
  const own = name === "phi" ? model.cell.phi : name;
  return SIGNS[own] ?? own;
}
