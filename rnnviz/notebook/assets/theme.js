// The notebook around a view: whether it is dark. Notebooks name their colours differently, and all of them give what
// stands in them letters that can be read on their ground.

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

/** Whether a colour is light, however CSS writes it. */
function isLight(colour) {
  const paper = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  paper.fillStyle = colour;
  paper.fillRect(0, 0, 1, 1);
  const [r, g, b] = paper.getImageData(0, 0, 1, 1).data;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b >= 128;
}
