// A line of the text: a cell for each time step, coloured by a number, with room for a few words in it.

/** @import {Context} from "../../context.d.ts" */

import { h, set, write } from "../../../web/dom.js";

// A word in a cell of these widths is still read, before scaling; narrower cells are colours alone.
const LEGIBLE = { character: 13, number: 50, alike: 47 };
/** A step of a short text is this wide, before scaling. */
export const WIDEST_STEP = 70;

/**
 * A line over all steps of the model's text, each `step` wide. `update(cells)`, one for each step: {share, text, full,
 * isForemost}, or null for a ghost. share: of the end of the scale, from −1 to 1; null without a colour.
 *
 * @param {Context} context
 */
export function textLine(context, step, role = {}) {
  const { model } = context;
  const cells = Array.from({ length: model.sizes.T }, () => h("span", { class: "text-cell" }));
  const element = h(
    "div",
    { class: "text-line", style: `grid-template-columns:repeat(${cells.length},${step}px)`, ...role },
    ...cells,
  );
  const colours = cells.map(() => undefined);

  function update(given) {
    cells.forEach((cell, k) => {
      const { share = null, text = "", full = "", isForemost = false } = given[k] ?? {};
      const isGhost = given[k] === null;
      const colour = share === null ? "" : context.shareColour(share);
      if (colours[k] !== colour) {
        colours[k] = colour;
        cell.style.background = colour;
        cell.style.color = share === null ? "" : context.inkOn(share);
      }
      cell.classList.toggle("ghost", isGhost);
      cell.classList.toggle("foremost", isForemost);
      write(cell, text);
      set(cell, "data-full", full);
    });
  }
  return { element, update };
}

/** Whether a cell of a width holds any of a text's inputs, whether any number, and whether one that `alike` wrote. */
export function roomIn({ widestInput, scale }, step) {
  return {
    character: step >= LEGIBLE.character * widestInput * scale,
    number: step >= LEGIBLE.number * scale,
    alike: step >= LEGIBLE.alike * scale,
  };
}
