// The height, at the bottom of the window, that a lecturer's boards or a question take; what fills the window ends
// above them.

const HEIGHT = "--dock";

/** The page ends above an element at the bottom of the window; it hears of it as of a window of another height. */
export function endAbove(element) {
  const page = document.documentElement;
  const height = `${Math.ceil(element.getBoundingClientRect().height)}px`;
  if (page.style.getPropertyValue(HEIGHT) === height) return;
  page.style.setProperty(HEIGHT, height);
  dispatchEvent(new Event("resize"));
}

/** In pixels; 0 where there are no boards. */
export function dockHeight() {
  return Number.parseFloat(document.documentElement.style.getPropertyValue(HEIGHT)) || 0;
}
