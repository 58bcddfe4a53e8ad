// A drawing of the page, copied with all that its style sheet says, so that it needs none.

import { painted } from "./ink.js";
import { fontOf, lettered, textMarkup } from "./letters.js";
import { element, rounded } from "./markup.js";

const GEOMETRY = {
  rect: ["x", "y", "width", "height"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  line: ["x1", "y1", "x2", "y2"],
};
const WRITTEN = { rect: ["rx", "ry"], path: ["d"], polyline: ["points"], polygon: ["points"] };
const SHAPES = new Set([...Object.keys(GEOMETRY), ...Object.keys(WRITTEN)]);
const GROUPS = new Set(["g", "a", "svg"]);
const LINE_ENDS = { "stroke-linecap": "butt", "stroke-linejoin": "miter" };

/** The markup of an svg element of the page. leaves(element): whether it is left out. */
export function drawingMarkup(sheet, svg, limit, isLeftOut) {
  const base = svg.getScreenCTM();
  if (!base) return "";
  const root = new DOMMatrix([1, 0, 0, 1, -sheet.left, -sheet.top]);
  return element(
    "g",
    { transform: matrixWords(root.multiply(base)) },
    ...childrenOf(sheet, svg, base, limit, isLeftOut),
  );
}

function childrenOf(sheet, parent, matrix, limit, isLeftOut) {
  return [...parent.children].map((child) => markupOf(sheet, child, matrix, limit, isLeftOut));
}

function markupOf(sheet, node, outer, limit, isLeftOut) {
  const style = getComputedStyle(node);
  const opacity = Number(style.opacity);
  if (style.display === "none" || opacity === 0 || isLeftOut(node)) return "";
  const own = style.transform === "none" && node.localName !== "svg" ? null : node.getScreenCTM?.();
  const local = own ? outer.inverse().multiply(own) : null;
  const markup = GROUPS.has(node.localName)
    ? childrenOf(sheet, node, own ?? outer, limit, isLeftOut).join("")
    : style.visibility === "hidden"
      ? ""
      : leafMarkup(sheet, node, style, limit);
  if (!markup) return "";
  const attributes = {
    transform: local && !local.isIdentity ? matrixWords(local) : undefined,
    opacity: opacity < 1 ? opacity : undefined,
    "clip-path": clipOf(sheet, node, style),
  };
  return Object.values(attributes).some((value) => value !== undefined) ? element("g", attributes, markup) : markup;
}

function leafMarkup(sheet, node, style, limit) {
  const kind = node.localName;
  if (kind === "text") return textOfDrawing(sheet, node, style, limit);
  if (!SHAPES.has(kind)) return "";
  const ink = inkOfShape(style);
  if (ink.fill === "none" && !ink.stroke) return "";
  const box = node.getBoundingClientRect();
  // A straight line has no height, and is seen all the same.
  const half = ink.stroke ? ink["stroke-width"] / 2 : 0;
  const seen = { left: box.left - half, top: box.top - half, right: box.right + half, bottom: box.bottom + half };
  if (!sheet.reach(seen, limit)) return "";
  const place = Object.fromEntries((GEOMETRY[kind] ?? []).map((name) => [name, node[name].baseVal.value]));
  for (const name of WRITTEN[kind] ?? []) place[name] = node.getAttribute(name) ?? undefined;
  return element(kind, { ...place, ...ink });
}

function inkOfShape(style) {
  const fill = painted("fill", style.fill, Number(style.fillOpacity));
  const width = Number.parseFloat(style.strokeWidth);
  const stroke = width > 0 ? painted("stroke", style.stroke, Number(style.strokeOpacity)) : {};
  if (!stroke.stroke) return fill;
  const lines = Object.entries(LINE_ENDS).map(([name, usual]) => {
    const value = style.getPropertyValue(name);
    return [name, value === usual ? undefined : value];
  });
  const dashes = style.strokeDasharray === "none" ? undefined : style.strokeDasharray.replaceAll("px", "");
  return { ...fill, ...stroke, "stroke-width": width, "stroke-dasharray": dashes, ...Object.fromEntries(lines) };
}

function clipOf(sheet, node, style) {
  const id = /url\("?#([^")]+)"?\)/.exec(style.clipPath)?.[1];
  const path = id && node.getRootNode().querySelector(`#${CSS.escape(id)}`);
  if (!path) return undefined;
  const shapes = [...path.children].map((shape) => {
    const place = (GEOMETRY[shape.localName] ?? []).map((name) => [name, shape[name].baseVal.value]);
    const written = (WRITTEN[shape.localName] ?? []).map((name) => [name, shape.getAttribute(name) ?? undefined]);
    return element(shape.localName, Object.fromEntries([...place, ...written]));
  });
  return sheet.definition((own) => element("clipPath", { id: own }, ...shapes));
}

