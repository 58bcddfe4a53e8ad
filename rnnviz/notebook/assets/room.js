// The place of a view in a notebook's page: neither its style sheets nor its keys reach each other.

import { h } from "../../web/dom.js";
import { followTheme } from "./theme.js";

/**
 * A place in `el` with a style sheet of its own. onTheme(): later the notebook becomes dark, or light. Returns
 * {element, leave}.
 *
 * @param {HTMLElement} el
 * @param {string} css
 * @param {() => void} onTheme
 */
export function roomIn(el, css, onTheme) {
  // JupyterLab takes every key in a cell for its own, such as D D, which deletes it; but for those of an element that
  // says so itself. For what is in a shadow that is its host.
  const host = h("div", { "data-lm-suppress-shortcuts": "true" });
  const element = h("div");
  host.attachShadow({ mode: "open" }).append(h("style", {}, css), element);
  el.append(host);
  const theme = followTheme(host, onTheme);

  function leave() {
    theme.stop();
    host.remove();
  }
  return { element, leave };
}
