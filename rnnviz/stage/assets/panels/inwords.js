// The steps in words: a tree that one walks through with the arrows, and above it which gate closed first.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Line} from "../words/account.js" */

import { h, set, write } from "../../../web/dom.js";
import { AMOUNTS, sayAmount, spokenAmount } from "../words/amount.js";
import { closings, closingWords, stepLines } from "../words/account.js";

/** @param {Context} context */
export function inWords(context, width, height) {
  const { strings, go } = context;
  const facts = h("ul", { class: "closings" });
  const tree = h("div", { class: "words-tree", role: "tree", "aria-label": strings.wordsTree });
  const named = { short: strings.amountShort, usual: strings.amountUsual, all: strings.amountAll };
  const select = h(
    "select",
    { class: "choice", "aria-label": strings.amount, title: strings.amount },
    ...AMOUNTS.map((one) => h("option", { value: one }, named[one])),
  );
  const head = h("div", { class: "words-head" }, facts, h("label", { class: "hint" }, `${strings.amount} `, select));
  const element = h("div", { class: "in-words", style: `width:${width}px;height:${height}px` }, head, tree);
  select.value = spokenAmount();
  select.addEventListener("change", () => {
    sayAmount(select.value);
    draw();
  });
  const opened = new Set();
  /** @typedef {Line & {level: number, number: number, count: number, isOpen: boolean}} Drawn */
  /** @type {Drawn[]} */
  let lines = [];
  // The line that the keys act on.
  let chosen = "";
  /** @type {Place | null} */
  let place = null;

  /** @param {Place} state */
  function update(state) {
    const isElsewhere = place === null || state.t !== place.t || state.phase !== place.phase;
    place = state;
    // The tree follows the stage, but not under the hands of who walks in it.
    const follows = isElsewhere && !tree.matches(":focus-within");
    if (follows) follow();
    draw();
    // Once the frame is painted, its layout costs nothing.
    if (follows) requestAnimationFrame(() => setTimeout(scroll));
  }

  function follow() {
    opened.clear();
    opened.add(`${place.t}`);
    chosen = `${place.t} ${place.phase}`;
    opened.add(chosen);
  }

  function draw() {
    const told = closings(context, place).map((one, k) => closingWords(context, one, k === 0));
    fit(facts, told.length, () => h("li"));
    told.forEach((sentence, k) => write(facts.children[k], sentence));
    lines = [];
    collect(stepLines(context, place, select.value), 1);
    if (!lines.some(({ key }) => key === chosen)) chosen = lines.find(({ isHere }) => isHere)?.key ?? lines[0].key;
    fit(tree, lines.length, () => h("div", { role: "treeitem" }));
    lines.forEach(drawLine);
  }

  /** Within its own box, not the page. */
  function scroll() {
    const current = /** @type {HTMLElement} */ (tree.children[indexOf(chosen)]);
    const { offsetTop: top, offsetHeight: high } = current;
    const shown = { from: element.scrollTop, to: element.scrollTop + element.clientHeight };
    if (top < shown.from || top + high > shown.to) element.scrollTop = top - element.clientHeight / 3;
  }

  /** @param {Line[]} nodes */
  function collect(nodes, level) {
    for (const [k, node] of nodes.entries()) {
      const isOpen = Boolean(node.inner) && opened.has(node.key);
      lines.push({ ...node, level, number: k + 1, count: nodes.length, isOpen });
      if (isOpen) collect(node.inner(), level + 1);
    }
  }

  /** @param {Drawn} line */
  function drawLine({ key, text, level, number, count, inner, isOpen, isHere }, k) {
    const one = tree.children[k];
    write(one, text);
    const said = { "aria-level": level, "aria-posinset": number, "aria-setsize": count, "aria-expanded": isOpen };
    for (const [name, value] of Object.entries(said)) set(one, name, value);
    if (!inner) one.removeAttribute("aria-expanded");
    if (isHere) set(one, "aria-current", "step");
    else one.removeAttribute("aria-current");
    set(one, "tabindex", key === chosen ? 0 : -1);
    set(one, "style", `--level:${level}`);
  }

  function fit(list, count, make) {
    while (list.children.length > count) list.lastChild.remove();
    while (list.children.length < count) list.append(make());
  }

  function indexOf(key) {
    return lines.findIndex((line) => line.key === key);
  }

  function choose(k) {
    if (!lines[k]) return;
    chosen = lines[k].key;
    draw();
    /** @type {HTMLElement} */ (tree.children[k]).focus({ preventScroll: true });
    scroll();
  }

  function open(k, isOpen) {
    const { key } = lines[k];
    if (isOpen) opened.add(key);
    else opened.delete(key);
    choose(k);
  }

  /** One line in or out, as in every tree: → opens and goes in, ← closes and goes out. */
  function move(key) {
    const k = indexOf(chosen);
    const { inner, isOpen, level } = lines[k];
    if (key === "ArrowDown") choose(k + 1);
    else if (key === "ArrowUp") choose(k - 1);
    else if (key === "ArrowRight" && inner) isOpen ? choose(k + 1) : open(k, true);
    else if (key === "ArrowLeft" && isOpen) open(k, false);
    else if (key === "ArrowLeft") choose(lines.findLastIndex((line, n) => n < k && line.level < level));
    else if (key === "Home") choose(0);
    else if (key === "End") choose(lines.length - 1);
    else if (key === "Enter") go(lines[k].to);
    else return key === "ArrowRight";
    return true;
  }

  tree.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  tree.addEventListener("click", (event) => {
    const k = [...tree.children].indexOf(/** @type {Element} */ (event.target).closest("[role=treeitem]"));
    if (k < 0) return;
    // Else the stage would take the focus.
    event.stopPropagation();
    open(k, Boolean(lines[k].inner) && !lines[k].isOpen);
  });
  return { element, update };
}
