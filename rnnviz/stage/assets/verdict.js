// What a network predicts at a step, in a few signs: the character, its probability, right or wrong; struck out before
// it, what it predicted before a reader's changes, if that was another one.

import { s } from "../../web/dom.js";
import { short } from "../../web/numbers.js";

/** Writes the prediction of step t into an SVG text, or "?" for one not made yet. Returns whether that changed it. */
export function writeVerdict(text, model, t, isMade, unit) {
  const best = model.likeliest[t][0];
  const verdict = model.targets === null ? "" : best === model.targets[t] ? "✓" : "✗";
  const [character, p] = [model.labels[best], isMade ? short(model.value("Y_hat", t, best)) : ""];
  const before = model.original.likeliest[t][0];
  const other = before === best ? "" : model.labels[before];
  const whole = isMade ? `${other}${character}${p}${verdict}` : "?";
  if (text.textContent === whole) return false;
  text.replaceChildren(
    ...(isMade
      ? [
          ...(other ? [s("tspan", { class: "struck" }, other)] : []),
          s("tspan", { dx: other ? 5 * unit : 0 }, character),
          s("tspan", { class: "small muted", dx: 5 * unit }, p),
          s("tspan", { class: verdict === "✓" ? "right" : "wrong", dx: 4 * unit }, verdict),
        ]
      : ["?"]),
  );
  return true;
}
