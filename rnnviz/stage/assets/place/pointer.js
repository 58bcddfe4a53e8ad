// Clicks on numbers, and the number under the pointer.

import { colon } from "../../../web/punctuation.js";
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
  // What is clicked, before the click has moved the cursor and another step stands in its place.
  let clicked = { input: null, edited: null };
  const note = (event) => {
    const at = (name) => event.target.closest(`[data-${name}]`)?.dataset[name] ?? null;
    clicked = { input: at("input"), edited: at("edit") };
  };
  view.root.addEventListener("click", note, { capture: true });
  view.root.addEventListener("click", (event) => {
    const strip = stripOf(event.target);
    if (strip && event.target.closest(".diagram")) {
      const unit = strip.unitAt(event);
      const isOutput = isOfOutput(strip.model.quantity(strip.name));
      if (view.notes.isFirstTap(event)) at.go(isOutput ? { choice: unit } : { unit });
      else openSum(at, strip, unit);
    }
    const { input, edited } = clicked;
    if (!event.target.closest("button, select, input, dialog, form")) view.focus();
    if (input !== null && at.outline.tracks[at.place.track].changes) {
      commands.edit({ kind: "input", t: Number(input) });
    }
    if (edited !== null) commands.edit(JSON.parse(edited));
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
  const quantity = model.quantity(map.dataset.map);
  const { notYet } = model.strings;
  return visible(place, quantity, t) ? describe(quantity.name, t, unit) : `${quantity.title}${colon()}${notYet}`;
}
