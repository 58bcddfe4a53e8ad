// A formula's tree of MathML, [tag, attributes, ...children], as a row of items in the order of reading: values, signs,
// brackets, functions. Pure.

const SIGNS = {
  ...kinds("relation", "=≈≤≥≠<>←→"),
  ...kinds("sum", "+−"),
  ...kinds("product", "·×⊙/"),
  ...kinds("open", "(["),
  ...kinds("close", ")]"),
  ...kinds("comma", ","),
  ...kinds("bar", "|"),
  ...kinds("given", "∣"),
  ...kinds("norm", "‖"),
  ...kinds("dots", "…⋯"),
  ...kinds("partial", "∂"),
  ...kinds("nabla", "∇"),
  ...kinds("factorial", "!"),
  ...kinds("large", "∑∏Σ"),
};
// Ems of a space that keeps two equations apart.
const APART = 1;
const MARKS = { new: ["sayNew", "sayNewEnd"], gone: ["sayGone", "sayGoneEnd"] };
const MARKED = ["operand", "function", "open", "close"];

/**
 * The items of a part of a formula: {kind, node, sign}. A function has its name, and `base` where it has an index; what
 * closes a bracket has its `power`. functions: the letters that are functions where a bracket follows at once.
 */
export function itemsOf(node, functions) {
  const items = flat(node);
  return items
    .map((item, k) => (isApplied(item, items[k + 1], functions) ? functionItem(item.node) : item))
    .filter((item) => item.kind !== "space");
}

/** Items in groups, with those left out at which a group ends. */
export function splitAt(items, isEnd) {
  const groups = [[]];
  for (const item of items) {
    if (isEnd(item)) groups.push([]);
    else groups.at(-1).push(item);
  }
  return groups.filter((group) => group.length > 0);
}

/** The letters of a part of a formula, in reading order. */
export function textOf(node) {
  if (typeof node === "string") return node === "ˆ" ? "\u0302" : node === "˜" ? "\u0303" : node;
  return node.slice(2).map(textOf).join("").normalize("NFC");
}

/** A part without what only sets its height or its colour. */
export function bare(node) {
  const isWrapped =
    node[0] === "mpadded" || node[0] === "math" || (node[0] === "mrow" && /^letter/.test(node[1].class ?? ""));
  return isWrapped ? bare(node[2]) : node;
}

function kinds(kind, signs) {
  return Object.fromEntries([...signs].map((sign) => [sign, kind]));
}

function flat(node) {
  const own = bare(node);
  const [tag, attributes, ...parts] = own;
  if (attributes.class in MARKS) return marked(parts.flatMap(flat), MARKS[attributes.class]);
  if (isGroup(own)) return parts.flatMap(flat).map((item) => ({ ...item, isGroup: true }));
  switch (tag) {
    case "mrow":
      return isPrimed(own) ? [{ kind: "operand", node: own }] : parts.flatMap(flat);
    case "mspace":
      return [{ kind: Number.parseFloat(attributes.width) >= APART ? "gap" : "space" }];
    case "mo":
      return [{ kind: SIGNS[parts[0]] ?? "unknown", sign: parts[0], node: own }];
    case "mi":
      return [attributes.class === "plain" ? functionItem(own) : { kind: "operand", node: own }];
    case "msub":
    case "msup":
      return [...raised(own)];
    case "munder":
    case "munderover":
      return [{ kind: "large", sign: textOf(parts[0]), under: parts[1], over: parts[2], node: own }];
    default:
      return [{ kind: "operand", node: own }];
  }
}

/** What has an index or a power: a value, or the end of a bracket, a function, a large sign. */
function raised(node) {
  const [tag, , wrapped, script] = node;
  const items = flat(wrapped);
  const last = items.at(-1);
  if (last.kind === "close") return [...items.slice(0, -1), { ...last, power: script }];
  if (last.kind === "function" && tag === "msub") return [{ ...last, base: script }];
  if (last.kind === "nabla") return [{ ...last, by: script }];
  if (last.kind === "large") return [{ ...last, under: script }];
  return [{ kind: "operand", node }];
}

function functionItem(node) {
  const name = textOf(node);
  return { kind: "function", name: name.replace("′", ""), isDerived: name.includes("′"), node };
}

function isApplied(item, next, functions) {
  if (item.kind !== "operand" || next?.sign !== "(" || !["mi", "mrow"].includes(item.node[0])) return false;
  return functions.includes(textOf(item.node).replace("′", ""));
}

/** A bracket that grows with what it encloses. */
function isGroup(node) {
  return node[0] === "mrow" && node.length === 5 && node[2][0] === "mo" && "([".includes(node[2][2]);
}

/** A letter with a stroke behind it: f′. */
function isPrimed(node) {
  return node.length === 4 && node[3][0] === "mo" && /^′+$/.test(node[3][2]);
}

/** Where a part begins and ends that is new, or no longer there: at its first value and at its last. */
function marked(items, [begins, ends]) {
  const places = items.flatMap((item, k) => (MARKED.includes(item.kind) ? [k] : []));
  return items.map((item, k) => ({
    ...item,
    ...(k === places[0] ? { begins } : {}),
    ...(k === places.at(-1) ? { ends } : {}),
  }));
}
