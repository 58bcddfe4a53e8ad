// The items of a part of a formula as a tree of the sentences that say it. Pure.

import { splitAt, textOf } from "./items.js";

/**
 * What is said: a sentence with its parts, an element of the formula as a value, as a part with signs of its own or as
 * an index, two of them side by side, a product, a power, a function with what it is applied to, or what is marked.
 *
 * A node of the formula's tree is `any`: [tag, attributes, ...children] cannot be said more closely in JSDoc.
 *
 * @typedef {{is: "sentence", key: string, parts: Record<string, Said>}} Sentence
 * @typedef {{is: "value" | "part" | "index", node: any}} Element
 * @typedef {{is: "beside", left: Said, right: Said}} Beside
 * @typedef {{is: "product", sign: string, key: string, node: any, left: Said, right: Said}} Product
 * @typedef {{is: "power", of: Said, exponent: any}} Power
 * @typedef {{is: "applied", item: any, spelling: string, of: Said}} Applied
 * @typedef {{is: "marked", begins?: string, ends?: string, of: Said}} Marked
 * @typedef {Sentence | Element | Beside | Product | Power | Applied | Marked | null} Said
 * @typedef {{items: any[], at: number, isIndex: boolean}} Row
 */

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
// What may come after a value without a sign, and is then multiplied with it.
const BEGINNINGS = ["operand", "open", "function", "large", "partial", "nabla", "norm", "dots", "bar"];

/**
 * Items as `itemsOf` makes them. isIndex: letters and digits that stand side by side are read one by one, and not
 * multiplied. Null where there are none. Throws an Error where there are no words for something.
 *
 * @returns {Said}
 */
export function parse(items, isIndex = false) {
  const row = { items, at: 0, isIndex };
  const made = relation(row);
  if (isThere(row)) throw wordless(row.items[row.at]);
  return made;
}

/** Whether items are one value, perhaps with a sign before it. */
export function isOne(items) {
  const [first, ...rest] = items;
  const own = first?.kind === "sum" ? rest : items;
  return own.length === 1 && own[0].kind === "operand" && own[0].node[0] !== "mfrac";
}

/** @type {(key: string, parts: Record<string, Said>) => Said} */
const sentence = (key, parts) => ({ is: "sentence", key, parts });

const inBrackets = (inner, isSet) => (isSet ? inner : sentence("sayBrackets", { inner }));
const raised = (of, close) => (close?.power ? { is: "power", of, exponent: close.power } : of);
const element = (is, node) => ({ is, node });

const wordless = ({ sign, kind }) => new Error(`There are no words for ${sign ?? kind} in a formula.`);
const isThere = (row) => row.at < row.items.length;
const is = (row, kind) => row.items[row.at]?.kind === kind;
const begins = (row) => BEGINNINGS.includes(row.items[row.at]?.kind);
const taken = (row) => row.items[row.at++];

function relation(row) {
  let left = list(row);
  while (is(row, "relation") || is(row, "given")) {
    const { sign, kind } = taken(row);
    left = sentence(kind === "given" ? "sayGiven" : RELATIONS[sign], { left, right: list(row) });
  }
  return left;
}

function list(row) {
  let left = isThere(row) && !is(row, "relation") ? sum(row) : null;
  while (is(row, "comma")) {
    row.at += 1;
    left = isThere(row) ? sentence("sayComma", { left, right: sum(row) }) : left;
  }
  return left;
}

function sum(row) {
  const end = row.items.findIndex((one, k) => k >= row.at && ["relation", "comma", "given"].includes(one.kind));
  const form = isOfValues(row.items.slice(row.at, end < 0 ? undefined : end)) ? 1 : 0;
  const first = is(row, "sum") ? taken(row) : null;
  const minus = is(row, "large") ? "sayNegativeOf" : "sayNegative";
  let left = product(row);
  if (first?.sign === "−") left = sentence(minus, { of: left });
  while (is(row, "sum")) {
    const { sign } = taken(row);
    left = sentence(SUMS[sign][form], { left, right: product(row) });
  }
  return left;
}

