// The blocks of a chapter's prose, as `markup.py` reads them, made into elements.

import { h } from "../../web/dom.js";
import { hrefOf } from "./around.js";
import { formula, formulaBlock } from "./formula.js";

// What ends no line, and what begins none.
const OPENING = /[（《「『“‘([]*$/u;
const CLOSING = /^[，。；：、！？）》」』”’,.;:!?)\]]*/u;

/**
 * One block as an element. context: {symbols, say, language, part(kind, name), listing(name), ask(block), task(block),
 * only(element, choice, option)}; part makes what the chapter has under a name in braces, listing one of its programs,
 * `only` shows an element while a choice is so.
 */
export function blockElement(block, context) {
  const [kind, ...rest] = block;
  const all = (parts) => inlineNodes(parts, context);
  switch (kind) {
    case "p":
      return h("p", {}, ...all(rest));
    case "heading":
      return h("h3", {}, ...all(rest));
    case "formula":
      return onlyWhere(formulaBlock(rest[0], context), rest.slice(1), context);
    case "aside":
      // A chapter has several: as landmarks they would be places without a name.
      return h("aside", { role: "note" }, ...all(rest));
    case "list":
      return h("ul", {}, ...rest.map((item) => h("li", {}, ...all(item))));
    case "table":
      return table(rest, all);
    case "listing":
      return context.listing(rest[0]);
    case "question":
      return context.ask(block);
    case "task":
      return context.task(block);
    default:
      throw new Error(`There is no block of the kind ${kind}.`);
  }
}

function onlyWhere(element, condition, context) {
  if (condition.length > 0) context.only(element, ...condition);
  return element;
}

function table([head, ...rows], all) {
  const row = (cells, tag) => h("tr", {}, ...cells.map((cell) => h(tag, {}, ...all(cell))));
  const body = rows.map((cells) => row(cells, "td"));
  return h("table", {}, h("thead", {}, row(head, "th")), h("tbody", {}, ...body));
}

/**
 * The parts of a paragraph as texts and elements. A formula and a number keep the bracket before them and the
 * punctuation behind them: a browser would let a line begin with it.
 */
export function inlineNodes(parts, context) {
  const nodes = [];
  const rest = [...parts];
  while (rest.length > 0) {
    const node = inlineNode(rest.shift(), context);
    if (typeof node === "string" || !node.matches(".spoken, .number:not(.typed)")) {
      nodes.push(node);
      continue;
    }
    const before = typeof nodes.at(-1) === "string" ? nodes.at(-1).match(OPENING)[0] : "";
    const behind = typeof rest[0] === "string" ? rest[0].match(CLOSING)[0] : "";
    if (before) nodes.push(nodes.pop().slice(0, -before.length));
    if (behind) rest[0] = rest[0].slice(behind.length);
    nodes.push(before || behind ? h("span", { class: "unbroken" }, before, node, behind) : node);
  }
  return nodes;
}

/** A part of a paragraph: text, or an element. */
function inlineNode(part, context) {
  if (typeof part === "string") return part;
  const [kind, ...rest] = part;
  switch (kind) {
    case "strong":
    case "em":
      return h(kind, {}, ...inlineNodes(rest, context));
    case "code":
      return h("code", {}, rest[0]);
    case "math":
      return formula(rest[0], context);
    case "number":
      return context.part(rest[0]);
    case "a":
      return h("a", { href: hrefOf(rest[0], context.language) }, ...inlineNodes(rest.slice(1), context));
    default:
      throw new Error(`There is nothing of the kind ${kind} in a paragraph.`);
  }
}
