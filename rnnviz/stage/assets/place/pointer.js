// Clicks on numbers, and the number under the pointer.

import { isOfOutput } from "../model/model.js";
import { visible } from "./cursor.js";
import { stripOf } from "../panels/strip.js";

/** Go to where a number of a strip was made, and take it apart there. */
export function openSum(at, { model, name, before }, unit) {
  const t = before ? model.stepBefore(name, at.place.t) : at.place.t;
  const isOutput = isOfOutput(model.quantity(name));
  if (t === null) at.go({ unit });
  else at.go({ t, phase: model.phaseOf(name), view: "sum", ...(isOutput ? { choice: unit } : { unit }) });
}

/**
 * Clicks on strips in `view` move the cursor; a first tap only shows the number. A click on a character of the input
 * opens the choice of another one, a click on a weight's bar the field for its number.
 */
export function pointer({ at, view, commands }) {
  view.root.addEventListener("click", (event) => {
    const strip = stripOf(event.target);
    if (strip && event.target.closest(".diagram")) {
      const unit = strip.unitAt(event);
      const isOutput = isOfOutput(strip.model.quantity(strip.name));
      if (view.notes.isFirstTap(event)) at.go(isOutput ? { choice: unit } : { unit });
      else openSum(at, strip, unit);
    }
    const input = event.target.closest("[data-input]");
    if (!event.target.closest("button, select, input, dialog, form")) view.focus();
    if (input && at.outline.tracks[at.place.track].changes) {
      commands.edit({ kind: "input", t: Number(input.dataset.input) });
    }
    const edited = event.target.closest("[data-edit]");
    if (edited) commands.edit(JSON.parse(edited.dataset.edit));
    view.notes.showTap(event);
  });
  // A list that a pointer has opened gives the keys back with its choice; those in a form wait for the rest of it.
  let isPressed = false;
  view.root.addEventListener("pointerdown", () => (isPressed = true));
  view.root.addEventListener("keydown", (event) => event.key === "Tab" && (isPressed = false));
  view.root.addEventListener("change", ({ target }) => {
    if (isPressed && target.matches("select") && !target.closest("form")) view.focus();
  });
}

/** The number under a pointer with all its digits; "" where there is none. locate: the panels' own. */
export function noteAt({ model, describe }, place, locate, target, event) {
  const exact = target.closest?.("[data-full]");
  if (exact?.dataset.full) return exact.dataset.full;
  const strip = stripOf(target);
  if (strip) return strip.text(strip.unitAt(event));
  const map = target.closest?.("[data-map]");
  if (!map || map.matches(".is-dragged") || target.closest("[data-grip]")) return "";
  const { t, unit } = locate(map, event);
  const name = map.dataset.map;
  return visible(place, model.quantity(name), t) ? describe(name, t, unit) : model.strings.notYet;
}
