// The Units page read as tables.

/** @import {Page, Panel} from "../units.d.ts" */

import { showTable } from "../../../web/table.js";
import { secondOf } from "./place.js";
import { unitWords } from "./symbols.js";
import { valuesOffer } from "./tables.js";

/** The chosen unit, and the one whose line stands below the text: their values and the ends of their scales. */
export async function unitsHere(page) {
  const place = page.place();
  const second = secondOf(place);
  const chosen = [{ quantity: place.quantity, unit: place.unit }, ...(second ? [second] : [])];
  const found = await Promise.all(
    chosen.map(async ({ quantity, unit }) => {
      const { high, isSigned } = page.quantity(quantity);
      const scale = { low: isSigned ? -high : 0, high };
      return { name: unitWords(quantity, unit), values: await page.values(quantity, unit), scale };
    }),
  );
  return found.filter(({ values }) => values !== null);
}

/**
 * What is drawn in `root` as tables, that of the panel which has the focus first.
 *
 * @param {HTMLElement} root
 * @param {Page} page
 * @param {Pick<Panel, "element" | "tables" | "parts">[]} panels
 * @param {() => boolean} isOver whether nobody waits for it any more
 */
export async function showTables(root, page, panels, isOver) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const single = panels.flatMap((panel) => panel.parts ?? [panel]);
  const own = single.find(({ element }) => element.contains(activeElement))?.tables?.() ?? [];
  const others = single.flatMap((panel) => panel.tables?.() ?? []);
  const units = await unitsHere(page);
  const offers = [...(units.length > 0 ? [valuesOffer(page, units)] : []), ...others];
  if (isOver() || offers.length === 0) return;
  const { quantity, unit } = page.place();
  const fileName = (name) => `rnnviz-units-${quantity}${unit + 1}-${name}`;
  showTable(root, page.strings, { offers, chosen: own[0]?.name ?? "values", fileName });
}
