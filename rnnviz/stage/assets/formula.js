// Equations in MathML, in any of the notations, with letters or with numbers.

import { m, write } from "./dom.js";
import { evaluate, firstTensor, lengthOf, split } from "./expression.js";
import { bracketed, full, short } from "./numbers.js";

const SIGNS = { sigmoid: "σ", relu: "ReLU", identity: "id" };
const ACCENTS = { tilde: "˜", hat: "ˆ", right: "→", left: "←" };
// Few text fonts set an arrow above a letter well, so that a plain label has it in front.
const PLAIN = { tilde: (base) => `${base}\u0303`, hat: (base) => `${base}\u0302`, right: (base) => `→${base}`, left: (base) => `←${base}` };

/** How a function is written in a notation. */
export function functionName(model, notation, name) {
  if (notation.functions[name]) return notation.functions[name];
  const own = name === "phi" ? model.cell.phi : name;
  return SIGNS[own] ?? own;
}

/** A name as a notation writes it, with a subscript such as t or t−1; hued if it is a quantity. */
export function symbol(model, notation, name, time = "") {
  const written = notation.symbols[name];
  const one = (part) => {
    const letter = m("mi", { class: "letter" }, part.base);
    const accent = ACCENTS[part.accent];
    const base = accent ? m("mover", { accent: "true" }, letter, m("mo", {}, accent)) : letter;
    const below = part.sub || time;
    const sub = m(part.sub ? "mtext" : "mrow", {}, ...(below ? subscript(below) : []));
    if (part.sup) return m("msubsup", {}, base, sub, m("mtext", {}, part.sup));
    return below ? m("msub", {}, base, sub) : base;
  };
  const quantity = model.quantity(name);
  if (!written.plus) return hued(one(written), quantity?.hue, name);
  return m("mrow", {}, bracket("("), one(written), m("mo", {}, "+"), one(written.plus), bracket(")"));
}

function subscript(text) {
  const [letter, sign, offset] = text.split(/([−+])/);
  return offset === undefined
    ? [m("mi", {}, text)]
    : [m("mi", {}, letter), m("mo", { lspace: "0", rspace: "0" }, sign), m("mn", {}, offset)];
}

function hued(element, hue, name) {
  if (!hue) return element;
  element.setAttribute("class", `hue-${hue}`);
  element.setAttribute("data-q", name);
  return element;
}

function bracket(sign) {
  return m("mo", { stretchy: "false" }, sign);
}

/** The parts of a sum in the notation's order: columns write the recurrent term first (004). */
function ordered(notation, parts) {
  if (!notation.columns) return parts;
  const rank = (part) => (part.op === "matmul" ? (mentionsBefore(part) ? 0 : 1) : part.op === "parameter" ? 3 : 2);
  return [...parts].sort((a, b) => rank(a) - rank(b));
}

function mentionsBefore(part) {
  if (part.op === "tensor") return part.before || part.name === "H";
  return [part.left, part.right, part.of, ...(part.terms ?? [])].filter(Boolean).some(mentionsBefore);
}

/** When a tensor of an equation is read: at t, or at the step before in its reading order. */
function timeOf(model, { name, before }) {
  if (!before) return "t";
  return model.isBackward(name) ? "t+1" : "t−1";
}

/** An equation in letters: `target_t = …`. */
export function letters(model, notation, phase) {
  return math(
    symbol(model, notation, phase.target, "t"),
    m("mo", {}, "="),
    inLetters(model, notation, phase.expression),
  );
}

function inLetters(model, notation, expression) {
  const write = (e) => {
    switch (e.op) {
      case "tensor":
        return symbol(model, notation, e.name, timeOf(model, e));
      case "concat":
        return m("mrow", {}, bracket("["), write(e.left), m("mo", {}, ","), write(e.right), bracket("]"));
      case "parameter":
        return symbol(model, notation, e.name);
      case "matmul": {
        const vector = e.left.op === "tensor" ? write(e.left) : wrap(write(e.left));
        const pair = [vector, space(), symbol(model, notation, e.right.name)];
        return m("mrow", {}, ...(notation.columns ? pair.reverse() : pair));
      }
      case "sum":
        return m("mrow", {}, ...between(ordered(notation, e.terms).map(write), () => m("mo", {}, "+")));
      case "product":
        return m("mrow", {}, factor(e.left), m("mo", {}, "⊙"), factor(e.right));
      case "oneminus":
        return m("mrow", {}, m("mn", {}, "1"), m("mo", {}, "−"), write(e.of));
      case "apply":
        return m("mrow", {}, name(functionName(model, notation, e.function)), wrap(write(e.of)));
    }
  };
  const factor = (e) => (e.op === "oneminus" || e.op === "sum" ? wrap(write(e)) : write(e));
  return write(expression);
}

function name(text) {
  return m("mi", { mathvariant: "normal" }, text);
}

function space() {
  return m("mspace", { width: "0.12em" });
}

