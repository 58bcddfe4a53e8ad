// What folds on a long page: its head stays, and its reader, a link to it, a search in the page or printing opens it. A
// `details` does all of that by itself.

import { h } from "../../web/dom.js";
import { recall, remember } from "../../web/tab.js";
import { isReload } from "./place.js";

/**
 * A fold: its head, and what it opens, laid out by a class. enter() is called when the reader opens it.
 *
 * @param {HTMLElement[]} head
 * @param {HTMLElement[]} inside
 * @param {string} layout
 * @param {() => void} enter
 */
export function fold(head, inside, layout, enter) {
  const summary = h("summary", {}, ...head);
  const element = h("details", { class: "fold" }, summary, h("div", { class: `folded ${layout}` }, ...inside));
  summary.onclick = () => {
    if (!element.open) enter();
  };
  return element;
}

/**
 * The folds within `root`, the page with this name: {show(), setAll(isAll)}. Which of them are open, outlives a reload
 * and a page that is built anew in another language: show() opens them again. setAll opens all, or leaves open what the
 * reader had opened.
 *
 * @param {HTMLElement} root
 * @param {string} name
 */
export function foldsIn(root, name) {
  const key = `rnnviz.open.${name}`;
  /** @returns {NodeListOf<HTMLDetailsElement>} */
  const folds = () => root.querySelectorAll("details.fold");
  const idOf = (one) => one.closest("[data-section]").dataset.section;
  let isAll = false;
  const opened = new Set(isReload() ? recall(key)?.split(" ") : []);

  // The event does not bubble, and comes after the fold has opened.
  root.addEventListener("toggle", onToggle, true);
  function onToggle({ target }) {
    if (isAll || !target.isConnected || !target.matches("details.fold")) return;
    if (target.open) opened.add(idOf(target));
    else opened.delete(idOf(target));
    remember(key, [...opened].join(" "));
  }
  function show() {
    for (const one of folds()) one.open = isAll || opened.has(idOf(one));
  }
  return {
    show,
    setAll(all) {
      if (all === isAll) return;
      isAll = all;
      show();
    },
  };
}
