// Takes a text and gives its characters, and how each is written where it must be seen.

import { characters, visible } from "../../rnnviz/web/characters.js";

export default function answer(text) {
  const tokens = characters(text);
  return { tokens, visible: tokens.map(visible) };
}
