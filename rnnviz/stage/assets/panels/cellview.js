// The inside of the cell as a view.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide } from "../../../web/dom.js";
import { beginning, isBeginning } from "./beginning.js";
import { diagrams } from "./diagram.js";
import { diagramNeeds, textWidth } from "./geometry.js";

// Before scaling: the letters of what a phase means.
const LETTERS = 15;
// A drawing with much room is so many times as large.
const LARGEST = 1.35;

/**
 * The cell in a width and height.
 *
 * @param {Context} context
 */
export function cellView(context, width, height) {
  const { model, scale, isBack, narrow } = context;
  const needed = Math.max(...model.diagrams.map((one) => diagramNeeds(one.nodes))) * scale;
  // Going back, wires have numbers beside them, which need the room; a phone has none.
  const large = scale * (isBack || narrow ? 1 : Math.min(LARGEST, Math.max(1, height / needed)));
  const drawing = diagrams({ ...context, scale: large }, width, height);
  const start = isBack ? beginning(context, width, height) : null;
  const element = h("section", { class: "cell panel", style: `--s:${large}` }, drawing.element, start?.element);
  let meaning = "";

  /** @param {Place} place */
  function update(place) {
    meaning = fitting(model.phases[place.phase].meaning, narrow ? Infinity : width / (LETTERS * scale));
    const isStart = isBeginning(context, place);
    hide(drawing.element, isStart);
    if (start) hide(start.element, !isStart);
    if (isStart) start.update(place);
    else drawing.update(place);
  }
  return { element, update, words: () => meaning, partsOf: narrow || isBack ? null : drawing.partsOf };
}

/** Of what a phase means as many sentences as a line has room for, so that the drawing below it stays where it is. */
function fitting(meaning, room) {
  const sentences = meaning.split(/(?<=[.] |。)/);
  const fits = (count) => textWidth(sentences.slice(0, count).join(""), 1) <= room;
  const counts = Array.from({ length: sentences.length - 1 }, (_, k) => sentences.length - k);
  return sentences.slice(0, counts.find(fits) ?? 1).join("");
}
