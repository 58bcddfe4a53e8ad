// SVG as text. What a reader has typed enters as text, and only signs that XML knows.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A text inside XML; what XML has no sign for, such as half of a pair of surrogates, is �. */
export function escaped(text) {
  const legible = Array.from(String(text), (sign) => (isOfXml(sign.codePointAt(0)) ? sign : "\ufffd")).join("");
  return legible.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

function isOfXml(code) {
  if (code < 0x20) return [0x9, 0xa, 0xd].includes(code);
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

/** An element with its attributes, of which undefined ones are left out, around markup. */
export function element(tag, attributes, ...inside) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => ` ${name}="${escaped(typeof value === "number" ? rounded(value) : value)}"`)
    .join("");
  const content = inside.join("");
  return content ? `<${tag}${written}>${content}</${tag}>` : `<${tag}${written}/>`;
}

/** A length in pixels: a hundredth is finer than what any screen or printer shows. */
export function rounded(length) {
  return Math.round(length * 100) / 100;
}

/** Markup moved by x and y. */
export function moved(x, y, markup) {
  return element("g", { transform: `translate(${rounded(x)} ${rounded(y)})` }, markup);
}
