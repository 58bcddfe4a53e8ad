// The number under the pointer, under a finger, or where the focus is: in three digits, and in all of them on demand.

import { inShort } from "../../../web/numbers.js";
import { tip } from "../../../web/tip.js";
import { stripOf } from "../panels/strip.js";

/**
 * Notes in `root` with the text of `textOf(target, event)`; focus and tap show them as a pointer does. Everything that
 * belongs to the same quantity, in diagram and equations, is marked with it. Returns {update, isFirstTap(event),
 * showTap(event), explain(element, text), hide, stop}: `update` after every move; the first tap on a number shows it
 * and does nothing else; `explain` shows a sentence at an element. A number has three digits; while Shift is held, or
 * after a tap on the note, all of them. strings(): the words of the stage.
 */
export function hover(root, textOf, strings) {
  const note = tip(root);
  root.append(note.element);
  let last = "";
  // What the note says, and where; whether a tap has asked for all digits.
  let said = { text: "", x: 0, y: 0, isTouched: false };
  let isWhole = false;

  /** isWithShift: whether the key is held that asks for all digits. */
  function tell(text, x, y, { isTouched = false, isWithShift = false } = {}) {
    said = { text, x, y, isTouched };
    const brief = inShort(text);
    const isLonger = brief !== text;
    note.element.classList.toggle("touched", isTouched && isLonger);
    const isAll = isWhole || isWithShift;
    const { digitsTap, digitsShift } = strings();
    note.show(isAll ? text : brief, x, y, isLonger && !isAll ? (isTouched ? digitsTap : digitsShift) : "");
  }
  function onShift({ key, type }) {
    if (key !== "Shift" || note.element.hidden) return;
    tell(said.text, said.x, said.y, { ...said, isWithShift: type === "keydown" });
  }
  function onNote(event) {
    event.stopPropagation();
    isWhole = !isWhole;
    tell(said.text, said.x, said.y, said);
  }

  function onPointer(event) {
    if (note.element.contains(event.target)) return;
    highlight(event.target.closest?.("[data-q]")?.dataset.q);
    showAt(event);
  }
  function showAt(event) {
    const text = textOf(event.target, event);
    const how = { isTouched: event.pointerType === "touch", isWithShift: event.shiftKey };
    if (text) tell(text, event.clientX, event.clientY, how);
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
    tell(text, box.left, box.bottom - 12);
  }
  /** Of a strip its chosen unit, of a line of the text its largest; of anything else all the numbers in it. */
  function focusedText(element) {
    if (!element.matches(":focus-visible")) return "";
    const strip = stripOf(element);
    if (strip) return strip.text(strip.chosen());
    if (element.dataset.foremost) return element.dataset.foremost;
    if (element.dataset.full) return element.dataset.full;
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
  document.addEventListener("keydown", onShift);
  document.addEventListener("keyup", onShift);
  note.element.addEventListener("click", onNote);
  function stop() {
    document.removeEventListener("keydown", onShift);
    document.removeEventListener("keyup", onShift);
  }
  return { update: showFocused, isFirstTap, showTap, explain, hide: note.hide, stop };
}
