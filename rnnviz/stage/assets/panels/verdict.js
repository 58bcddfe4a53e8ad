// What a network predicts at a step, in a few signs: the character, its probability, right or wrong.

/** @import {AnyModel} from "../../model.d.ts" */

import { s } from "../../../web/dom.js";
import { short } from "../../../web/numbers.js";

/**
 * Writes the prediction of step t into an SVG text, or "?" for one not made yet; before one that was changed by hand,
 * what it was. Returns whether that changed the text.
 *
 * @param {AnyModel} model
 */
export function writeVerdict(text, model, t, isMade, unit) {
  const best = model.likeliest[t][0];
  const verdict = model.targets === null ? "" : best === model.targets[t] ? "✓" : "✗";
  const [character, p] = [model.labels[best], isMade ? short(model.value("Y_hat", t, best)) : ""];
  const first = model.effect ? model.original.likeliest[t][0] : best;
  const was = first === best ? "" : model.labels[first];
  const whole = isMade ? `${was}${character}${p}${verdict}` : "?";
  if (text.textContent === whole) return false;
  text.replaceChildren(
    ...(isMade
      ? [
          ...(was ? [s("tspan", { class: "small muted was" }, was)] : []),
          s("tspan", { class: "made", ...(was ? { dx: 4 * unit } : {}) }, character),
          s("tspan", { class: "small muted", dx: 5 * unit }, p),
          s("tspan", { class: verdict === "✓" ? "right" : "wrong", dx: 4 * unit }, verdict),
        ]
      : ["?"]),
  );
  return true;
}
