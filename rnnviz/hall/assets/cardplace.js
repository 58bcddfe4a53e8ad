// Where one is in a card that is drawn anew.

/** Returns a function that puts the focus, the selection and the scrolling of a card where they are now. */
export function placeIn(card) {
  const focused = card.getRootNode().activeElement;
  const key = card.contains(focused) ? focused.dataset.key : undefined;
  // A field for a number has no selection.
  const isText = key !== undefined && Number.isInteger(focused.selectionStart);
  const selection = isText ? [focused.selectionStart, focused.selectionEnd] : null;
  const scrollTop = card.querySelector(".stops")?.scrollTop ?? 0;
  return () => {
    const list = card.querySelector(".stops");
    if (list) list.scrollTop = scrollTop;
    const found = key && card.querySelector(`[data-key="${key}"]`);
    if (!found) return;
    found.focus({ preventScroll: true });
    if (selection) found.setSelectionRange(...selection);
  };
}
