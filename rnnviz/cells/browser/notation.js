// How a notation writes the names of a written cell; as `rnnviz/explain/notation.py`.

/** @import {Notation, Symbol} from "../../stage/scene.d.ts" */
/** @import {Layer, NotationStyle, OwnCells, Quantity, Weight} from "./cells.d.ts" */

// Whose symbols and shapes every network has; the rest is the cell's.
const OF_EVERY = ["X", "W_hq", "b_q", "logits", "Y_hat", "Y_true"];
// The state has another letter among the names U, W, V.
const UVW_STATE = { H: "S" };

const END = { number: 0, weights: [], quantities: [] };

/**
 * The notations of a network, those of another one with the same layers given.
 *
 * @param {OwnCells} told
 * @param {Layer[]} layers
 * @param {Notation[]} frame
 * @returns {Notation[]}
 */
export function notationsOf(told, layers, frame) {
  const bases = new Set(["X", "H", ...layers.flatMap(({ quantities }) => quantities.map(({ base }) => base))]);
  return frame.map((one) => {
    const style = told.notations[one.key];
    const common = Object.entries(one.symbols).filter(([name]) => OF_EVERY.includes(name));
    /** @type {Record<string, Symbol>} */
    const symbols = {
      ...Object.fromEntries(common),
      ...(bases.has("O") ? style.besideO : {}),
      // What a stack ends with.
      H: writer(one.key, style, END, bases).quantity({ base: "H", accent: "" }),
    };
    for (const layer of layers) {
      const { weight, quantity, pre } = writer(one.key, style, layer, bases);
      for (const own of layer.weights) symbols[own.name] = weight(own);
      for (const own of layer.quantities) {
        symbols[own.name] = quantity(own);
        if (own.pre) symbols[own.pre] = pre(own);
      }
    }
    return { ...one, symbols, shapes: layers.length > 1 ? one.shapes : shapesOf(style, layers[0], one.shapes) };
  });
}

/** The shapes in letters, where the notation has letters for sizes. */
function shapesOf({ sizes }, { weights, quantities }, frame) {
  if (Object.keys(sizes).length === 0) return {};
  const letters = { 1: "1", ...sizes };
  const common = Object.entries(frame).filter(([name]) => OF_EVERY.includes(name));
  const names = quantities.flatMap(({ name, pre }) => (pre ? [name, pre] : [name]));
  return {
    ...Object.fromEntries(common),
    ...Object.fromEntries(names.map((name) => [name, ["1", sizes.h]])),
    ...Object.fromEntries(weights.map(({ name, axes }) => [name, [...axes].map((axis) => letters[axis])])),
  };
}

/**
 * @param {string} key
 * @param {NotationStyle} style
 * @param {Pick<Layer, "number" | "weights" | "quantities">} layer
 * @param {Set<string>} bases
 */
function writer(key, { columns }, { number, weights, quantities }, bases) {
  const kinds = weights.map(({ kind }) => kind);
  const isGated = new Set(kinds).size < kinds.length;
  const isRecurrent = kinds.includes("recurrent weight");
  const letterOf = new Map(quantities.map(({ name, letter }) => [name, letter]));

  /** @returns {Symbol} */
  function symbol(base, sub = "", accent = "") {
    return { base, accent, sub, sup: number ? `(${number})` : "", plus: null };
  }

  /** @param {Pick<Quantity, "base" | "accent">} q */
  function quantity({ base, accent }) {
    if (key === "uvw") {
      const letter = UVW_STATE[base] ?? base;
      return symbol(bases.has(letter) ? base : letter, "", accent);
    }
    return symbol(columns ? base.toLowerCase() : base, "", accent);
  }

  /** @param {Weight} own */
  function weight(own) {
    const letter = own.letter || letterOf.get(own.gate);
    if (key === "uvw") return ofUvw(own, letter);
    if (key === "torch" && !(isGated || isRecurrent || own.letter)) {
      return symbol(own.kind === "input weight" ? "W" : "b", "in");
    }
    if (key === "torch" && own.kind === "input weight") return symbol("W", `i${letter}`);
    return ofDocuments(own, letter);
  }

  function ofDocuments({ kind, axes }, letter) {
    if (kind === "input weight") return symbol("W", `x${letter}`);
    if (kind === "recurrent weight") return axes === "hh" ? symbol("W", `h${letter}`) : symbol("u", letter);
    return symbol(kind === "peephole" ? "p" : "b", letter);
  }

  function ofUvw(own, letter) {
    const sub = isGated || own.letter ? letter : "";
    if (own.kind === "input weight") return symbol("U", sub);
    if (own.kind === "recurrent weight") return symbol(own.axes === "hh" ? "W" : "w", sub);
    return own.kind === "bias" ? symbol("b", sub) : ofDocuments(own, letter);
  }
  return { quantity, weight, pre: ({ letter }) => symbol(columns ? "a" : "A", letter) };
}
