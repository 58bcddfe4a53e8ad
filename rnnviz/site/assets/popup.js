// A button that opens a panel beside itself; a click beside it, or Escape, closes it.

import { h } from "../../web/dom.js";

// Pixels between the panel and the button or the window's edge.
const GAP = 6;
let number = 0;

/**
 * The button and its panel. fill(panel): puts its content there whenever it opens, or promises to.
 *
 * @param {Record<string, string>} attributes of the button
 * @param {string | Node} face
 * @param {(panel: HTMLElement) => void | Promise<void>} fill
 * @returns {[HTMLButtonElement, HTMLElement]}
 */
export function popup(attributes, face, fill) {
  number += 1;
  const id = `popup-${number}`;
  const panel = h("div", { id, popover: "auto", class: "popup" });
  const button = h("button", { type: "button", popovertarget: id, ...attributes }, face);
  /** @type {void | Promise<void>} */
  let filled;
  panel.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") filled = fill(panel);
  });
  panel.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
    const put = () => place(panel, button.getBoundingClientRect());
    put();
    if (filled) filled.then(put);
  });
  return [button, panel];
}

/** Below the button, inside of the window. */
function place(panel, { left, bottom }) {
  const { offsetWidth, offsetHeight } = panel;
  const most = { x: innerWidth - offsetWidth - GAP, y: innerHeight - offsetHeight - GAP };
  panel.style.left = `${Math.max(GAP, Math.min(left, most.x))}px`;
  panel.style.top = `${Math.max(GAP, Math.min(bottom + GAP, most.y))}px`;
}

/** A small button that explains a control; words: with **strong** words, `code` and lines that begin with a dash. */
export function hint(name, words) {
  if (!words) return [];
  return popup({ class: "hint", "aria-label": name }, "?", (panel) => panel.replaceChildren(...explained(words)));
}

/** A text of the app's tooltips as elements. */
export function explained(words) {
  const found = [];
  for (const line of words.trim().split("\n").filter(Boolean)) {
    const isItem = line.startsWith("- ");
    const parts = line
      .replace(/^- /, "")
      .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
      .map((part) => {
        if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
        return part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part;
      });
    if (!isItem) found.push(h("p", {}, ...parts));
    else if (found.at(-1)?.tagName === "UL") found.at(-1).append(h("li", {}, ...parts));
    else found.push(h("ul", {}, h("li", {}, ...parts)));
  }
  return found;
}
