// The part of TeX that the chapters use, as a tree of MathML: [tag, attributes, ...children], strings being text.

import { textOf } from "../../web/speech/items.js";

const TOKEN = /\\(?:text|mathrm|as)\{[^}]*\}|\\[a-zA-Z]+|\\.|[0-9]+(?:\.[0-9]+)?|[^\s]/g;
const GREEK = { Delta: "Δ", alpha: "α", beta: "β", epsilon: "ε", eta: "η", theta: "θ", sigma: "σ", tau: "τ", ell: "ℓ" };
// biome-ignore format: a table of signs
const SIGNS = {
  cdot: "·", times: "×", odot: "⊙", le: "≤", ge: "≥", ne: "≠", approx: "≈", to: "→", dots: "…", nabla: "∇",
  partial: "∂", leftarrow: "←", mid: "∣",
};
const UPRIGHT = new Set(["log", "ln", "exp", "max", "min", "tanh", "softmax", "diag", "ReLU", "sign"]);
const ACCENTS = { hat: "ˆ", tilde: "˜", bar: "¯" };
// Which way a state has been read: an arrow as wide as its letter.
const WIDE_ACCENTS = { overrightarrow: "→", overleftarrow: "←" };
const SPACES = { ",": "0.17em", " ": "0.25em", quad: "1em", qquad: "2em", ";": "0.28em" };
// The letters over which sums and products stand.
const LARGE = { sum: "∑", prod: "∏" };

/**
 * A formula as a tree. symbols: the chapter's quantities by their letters, such as {"z": {hue}, "ŷ": …}; what has one
 * of them carries its hue and, with its index, its name: data-symbol="z_1".
 */
export function parseTex(source, symbols = {}) {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;

  function row(end) {
    const lines = [[[]]];
    while (at < tokens.length && tokens[at] !== end) {
      if (tokens[at] === "&" || tokens[at] === "\\\\") {
        const isLine = tokens[at++] === "\\\\";
        if (isLine) lines.push([[]]);
        else lines.at(-1).push([]);
      } else {
        const cell = lines.at(-1).at(-1);
        const part = scripted();
        cell.push(part, ...airBehind(part));
      }
    }
    at += 1;
    if (lines.length === 1 && lines[0].length === 1) return wrap(lines[0][0]);
    const cells = (line) => line.map((cell) => ["mtd", {}, wrap(cell)]);
    return ["mtable", { class: "aligned" }, ...lines.map((line) => ["mtr", {}, ...cells(line)])];
  }

  /** A name such as log stands apart from what follows it, unless that is a bracket or a space. */
  function airBehind(part) {
    const isName = (part[0] === "msub" ? part[2] : part)[1].class === "plain";
    const isApart = at === tokens.length || /^(?:[()}&,]|\\\\|\\[,;]|\\left)$/.test(tokens[at]);
    return isName && !isApart ? [["mspace", { width: SPACES[","] }]] : [];
  }

  function scripted() {
    let base = atom();
    let sub = null;
    let sup = null;
    let primes = "";
    while (at < tokens.length && ["_", "^", "'"].includes(tokens[at])) {
      const mark = tokens[at++];
      if (mark === "'") primes += "′";
      else if (mark === "_") sub = argument();
      else sup = argument();
    }
    if (primes) base = ["mrow", {}, base, ["mo", { lspace: "0", rspace: "0" }, primes]];
    return coloured(base, sub, sup);
  }

  function coloured(base, sub, sup) {
    const letter = textOf(base);
    const isUnder = base[0] === "mo" && Object.values(LARGE).includes(letter);
    const quantity = ["mi", "mover"].includes(base[0]) ? symbols[letter] : undefined;
    const named = sub ? textOf(sub) : "";
    const index = sub && isUnder ? below(sub) : sub;
    const indexed = sub ? [isUnder ? "munder" : "msub", {}, base, index] : base;
    const both = isUnder ? "munderover" : "msubsup";
    const raised = isUnder ? base : asHighAsALetter(base);
    const whole = sup ? (sub ? [both, {}, raised, index, sup] : ["msup", {}, raised, sup]) : indexed;
    if (!quantity) return whole;
    const name = named ? `${letter}_${named}` : letter;
    return ["mrow", { class: `letter hue-${quantity.hue}`, "data-symbol": name }, whole];
  }

  function argument() {
    if (tokens[at] !== "{") return atom();
    at += 1;
    return row("}");
  }

  function atom() {
    const token = tokens[at++];
    if (token === undefined) return ["mrow", {}];
    if (token === "{") return row("}");
    if (token === "}") throw new Error(`There is one bracket too many in ${source}`);
    if (/^[0-9]/.test(token)) return ["mn", {}, token];
    if (/^\\(text|mathrm)\{/.test(token)) return ["mtext", {}, token.slice(token.indexOf("{") + 1, -1)];
    if (token.startsWith("\\as{")) return meaning(token.slice(4, -1));
    if (token.startsWith("\\")) return command(token.slice(1));
    if (/^\p{L}$/u.test(token)) return ["mi", {}, token];
    if (token === "-") return ["mo", {}, "−"];
    return ["mo", "()[]|".includes(token) ? { stretchy: "false" } : {}, token];
  }

  /** A letter that means something else here than in the rest of the chapter. */
  function meaning(word) {
    const [tag, attributes, ...children] = argument();
    return [tag, { ...attributes, "data-word": word }, ...children];
  }

  function bracketedRow() {
    const open = ["mo", {}, tokens[at++]];
    const inner = row("\\right");
    return ["mrow", {}, open, inner, ["mo", {}, tokens[at++]]];
  }

  function command(name) {
    if (name === "frac") return ["mfrac", {}, argument(), argument()];
    if (name === "sqrt") return ["msqrt", {}, argument()];
    if (name in ACCENTS) return ["mover", { accent: "true" }, argument(), ["mo", {}, ACCENTS[name]]];
    if (name in WIDE_ACCENTS) return ["mover", {}, argument(), ["mo", { stretchy: "true" }, WIDE_ACCENTS[name]]];
    if (name in GREEK) return ["mi", {}, GREEK[name]];
    if (name in LARGE) return ["mo", { movablelimits: "false" }, LARGE[name]];
    if (name in SIGNS) return ["mo", name === "partial" ? { lspace: "0", rspace: "0" } : {}, SIGNS[name]];
    if (name in SPACES) return ["mspace", { width: SPACES[name] }];
    if (UPRIGHT.has(name)) return ["mi", { class: "plain", mathvariant: "normal" }, name];
    // What a newer equation has, and what it has no longer.
    if (name === "new" || name === "gone") return ["mrow", { class: name }, argument()];
    if (name === "left") return bracketedRow();
    if (name.length === 1) return ["mo", {}, name];
    throw new Error(`\\${name} is none of the TeX commands that the chapters use.`);
  }

  return row(undefined);
}

/**
 * A letter or number under an exponent. Where a font has no table for mathematics, browsers set the exponent above the
 * whole line of its base; so the base is no higher than its letters.
 */
function asHighAsALetter(base) {
  return ["mi", "mn"].includes(base[0]) ? ["mpadded", { height: "0.66em" }, base] : base;
}

/** What stands under a sum, with air above it. */
function below(index) {
  return ["mpadded", { height: "0.95em" }, index];
}

function wrap(parts) {
  return parts.length === 1 ? parts[0] : ["mrow", {}, ...parts];
}
