// The texts of a picture, as words and where they stand. Pure.

/** @import {Mark, Words} from "../picture.d.ts" */

/**
 * @typedef {{words: string, x: number, y: number, hue: string, isNote: boolean}} Text
 *
 * @param {Mark[]} marks
 * @returns {Text[]}
 */
export function textsIn(marks) {
  return marks
    .filter(([tag]) => tag === "text")
    .map(([, { x, y, class: kind }, ...parts]) => ({
      words: wordsOf(parts),
      x: Number(x),
      y: Number(y),
      hue: /hue-([\w-]+)/.exec(String(kind))?.[1] ?? "",
      isNote: /muted/.test(String(kind)),
    }))
    .filter(({ words }) => words !== "");
}

/**
 * A text of a picture as it is read; an index stands behind a low line.
 *
 * @param {Words | undefined} text
 * @returns {string}
 */
export function wordsOf(text) {
  const said = (part) => {
    if (typeof part === "string") return part;
    if (!Array.isArray(part)) return "";
    const [tag, attributes, ...inside] = part;
    if (typeof tag !== "string" || Array.isArray(attributes)) return part.map(said).join("");
    const own = inside.map(said).join("");
    return attributes?.class === "sub" ? `_${own}` : own;
  };
  const all = Array.isArray(text) ? text.map(said).join("") : (text ?? "");
  return all.replace(/[\u200b${}]/g, "").trim();
}
