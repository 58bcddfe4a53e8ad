// The height, at the bottom of the window, that a lecturer's boards take; what fills the window ends above them.

export const DOCK_HEIGHT = "--dock";

/** In pixels; 0 where there are no boards. */
export function dockHeight() {
  return Number.parseFloat(document.documentElement.style.getPropertyValue(DOCK_HEIGHT)) || 0;
}
