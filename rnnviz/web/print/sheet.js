// A sheet of paper: a title, what the class is asked there, a picture, room for notes, and where the live view is.

import { h } from "../dom.js";

// More than any paper has room for: what is over is left out, by the sheet.
const LINES = 40;

/**
 * title, about: its first lines. sentence: what is asked or said of it. picture: SVG as `pictureOf` makes it, and words
 * what it shows, for those who hear it. inside: elements, in the place of a picture or below it. foot: its last line.
 * hasLines: whether what is left of the paper is for notes.
 *
 * @param {{title: string, about?: string, sentence?: string, picture?: string, words?: string, inside?: HTMLElement[],
 *   foot?: string, notes?: string, hasLines?: boolean}} content
 */
export function sheet({ title, about, sentence, picture, words, inside = [], foot, notes, hasLines = true }) {
  return h(
    "section",
    { class: "sheet" },
    h("header", {}, h("h1", {}, title), about ? h("p", { class: "about" }, about) : null),
    sentence ? h("p", { class: "sentence" }, sentence) : null,
    picture ? drawing(picture, words || title) : null,
    ...inside,
    hasLines ? notesLines(notes) : null,
    foot ? h("footer", {}, foot) : null,
  );
}

/** Lines to write on. */
function notesLines(notes = "") {
  const lines = Array.from({ length: LINES }, () => h("i", {}));
  return h("div", { class: "notes" }, notes ? h("p", {}, notes) : null, h("div", { class: "lines" }, ...lines));
}

/** A picture in a root of its own: what it names, such as its clips, other pictures may name, too. */
function drawing(picture, words) {
  const host = h("div", { class: "drawing", role: "img", "aria-label": words });
  const made = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const inside = host.attachShadow({ mode: "open" });
  const style = "svg { display: block; max-width: 100%; height: auto; max-height: var(--highest); margin: 0 auto; }";
  inside.append(h("style", {}, style), document.importNode(made, true));
  return host;
}
