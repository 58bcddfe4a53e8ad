// What a style paints around an element: its ground, its edges, its outline.

import { painted } from "./ink.js";
import { element, rounded } from "./markup.js";
import { rounding } from "./sheet.js";

const SIDES = ["Top", "Right", "Bottom", "Left"];
const ROUND_CORNERS = ["TopLeft", "TopRight", "BottomRight", "BottomLeft"];
const DASHES = { dashed: 3, dotted: 1 };
// Directions of a gradient as the ends of a line in a box of one by one.
const DIRECTIONS = {
  "to right": [0, 0, 1, 0],
  "to left": [1, 0, 0, 0],
  "to top": [0, 1, 0, 0],
  "to bottom right": [0, 0, 1, 1],
};
const DOWN = [0, 0, 0, 1];

/** The markup of what is painted behind and around an element with this box on the page. */
export function boxMarkup(sheet, style, box, limit, hasFocus) {
  const place = { x: box.left - sheet.left, y: box.top - sheet.top, width: box.width, height: box.height };
  const parts = [groundOf(sheet, style, place), ...edgesOf(style, place), ...ringsOf(style, place, hasFocus)];
  const markup = parts.join("");
  return markup && sheet.reach(box, limit) ? markup : "";
}

function groundOf(sheet, style, { x, y, width, height }) {
  if (width <= 0 || height <= 0) return "";
  const gradient = colourRamp(sheet, style.backgroundImage);
  const fill = gradient ? { fill: gradient } : painted("fill", style.backgroundColor);
  if (fill.fill === "none") return "";
  if (style.clipPath.startsWith("polygon("))
    return element("polygon", { points: polygon(style, x, y, width, height), ...fill });
  return rounding(x, y, width, height, radii(style), fill);
}

function radii(style) {
  return ROUND_CORNERS.map((corner) => Number.parseFloat(style[`border${corner}Radius`]) || 0);
}

/** The corners of "polygon(12px 0px, 100% 50%)". */
function polygon({ clipPath }, x, y, width, height) {
  const length = (part, whole) =>
    part.endsWith("%") ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part);
  return clipPath
    .slice("polygon(".length, -1)
    .split(",")
    .map((pair) => {
      const [across, down] = pair.trim().split(/\s+/);
      return `${rounded(x + length(across, width))},${rounded(y + length(down, height))}`;
    })
    .join(" ");
}

/** A gradient from colour to colour along a line; null for what is none. */
function colourRamp(sheet, image) {
  if (!image.startsWith("linear-gradient(")) return null;
  const parts = image
    .slice("linear-gradient(".length, -1)
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim());
  const direction = DIRECTIONS[parts[0]];
  const named = direction || parts[0].startsWith("to ") || parts[0].endsWith("deg") ? parts.slice(1) : parts;
  const [x1, y1, x2, y2] = direction ?? DOWN;
  const stops = named.map((part, k) => {
    const [colour, place] = /^(.*?\)|\S+)\s*(.*)$/.exec(part).slice(1);
    const { fill, "fill-opacity": opacity = fill === "none" ? 0 : undefined } = painted("fill", colour);
    const offset = place ? Number.parseFloat(place) / 100 : k / (named.length - 1 || 1);
    return element("stop", { offset, "stop-color": fill === "none" ? "#ffffff" : fill, "stop-opacity": opacity });
  });
  return sheet.definition((id) => element("linearGradient", { id, x1, y1, x2, y2 }, ...stops));
}

function edgesOf(style, { x, y, width, height }) {
  const sides = SIDES.map((side) => ({
    width: Number.parseFloat(style[`border${side}Width`]),
    ink: painted("stroke", style[`border${side}Color`]),
    line: style[`border${side}Style`],
  })).map((side) => ({ ...side, isSeen: side.width > 0 && side.line !== "none" && Boolean(side.ink.stroke) }));
  const [first] = sides;
  const isSame = sides.every(
    (side) =>
      side.isSeen && side.width === first.width && side.ink.stroke === first.ink.stroke && side.line === first.line,
  );
  if (isSame) {
    const half = first.width / 2;
    const inner = radii(style).map((radius) => Math.max(0, radius - half));
    return [rounding(x + half, y + half, width - 2 * half, height - 2 * half, inner, strokeOf(first))];
  }
  const ends = [
    [x, y, x + width, y],
    [x + width, y, x + width, y + height],
    [x, y + height, x + width, y + height],
    [x, y, x, y + height],
  ];
  const inwards = [
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ];
  return sides.map((side, k) => {
    if (!side.isSeen) return "";
    const [dx, dy] = inwards[k].map((way) => (way * side.width) / 2);
    const [x1, y1, x2, y2] = ends[k];
    return element("line", { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy, ...strokeOf(side) });
  });
}

function strokeOf({ ink, width, line }) {
  const dash = DASHES[line] && DASHES[line] * width;
  return { fill: "none", ...ink, "stroke-width": width, "stroke-dasharray": dash && `${dash} ${dash}` };
}

/** A shadow without a blur, and an outline that marks something; that of the focus is for him alone who has it. */
function ringsOf(style, { x, y, width, height }, hasFocus) {
  const rings = [];
  const shadow = /^(rgba?\([^)]*\)) 0px 0px 0px ([\d.]+)px$/.exec(style.boxShadow);
  if (shadow) rings.push([Number(shadow[2]), 0, shadow[1]]);
  const isOutlined = !hasFocus && style.outlineStyle !== "none" && style.outlineStyle !== "auto";
  if (isOutlined)
    rings.push([Number.parseFloat(style.outlineWidth), Number.parseFloat(style.outlineOffset), style.outlineColor]);
  return rings.map(([wide, offset, colour]) => {
    const out = offset + wide / 2;
    const line = { fill: "none", ...painted("stroke", colour), "stroke-width": wide };
    const corners = radii(style).map((radius) => radius && radius + out);
    return wide > 0 ? rounding(x - out, y - out, width + 2 * out, height + 2 * out, corners, line) : "";
  });
}
