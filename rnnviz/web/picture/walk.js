// A part of the page as SVG: every element where it stands, in the colours that it has.

import { boxMarkup } from "./boxes.js";
import { cellPaths } from "./cells.js";
import { signMarkup } from "./formulas.js";
import { painted } from "./ink.js";
import { fontOf, heightOf, lettered, textMarkup, widthOfText } from "./letters.js";
import { element } from "./markup.js";
import { recordingPaper } from "./paper.js";
import { drawingMarkup } from "./shapes.js";
import { crossing } from "./sheet.js";

// The cells of a map beyond which an image is smaller than their outlines.
const MOST_CELLS = 25_000;
const HIDES = new Set(["hidden", "auto", "scroll", "clip"]);

/** The markup of an element on a sheet. leftOut: a selector of what no picture shows. */
export function pageMarkup(sheet, root, leftOut) {
  const isFolded = (node) => node.localName !== "summary" && node.parentElement?.matches("details:not([open])");
  const isLeftOut = (node) => node.matches(leftOut) || isFolded(node);

  function walk(node, around) {
    if (isLeftOut(node)) return "";
    const style = getComputedStyle(node);
    const opacity = Number(style.opacity);
    if (style.display === "none" || opacity === 0) return "";
    const box = node.getBoundingClientRect();
    const decoration = style.textDecorationLine === "none" ? around.decoration : style.textDecorationLine;
    const markup = markupOf(node, style, box, { ...around, decoration });
    return markup && opacity < 1 ? element("g", { opacity }, markup) : markup;
  }

  function markupOf(node, style, box, around) {
    const isSeen = style.visibility !== "hidden";
    const hasFocus = node.matches(":focus");
    const own = isSeen && style.display !== "contents" ? boxMarkup(sheet, style, box, around.limit, hasFocus) : "";
    if (node.localName === "svg") return own + (isSeen ? drawingMarkup(sheet, node, around.limit, isLeftOut) : "");
    if (node.localName === "canvas") return own + (isSeen ? paintedMarkup(node, style, box, around.limit) : "");
    if (node.localName === "select") return isSeen ? words(node.selectedOptions[0]?.textContent ?? "", style, box) : "";
    if (node.localName === "input") return own + (isSeen ? words(node.value, style, box) : "");
    const isHiding = HIDES.has(style.overflowX) || HIDES.has(style.overflowY);
    // What a drawing has beyond its edges is nothing that an element could be scrolled to.
    const isFull =
      node.scrollWidth > node.clientWidth + 1 ||
      node.scrollHeight > node.clientHeight + 1 ||
      node.querySelector(":scope > svg") !== null;
    const isClipped = isHiding && isFull && style.display !== "inline";
    const clip = isClipped ? crossing(box, around.limit ?? box) : null;
    if (isClipped && clip === null) return own;
    const cut = clip && style.textOverflow === "ellipsis" ? box.right : around.cut;
    const inner = { ...around, limit: clip ?? around.limit, cut };
    const children = [...node.childNodes].map((child) => {
      if (child.nodeType === Node.ELEMENT_NODE) return walk(child, inner);
      if (child.nodeType !== Node.TEXT_NODE || !isSeen) return "";
      return textMarkup(sheet, child, { parent: node, style, ink: painted("fill", style.color), ...inner });
    });
    const signs = isSeen ? signMarkup(sheet, node, style, box, around.limit) + before(node, style) : "";
    const all = signs + children.join("");
    return own + (clip ? sheet.clipped(clip, all) : all);
  }

  /** A canvas: cells as cells, what knows how to be drawn anew as such, and anything else as an image. */
  function paintedMarkup(canvas, style, box, limit) {
    if (!sheet.reach(box, limit)) return "";
    const place = { left: box.left - sheet.left, top: box.top - sheet.top, width: box.width, height: box.height };
    if (canvas.drawOn) {
      const paper = recordingPaper();
      canvas.drawOn(paper);
      return element("g", { transform: `translate(${place.left} ${place.top})` }, paper.markup());
    }
    const { width, height } = canvas;
    if (style.imageRendering === "pixelated" && width * height <= MOST_CELLS) {
      return cellPaths(canvas.getContext("2d").getImageData(0, 0, width, height), place);
    }
    return element("image", {
      x: place.left,
      y: place.top,
      width: place.width,
      height: place.height,
      preserveAspectRatio: "none",
      href: magnified(canvas, box).toDataURL("image/png"),
    });
  }

  /** What stands in a field. */
  function words(text, style, box) {
    if (!text) return "";
    sheet.reach(box, null);
    const [above, below] = heightOf(style);
    const indent = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
    const y = (box.top + box.bottom - above - below) / 2 + above - sheet.top;
    const x = box.left + indent - sheet.left;
    return element("text", { x, y, ...fontOf(style), ...painted("fill", style.color) }, lettered(text, style));
  }

  /** The words that the style sheet puts before an element's own. */
  function before(node, style) {
    const made = getComputedStyle(node, "::before");
    const text = /^"(.*)"$/.exec(made.content)?.[1];
    const first = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode();
    if (!text || !first || made.display === "none") return "";
    const range = document.createRange();
    range.selectNodeContents(first);
    const box = range.getClientRects()[0];
    if (!box) return "";
    const [above, below] = heightOf(style);
    const y = (box.top + box.bottom - above - below) / 2 + above - sheet.top;
    const x = box.left - widthOfText(text, made) - sheet.left;
    return element("text", { x, y, ...fontOf(made), ...painted("fill", made.color) }, lettered(text, made));
  }

  return walk(root, { limit: null, cut: Number.POSITIVE_INFINITY, decoration: undefined });
}

/** The pixels of a canvas at twice their size on the page, each as sharp as it is. */
function magnified(canvas, { width, height }) {
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: Math.ceil(2 * width), height: Math.ceil(2 * height) });
  const paper = copy.getContext("2d");
  paper.imageSmoothingEnabled = false;
  paper.drawImage(canvas, 0, 0, copy.width, copy.height);
  return copy;
}
