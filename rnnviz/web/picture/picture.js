// A picture of a view for a slide or a thesis: SVG that needs nothing else, on white, with its equation, what it shows
// in words, and the link that shows it.

import { h } from "../dom.js";
import { atRest, inDaylight } from "./daylight.js";
import { withFonts } from "./fonts.js";
import { painted } from "./ink.js";
import { fontOf, heightOf, lettered, widthOfText } from "./letters.js";
import { lastingLink } from "./link.js";
import { element, escaped, moved, rounded } from "./markup.js";
import { sheet } from "./sheet.js";
import { pageMarkup } from "./walk.js";

const EDGE = 16;
const SPACE_BELOW = 14;
const LEAST_WIDTH = 480;
// The lines below a picture: what it shows, and its link, which takes no more lines than that.
const WORDS = { fontSize: "14px", fontWeight: "400", fontStyle: "normal", letterSpacing: "normal" };
const LINK = { ...WORDS, fontSize: "11px" };
const MUTED = "#5d6675";
const LINK_LINES = 5;
// Where a formula's words stand: beside it, or on the button that shows it.
const SPOKEN = ".spoken > .unseen, .formula > .unseen, :is(button, .in-letters > [role=img])[aria-label]:has(math)";
const TIMES = 2;
// Heights that a small image shows whole, in widths.
const HIGHEST = 0.9;
const CLEAR = "rgba(0, 0, 0, 0)";

/**
 * The picture of a part of a view: {svg, width, height, words}, in pixels; words: its formulas as they are read aloud,
 * one a line.
 *
 * view: {root, recolour, leftOut, subject}. leftOut: a selector of what no picture shows. subject(part, isOnPaper):
 * {elements, equations, lines, title, link}, asked for while the view has the light colours: the elements to show where
 * they stand; elements to show below them, in the page or made for it; lines of text; the picture's title; the link, or
 * "".
 */
export function pictureOf(view, part) {
  return inDaylight(view, () => composed(view, view.subject(part)));
}

/** The same in the colours that the view has, without words and link. */
export function likenessOf(view, part) {
  return atRest(view, () => composed(view, { ...view.subject(part), lines: [], link: "" }, groundOf(view.root)));
}

/**
 * The same for a sheet of paper, which has lines and link itself: {svg, width, height, words, lines, link, formulas}.
 * formulas: elements that the sheet has in letters of its own. address: a link in the place of the view's own.
 */
export function drawingOf(view, part, address) {
  return inDaylight(view, () => {
    const { formulas = [], ...subject } = view.subject(part, true);
    const bare = composed(view, { ...subject, lines: [], link: "" });
    const link = readable(lastingLink(address ?? subject.link));
    return { ...bare, formulas, lines: subject.lines.filter(Boolean), link };
  });
}

