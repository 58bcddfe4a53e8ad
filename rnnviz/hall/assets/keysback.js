// The keys go back to the page's view once something of the lecture has been used.

/** The stage of the page, or the view of a training; null where there is none. */
export function stageIn(root = document) {
  for (const element of root.querySelectorAll("*")) {
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
  else document.activeElement?.blur();
}
