// In a notebook below a widget: what is shown in the widget's place where the notebook is opened again without Python.

import { tellFrames } from "./aroundframes.js";

// An output among those of a cell, in JupyterLab, Notebook 7 and what nbconvert writes; what a widget is drawn in,
// which has words in it only where there is no widget; and what our widgets are drawn in.
const OUTPUT = ".jp-OutputArea-child";
const WIDGET = ".jupyter-widgets";
const OWN = "[data-lm-suppress-shortcuts]";

/**
 * Puts the page in the template of the element with this id into the place of the output before it, once that says that
 * it has no widget.
 */
export function standIn(id) {
  const element = document.getElementById(id);
  /** @type {HTMLElement | null} */
  const output = element?.closest(OUTPUT);
  const before = /** @type {HTMLElement | null} */ (output?.previousElementSibling);
  if (!before) return;
  output.style.display = "none";
  const observer = new MutationObserver(look);
  observer.observe(before, { childList: true, subtree: true, characterData: true });
  look();

  function look() {
    const words = before.querySelector(WIDGET)?.textContent.trim();
    if (!words || before.querySelector(OWN)) return;
    observer.disconnect();
    before.style.display = "none";
    output.style.display = "";
    element.replaceChildren(element.querySelector("template").content.cloneNode(true));
    tellFrames();
  }
}
