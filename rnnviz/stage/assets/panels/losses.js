// The losses under the predictions, on the way back: which of them L is the mean of.

/** @import {Place} from "../../place.d.ts" */

import { s, set, write } from "../../../web/dom.js";
import { brief, fill, full } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { isSource } from "../place/cursor.js";

// About how wide a digit is; measuring would cost a layout.
const LETTER = 7.6;
// It has to stand beside the arrow.
const DIGITS = 2;

/**
 * A step's loss under its prediction, as a switch: whether the backward pass starts from it. It ends at `right`, or
 * begins at the left edge where that is too near, below `top`.
 */
export function lossSource({ forward, strings }, act, { right, top, unit }) {
  const text = s("text", { class: "step-loss number", y: top + 13.5 * unit });
  const hit = s("rect", { class: "loss-box", y: top + 0.5 * unit, height: 18 * unit, rx: 5 * unit });
  const element = s("g", { class: "loss-source", role: "button", tabindex: "-1" }, hit, text);
  let step = 0;
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    act({ do: "loss", t: step });
  });
  /** @param {Place} place */
  function update(place, t) {
    step = t;
    const isOn = isSource(place, t);
    const loss = forward.value("loss", t, 0);
    const mark = `${isOn ? "●" : "○"} ${brief(Number(loss.toPrecision(DIGITS)))}`;
    if (write(text, mark)) {
      const width = (mark.length * LETTER + 11) * unit;
      const left = Math.max(1, right - width);
      set(hit, "x", left);
      set(hit, "width", width);
      set(text, "x", left + width - 3 * unit);
    }
    set(element, "aria-pressed", isOn);
    const said = place.losses === null ? strings.lossAlone : isOn ? strings.lossTaken : strings.lossLeft;
    const words = fill(said, { t: t + 1, loss: full(loss) });
    set(element, "aria-label", `${mark}${colon()}${words}`);
    for (const one of [hit, text]) set(one, "data-full", words);
  }
  return { element, update };
}
