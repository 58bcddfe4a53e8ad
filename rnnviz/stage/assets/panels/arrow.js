// A wire with its head. The head is a shape of its own: not every browser's markers take the colour of their line.

import { s } from "../../../web/dom.js";
import { roundedPath } from "./geometry.js";

const HEAD = { length: 8, half: 4, beyond: 1 };

/** The path of a wire through points, its corners rounded. */
export function wirePath(points, scale) {
  return roundedPath(points, 8 * scale);
}

/** A wire through points, with a head at the last one; its classes are set on the group, which both parts follow. */
export function arrow(hue, points, scale) {
  const line = s("path", { d: wirePath(points, scale) });
  return s("g", { class: `wire hue-${hue}` }, line, s("path", { class: "head", d: headPath(points, scale) }));
}

function headPath(points, scale) {
  const [[u, v], [x, y]] = points.slice(-2);
  const distance = Math.hypot(x - u, y - v) || 1;
  const [dx, dy] = [((x - u) * scale) / distance, ((y - v) * scale) / distance];
  const at = (along, across) => `${round(x + dx * along - dy * across)} ${round(y + dy * along + dx * across)}`;
  const foot = HEAD.beyond - HEAD.length;
  return `M${at(HEAD.beyond, 0)}L${at(foot, HEAD.half)}L${at(foot, -HEAD.half)}Z`;
}

function round(number) {
  return Math.round(number * 10) / 10;
}
