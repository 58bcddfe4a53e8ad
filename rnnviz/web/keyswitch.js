// Whether keys of one character act: whoever dictates, or presses keys by mistake, turns them off (WCAG 2.2, 2.1.4).

import { h } from "./dom.js";

const KEPT = "rnnviz single keys";
const OFF = "off";
const MARK = "data-single-key";

/** Whether letters, digits and signs do nothing; arrows, blanks and keys with a name always act. */
export function singleKeysAreOff() {
  const kept = globalThis.document?.documentElement.dataset.singleKeys ?? recalled();
  return kept === OFF;
}

/** The switch with its words, for a help; every view of this browser follows it, and visits to come. */
export function keySwitch(strings) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  box.checked = !singleKeysAreOff();
  box.addEventListener("change", () => {
    keep(box.checked ? "on" : OFF);
    /** @type {Document | ShadowRoot} */ (box.getRootNode()).querySelectorAll(`[${MARK}]`).forEach(reachByTab);
  });
  // The space bar is the box's here, and not the view's.
  box.addEventListener("keydown", (event) => event.key === " " && event.stopPropagation());
  const label = h("label", {}, box, " ", strings.singleKeys);
  return h("p", { class: "single-keys" }, label, h("br", {}), h("small", {}, strings.singleKeysHint));
}

/** A button that a single key presses too, so that Tab need not stop there unless such keys are off; returns it. */
export function besideKey(button) {
  button.setAttribute(MARK, "");
  reachByTab(button);
  return button;
}

function reachByTab(button) {
  button.tabIndex = singleKeysAreOff() ? 0 : -1;
}

/** What this browser keeps; one that keeps nothing, such as a frame without storage, knows it until it is left. */
function recalled() {
  try {
    return globalThis.localStorage?.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(state) {
  document.documentElement.dataset.singleKeys = state;
  try {
    localStorage.setItem(KEPT, state);
  } catch {
    // Then it holds for this page alone.
  }
}
