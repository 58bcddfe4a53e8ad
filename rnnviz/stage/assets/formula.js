// Equations in MathML, in any of the notations, with letters or with numbers.

import { h, m, set, write } from "../../web/dom.js";
import { evaluate, firstTensor, lengthOf, split } from "./expression.js";
import { functionName } from "./labels.js";
import { bracketed, factor, fill, full, short } from "../../web/numbers.js";

const ACCENTS = { tilde: "˜", hat: "ˆ", bar: "¯", right: "→", left: "←" };
// How many powers of e stand under a softmax, before the rest is one number.
const POWERS = 4;

/**
 * A name as a notation writes it, hued if it is a quantity. time: its subscript, a text such as
 * t−1 or an element.
 */
export function symbol(model, notation, name, time = "") {
  const written = notation.symbols[name];
  const one = (part) => {
    const letter = m("mi", { class: "letter" }, part.base);
    const accent = ACCENTS[part.accent];
    const base = accent ? m("mover", { accent: "true" }, letter, m("mo", {}, accent)) : letter;
    const below = part.sub || time;
    const sub = m(part.sub ? "mtext" : "mrow", {}, ...(below ? indexOf(below) : []));
    if (part.sup) return m("msubsup", {}, base, sub, m("mtext", {}, part.sup));
    return below ? m("msub", {}, base, sub) : base;
  };
  const quantity = model.quantity(name);
  if (!written.plus) return hued(one(written), quantity?.hue, name);
  return m("mrow", {}, bracket("("), one(written), m("mo", {}, "+"), one(written.plus), bracket(")"));
}

function indexOf(text) {
  if (typeof text !== "string") return [text];
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
    inLetters(model, notation, phase.expression, (e) => timeOf(model, e)),
  );
}

