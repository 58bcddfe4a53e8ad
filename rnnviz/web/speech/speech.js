// Formulas as one reads them aloud, in the reader's language: what a lecturer would say is made from a formula's signs
// and letters, and each part with a meaning of its own gets it as MathML's `intent`. Pure.

/** @import {Say} from "./say.d.ts" */
/** @import {Said} from "./parse.js" */

import { fill } from "../numbers.js";
import { bare, itemsOf, splitAt, textOf } from "./items.js";
import { isOne, parse } from "./parse.js";
import { spaced } from "./spaced.js";

// Functions whose sentence is not "… of …" in every language; what has an index has a sentence of its own.
const SENTENCES = {
  log: "sayLog",
  ln: "sayLn",
  max: "sayMaximum",
  min: "sayMinimum",
  diag: "sayDiagonal",
  P: "sayProbability",
  p: "sayProbability",
};
const WITH_INDEX = { log: "sayLogBase", max: "sayMaximumOver" };
const NAMES = { tanh: "sayTanh", exp: "sayExp", σ: "saySigmoid" };
const DIRECTIONS = { "(f)": "sayForward", "(b)": "sayBackward" };
const GREEK = /^\p{Script=Greek}$/u;
const STEP = /^t(?:[+−][^,]+)?$/;

/** Words as the value of MathML's `intent`: read as they are, whatever stands there. */
export function intentOf(words) {
  return `_${words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "")}`;
}

/**
 * A formula in words; its parts get their `intent`. tree: of MathML, as `parseTex` makes it.
 *
 * @param {unknown[]} tree
 * @param {Say} say
 */
export function spokenFormula(tree, say) {
  const words = spaced(speaker(say)(tree));
  const isSymbol = ["mi", "mover", "msub"].includes(bare(tree)[0]);
  if (!say.isNamed || !isSymbol) return words;
  const letter = spaced(speaker({ ...say, letters: {}, steps: [] })(tree, true));
  return letter === words ? words : fill(say.signs.sayNamed, { letter, words });
}

