// Takes {told, texts, layers}: gives of each text why it is refused, or what it is: {kind, templates, source}, a
// template for each of these numbers of layers.

import { ownCells } from "../../rnnviz/cells/browser/own.js";

export default function answer({ told, texts, layers }) {
  const { read } = ownCells(told);
  return texts.map((text) => {
    const { kind, template, source, refused } = read(text);
    return refused ? { refused } : { kind, templates: layers.map(template), source: source() };
  });
}
