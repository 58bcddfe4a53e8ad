// The number under the pointer, under a finger, or where the focus is, with all its digits.

import { stripOf } from "./strip.js";
import { tip } from "../../web/tip.js";

/**
 * Notes in `root` with the text of `textOf(target, event)`; focus and tap show them as a pointer does. Everything that
 * belongs to the same quantity, in diagram and equations, is marked with it. Returns {update, isFirstTap(event),
 * showTap(event), explain(element, text)}: `update` after every move; the first tap on a number shows it and does
 * nothing else; `explain` shows a sentence at an element.
 */
export function hover(root, textOf) {
  const note = tip(root);
  root.append(note.element);
  let last = "";

  function onPointer(event) {
    highlight(event.target.closest?.("[data-q]")?.dataset.q);
    showAt(event);
  }
  function showAt(event) {
    const text = textOf(event.target, event);
    if (text) note.show(text, event.clientX, event.clientY);
    else note.hide();
    return text;
  }
  function onLeave(event) {
    // Lifting a finger leaves the note in place.
    if (event.pointerType === "touch") return;
    note.hide();
    highlight();
  }
  function showFocused() {
    const element = root.getRootNode().activeElement;
    const text = element && root.contains(element) ? focusedText(element) : "";
    if (!text) {
      note.hide();
      return;
    }
    const box = element.getBoundingClientRect();
    note.show(text, box.left, box.bottom - 12);
  }
  /** Of a strip its chosen unit, of a line of the text its largest; of anything else all the numbers in it. */
  function focusedText(element) {
    if (!element.matches(":focus-visible")) return "";
    if (stripOf(element)) return element.getAttribute("aria-label");
    if (element.dataset.foremost) return element.dataset.foremost;
    if (!element.matches(".bar-line, .in-numbers")) return "";
    const numbers = [...element.querySelectorAll("[data-full]")].map((number) => number.dataset.full);
    return numbers.filter(Boolean).join("   ");
  }
  function isFirstTap(event) {
    return event.pointerType === "touch" && textOf(event.target, event) !== last;
  }
  function showTap(event) {
    last = event.pointerType === "touch" ? showAt(event) : "";
  }
  function explain(element, text) {
    const box = element.getBoundingClientRect();
    note.show(text, box.left, box.bottom - 12);
  }
  function highlight(name) {
    for (const element of root.querySelectorAll(".related")) {
      if (element.dataset.q !== name) element.classList.remove("related");
    }
    if (!name) return;
    for (const element of root.querySelectorAll(`[data-q="${CSS.escape(name)}"]`)) element.classList.add("related");
  }
  root.addEventListener("pointermove", onPointer);
  root.addEventListener("pointerleave", onLeave);
  root.addEventListener("focusin", showFocused);
  root.addEventListener("focusout", () => note.hide());
  return { update: showFocused, isFirstTap, showTap, explain };
}
