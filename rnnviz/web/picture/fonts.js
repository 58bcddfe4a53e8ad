// The font of formulas within a picture, which is drawn where the page's own fonts are not.

import { base64OfBytes } from "../bytes.js";

const FAMILY = "Formulas";
const SOURCE = /url\("?([^")]+)"?\)/;
const INSIDE = "data:font/woff2;base64,";
// Bold letters begin at this weight, and so does their file; see `mathfont.py`.
const BOLD = 600;

/** A picture with the files of the font that its letters are written in, as far as the page has them. */
export async function withFonts(svg) {
  const written = lettersIn(svg);
  const faces = facesOf(document).filter((face) => written.has(styleOf(face)));
  const rules = await Promise.all(faces.map(inside));
  const css = rules.join("");
  return css ? svg.replace("</desc>", `</desc><style>${css}</style>`) : svg;
}

/** The styles in which a picture has letters of the font: "normal", "italic", "italic bold". */
function lettersIn(svg) {
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  const letters = [...page.querySelectorAll("[font-family]")].filter((one) =>
    one.getAttribute("font-family").replaceAll('"', "").startsWith(FAMILY),
  );
  return new Set(
    letters.map((one) => named(one.getAttribute("font-style") ?? "normal", one.getAttribute("font-weight") ?? 400)),
  );
}

function named(style, weight) {
  return style === "italic" && Number(weight) >= BOLD ? "italic bold" : style;
}

/** @param {CSSFontFaceRule} face */
function styleOf({ style }) {
  return named(style.getPropertyValue("font-style"), Number.parseInt(style.getPropertyValue("font-weight"), 10));
}

function facesOf({ styleSheets }) {
  return [...styleSheets].flatMap(rulesOf).filter((rule) => {
    return rule instanceof CSSFontFaceRule && rule.style.getPropertyValue("font-family").replaceAll('"', "") === FAMILY;
  });
}

/** None of a sheet from elsewhere, which may not be read. */
function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

/** The rule of a file, with the file in it; nothing where it cannot be had. */
async function inside({ style, parentStyleSheet }) {
  const address = SOURCE.exec(style.getPropertyValue("src"))?.[1];
  if (!address) return "";
  const source = address.startsWith("data:")
    ? address
    : await fetched(new URL(address, parentStyleSheet.href ?? document.baseURI));
  const [slope, weight] = ["font-style", "font-weight"].map((name) => `${name}: ${style.getPropertyValue(name)};`);
  return source && `@font-face { font-family: ${FAMILY}; src: url("${source}"); ${slope} ${weight} }`;
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? INSIDE + base64OfBytes(new Uint8Array(await answer.arrayBuffer())) : "";
  } catch {
    return "";
  }
}
