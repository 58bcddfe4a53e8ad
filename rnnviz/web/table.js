// Numbers that are drawn, as a real table: for those who read them cell by cell, and as a file.

import { openCard } from "./carddialog.js";
import { csvOf } from "./csv.js";
import { h } from "./dom.js";
import { hand } from "./hand.js";
import { besideKey } from "./keyswitch.js";
import { signButton } from "./signbutton.js";
import { fill, full, short } from "./numbers.js";

/** @import {Offer, Row, Table} from "./tables.d.ts" */

// A line of more points than these is read at every second one, every third …; its file has all of them.
const MOST_OF_LINE = 60;

const GRID = "M3 4h14v12H3zM3 8h14M3 12h14M8 4v12";
const STYLE = `
.table-dialog { max-width: min(72rem, calc(100vw - 1.5rem)); }
.table-dialog[open] { display: flex; flex-direction: column; gap: 0.75rem; }
.table-dialog .table-choice { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.table-dialog select { flex: 1 1 18rem; min-width: 0; max-width: 30rem; }
@media (max-width: 480px) { .table-dialog select { padding: 0 0.5rem; font-size: var(--size-14); } }
.table-dialog .table-scroll { overflow: auto; min-height: 6rem; border: 1px solid var(--line);
  border-radius: var(--corner); }
.table-dialog table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
.table-dialog caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.table-dialog :is(th, td) { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--faint); text-align: right;
  white-space: nowrap; }
.table-dialog thead th { position: sticky; top: 0; background: var(--page); border-color: var(--line); }
.table-dialog th[scope="row"], .table-dialog thead th:first-child { position: sticky; left: 0; z-index: 1;
  background: var(--page); text-align: left; }
.table-dialog p { margin: 0; color: var(--muted); font-size: var(--size-14); }
`;

/** The quiet button that shows the table of what it stands on; the key does the same. */
export function tableKey(show, strings) {
  return besideKey(signButton(GRID, strings.tableKey, "quiet-key table-key", show));
}

/**
 * A dialog in `root` with one of the tables, and the choice of another. chosen: its name. fileName(name): what its file
 * is called, without an ending.
 *
 * @param {HTMLElement} root
 * @param {Record<string, string>} strings
 * @param {{offers: Offer[], chosen: string, fileName: (name: string) => string}} options
 */
export function showTable(root, strings, { offers, chosen, fileName }) {
  const options = offers.map(({ name, title }) => h("option", { value: name }, title));
  const choice = h("select", { "aria-label": strings.tableOf }, ...options);
  choice.value = offers.some(({ name }) => name === chosen) ? chosen : offers[0].name;
  const save = h("button", { type: "button" }, strings.tableSave);
  const scroll = h("div", { class: "table-scroll", tabindex: "0", role: "region" });
  const note = h("p", { role: "status" });
  const offer = () => offers.find(({ name }) => name === choice.value);

  function show() {
    const { title, make } = offer();
    const made = make(false);
    scroll.setAttribute("aria-label", title);
    scroll.replaceChildren(tableElement(title, made));
    note.textContent = made.note ?? "";
    note.hidden = note.textContent === "";
  }
  save.addEventListener("click", () => {
    const { name, make } = offer();
    hand(new Blob([csvOf(cellsOf(make(true)))], { type: "text/csv" }), `${fileName(name)}.csv`);
  });
  choice.addEventListener("change", show);
  show();
  const body = [h("div", { class: "table-choice" }, choice, save), scroll, note];
  openCard(root, strings, { name: "table-dialog", style: STYLE, title: strings.table, body });
  scroll.focus();
}

/**
 * What gives the table of a line with many points, such as a curve: some of its rows to be read, and all for a file.
 *
 * @param {Table} table
 * @param {Record<string, string>} strings
 * @returns {(isWhole: boolean) => Table}
 */
export const lineTable = (table, strings) => (isWhole) => {
  const { rows } = table;
  const every = Math.ceil(rows.length / MOST_OF_LINE);
  if (isWhole) return { ...table, rows: rows.map(({ head, at, cells }) => ({ head: String(at ?? head), cells })) };
  if (every < 2) return table;
  const some = rows.filter((_, k) => k % every === 0 || k === rows.length - 1);
  return { ...table, rows: some, note: fill(strings.tableEvery, { n: every }) };
};

/**
 * The rows of a table with all digits, its heads first.
 *
 * @param {Table} table
 */
function cellsOf({ corner, columns, rows }) {
  return [[corner, ...columns], ...rows.map(({ head, cells }) => [head, ...cells])];
}

function tableElement(title, { corner, columns, rows }) {
  const heads = [corner, ...columns].map((one) => h("th", { scope: "col" }, one));
  const body = rows.map(({ head, cells }) => h("tr", {}, h("th", { scope: "row" }, head), ...cells.map(cellElement)));
  const whole = h("tbody", {}, ...body);
  return h("table", {}, h("caption", {}, title), h("thead", {}, h("tr", {}, ...heads)), whole);
}

function cellElement(cell) {
  return typeof cell === "number" ? h("td", { title: full(cell) }, short(cell)) : h("td", {}, cell);
}
