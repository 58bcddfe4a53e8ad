// The keys go back to the page's view once something of the lecture has been used.

/**
 * The stage of the page, or the view of a training; null where there is none.
 *
 * @param {Document | ShadowRoot} [root]
 * @returns {HTMLElement | null}
 */
export function stageIn(root = document) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("*"))) {
    if (element.matches(".stage")) return element;
    const found = element.shadowRoot && stageIn(element.shadowRoot);
    if (found) return found;
  }
  return null;
}

/** A page without a stage has its keys while nothing has the focus. */
export function giveKeysBack() {
  const view = stageIn();
  if (view) view.focus({ preventScroll: true });
  else loseFocus();
}

/** Whatever has the focus has it no longer. */
export function loseFocus() {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement || activeElement instanceof SVGElement) activeElement.blur();
}
