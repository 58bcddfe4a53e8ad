// The dialog of a worksheet: which numbers are left blank, the sheet and its key as they will be, and the way to paper.

/** @import {Context} from "../../context.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { openCard } from "../../../web/carddialog.js";
import { h } from "../../../web/dom.js";
import { besideKey } from "../../../web/keyswitch.js";
import { fill } from "../../../web/numbers.js";
import { lastingLink } from "../../../web/picture/link.js";
import { comma } from "../../../web/punctuation.js";
import { printSheets } from "../../../web/print/room.js";
import { STYLE as PAPER } from "../../../web/print/style.js";
import { signButton } from "../../../web/signbutton.js";
import { blanksOf, exerciseOf, hasChoice, usualBlanks } from "./exercise.js";
import { worksheet } from "./paper.js";

const SIGN = "M5 2h7l4 4v12H5zM12 2v4h4M8 10h5M8 14h2";
const STYLE = `
.worksheet-dialog { width: min(62rem, calc(100vw - 1.5rem)); height: calc(100dvh - 1.5rem); padding-bottom: 1rem; }
.worksheet-dialog[open] { display: flex; flex-direction: column; gap: 0.6rem; }
.worksheet-dialog fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; min-width: 0; margin: 0; padding: 0;
  border: 0; }
.worksheet-dialog legend { float: left; margin-right: 1rem; padding: 0; font-weight: 600; line-height: 1.75rem; }
.worksheet-dialog label { display: inline-flex; align-items: center; gap: 0.35rem; min-height: 1.75rem;
  cursor: pointer; }
.worksheet-dialog input { width: 1rem; height: 1rem; margin: 0; accent-color: var(--accent); }
.worksheet-dialog .papers { flex: 1 1 0; min-height: 8rem; overflow: auto; padding: 1rem; border: 1px solid var(--line);
  border-radius: var(--corner); background: #e6e9ef; }
@media (max-width: 639px) { .worksheet-dialog .papers { padding: 0.4rem; } }
@media (max-height: 560px) {
  .worksheet-dialog[open] { display: block; overflow: auto; }
  .worksheet-dialog .papers { overflow: visible; }
}
`;

/** The quiet button that makes a worksheet of the step; the key does the same. */
export function worksheetKey(show, strings) {
  return besideKey(signButton(SIGN, strings.worksheetHint, "quiet-key worksheet-key", show));
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {Place} place
 * @param {{place: string, practice: string}} links of the place, and of such a task, or ""
 */
export function showWorksheet(root, context, place, links) {
  const { strings } = context;
  const blanks = usualBlanks(context, place);
  let isOneUnit = false;
  const boxes = blanksOf(context, place).map(({ key, title, letter }) => {
    const words = [title, letter].filter(Boolean).join(comma());
    return choice("checkbox", words, blanks.has(key), ({ checked }) => {
      if (checked) blanks.add(key);
      else blanks.delete(key);
    });
  });
  const units = [
    choice("radio", strings.worksheetAll, true, () => {
      isOneUnit = false;
    }),
    choice("radio", fill(strings.worksheetOne, { unit: place.unit + 1 }), false, () => {
      isOneUnit = true;
    }),
  ];
  const print = h("button", { type: "button", class: "is-first" }, strings.print);
  const papers = h("div", { class: "papers", tabindex: "0", role: "group", "aria-label": strings.worksheet });
  const inside = papers.attachShadow({ mode: "open" });
  const body = [
    h("fieldset", {}, h("legend", {}, strings.worksheetBlanks), ...boxes),
    hasChoice(context, place) ? h("fieldset", {}, h("legend", {}, strings.worksheetUnits), ...units) : null,
    links.practice ? h("p", {}, h("a", { href: links.practice }, strings.worksheetPractice)) : null,
    papers,
  ];

  function choice(type, words, isChosen, onChange) {
    const box = h("input", { type, name: `worksheet ${type}` });
    box.checked = isChosen;
    box.addEventListener("change", () => {
      onChange(box);
      draw();
    });
    return h("label", {}, box, words);
  }
  const foot = lastingLink(links.place);
  const made = () => worksheet(context, place, exerciseOf(context, place, { blanks, isOneUnit }), foot);
  function draw() {
    print.disabled = blanks.size === 0;
    const sheets = blanks.size > 0 ? made() : [h("p", {}, strings.worksheetNone)];
    inside.replaceChildren(h("style", {}, PAPER), ...sheets);
  }
  print.addEventListener("click", () => printSheets(made()));
  draw();
  const card = { name: "worksheet-dialog", style: STYLE, title: strings.worksheet, head: [print], body };
  openCard(root, strings, card);
  papers.focus();
}