function wrap(inner) {
  return m("mrow", {}, bracket("("), inner, bracket(")"));
}

function between(items, made) {
  return items.flatMap((item, k) => (k === 0 ? [item] : [made(), item]));
}

function math(...children) {
  return m("math", { display: "inline" }, ...children);
}

/**
 * The same equation for one unit, with its numbers put in: products with a matrix are summed
 * to one number with their letters beneath. Returns {element, update(t, unit)}; an update only
 * changes the numbers.
 */
export function numbers(model, notation, phase) {
  const slots = [];
  const slot = (value, hue, inBrackets = true) => {
    const element = m("mn", { class: hue ? `number hue-${hue}` : "number" });
    slots.push({ element, value, show: inBrackets ? bracketed : short });
    return element;
  };
  const under = (element, e) => m("munder", { class: "captioned" }, element, inLetters(model, notation, e));
  const hueOf = (e) => model.quantity(firstTensor(e)?.name)?.hue;
  const number = (e, first) => {
    switch (e.op) {
      case "matmul":
      case "parameter":
        return under(slot((t, u) => evaluate(model, e, t, u), e.op === "matmul" ? hueOf(e) : "", !first), e);
      case "tensor":
      case "concat":
        return slot((t, u) => evaluate(model, e, t, u), hueOf(e), !first);
      case "sum":
        return m("mrow", {}, ...between(ordered(notation, e.terms).map((term, k) => number(term, k === 0)), () => m("mo", {}, "+")));
      case "product":
        return m("mrow", {}, inProduct(e.left, first), m("mo", {}, "·"), inProduct(e.right, false));
      case "oneminus":
        return m("mrow", {}, m("mn", {}, "1"), m("mo", {}, "−"), number(e.of, false));
      case "apply":
        return m("mrow", {}, name(functionName(model, notation, e.function)), wrap(number(e.of, true)));
    }
  };
  const inProduct = (e, first) => (e.op === "oneminus" || e.op === "sum" ? wrap(number(e, true)) : number(e, first));
  const { inner, function: applied } = split(phase.expression);
  const target = model.quantity(phase.target);
  const steps = [number(inner, true)];
  if (applied) {
    const f = functionName(model, notation, applied);
    const total = slot((t, u) => model.value(target.pre, t, u), "", false);
    steps[0] = m("mrow", {}, name(f), wrap(steps[0]));
    steps.push(m("mrow", {}, name(f), wrap(total)));
  }
  const value = slot((t, u) => model.value(phase.target, t, u), target.hue, false);
  value.classList.add("result");
  const unitLabel = m("mtext", { class: "unit-label" });
  const written = notation.symbols[phase.target];
  const letter = m("mi", { class: `letter hue-${target.hue}` }, written.base);
  const accented = ACCENTS[written.accent]
    ? m("mover", { accent: "true", class: `hue-${target.hue}` }, letter, m("mo", {}, ACCENTS[written.accent]))
    : letter;
  const element = math(
    m("msub", {}, accented, unitLabel),
    ...[...(isPlain(inner) && !applied ? [] : steps), value].flatMap((step) => [m("mo", {}, "="), step]),
  );

  function update(t, unit, label) {
    write(unitLabel, label);
    for (const { element: node, value: of, show } of slots) {
      const v = of(t, unit);
      write(node, show(v));
      node.dataset.full = full(v);
    }
  }
  return { element, update };
}

/** Whether an expression is one number already, with nothing to add or multiply. */
function isPlain(expression) {
  return expression.op === "concat" || expression.op === "tensor";
}

/** The shapes of a phase, in the notation's order: "1×6 · 6×8 + 1×8 · 8×8 + 1×8 → 1×8". */
export function shapes(model, notation, phase) {
  const size = ([rows, columns]) => (notation.columns ? `${columns}×${rows}` : `${rows}×${columns}`);
  const vector = (e) => [1, lengthOf(model, e)];
  const write = (e) => {
    switch (e.op) {
      case "matmul": {
        const pair = [size(vector(e.left)), size(model.weights.get(e.right.name).shape)];
        return (notation.columns ? pair.reverse() : pair).join(" · ");
      }
      case "parameter":
        return size(model.weights.get(e.name).shape);
      case "sum":
        return ordered(notation, e.terms).map(write).join(" + ");
      case "product":
        return `${write(e.left)} ⊙ ${write(e.right)}`;
      case "concat":
        return `[${write(e.left)}, ${write(e.right)}]`;
      case "apply":
      case "oneminus":
        return write(e.of);
      default:
        return size(vector(e));
    }
  };
  return `${write(phase.expression)} → ${size([1, model.length(phase.target)])}`;
}

/** A quantity's letter for an SVG label: the letter, its accent, its time step. */
export function plainSymbol(notation, name, time) {
  const { base, accent, sub, sup } = notation.symbols[name];
  return { base: PLAIN[accent]?.(base) ?? base, sub: (sub || String(time)) + sup };
}