function inLetters(model, notation, expression, time) {
  const write = (e) => {
    switch (e.op) {
      case "tensor":
        return symbol(model, notation, e.name, time(e));
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
        return m("mrow", {}, ...ordered(notation, e.terms).flatMap(inSum));
      case "negative":
        return m("mrow", {}, m("mo", {}, "−"), inProduct(e.of));
      case "quotient":
        return m("mfrac", {}, write(e.left), write(e.right));
      case "maximum":
        return m("mrow", {}, name("max"), bracket("("), write(e.left), m("mo", {}, ","), write(e.right), bracket(")"));
      case "product":
        return m("mrow", {}, inProduct(e.left), m("mo", {}, "⊙"), inProduct(e.right));
      case "oneminus":
        return m("mrow", {}, m("mn", {}, "1"), m("mo", {}, "−"), write(e.of));
      case "apply":
        return m("mrow", {}, name(functionName(model, notation, e.function)), wrap(write(e.of)));
    }
  };
  const inSum = (e, k) => {
    if (e.op === "negative") return [m("mo", {}, "−"), inProduct(e.of)];
    return k === 0 ? [write(e)] : [m("mo", {}, "+"), write(e)];
  };
  const inProduct = (e) => (["oneminus", "sum", "negative"].includes(e.op) ? wrap(write(e)) : write(e));
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

function math(...children) {
  return m("math", { display: "inline" }, ...children);
}

/**
 * The same equation for one unit, with its numbers put in: products with a matrix are summed
 * to one number with their letters beneath. Returns {element, update(t, unit, label)}; an update
 * only changes the numbers. A line may break before each sign.
 */
export function numbers(model, notation, phase, powersNamed = POWERS) {
  const slots = [];
  const steps = [];
  const slot = (value, hue, show = short) => {
    const element = h("span", { class: hue ? `number hue-${hue}` : "number" });
    slots.push({ element, value, show });
    return element;
  };
  const step = (name, before = false) => {
    const element = m("mn");
    steps.push({ element, name, before });
    return element;
  };
  const captioned = (element, e) =>
    h(
      "span",
      { class: "captioned" },
      element,
      math(inLetters(model, notation, e, ({ name, before }) => step(name, before))),
    );
  const hueOf = (e) => model.quantity(firstTensor(e)?.name)?.hue;
  // `show` brackets a number where its neighbours require it.
  const number = (e, show) => {
    switch (e.op) {
      case "matmul":
      case "parameter":
        return [
          captioned(
            slot((t, u) => evaluate(model, e, t, u), e.op === "matmul" ? hueOf(e) : "", show),
            e,
          ),
        ];
      case "tensor":
      case "concat":
        return [slot((t, u) => evaluate(model, e, t, u), hueOf(e), show)];
      case "sum":
        return ordered(notation, e.terms).flatMap(inSum);
      case "product":
        return signed("·", [inProduct(e.left), inProduct(e.right)]);
      case "oneminus":
        return ["1\u00a0−\u00a0", ...number(e.of, bracketed)];
      case "negative":
        return ["−", ...inProduct(e.of)];
      case "quotient":
        return [...inProduct(e.left), "\u00a0/\u00a0", ...inProduct(e.right)];
      case "maximum":
        return ["max(", ...number(e.left, short), ", ", ...number(e.right, short), ")"];
      case "apply":
        return [functionName(model, notation, e.function), "(", ...number(e.of, short), ")"];
    }
  };
  const inSum = (e, k) => {
    if (e.op === "negative") return [k === 0 ? "−" : " −\u00a0", ...inProduct(e.of)];
    return k === 0 ? number(e, short) : [" +\u00a0", ...number(e, bracketed)];
  };
  const isWrapped = (e) => ["oneminus", "sum", "negative", "quotient"].includes(e.op);
  const inProduct = (e) => (isWrapped(e) ? ["(", ...number(e, short), ")"] : number(e, factor));
  const { inner, function: applied } = split(phase.expression);
  const target = model.quantity(phase.target);
  const sides = [];
  if (applied === "softmax") {
    sides.push([fraction(inner.name)]);
  } else if (applied) {
    const f = functionName(model, notation, applied);
    const total = slot((t, u) => (target.pre ? model.value(target.pre, t, u) : evaluate(model, inner, t, u)));
    sides.push([f, "(", ...number(inner, short), ")"], [f, "(", total, ")"]);
  } else if (!isPlain(inner)) sides.push(number(inner, short));
  const value = slot((t, u) => model.free(phase.target, t, u), target.hue);
  // A held number is not what the equation gives: it stands for itself.
  const heldValue = slot((t, u) => model.value(phase.target, t, u), target.hue);
  const [beforeHeld, afterHeld] = model.strings.heldAt.split("{value}");
  const held = h("span", { class: "held-note" });
  const unitLabel = h("span", { class: "unit-label" });
  const letter = math(symbol(model, notation, phase.target, step(phase.target)));
  const element = h("span", { class: "worked" }, ...signed("=", [[letter, unitLabel], ...sides, [value]]), held);

  /** e to the unit's own logit, over the sum of e to every logit. */
  function fraction(logits) {
    const power = (k) => {
      const character = h("span", { class: "whose" });
      const exponent = slot((t, u) => model.value(logits, t, outputAt(t, u, k)), "output");
      steps.push({ element: character, text: (t, u) => model.labels[outputAt(t, u, k)] });
      return h("span", { class: "captioned" }, h("span", {}, "e", h("sup", {}, exponent)), character);
    };
    const count = Math.min(powersNamed, model.listed.length);
    const rest = model.sizes.q - count;
    const powers = Array.from({ length: count }, (_, k) => [power(k)]);
    if (rest > 0) {
      const others = slot((t, u) => restOf(logits, t, u, count));
      powers.push([
        h(
          "span",
          { class: "captioned" },
          others,
          h("span", { class: "whose" }, fill(model.strings.others, { count: rest })),
        ),
      ]);
    }
    return h("span", { class: "fraction" }, h("span", {}, power(0)), h("span", {}, ...signed("+", powers)));
  }

  /** The outputs under the softmax in their order: the unit's own, then the likeliest. */
  function outputAt(t, unit, k) {
    return k === 0 ? unit : model.likeliest[t].filter((one) => one !== unit)[k - 1];
  }

  function restOf(logits, t, unit, count) {
    const listed = new Set(Array.from({ length: count }, (_, k) => outputAt(t, unit, k)));
    const others = model.listed.filter((k) => !listed.has(k));
    return others.reduce((sum, k) => sum + Math.exp(model.value(logits, t, k)), model.value("unlisted", t, 0));
  }

  function update(t, unit, label) {
    write(unitLabel, `[${label}]`);
    const isHeld = model.isHeld(phase.target, t, unit);
    if (isHeld !== held.hasChildNodes()) held.replaceChildren(...(isHeld ? [beforeHeld, heldValue, afterHeld] : []));
    value.classList.toggle("result", !isHeld);
    heldValue.classList.toggle("result", isHeld);
    for (const { element: node, name, before, text } of steps) {
      write(node, text ? text(t, unit) : String(model.stepNumber(name, t, before)));
    }
    for (const { element: node, value: of, show } of slots) {
      const v = of(t, unit);
      write(node, show(v));
      set(node, "data-full", full(v));
    }
  }
  return { element, update };
}

/** Parts with a sign between them, before which a line may break, and not after it. */
function signed(sign, parts) {
  return parts.flatMap((part, k) => (k === 0 ? part : [` ${sign}\u00a0`, ...part]));
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
      case "quotient":
        return `${write(e.left)} / ${write(e.right)}`;
      case "maximum":
        return `${write(e.left)}, ${write(e.right)}`;
      case "apply":
      case "oneminus":
      case "negative":
        return write(e.of);
      default:
        return size(vector(e));
    }
  };
  return `${write(phase.expression)} → ${size([1, model.length(phase.target)])}`;
}
