// The errors of a unit as a list under the text: each place with its letters, the unit's value, and what the label
// says.

/** @import {ErrorRun, Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill } from "../../../web/numbers.js";
import { KINDS, listedRuns, runAt, runBeside } from "./errorruns.js";
import { placesTable } from "./placetables.js";
import { surroundings } from "./surroundings.js";
import { keyOf } from "./question.js";
import { unitWords } from "./symbols.js";
import { zoomOf } from "./zoom.js";

// Columns of text on each side of a place: as many as there is room for, within these.
const [FEWEST, MOST] = [4, 30];
// Of the character itself, which may be wide.
const CHARACTER = 2;
const LETTERS_MEASURED = 20;
const KEYS = { ArrowDown: 1, ArrowUp: -1 };

/** @param {Page} page */
export function errorsPanel(page) {
  const { strings, source } = page;
  const title = h("span", {});
  const hint = h("span", { class: "hint" });
  const close = h("button", { type: "button", class: "key", "aria-label": strings.close, title: strings.close }, "×");
  close.addEventListener("click", () => page.go({ errors: "" }));
  const before = step("‹", strings.errorBefore, -1);
  const after = step("›", strings.errorAfter, 1);
  const where = h("span", { class: "errors-where" });
  const walk = h("span", { class: "errors-walk" }, before, where, after);
  const list = h("ol", { class: "errors-list", role: "listbox", "aria-label": strings.errors });
  const none = h("p", { class: "units-message" });
  const element = h(
    "section",
    { class: "panel units-errors", "data-testid": "errors", hidden: true },
    panelHeading(title, [hint, walk, close]),
    none,
    list,
  );
  let drawn = "";
  /** @type {ErrorRun[]} */
  let runs = [];
  let kind = "";
  let columns = MOST;

  /** @param {Place} place */
  function show(place) {
    const finding = page.finding();
    const isOpen = KINDS.includes(place.errors) && finding !== null && "threshold" in finding.told.own;
    hide(element, !isOpen);
    if (!isOpen) return;
    const { quantity, unit } = finding.told.own;
    const key = keyOf([finding.key, place.errors, place.threshold]);
    if (key !== drawn) {
      drawn = key;
      kind = place.errors;
      runs = listedRuns(page);
      draw(finding, unitWords(quantity, unit));
    }
    mark(place.k);
  }
  function step(sign, words, by) {
    const button = /** @type {HTMLButtonElement} */ (
      h("button", { type: "button", class: "key", title: words, "aria-label": words }, sign)
    );
    button.addEventListener("click", () => {
      const to = errorBeside(page, by);
      if (to) page.go({ k: to.k });
    });
    return button;
  }

  function draw(finding, symbol) {
    const places = runs.reduce((sum, { k, end }) => sum + end - k, 0);
    write(title, strings[`${kind}Title`]);
    write(hint, fill(strings[`${kind}Said`], { symbol, places }));
    hide(walk, runs.length === 0);
    hide(none, runs.length > 0);
    write(none, strings.errorsNone);
    const refill = () => list.replaceChildren(...runs.map((run) => rowOf(run, finding.values[run.k])));
    refill();
    // How much room there is, a row says.
    const found = columnsOf();
    if (found === columns) return;
    columns = found;
    refill();
  }
  /** How many columns of text there is room for on each side. */
  function columnsOf() {
    const letters = h("span", { class: "extreme-words extreme-measure" }, "0".repeat(LETTERS_MEASURED));
    list.append(letters);
    const wide = letters.getBoundingClientRect().width / zoomOf(letters) / LETTERS_MEASURED || 8;
    letters.remove();
    const room = list.querySelector(".error-words")?.clientWidth ?? 0;
    return Math.min(MOST, Math.max(FEWEST, Math.floor((room / wide - CHARACTER) / 2)));
  }

  function rowOf({ k, end }, value) {
    const number = h("span", { class: "number" });
    page.number(number, value);
    const text = surroundings(source.characters, source.widths, k, columns);
    const row = h(
      "li",
      { class: "error", role: "option", tabindex: "-1", "data-k": k },
      h("span", { class: "error-place" }, placeWords(k, end)),
      h("span", { class: "extreme-words error-words" }, text.before, h("b", {}, text.character), text.after),
      number,
      h("span", { class: "error-label" }, kind === "misses" ? strings.labelYes : strings.labelNo),
    );
    return row;
  }

  function mark(k) {
    const chosen = runAt(runs, k);
    write(where, fill(strings.errorWhere, { at: chosen < 0 ? "–" : chosen + 1, of: runs.length }));
    before.disabled = runBeside(runs, k, -1) === null;
    after.disabled = runBeside(runs, k, 1) === null;
    const tabbed = Math.max(0, chosen);
    [...list.children].forEach((row, number) => {
      set(row, "aria-selected", String(number === chosen));
      set(row, "tabindex", number === tabbed ? "0" : "-1");
    });
    const row = /** @type {HTMLElement | undefined} */ (list.children[chosen]);
    if (!row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  list.addEventListener("click", (event) => {
    const row = /** @type {Element} */ (event.target).closest(".error");
    if (row instanceof HTMLElement) page.go({ k: Number(row.dataset.k) });
  });
  list.addEventListener("keydown", (event) => {
    const row = /** @type {Element} */ (event.target).closest(".error");
    if (!(row instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = [...list.children].indexOf(row);
    const to = event.key in KEYS ? own + KEYS[event.key] : event.key === "Enter" || event.key === " " ? own : null;
    if (to === null) return;
    event.preventDefault();
    const next = /** @type {HTMLElement | undefined} */ (list.children[to]);
    if (!next) return;
    next.focus();
    page.go({ k: Number(next.dataset.k) });
  });

  /** Another window has room for more of the text, or for less. */
  function fit() {
    if (!element.hidden && columnsOf() !== columns) {
      drawn = "";
      show(page.place());
    }
  }
  function tables() {
    const finding = page.finding();
    if (element.hidden || finding === null) return [];
    const heads = [strings.tableTo, strings.tableValue, strings.tableLabel];
    const said = kind === "misses" ? 1 : 0;
    const cells = (row) => [String(runs[row].end), finding.values[runs[row].k], said];
    const make = () =>
      placesTable(
        Array.from(runs, ({ k }) => k),
        source,
        { heads, cells },
        strings,
      );
    return [{ name: "errors", title: strings[`${kind}Title`], make }];
  }
  return { element, show, fit, tables };
}

/** Places as readers count them: "1375", or the first and the last of several. */
const placeWords = (k, end) => (end - k === 1 ? String(k + 1) : `${k + 1}–${end}`);

/**
 * The change to the next error in the text, or to the one before; null at the last one. Where no list is open, that of
 * the false alarms opens.
 *
 * @param {Page} page
 * @param {number} by
 */
export function errorBeside(page, by) {
  const runs = listedRuns(page);
  const next = runBeside(runs, page.place().k, by);
  return next === null ? null : { k: runs[next].k, at: next + 1, of: runs.length };
}
