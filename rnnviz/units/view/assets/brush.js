// Spans of the text marked by hand: by dragging, by two taps, or by two presses of a key.

/** @import {Page} from "../units.d.ts" */

import { SPANS } from "./ask.js";

/**
 * The spans of a link, "120-140,300-310", with one more; those that touch become one. Characters count from 0 here, and
 * from 1 in the link, which names the first and the last.
 */
export function withSpan(spans, from, to) {
  const known = spans ? spans.split(",").map((one) => one.split("-").map((word) => Number(word) - 1)) : [];
  const all = [...known, [Math.min(from, to), Math.max(from, to)]].sort((a, b) => a[0] - b[0]);
  const joined = [];
  for (const [start, end] of all) {
    const last = joined.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.map(([start, end]) => `${start + 1}-${end + 1}`).join(",");
}

/**
 * Marking on the element that has the text, of which each character's element says its place as `data-k`. Returns
 * {mark()}: a span begins or ends at the place where the reader is.
 *
 * @param {Page} page
 * @param {HTMLElement} sheet
 */
export function brush(page, sheet) {
  // Where a span has begun; null where none has.
  let from = null;
  let isDragged = false;

  function end(to) {
    const { spans, label } = page.place();
    const known = label === SPANS ? spans : "";
    const start = from;
    from = null;
    page.go({ label: SPANS, spans: withSpan(known, start, to), lit: null, k: to });
  }
  function begin(k) {
    from = k;
    page.go({ lit: lit(k, k), k });
  }
  function lit(a, b) {
    const found = new Uint8Array(page.source.count);
    return found.fill(1, Math.min(a, b), Math.max(a, b) + 1);
  }

  sheet.addEventListener("pointerdown", (event) => {
    const k = placeUnder(sheet, event);
    if (!page.place().brushing || k === null) return;
    event.preventDefault();
    isDragged = false;
    if (from === null) begin(k);
    else end(k);
  });
  sheet.addEventListener("pointermove", (event) => {
    if (!page.place().brushing || from === null || event.buttons !== 1) return;
    const k = placeUnder(sheet, event);
    if (k === null || k === from) return;
    isDragged = true;
    page.go({ lit: lit(from, k) });
  });
  sheet.addEventListener("pointerup", (event) => {
    const k = placeUnder(sheet, event);
    if (!page.place().brushing || from === null || !isDragged || k === null) return;
    end(k);
  });
  return {
    /** Forget a span that has only begun. */
    cancel() {
      from = null;
    },
    mark() {
      const { k } = page.place();
      if (from === null) {
        page.go({ brushing: true });
        begin(k);
      } else end(k);
    },
  };
}

/** The place under the pointer; null beside the text. A captured pointer says nothing of what is under it. */
function placeUnder(sheet, { clientX, clientY }) {
  const root = /** @type {Document | ShadowRoot} */ (sheet.getRootNode());
  const cell = root.elementFromPoint(clientX, clientY)?.closest("[data-k]");
  return cell instanceof HTMLElement ? Number(cell.dataset.k) : null;
}
