// What of the page a picture can show: what lies in the window, or one panel.

/** @import {Page} from "../units.d.ts" */

import { fill } from "../../../web/numbers.js";
import { unitWords } from "./symbols.js";

const LEFT_OUT =
  "style, .tip, .announcement, .unseen, .hint, button.key, select, input, .map-view, dialog, .picture-key";

/**
 * The view that pictures are taken of, as the module of the pictures wants it.
 *
 * @param {HTMLElement} root
 * @param {Page} page
 * @param {() => void} recolour
 */
export function unitsMotifs(root, page, recolour) {
  const { strings, source } = page;
  /** @returns {HTMLElement[]} */
  const panels = () => [...root.querySelectorAll(".panel")].filter(isSeen);

  function parts() {
    const own = panels().map((panel, k) => ({ name: String(k + 1), title: titleOf(panel, strings) }));
    return [{ name: "whole", title: strings.pictureWhole }, ...own];
  }
  function subject(part) {
    const element = part === "whole" ? root.querySelector(".units-upper") : panels()[Number(part) - 1];
    const { quantity, unit } = page.place();
    const net = fill(strings.netTitle, { cell: source.cell, units: page.quantity(quantity).units });
    const line = [net, source.name, unitWords(quantity, unit)].filter(Boolean).join(" · ");
    return { elements: [element], equations: [], lines: [line], title: `rnnviz: ${line}`, link: location.href };
  }
  return {
    root,
    leftOut: LEFT_OUT,
    recolour,
    parts,
    subject,
    fileName: (part) => `rnnviz-units-${part === "whole" ? unitWords(page.place().quantity, page.place().unit) : part}`,
    strings,
  };
}

/** @returns {one is HTMLElement} */
const isSeen = (one) => one instanceof HTMLElement && one.getClientRects().length > 0;

function titleOf(panel, strings) {
  const heading = panel.querySelector("h2");
  return heading?.firstChild?.textContent || strings.picture;
}