/** A text with a halo is drawn twice, as not every program can paint a stroke behind what it fills. */
function textOfDrawing(sheet, node, style, limit) {
  if (!node.textContent.trim() || !sheet.reach(node.getBoundingClientRect(), limit)) return "";
  const write = node.children.length > 0 ? partsOfText(sheet, node, limit) : (inkFor) => oneText(node, style, inkFor);
  const hasHalo = style.paintOrder.startsWith("stroke") && style.stroke !== "none";
  return (hasHalo ? write(haloOf) : "") + write(fillOf);
}

const fillOf = (style) => painted("fill", style.fill, Number(style.fillOpacity));

function haloOf(style) {
  const width = Number.parseFloat(style.strokeWidth);
  return { fill: "none", ...painted("stroke", style.stroke), "stroke-width": width, "stroke-linejoin": "round" };
}

function oneText(node, style, inkFor) {
  const isKept = style.whiteSpaceCollapse === "preserve" || /\u00a0/.test(node.textContent);
  const attributes = {
    ...standOf(node, style),
    "text-anchor": style.textAnchor === "start" ? undefined : style.textAnchor,
    ...fontOf(style),
    ...inkFor(style),
    "text-decoration": style.textDecorationLine === "none" ? undefined : style.textDecorationLine,
    direction: style.direction === "rtl" ? "rtl" : undefined,
    "xml:space": isKept ? "preserve" : undefined,
  };
  return element("text", attributes, lettered(node.textContent, style));
}

/** Each part of a text where it stands: programs differ in how they set parts behind one another. */
function partsOfText(sheet, node, limit) {
  const { a, b, e, f } = node.getScreenCTM();
  if (Math.abs(a - 1) > 1e-3 || Math.abs(b) > 1e-3) {
    return (inkFor) => oneText(node, getComputedStyle(node), inkFor);
  }
  const local = { left: e, top: f, reach: sheet.reach };
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return (inkFor) => {
    let from = null;
    const parts = texts.map((text) => {
      // Where a sign without a width ends its part, Chromium may count the next sign's width as its own.
      if (/^\u200b+$/.test(text.data)) {
        from = wideStart(text);
        return "";
      }
      const start = from;
      from = null;
      const parent = text.parentElement;
      const style = getComputedStyle(parent);
      if (style.display === "none" || style.visibility === "hidden") return "";
      const line = style.textDecorationLine;
      const decoration = line === "none" ? undefined : line;
      const ink = inkFor(style);
      return textMarkup(local, text, {
        parent,
        style,
        ink,
        decoration,
        limit,
        cut: Number.POSITIVE_INFINITY,
        from: start,
      });
    });
    return parts.join("");
  };
}

function wideStart(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, width } = range.getBoundingClientRect();
  return width > 0.5 ? left : null;
}

/** Where a text stands; lengths in the letters' size become pixels. */
function standOf(node, style) {
  const size = Number.parseFloat(style.fontSize);
  const pixels = (part) => (part.endsWith("em") ? String(rounded(Number.parseFloat(part) * size)) : part);
  const names = ["x", "y", "dx", "dy"].filter((name) => node.hasAttribute(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      node
        .getAttribute(name)
        .trim()
        .split(/[\s,]+/)
        .map(pixels)
        .join(" "),
    ]),
  );
}

function matrixWords({ a, b, c, d, e, f }) {
  const exact = [a, b, c, d].map((part) => Math.round(part * 1e5) / 1e5);
  if (exact.join() === "1,0,0,1") return `translate(${rounded(e)} ${rounded(f)})`;
  return `matrix(${[...exact, rounded(e), rounded(f)].join(" ")})`;
}
