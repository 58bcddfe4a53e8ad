// What a lecture plan has for the class at its view: two lines at most, in a place of its own.

import { h, set, write } from "../../web/dom.js";

/**
 * The sentence: {element, show(words)}. One that is too long for two lines is smaller, and where that is not enough it
 * ends after a whole word; a click shows the rest.
 */
export function sentenceLine() {
  const element = h("p", { class: "say" });
  let whole = "";
  element.addEventListener("click", () => {
    if (element.hasAttribute("data-cut")) element.toggleAttribute("data-open");
    fit();
  });
  const isOver = () => element.scrollHeight > element.clientHeight + 1;

  function fit() {
    element.removeAttribute("data-small");
    write(element, whole);
    if (element.hasAttribute("data-open") || element.clientHeight === 0) return;
    element.toggleAttribute("data-small", isOver());
    element.toggleAttribute("data-cut", isOver());
    set(element, "title", isOver() ? whole : "");
    if (isOver()) cut();
  }
  /** As many words as there is room for. */
  function cut() {
    const language = document.documentElement.lang || "en";
    const words = [...new Intl.Segmenter(language, { granularity: "word" }).segment(whole)];
    let [least, most] = [1, words.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      write(element, upTo(words[middle - 1]));
      if (isOver()) most = middle - 1;
      else least = middle;
    }
    write(element, upTo(words[least - 1]));
  }
  const upTo = ({ index, segment }) => `${whole.slice(0, index + segment.length).trimEnd()} …`;

  new ResizeObserver(fit).observe(element);
  return {
    element,
    /** @param {string} words */
    show(words) {
      if (words === whole) return;
      whole = words;
      element.removeAttribute("data-open");
      fit();
    },
  };
}
