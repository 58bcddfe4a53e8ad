// How much larger the page is shown than it is laid out: over the whole screen.

/**
 * Pixels of the window for one of the layout.
 *
 * @param {Element} element
 */
export const zoomOf = (element) => element.currentCSSZoom ?? 1;
