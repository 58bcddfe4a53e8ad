// Any value as a sentence quotes it: shortened, and made visible; as in `rnnviz/fields.py`.

import { characters, visible } from "./characters.js";

const MOST_LOOKED_AT = 1000;
const MOST_CHARACTERS = 24;
// Code points of one character: marks can be heaped on a letter without end.
const MOST_OF_ONE = 8;

export function quoted(value) {
  const text = [...String(value)].slice(0, MOST_LOOKED_AT).join("");
  const shown = characters(text).map(visible);
  const short = shown.slice(0, MOST_CHARACTERS).map((one) => [...one].slice(0, MOST_OF_ONE).join(""));
  return `"${short.join("")}${shown.length > MOST_CHARACTERS ? "…" : ""}"`;
}
