// What is written for a unit, and for a character that has no picture.

import { h } from "../../../web/dom.js";
import { isLineBreak } from "./lines.js";

/** A quantity as it is written: H with its sign for H_tilde. */
export const letterOf = (quantity) => quantity.replace(/_tilde$/, "\u0303");

/** "H[58]", as the stage writes a unit, which readers count from 1. */
export const unitWords = (quantity, unit) => `${letterOf(quantity)}[${unit + 1}]`;

/** The same with its letter as letters of equations are. */
export function unitSymbol({ name, hue }, unit) {
  return h("span", { class: `unit-symbol hue-${hue}` }, h("i", { class: "letter" }, letterOf(name)), `[${unit + 1}]`);
}

const SIGNS = { " ": "␣", "\t": "⇥", "\u3000": "□" };

/** A character where it stands alone, in a sentence or beside a bar. */
export function visible(character) {
  if (isLineBreak(character)) return "↵";
  if (Object.hasOwn(SIGNS, character)) return SIGNS[character];
  return isControl(character) ? codeOf(character) : character;
}

/** A character within the text, where spaces are empty. */
export function inText(character) {
  if (isLineBreak(character)) return "↵";
  if (character === "\t") return "⇥";
  return isControl(character) ? "·" : character;
}

const isControl = (character) => /^[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}]+$/u.test(character);
const codeOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
