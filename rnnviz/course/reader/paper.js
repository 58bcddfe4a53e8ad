// A page of the course on paper: all of it, its figures as they stand, and nothing that one would press.

import { h } from "../../web/dom.js";
import { lastingLink } from "../../web/picture/link.js";
import { onPrint } from "../../web/print/room.js";

// What does something, or is there for those who hear.
const LEFT_OUT = [
  ".tools, .around, dialog, .refused, .unseen, .quiet-key, .grip, .grab-line, .acts, .problem, style",
  ".switches, .ask-class",
].join(", ");
const STYLE = `
.course.course { padding: 0; --sign: 12px; --small: 13px; --text: 15px; --large: 17px; --title: 20px; --first: 26px;
  --smaller: 0.87em; }
.course.course :is(.with-figure, .opening) { display: block; }
.course.course :is(.text, .with-figure .text) { display: block; max-width: none; min-height: 0; padding: 0;
  columns: auto; }
.course.course .beside { position: static; margin: 0; padding: 0; border: 0; background: none; }
.course.course .figure { position: static; height: auto; min-height: 0; margin: 0.4em 0 1.2em; break-inside: avoid; }
.course.course .picture { width: 100%; height: auto; max-height: 80vh; overflow: visible; }
.course.course section { margin: 0 0 1.6em; break-inside: auto; }
.course.course .fold > summary { border: 0; }
.course.course .fold > summary::before { content: none; }
.course.course .fold::details-content { display: block; height: auto; content-visibility: visible; }
.course.course .folded { padding-top: 0.4em; }
.course.course :is(h1, h2, h3, summary) { break-after: avoid; }
.course.course :is(.formula, table, aside, .question, .task, .listing, li, .entry) { break-inside: avoid; }
.course.course .formula { overflow: visible; }
.course.course p { orphans: 2; widows: 2; white-space: normal; }
.course.course a { color: inherit; text-decoration: none; }
.course.course .number { background: none; border: 0; color: inherit; }
.course.course.reference :is(.group, .in-two .folded) { display: block; }
.course.course.reference .list { columns: 2; }
.sheet > footer { margin-top: 12px; }
`;

/**
 * Prints a page of the course where a reader has the browser print it. figures(): as the chapter draws them; draw():
 * brings all of it up to date. Returns a function that ends it.
 *
 * @param {HTMLElement} root
 * @param {string} css
 * @param {{figures?: () => {onPaper: () => SVGElement}[], draw?: () => void}} [chapter]
 */
export function courseOnPaper(root, css, { figures = () => [], draw = () => {} } = {}) {
  return onPrint(() => {
    if (!root.isConnected || !root.checkVisibility() || !root.hasChildNodes()) return [];
    draw();
    return [pageOf(root, css, figures())];
  });
}

function pageOf(root, css, figures) {
  const copy = /** @type {HTMLElement} */ (root.cloneNode(true));
  copy.dataset.theme = "light";
  const places = [...copy.querySelectorAll("figure.figure > svg.picture")];
  for (const [k, figure] of figures.entries()) places[k].replaceWith(figure.onPaper());
  const fields = [...root.querySelectorAll("input")];
  for (const [k, field] of [...copy.querySelectorAll("input")].entries()) field.replaceWith(written(fields[k]));
  for (const group of copy.querySelectorAll(".chips")) {
    const chosen = group.querySelector("[aria-pressed=true]")?.textContent;
    if (chosen) group.replaceWith(h("strong", {}, chosen));
  }
  for (const one of copy.querySelectorAll(`${LEFT_OUT}, button`)) one.remove();
  for (const one of copy.querySelectorAll("p")) if (!one.hasChildNodes()) one.remove();
  for (const one of copy.querySelectorAll("details")) one.open = true;
  const link = lastingLink(location.href);
  const own = h("style", {}, `${css || pageStyle()}\n${STYLE}`);
  return h("section", { class: "sheet flows" }, own, copy, link ? h("footer", {}, link) : null);
}

/** The look of a page that carries it itself, as a file does. */
const pageStyle = () => [...document.head.querySelectorAll("style")].map((one) => one.textContent).join("\n");

/** What stands in a field, as text; of a choice among answers, its sign. */
function written(field) {
  if (field.type === "radio" || field.type === "checkbox") return h("span", {}, field.checked ? "●" : "○");
  return h("span", { class: field.className }, field.value);
}
