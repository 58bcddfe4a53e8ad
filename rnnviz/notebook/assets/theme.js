// The notebook around a view: whether it is dark. Notebooks name their colours differently, and all of them give what
// stands in them letters that can be read on their ground.

import { isLight } from "../../web/colours.js";

const DARK = "dark";
const LOOKED_AT = { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-jp-theme-light"] };

/**
 * Marks `element` as dark in a dark notebook; whenever that changes later, calls `changed()`. Returns {stop}.
 *
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export function followTheme(element, changed) {
  /** Whether the mark had to change. */
  function mark() {
    if (!element.isConnected) return false;
    const isDark = isLight(getComputedStyle(element.parentElement).color);
    if (element.classList.contains(DARK) === isDark) return false;
    element.classList.toggle(DARK, isDark);
    return true;
  }

  function follow() {
    if (mark()) changed();
  }
  const observer = new MutationObserver(follow);
  for (const place of [document.documentElement, document.body]) observer.observe(place, LOOKED_AT);
  // A notebook puts the element into its page when it likes.
  const sizes = new ResizeObserver(follow);
  sizes.observe(element);
  mark();

  function stop() {
    observer.disconnect();
    sizes.disconnect();
  }
  return { stop };
}
