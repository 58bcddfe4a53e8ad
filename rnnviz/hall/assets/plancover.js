// A view of the stage in a plan may ask the class before it shows its step: it covers that step and all that comes
// after it. A clicker alone then asks, shows the answer and goes on to the next question.

/** @import {KeptPlans} from "../plans.d.ts" */

import { planOf, withViews } from "./plans.js";

const PAGES_OF_STAGE = ["", "step"];

/**
 * The step, from 1, at which a view asks, or could ask: {t, asks}; null where it cannot, as on the way back, where
 * nothing is left to ask.
 *
 * @param {string} view
 */
export function coverAt(view) {
  const [name, asked = ""] = view.split("?");
  const said = new URLSearchParams(asked);
  if (!PAGES_OF_STAGE.includes(name) || said.get("way") === "back") return null;
  return { t: Number(said.get("t")) || 1, asks: Number(said.get("cover")) >= 1 };
}

/**
 * With view k asking at the step where it stands, or no longer.
 *
 * @param {KeptPlans} state
 * @param {number} k
 */
export function withCover(state, k) {
  const turn = (view) => {
    const { t, asks } = coverAt(view);
    const [name, asked = ""] = view.split("?");
    const rest = asked.split("&").filter((pair) => pair && !pair.startsWith("cover="));
    const pairs = asks ? rest : [...rest, `cover=${t}`];
    return pairs.length > 0 ? `${name}?${pairs.join("&")}` : name;
  };
  return withViews(
    state,
    planOf(state).views.map((one, at) => (at === k ? { ...one, view: turn(one.view) } : one)),
  );
}
