// Text where it stands on the page, line by line, with its letters.

import { element, escaped } from "./markup.js";

const heights = new Map();
let ruler = null;
// A single letter of a formula stands in italics of its own; where the letters begin in Unicode.
/** @type {[first: string, last: string, code: number][]} */
const ITALICS = [
  ["A", "Z", 0x1d434],
  ["a", "z", 0x1d44e],
  ["Α", "Ω", 0x1d6e2],
  ["α", "ω", 0x1d6fc],
];
const ITALIC_ALONE = { h: "ℎ", "∂": "𝜕", ϵ: "𝜖", ϕ: "𝜙" };
// Lines whose tops are nearer than this are the same line, with letters of several sizes in it.
const SAME_LINE = 3;

// The page's own names for fonts of signs, which mean nothing elsewhere, and the fonts behind them; see `signs.py`.
const OWN_NAMES = /"(?:Chinese signs|Latin signs|Chinese letters)", /g;
const TRADITIONAL = '"PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", "Noto Sans TC", ';
const LATIN_SIGNS = "'Noto Sans', 'Liberation Sans', Arimo, 'DejaVu Sans', Arial, sans-serif";
const MATHEMATICAL = /([\u00b7\u2016\u2202\u221a]+)/;
const ALL_SIGNS = /([\u00b7\u2016\u2202\u221a\u2018-\u201f\u2026]+)/;

/** A text as markup, in which signs that a Chinese font would draw too wide have the fonts that the page gives them. */
export function lettered(text, { fontFamily }) {
  if (!fontFamily.includes("Latin signs")) return escaped(text);
  const parts = text.split(document.documentElement.lang.startsWith("zh") ? MATHEMATICAL : ALL_SIGNS);
  const marked = parts.map((part, k) =>
    k % 2 ? element("tspan", { "font-family": LATIN_SIGNS }, part) : escaped(part),
  );
  return marked.join("");
}

/** What stands for a name of the page's own where the page is not there. */
function standIn(name) {
  const isTraditional = document.documentElement.lang === "zh-Hant" && name.includes("letters");
  return isTraditional ? TRADITIONAL : "";
}

/** The attributes of letters in a style, as SVG has them. */
export function fontOf(style) {
  const { fontFamily, fontSize, fontWeight, fontStyle, letterSpacing } = style;
  return {
    "font-family": fontFamily.replace(OWN_NAMES, standIn),
    "font-size": Number.parseFloat(fontSize),
    "font-weight": fontWeight === "400" ? undefined : fontWeight,
    "font-style": fontStyle === "normal" ? undefined : fontStyle,
    "letter-spacing": letterSpacing === "normal" ? undefined : letterSpacing,
  };
}

/** How far the letters of a style reach above and below their line: [above, below], in pixels. */
export function heightOf({ fontStyle, fontWeight, fontSize, fontFamily }) {
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  if (!heights.has(font)) {
    ruler ??= document.createElement("canvas").getContext("2d");
    ruler.font = font;
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = ruler.measureText("x");
    heights.set(font, [fontBoundingBoxAscent, fontBoundingBoxDescent]);
  }
  return heights.get(font);
}

/** Whether a sign stands over or under another one: the browser then fits its box to its ink. */
function isAccent(parent) {
  return (
    parent.localName === "mo" && parent.previousElementSibling && /^m(over|under)/.test(parent.parentElement.localName)
  );
}

function inkAbove(text, style) {
  widthOfText(text, style);
  return ruler.measureText(text).actualBoundingBoxAscent;
}

/** How wide a text is in a style. */
export function widthOfText(text, style) {
  heightOf(style);
  ruler.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return ruler.measureText(text).width;
}

/** The letters of a formula as the browser sets them. */
function asInFormula(text, parent, style) {
  if (style.textTransform !== "math-auto" || parent.localName !== "mi" || [...text].length !== 1) return text;
  // An italic one is so in any font, without a sign of its own.
  if (style.fontStyle === "italic") return text;
  if (text in ITALIC_ALONE) return ITALIC_ALONE[text];
  const row = ITALICS.find(([first, last]) => text >= first && text <= last);
  return row ? String.fromCodePoint(row[2] + text.codePointAt(0) - row[0].codePointAt(0)) : text;
}

/**
 * The lines of a text node: [{text, box}], without the spaces at their ends. cut: where the page cuts it off with an
 * ellipsis, or Infinity.
 */
function linesOf(node, cut, dots) {
  const range = document.createRange();
  const boxOf = (from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
  if (boxes.length === 0) return [];
  const isOneLine = boxes.every(({ top }) => Math.abs(top - boxes[0].top) < SAME_LINE);
  const spans = isOneLine ? [[0, node.data.length]] : spansOf(node.data, boxOf);
  return spans.flatMap(([from, to]) => {
    const inside = node.data.slice(from, to);
    const first = from + inside.search(/\S/);
    const last = from + inside.trimEnd().length;
    if (first < from || last <= first) return [];
    const box = boxOf(first, last);
    if (box.right <= cut + 1) return [{ text: node.data.slice(first, last), box, isCut: false }];
    let end = last;
    while (end > first && boxOf(first, end).right > cut - dots) end -= 1;
    if (end === first) return [];
    return [{ text: `${node.data.slice(first, end)}…`, box: boxOf(first, end), isCut: true }];
  });
}

/** Where each line of a text begins and ends. */
function spansOf(text, boxOf) {
  const spans = [];
  let top = null;
  let at = 0;
  for (const sign of text) {
    const next = at + sign.length;
    const box = boxOf(at, next);
    const isNew = box.width > 0 && (top === null || Math.abs(box.top - top) > SAME_LINE);
    if (isNew) {
      spans.push([at, next]);
      top = box.top;
    } else if (spans.length) spans.at(-1)[1] = next;
    at = next;
  }
  return spans;
}

/**
 * A text node. parent, style: its element, and that element's style. ink: attributes of its colour. decoration: a line
 * through or under it, which is inherited though no style says so. limit: as for a sheet's `reach`; cut: the edge at
 * which an ellipsis stands, or Infinity. from: where it begins, if its own box does not say so.
 */
export function textMarkup(sheet, node, { parent, style, ink, decoration, limit, cut, from = null }) {
  const size = Number.parseFloat(style.fontSize);
  return linesOf(node, cut, 0.9 * size)
    .map(({ text, box, isCut }) => {
      if (!sheet.reach(box, limit)) return "";
      const [above, below] = heightOf(style);
      const line = isAccent(parent)
        ? parent.getBoundingClientRect().top + inkAbove(text, style)
        : box.top + (box.height - above - below) / 2 + above;
      const y = line - sheet.top;
      const written = transformed(asInFormula(text, parent, style), style);
      const left = from ?? box.left;
      const width = isCut || [...written].length === 1 ? undefined : box.right - left;
      const attributes = {
        x: left - sheet.left,
        y,
        ...fontOf(style),
        ...ink,
        // In another font the text keeps its width, so that nothing runs into its neighbour.
        textLength: width,
        lengthAdjust: width && "spacingAndGlyphs",
        "text-decoration": decoration,
        "xml:space": /\s\s|\u00a0/.test(written) ? "preserve" : undefined,
        direction: style.direction === "rtl" ? "rtl" : undefined,
        "text-anchor": style.direction === "rtl" ? "end" : undefined,
      };
      return element("text", attributes, lettered(written, style));
    })
    .join("");
}

function transformed(text, { textTransform }) {
  if (textTransform === "uppercase") return text.toUpperCase();
  return textTransform === "lowercase" ? text.toLowerCase() : text;
}
