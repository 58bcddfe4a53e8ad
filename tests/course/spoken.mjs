// Takes {pages: {name: {formulas, say}}}, of a training its strings instead of `say`, and gives the formulas of each
// page as they are read aloud, {words, intents, symbols}: symbols by what stands there, each with its words.

import { parseTex } from "../../rnnviz/course/reader/tex.js";
import { sayOf } from "../../rnnviz/live/assets/letters.js";
import { bare, textOf } from "../../rnnviz/web/speech/items.js";
import { spokenFormula } from "../../rnnviz/web/speech/speech.js";

const SYMBOLS = ["mi", "mover", "msub"];

function intents(node) {
  if (typeof node === "string") return [];
  return [...(node[1].intent ? [node[1].intent] : []), ...node.slice(2).flatMap(intents)];
}

function symbols(node, say) {
  if (typeof node === "string") return [];
  const base = bare(node[0] === "msub" ? node[2] : node);
  const isSymbol = SYMBOLS.includes(node[0]) && SYMBOLS.includes(base[0]) && base[1].class !== "plain";
  if (isSymbol) return [[textOf(node), spokenFormula(node, { ...say, isNamed: false })]];
  // The T of a transposed matrix is no letter.
  return node.slice(2).flatMap((part) => (textOf(part) === "T" && node[0] !== "mfrac" ? [] : symbols(part, say)));
}

export default ({ pages }) =>
  Object.fromEntries(
    Object.entries(pages).map(([name, { formulas, strings, say = sayOf(strings) }]) => [
      name,
      formulas.map((source) => {
        const tree = parseTex(source);
        const words = spokenFormula(tree, say);
        return { words, intents: intents(tree), symbols: Object.fromEntries(symbols(tree, say)) };
      }),
    ]),
  );
