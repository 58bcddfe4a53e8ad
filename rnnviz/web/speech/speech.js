// Formulas as one reads them aloud, in the reader's language: what a lecturer would say is made from a formula's signs
// and letters, and each part with a meaning of its own gets it as MathML's `intent`. Pure.

/** @import {Say} from "./say.d.ts" */

import { fill } from "../numbers.js";
import { bare, itemsOf, splitAt, textOf } from "./items.js";
import { spaced } from "./spaced.js";

// Each sign with the sentence that says it.
const RELATIONS = {
  "=": "sayEquation",
  "≈": "sayAbout",
  "≤": "sayAtMost",
  "≥": "sayAtLeast",
  "≠": "sayDiffers",
  "<": "sayBelow",
  ">": "sayAbove",
  "←": "sayBecomes",
  "→": "sayTends",
};
// In a sum of terms, with a pause before each; and of single values.
const SUMS = { "+": ["sayPlus", "sayAnd"], "−": ["sayMinus", "sayLess"] };
const PRODUCTS = { "·": "sayTimes", "×": "sayBy", "⊙": "sayElementwise", "/": "sayOver" };
// A large sign with an index alone, and from one number to another.
const LARGE = {
  "∑": ["saySum", "saySumFrom"],
  Σ: ["saySum", "saySumFrom"],
  "∏": ["sayProduct", "sayProductFrom"],
};
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
// What may come after a value without a sign, and is then multiplied with it.
const BEGINNINGS = ["operand", "open", "function", "large", "partial", "nabla", "norm", "dots"];

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
  const mean = (node, words) => {
    node[1].intent = intentOf(spaced(words));
    return words;
  };
  const wrap = (words, isOne) => (isOne ? words : say("sayBrackets", { inner: words }));

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

  function spoken(items, isIndex = false) {
    let at = 0;
    let open = 0;
    const is = (kind) => items[at]?.kind === kind;
    const isThere = () => at < items.length;

    function relation() {
      let left = list();
      while (is("relation") || is("given")) {
        const { sign, kind } = items[at++];
        left = say(kind === "given" ? "sayGiven" : RELATIONS[sign], { left, right: list() });
      }
      return left;
    }
    function list() {
      let left = isThere() && !is("relation") ? sum() : "";
      while (is("comma")) {
        at += 1;
        const right = isThere() ? sum() : "";
        left = right ? say("sayComma", { left, right }) : left;
      }
      return left;
    }
    function sum() {
      const end = items.findIndex((one, k) => k >= at && ["relation", "comma", "given"].includes(one.kind));
      const own = items.slice(at, end < 0 ? undefined : end);
      const form = isOfValues(own) ? 1 : 0;
      const isNegative = is("sum") && items[at].sign === "−";
      if (is("sum")) at += 1;
      const minus = is("large") ? "sayNegativeOf" : "sayNegative";
      let left = isNegative ? say(minus, { of: product() }) : product();
      while (is("sum")) {
        const { sign } = items[at++];
        left = say(SUMS[sign][form], { left, right: product() });
      }
      return left;
    }
    function product() {
      let left = factor();
      for (;;) {
        if (is("product")) {
          const { sign, node } = items[at++];
          if (sign === "⊙") mean(node, signs.sayTimesElementwise);
          left = fill(letters[sign] ?? signs[PRODUCTS[sign]], { left, right: factor() });
        } else if (begins()) {
          const isSilent = isIndex || isCount(items[at - 1], items[at]);
          const right = factor();
          left = isSilent ? `${left} ${right}` : say("sayTimes", { left, right });
        } else return left;
      }
    }
    function begins() {
      return BEGINNINGS.includes(items[at]?.kind) || (is("bar") && open === 0);
    }
    function factor() {
      const item = items[at++];
      switch (item?.kind) {
        case undefined:
          return "";
        case "operand":
          return marked(item, behind(value(item.node)));
        case "open":
          return bracket(item);
        case "bar":
          return between("bar", "sayAbsolute");
        case "norm":
          return between("norm", "sayNorm");
        case "function":
          return applied(item);
        case "large":
          return large(item);
        case "partial":
          return derivative();
        case "nabla": {
          const of = factor();
          return item.by ? say("sayGradientBy", { by: spoken(read(item.by)), of }) : say("sayGradientOf", { of });
        }
        case "dots":
          return signs.sayAndSoOn;
        case "sum":
          return say("sayNegative", { of: factor() });
        default:
          throw new Error(`There are no words for ${item.sign ?? item.kind} in a formula.`);
      }
    }
    /** What stands behind a value: an entry in square brackets, a factorial. */
    function behind(words) {
      if (is("factorial")) {
        at += 1;
        return behind(say("sayFactorial", { of: words }));
      }
      if (!is("open") || items[at].sign !== "[" || items[at].isGroup) return words;
      at += 1;
      return behind(say("sayEntry", { of: words, index: spoken(inside().own) }));
    }
    /** What stands up to the end of a bracket: {own, close}. */
    function inside() {
      const from = at;
      for (let depth = 0; isThere() && (depth > 0 || !is("close")); at += 1) {
        depth += is("open") ? 1 : is("close") ? -1 : 0;
      }
      return { own: items.slice(from, at), close: items[at++] };
    }
    function bracket(item) {
      const { own, close } = inside();
      const parts = splitAt(own, (one) => one.kind === "comma");
      const isJoined = item.sign === "[" && parts.length > 1;
      const inner = isJoined
        ? parts.map((part) => spoken(part)).reduce((left, right) => say("sayJoined", { left, right }))
        : spoken(own);
      const words = wrap(inner, isJoined && !begins());
      const marks = { begins: item.begins, ends: close?.ends };
      return marked(marks, close?.power ? power(words, close.power) : words);
    }
    function between(kind, key) {
      open += 1;
      const from = at;
      while (isThere() && !is(kind)) at += 1;
      const of = spoken(items.slice(from, at));
      at += 1;
      open -= 1;
      return say(key, { of });
    }
    function applied(item) {
      const { name, isDerived, base, node } = item;
      const sentence = base ? WITH_INDEX[name] : SENTENCES[name];
      const own = signs[NAMES[name]] ?? (GREEK.test(name) ? letters[name] : name);
      if (own !== name) mean(node, own);
      const called = marked(item, own);
      const apply = (inner) => {
        if (isDerived) return say("sayDerivative", { function: called, inner });
        if (sentence) return say(sentence, { index: base ? indexed(base) : "", inner });
        return say("sayApplied", { function: called, inner });
      };
      if (!is("open")) return begins() ? apply(factor()) : called;
      at += 1;
      const { own: given, close } = inside();
      const known = letters[`${name}(${given.map((one) => one.sign ?? textOf(one.node)).join("")})`];
      if (known) return known;
      const isSet = isOne(given) || given.some((one) => one.kind === "given" || one.kind === "comma");
      const made = apply(wrap(spoken(given), isSet));
      return close?.power ? power(made, close.power) : made;
    }
    function large({ sign, under, over }) {
      const [alone, fromTo] = LARGE[sign];
      const of = product();
      if (!over) return say(alone, { index: indexed(under), of });
      return say(fromTo, { from: spoken(read(under)), to: spoken(read(over)), of });
    }
    /** ∂L/∂H in one line. */
    function derivative() {
      const of = value(items[at++].node);
      if (items[at]?.sign !== "/" || items[at + 1]?.kind !== "partial") throw new Error("A ∂ has no ∂ below it.");
      at += 2;
      return say("sayPartial", { of, by: value(items[at++].node) });
    }

    const made = relation();
    if (isThere()) throw new Error(`There are no words for ${items[at].sign ?? items[at].kind} in a formula.`);
    return made;
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
        return power(symbol(["mrow", {}], bare(parts[0]), parts[1]), parts[2], node);
      case "mfrac":
        return fraction(node);
      case "msqrt": {
        const items = parts.flatMap(read);
        return say("sayRoot", { of: wrap(spoken(items), isOne(items)) });
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

  const marked = ({ begins, ends }, words) =>
    `${begins ? `${signs[begins]} ` : ""}${words}${ends ? ` ${signs[ends]}` : ""}`;

  return whole;
}

/** Whether a whole number stands at its letter, as in 2h. */
function isCount(before, after) {
  return (
    before?.node?.[0] === "mn" && /^\d+$/.test(before.node[2]) && after.kind === "operand" && after.node[0] === "mi"
  );
}

/** Whether a sum is of single values: 1 − z, but not w x + b, nor what is marked as new. */
function isOfValues(items) {
  const isSingle = (one, k) => one.kind === "dots" || (one.kind === "operand" && items[k + 1]?.kind !== "operand");
  return items.every((one, k) => !one.begins && (one.kind === "sum" || isSingle(one, k)));
}

/** Whether items are one value, perhaps with a sign before it. */
function isOne(items) {
  const [first, ...rest] = items;
  const own = first?.kind === "sum" ? rest : items;
  return own.length === 1 && own[0].kind === "operand" && own[0].node[0] !== "mfrac";
}
