// What a network predicts at a step, in a few signs: the character, its probability, right or wrong.

import { s, set, write } from "../../web/dom.js";
import { short } from "../../web/numbers.js";

/** Writes the prediction of step t into an SVG text, or "?" for one not made yet. Returns whether that changed it. */
export function writeVerdict(text, model, t, isMade, unit) {
  const best = model.likeliest[t][0];
  const verdict = model.targets === null ? "" : best === model.targets[t] ? "✓" : "✗";
  const [character, p] = [model.labels[best], isMade ? short(model.value("Y_hat", t, best)) : ""];
  const whole = isMade ? `${character}${p}${verdict}` : "?";
  if (text.textContent === whole) return false;
  if (!isMade) text.replaceChildren("?");
  else {
    if (text.children.length === 0) {
      text.replaceChildren(
        s("tspan"),
        s("tspan", { class: "small muted", dx: 5 * unit }),
        s("tspan", { dx: 4 * unit }),
      );
    }
    const [what, howLikely, how] = text.children;
    write(what, character);
    write(howLikely, p);
    write(how, verdict);
    set(how, "class", verdict === "✓" ? "right" : "wrong");
  }
  return true;
}