function composed({ root, leftOut }, { elements, equations, lines, title, link: whole }, ground = "#ffffff") {
  const link = lastingLink(whole);
  const said = [...elements, ...equations].flatMap(spokenIn);
  const font = getComputedStyle(root).fontFamily;
  const main = portionOf(elements, leftOut, "a");
  const below = equations.map((one, k) => inPlace(root, one, main.width, () => portionOf([one], leftOut, `b${k}x`)));
  const width = Math.max(LEAST_WIDTH, main.width, ...below.map((one) => one.width));
  const blocks = [main, ...below];
  const words = lines.filter(Boolean).flatMap((line) => wrapped(line, { ...WORDS, fontFamily: font }, width));
  const address = linkLines(link, { ...LINK, fontFamily: font }, width);
  let y = EDGE;
  const content = [];
  for (const { markup, height, left, top } of blocks) {
    content.push(moved(EDGE - left, y - top, markup));
    y += height + SPACE_BELOW;
  }
  for (const [texts, style] of [
    [words, WORDS],
    [address, LINK],
  ]) {
    for (const text of texts) {
      const own = { ...style, fontFamily: font };
      const [above, descent] = heightOf(own);
      const place = {
        x: EDGE,
        y: y + above,
        ...fontOf(own),
        ...painted("fill", style === LINK ? MUTED : "#1c2433"),
      };
      content.push(element("text", place, lettered(text, own)));
      y += above + descent + 2;
    }
    if (texts.length > 0) y += 4;
  }
  const size = { width: Math.ceil(width + 2 * EDGE), height: Math.ceil(y - SPACE_BELOW / 2 + EDGE / 2) };
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      "xmlns:xlink": "http://www.w3.org/1999/xlink",
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      style: "font-variant-numeric: tabular-nums",
    },
    element("title", {}, escaped(title)),
    element("desc", {}, escaped([...said, link].filter(Boolean).join("\n"))),
    element("defs", {}, ...blocks.map((one) => one.definitions)),
    element("rect", { ...size, fill: ground }),
    ...content,
  );
  return { svg: `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, ...size, words: said.join("\n") };
}

/** The words of the formulas that an element shows, each once. */
function spokenIn(one) {
  // While a picture is taken, words themselves are left out.
  const shownWith = (node) => (node.localName === "button" ? node : node.parentElement);
  const isShown = (node) => !one.isConnected || shownWith(node).getClientRects().length > 0;
  const all = [...one.querySelectorAll(SPOKEN)].filter(isShown);
  return [...new Set(all.map((node) => node.getAttribute("aria-label") ?? node.textContent).filter(Boolean))];
}

/** Elements of the page as markup, and the part of the sheet that they fill. */
function portionOf(elements, leftOut, prefix) {
  const { left, top } = elements[0].getBoundingClientRect();
  const page = sheet(left, top, prefix);
  const markup = elements.map((one) => pageMarkup(page, one, leftOut)).join("");
  const bounds = page.bounds() ?? { left, top, right: left + 1, bottom: top + 1 };
  return {
    markup,
    definitions: page.definitions(),
    left: bounds.left - left,
    top: bounds.top - top,
    width: bounds.right - bounds.left,
    height: bounds.bottom - bounds.top,
  };
}

/** What is made for the picture stands in the view while it is taken, which has its style. */
function inPlace(root, one, width, take) {
  if (one.isConnected) return take();
  const wide = Math.max(LEAST_WIDTH, rounded(width));
  const place = h("div", { style: `position:absolute;left:0;top:0;width:max-content;max-width:${wide}px` }, one);
  root.append(place);
  const part = take();
  place.remove();
  return part;
}

/** A link as people read it, who can still type or copy it; a very long one is whole only in the description. */
function linkLines(link, style, width) {
  const lines = wrapped(readable(link), style, width);
  return lines.length > LINK_LINES ? [...lines.slice(0, LINK_LINES), "…"] : lines;
}

/** A link with its Chinese characters as such; one that is no valid UTF-8 stays as it is. */
function readable(link) {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}

/** A text in lines of at most a width; a link has no spaces to break at. */
function wrapped(text, style, width) {
  const lines = [];
  let line = "";
  for (const sign of text) {
    if (line && widthOfText(line + sign, style) > width) {
      const space = line.lastIndexOf(" ") + 1;
      const end = space > line.length / 2 ? space : line.length;
      lines.push(line.slice(0, end).trimEnd());
      line = line.slice(end);
    }
    line += sign;
  }
  return line ? [...lines, line] : lines;
}

/** A picture as a file of a form, "svg" or "png", the latter at twice its size. */
export async function fileOf(picture, form) {
  const { svg, width, height } = picture;
  if (form === "svg") return new Blob([await withFonts(svg)], { type: "image/svg+xml" });
  const canvas = h("canvas", { width: TIMES * width, height: TIMES * height });
  await onCanvas(picture, canvas, [0, 0, canvas.width, canvas.height]);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * A picture as a small image of a width and height, in pixels: whole, in the middle, or from its top on where it is so
 * high that little of it would be seen.
 */
export async function smallOf(picture, width, height) {
  const seen = Math.min(picture.height, HIGHEST * picture.width);
  const scale = Math.min(width / picture.width, height / seen);
  const left = (width - scale * picture.width) / 2;
  const top = Math.max(0, (height - scale * picture.height) / 2);
  const canvas = h("canvas", { width, height });
  await onCanvas(picture, canvas, [left, top, scale * picture.width, scale * picture.height]);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp"));
}

/** Draw a picture into a box of a canvas. */
async function onCanvas({ svg }, canvas, box) {
  const url = URL.createObjectURL(new Blob([await withFonts(svg)], { type: "image/svg+xml" }));
  const image = new Image();
  await new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject, src: url }));
  canvas.getContext("2d").drawImage(image, ...box);
  URL.revokeObjectURL(url);
}

/** The colour of the page that a view stands on. */
function groundOf(root) {
  for (let one = root; one; one = one.parentElement ?? one.getRootNode().host) {
    const { backgroundColor } = getComputedStyle(one);
    if (backgroundColor !== CLEAR) return painted("fill", backgroundColor).fill;
  }
  return "#ffffff";
}