function product(row) {
  let left = factor(row);
  for (;;) {
    if (is(row, "product")) {
      const { sign, node } = taken(row);
      left = { is: "product", sign, key: PRODUCTS[sign], node, left, right: factor(row) };
    } else if (begins(row)) {
      const isSilent = row.isIndex || isCount(row.items[row.at - 1], row.items[row.at]);
      const right = factor(row);
      left = isSilent ? { is: "beside", left, right } : sentence("sayTimes", { left, right });
    } else return left;
  }
}

function factor(row) {
  const item = taken(row);
  switch (item?.kind) {
    case undefined:
      return null;
    case "operand":
      return { is: "marked", begins: item.begins, ends: item.ends, of: behind(row, element("value", item.node)) };
    case "open":
      return bracket(row, item);
    case "bar":
      return between(row, "bar", "sayAbsolute");
    case "norm":
      return between(row, "norm", "sayNorm");
    case "function":
      return applied(row, item);
    case "large":
      return large(row, item);
    case "partial":
      return derivative(row);
    case "nabla": {
      const of = factor(row);
      return item.by
        ? sentence("sayGradientBy", { by: element("part", item.by), of })
        : sentence("sayGradientOf", { of });
    }
    case "dots":
      return sentence("sayAndSoOn", {});
    case "sum":
      return sentence("sayNegative", { of: factor(row) });
    default:
      throw wordless(item);
  }
}

/** What stands behind a value: an entry in square brackets, a factorial. */
function behind(row, of) {
  if (is(row, "factorial")) {
    row.at += 1;
    return behind(row, sentence("sayFactorial", { of }));
  }
  if (!is(row, "open") || row.items[row.at].sign !== "[" || row.items[row.at].isGroup) return of;
  row.at += 1;
  return behind(row, sentence("sayEntry", { of, index: parse(inside(row).own) }));
}

/** What stands up to the end of a bracket: {own, close}. */
function inside(row) {
  const from = row.at;
  for (let depth = 0; isThere(row) && (depth > 0 || !is(row, "close")); row.at += 1) {
    depth += is(row, "open") ? 1 : is(row, "close") ? -1 : 0;
  }
  return { own: row.items.slice(from, row.at), close: taken(row) };
}

function bracket(row, item) {
  const { own, close } = inside(row);
  const parts = splitAt(own, (one) => one.kind === "comma");
  const isJoined = item.sign === "[" && parts.length > 1;
  const inner = isJoined
    ? parts.map((part) => parse(part)).reduce((left, right) => sentence("sayJoined", { left, right }))
    : parse(own);
  const of = raised(inBrackets(inner, isJoined && !begins(row)), close);
  return { is: "marked", begins: item.begins, ends: close?.ends, of };
}

function between(row, kind, key) {
  const from = row.at;
  while (isThere(row) && !is(row, kind)) row.at += 1;
  const of = parse(row.items.slice(from, row.at));
  row.at += 1;
  return sentence(key, { of });
}

/** A function of what is in brackets or follows it; of null where it stands alone. */
function applied(row, item) {
  if (!is(row, "open")) return { is: "applied", item, spelling: "", of: begins(row) ? factor(row) : null };
  row.at += 1;
  const { own, close } = inside(row);
  const spelling = `${item.name}(${own.map((one) => one.sign ?? textOf(one.node)).join("")})`;
  const isSet = isOne(own) || own.some((one) => one.kind === "given" || one.kind === "comma");
  return raised({ is: "applied", item, spelling, of: inBrackets(parse(own), isSet) }, close);
}

function large(row, { sign, under, over }) {
  const [alone, fromTo] = LARGE[sign];
  const of = product(row);
  if (!over) return sentence(alone, { index: element("index", under), of });
  return sentence(fromTo, { from: element("part", under), to: element("part", over), of });
}

/** ∂L/∂H in one line. */
function derivative(row) {
  const of = element("value", taken(row).node);
  if (row.items[row.at]?.sign !== "/" || row.items[row.at + 1]?.kind !== "partial")
    throw new Error("A ∂ has no ∂ below it.");
  row.at += 2;
  return sentence("sayPartial", { of, by: element("value", taken(row).node) });
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
