// Cells of one's own: what reads them, fetched when it is needed for the first time, and the box in which they are
// written.

/** @import {Own, StageData} from "../site.d.ts" */

import { h } from "../../web/dom.js";
import { drawBox } from "./writing.js";

// Characters of equations that can be mended.
const MOST_KEPT = 4000;

/**
 * own(): a promise of what reads them; null where it cannot be had. keep(text): equations of an address that do not fit
 * can be mended in the box. draw(panel, given): given: what the box shows, of what reads it.
 *
 * @param {StageData} data
 * @param {{text: string, begun: string, refused: string}} draft what stands in the box
 */
export function cellWriting(data, draft) {
  async function own() {
    try {
      const { ownModule, ownCells: told } = data;
      data.own ??= (await import(data.pathOf(ownModule))).ownCells(await data.fetched(told));
      return data.own;
    } catch (reason) {
      console.error(reason);
      return null;
    }
  }

  /** @param {string} text */
  function keep(text) {
    Object.assign(draft, { text: text.slice(0, MOST_KEPT), begun: "", refused: data.own.read(text).refused });
  }

  /**
   * @param {HTMLElement} panel
   * @param {(own: Own) => {shown: string, show: (equations: string) => string, source: (() => string) | null}} given
   */
  async function draw(panel, given) {
    panel.replaceChildren(h("p", { class: "small" }, "…"));
    const found = await own();
    if (found) drawBox(panel, found, { draft, ...given(found) });
    else panel.replaceChildren(h("p", { role: "alert" }, data.notFetched()));
  }
  return { own, keep, draw };
}
