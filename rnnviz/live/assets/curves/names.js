// The names of the curves: each shows its own, or leaves them out.

import { h, set } from "../../../web/dom.js";
import { sampleOf } from "./dots.js";

/** Calls onChange(isByPointer) when others are shown. Returns {element, leftOut, update(entries)}. */
export function curveNames(strings, onChange) {
  const element = h("div", { class: "curve-names", role: "group", "aria-label": strings.curveNames });
  /** By their names in the list. @type {Set<string>} */
  const leftOut = new Set();
  let told = "";

  element.addEventListener("click", (event) => {
    const name = /** @type {HTMLElement} */ (event.target).closest("[data-entry]")?.getAttribute("data-entry");
    if (!name) return;
    if (event.detail > 1) toggleAlone(name);
    else if (!leftOut.delete(name)) leftOut.add(name);
    onChange(event.detail > 0);
  });

  /** Twice, a name shows its curves alone, or all again. */
  function toggleAlone(name) {
    const others = entriesNow().filter((one) => one !== name);
    const isAlone = !leftOut.has(name) && others.every((one) => leftOut.has(one));
    leftOut.clear();
    if (!isAlone) for (const one of others) leftOut.add(one);
  }
  const entriesNow = () => [...element.children].map((one) => one.getAttribute("data-entry"));

  function update(entries) {
    const next = JSON.stringify(entries);
    if (next !== told) {
      told = next;
      const button = ({ entry, title, look, dots }) =>
        h("button", { type: "button", class: "curve-name", "data-entry": entry }, sampleOf(look, dots), title);
      element.replaceChildren(...entries.map(button));
    }
    for (const one of element.children) set(one, "aria-pressed", String(!leftOut.has(one.getAttribute("data-entry"))));
  }
  return { element, leftOut, update };
}
