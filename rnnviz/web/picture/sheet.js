// A sheet in the making: the markup of what is on the page, where it is there, and how far it reaches.

import { element, rounded } from "./markup.js";

/**
 * A sheet whose lengths are counted from (left, top) of the window. reach(box): something is drawn in a box of the
 * window. clipped(box, markup): markup of which only what lies in the box is seen. definition(make): puts
 * make(id) among the definitions, and returns its address.
 */
export function sheet(left, top, prefix) {
  const definitions = [];
  let bounds = null;

  /** limit: the part of the window beyond which nothing is seen, or null. */
  function reach(box, limit) {
    const within = limit ? crossing(box, limit) : edges(box);
    if (within === null) return false;
    bounds = bounds ? joining(bounds, within) : within;
    return true;
  }
  function definition(make) {
    const id = `${prefix}${definitions.length}`;
    definitions.push("");
    definitions[definitions.length - 1] = make(id);
    return `url(#${id})`;
  }
  function clipped({ left: x, top: y, right, bottom }, markup) {
    if (!markup) return "";
    const place = { x: x - left, y: y - top, width: right - x, height: bottom - y };
    const path = definition((id) => element("clipPath", { id }, element("rect", place)));
    return element("g", { "clip-path": path }, markup);
  }
  return {
    left,
    top,
    reach,
    definition,
    clipped,
    definitions: () => definitions.join(""),
    /** The part of the window that is drawn on, or null. */
    bounds: () => bounds,
  };
}

function edges({ left, top, right, bottom }) {
  return { left, top, right, bottom };
}

/** What two boxes share, or null. */
export function crossing(one, other) {
  const both = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return both.left < both.right && both.top < both.bottom ? both : null;
}

function joining(one, other) {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** The outline of a box whose corners are round, from the left above on, as a path; a rectangle where none is. */
export function rounding(x, y, width, height, corners, rest) {
  const most = Math.min(width, height) / 2;
  const [a, b, c, d] = corners.map((radius) => Math.min(radius, most));
  if (a === b && b === c && c === d) return element("rect", { x, y, width, height, rx: a || undefined, ...rest });
  const corner = (radius, toX, toY) => (radius ? `a${rounded(radius)} ${rounded(radius)} 0 0 1 ${toX} ${toY}` : "");
  const path = [
    `M${rounded(x + a)} ${rounded(y)}H${rounded(x + width - b)}`,
    corner(b, rounded(b), rounded(b)),
    `V${rounded(y + height - c)}`,
    corner(c, rounded(-c), rounded(c)),
    `H${rounded(x + d)}`,
    corner(d, rounded(-d), rounded(-d)),
    `V${rounded(y + a)}`,
    corner(a, rounded(a), rounded(-a)),
    "Z",
  ].join("");
  return element("path", { d: path, ...rest });
}
