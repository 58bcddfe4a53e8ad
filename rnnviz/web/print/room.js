// What the browser prints in the place of the page: sheets of paper, in a room of their own that no screen shows.

import { h } from "../dom.js";
import { STYLE } from "./style.js";

const ROOM = "rnnviz-print";
// The reader chooses the paper, A4 or Letter, upright or across: only its edges are said here.
const OUTER = `
@page { margin: 13mm 14mm; }
@media screen { body > .${ROOM} { display: none; } }
@media print {
  html, body { position: static !important; width: auto !important; height: auto !important; min-height: 0 !important;
    margin: 0 !important; padding: 0 !important; overflow: visible !important; background: #fff !important;
    font-size: 16px !important; zoom: 1 !important; }
  body > :not(.${ROOM}) { display: none !important; }
}`;

/**
 * Print these sheets, and nothing else of the page. They stay until the browser has them.
 *
 * @param {HTMLElement[]} sheets
 */
export function printSheets(sheets) {
  roomThere()?.remove();
  room(sheets, "asked");
  window.print();
}

/**
 * What is printed where a reader has the browser print the page: make() gives its sheets, or none where the page is to
 * be printed as it is. Views beside each other have a sheet each. Returns a function that ends it.
 *
 * @param {() => HTMLElement[]} make
 */
export function onPrint(make) {
  let sheets = [];
  const before = () => {
    const there = roomThere();
    if (there?.dataset.kind === "asked") return;
    // Not every browser says that it has printed.
    for (const one of sheets) one.remove();
    sheets = make();
    if (sheets.length === 0) return;
    if (there) there.shadowRoot.append(...sheets);
    else room(sheets, "page");
  };
  window.addEventListener("beforeprint", before);
  return () => window.removeEventListener("beforeprint", before);
}

/** @returns {HTMLElement | null} */
const roomThere = () => document.querySelector(`body > .${ROOM}`);

function room(sheets, kind) {
  const host = h("div", { class: ROOM, "data-kind": kind, lang: document.documentElement.lang });
  const inside = host.attachShadow({ mode: "open" });
  inside.append(h("style", {}, STYLE), ...sheets);
  host.append(h("style", {}, OUTER));
  document.body.append(host);
  window.addEventListener("afterprint", () => host.remove(), { once: true });
}