/** A function that says a tree. */
function speaker({ signs, letters, functions, steps }) {
  const say = (key, values) => fill(signs[key], values);
  const read = (node) => itemsOf(node, functions);
  const spoken = (items, isIndex = false) => wordsOf(parse(items, isIndex));
  const mean = (node, words) => {
    node[1].intent = intentOf(spaced(words));
    return words;
  };

  /** Equations one after the other, in lines or with a wide space between them; or a symbol by its letters alone. */
  function whole(tree, isSpelt = false) {
    if (isSpelt) return spelt(bare(tree));
    const rows =
      tree[0] === "mtable" ? tree.slice(2).map((row) => row.slice(2).flatMap((cell) => read(cell[2]))) : [read(tree)];
    const equations = rows.flatMap((items) => splitAt(items, (one) => one.kind === "gap"));
    return equations.map((items) => spoken(items)).reduce((left, right) => say("sayLine", { left, right }));
  }

  /** An index: letters and digits that stand side by side in it are read one by one, and not multiplied. */
  const indexed = (node) => (node[0] === "mn" ? [...node[2]].join(" ") : spoken(read(node), true));

  /** @param {Said} said */
  function wordsOf(said) {
    switch (said?.is) {
      case undefined:
        return "";
      case "sentence":
        return say(said.key, mapped(said.parts, wordsOf));
      case "value":
        return value(said.node);
      case "part":
        return spoken(read(said.node));
      case "index":
        return indexed(said.node);
      case "beside":
        return `${wordsOf(said.left)} ${wordsOf(said.right)}`;
      case "product": {
        if (said.sign === "⊙") mean(said.node, signs.sayTimesElementwise);
        const sentence = letters[said.sign] ?? signs[said.key];
        return fill(sentence, { left: wordsOf(said.left), right: wordsOf(said.right) });
      }
      case "power":
        return power(wordsOf(said.of), said.exponent);
      case "applied":
        return applied(said);
      case "marked":
        return marked(said, wordsOf(said.of));
    }
  }

  /** A function of what it is applied to; of null, the function itself. */
  function applied({ item, spelling, of }) {
    const { name, isDerived, base, node } = item;
    const own = signs[NAMES[name]] ?? (GREEK.test(name) ? letters[name] : name);
    if (own !== name) mean(node, own);
    const called = marked(item, own);
    if (of === null) return called;
    if (letters[spelling]) return letters[spelling];
    const inner = wordsOf(of);
    if (isDerived) return say("sayDerivative", { function: called, inner });
    const sentence = base ? WITH_INDEX[name] : SENTENCES[name];
    if (sentence) return say(sentence, { index: base ? indexed(base) : "", inner });
    return say("sayApplied", { function: called, inner });
  }

  /** −0.1 and (−0.1) are "minus 0.1". */
  function number(digits) {
    const [, minus, rest] = digits.match(/^\(?(−?)([^)]*)\)?$/);
    return minus ? say("sayNegative", { of: rest }) : rest;
  }

  /** What is one element, in words. */
  function value(node) {
    const [tag, , ...parts] = node;
    switch (tag) {
      case "mn":
        return number(parts[0]);
      case "mtext":
        return parts[0];
      case "mi":
      case "mover":
        return symbol(node, node);
      case "msub":
        return symbol(node, bare(parts[0]), parts[1]);
      case "msup":
        return power(spoken(read(parts[0])), parts[1], node);
      case "msubsup":
        // A letter with a star is a letter of its own.
        if (textOf(parts[2]) === "*") return symbol(node, ["mi", {}, `${textOf(bare(parts[0]))}*`], parts[1]);
        return power(symbol(["mrow", {}], bare(parts[0]), parts[1]), parts[2], node);
      case "mfrac":
        return fraction(node);
      case "msqrt": {
        const items = parts.flatMap(read);
        const of = isOne(items) ? spoken(items) : say("sayBrackets", { inner: spoken(items) });
        return say("sayRoot", { of });
      }
      case "mtable": {
        const [upper, lower] = parts.map((row) => spoken(read(row[2][2])));
        return say("sayStacked", { upper, lower });
      }
      case "mrow":
        return say("sayPrime", { of: value(bare(parts[0])) });
      default:
        throw new Error(`There are no words for ${tag} in a formula.`);
    }
  }

  const spelt = ([tag, , base, index]) =>
    tag === "msub" ? `${textOf(base)} ${indexed(index)}` : textOf([tag, {}, base]);

  /** A letter with its index; a step is said as one. */
  function symbol(node, base, index) {
    const letter = base[1]["data-word"] ?? textOf(base);
    const name = (index && letters[`${letter}_`]) || letters[letter] || letter;
    const isKnown = name !== letter;
    const known = (words) => (isKnown ? mean(node, words) : words);
    if (!index) return known(name);
    const own = letters[`${letter}_${textOf(index)}`];
    if (own) return mean(node, own);
    const place = indexed(index);
    const isStep = STEP.test(textOf(index)) || steps.includes(letter);
    if (isStep) return known(say("sayAt", { name, time: place }));
    const isSum = read(index).some((one) => one.kind === "sum");
    return known(say(isSum ? "sayIndexed" : "saySub", { name, index: place }));
  }

  function power(of, exponent, node = null) {
    const text = textOf(exponent);
    const known = (words) => (node ? mean(node, words) : words);
    if (text === "T") return known(say("sayTransposed", { of }));
    if (text in DIRECTIONS) return known(say(DIRECTIONS[text], { title: of }));
    if (text === "2") return say("saySquared", { of });
    const items = read(exponent);
    return say(isOne(items) ? "sayPower" : "sayLongPower", { of, exponent: spoken(items) });
  }

  function fraction(node) {
    const [above, below] = [read(node[2]), read(node[3])];
    if (above[0]?.kind === "partial" && below[0]?.kind === "partial") {
      return mean(node, say("sayPartial", { of: spoken(above.slice(1)), by: spoken(below.slice(1)) }));
    }
    const isShort = isOne(above) && isOne(below);
    return say(isShort ? "sayFraction" : "sayLongFraction", { over: spoken(above), under: spoken(below) });
  }

  /** @type {(marks: {begins?: string, ends?: string}, words: string) => string} */
  const marked = ({ begins, ends }, words) =>
    `${begins ? `${signs[begins]} ` : ""}${words}${ends ? ` ${signs[ends]}` : ""}`;

  return whole;
}

const mapped = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
