// A place of a page that a resize does not move: what of its text goes on there, or begins next.

// Pixels by which a layout that is the same may differ.
const SAME = 2;
// What stays in sight while a page is scrolled is at no place of it.
const STAYS = ["sticky", "fixed"];

/**
 * share: how much of the element is above. gap: the pixels above it, where it begins next. pixels: how far the page was
 * scrolled.
 *
 * @typedef {{element: Element, share: number, gap: number, pixels: number}} Landmark
 */

/**
 * The place at a height of the window, in pixels, of what a scroller shows.
 *
 * @param {Element} scroller
 * @param {number} y
 * @returns {Landmark}
 */
export function landmark(scroller, y) {
  const pixels = scroller.scrollTop;
  let element = scroller;
  for (let next = element; next; next = throughAt(element, y)) element = next;
  const [below] = partsOf(element)
    .filter((one) => one.getBoundingClientRect().top > y)
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
  if (below) return { element: below, share: 0, gap: below.getBoundingClientRect().top - y, pixels };
  const { top, height } = element.getBoundingClientRect();
  return { element, share: height > 0 ? (y - top) / height : 0, gap: 0, pixels };
}

/**
 * How far a scroller is scrolled when a place is at a height of the window, in pixels.
 *
 * @param {Landmark} place
 * @param {Element} scroller
 * @param {number} y
 */
export function placeOf({ element, share, gap, pixels }, scroller, y) {
  // The scroller itself stands still, and what is gone has no place.
  if (element === scroller || !element.isConnected) return pixels;
  const { top, height } = element.getBoundingClientRect();
  const found = scroller.scrollTop + top + share * height - gap - y;
  return Math.abs(found - pixels) <= SAME ? pixels : found;
}

/** The first part of an element that a height goes through: of columns, the one that is read first. */
function throughAt(element, y) {
  return partsOf(element).find((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top <= y && bottom > y;
  });
}

/** @param {Element} element @returns {Element[]} */
function partsOf(element) {
  return [...(element.shadowRoot ?? element).children].flatMap((one) => {
    const { display, position } = getComputedStyle(one);
    // What has no box of its own has those of its parts.
    if (display === "contents") return partsOf(one);
    return one.getClientRects().length > 0 && !STAYS.includes(position) ? [one] : [];
  });
}
