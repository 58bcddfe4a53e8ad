// One unit taken apart: its terms as bars that add up, then the activation curve. A bar is dragged at its weight;
// after a change, outlines are the bars as they were before. On the way back the terms are those of the chain rule, and
// the curve has the slope by which the gradient goes on.

/** @import {Place} from "../../place.d.ts" */
/** @import {ReadPhase} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s } from "../../../web/dom.js";
import { evaluate, functionOf, split, sumOf } from "../../../engine/expression.js";
import { placedFactors } from "../model/factors.js";
import { waterfall } from "./geometry.js";
import { expressionTspans, functionName, nameTspans, plain, plainLetter, weightLetter } from "../words/labels.js";
import { weightOf, weightPull } from "../hands/pull.js";
import { numberedMessage, factor, fill, full, short } from "../../../web/numbers.js";

// The width of a character in a label, and of a Chinese one, at scale 1.
const NARROW = 8;
const WIDE = 15;
// A bar that has moved by less than this many pixels is where it was.
const LEAST_OUTLINE = 0.6;

/** @param {Context} context */
export function sum(context, width, height) {
  const { model, strings, notation, scale } = context;
  const isBack = Boolean(model.forward);
  const mark = isBack ? "∂L/∂" : "";
  const svg = s("svg", { class: "sum", width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  const element = h("div", { class: "sum-panel" }, svg);
  const pull = weightPull(context, svg);
  let shown = "";
  let caption = "";

  /** @param {Place} state */
  function update(state) {
    if (state.asked) {
      hide();
      return;
    }
    const phase = model.phases[state.phase];
    const { unit, label: name, ...focus } = context.focus(state);
    const key = `${state.t} ${phase.key} ${unit} ${model.version}`;
    if (key === shown) return;
    shown = key;
    const { terms, total: added, function: applied } = sumOf(model, phase, state.t, unit);
    const target = model.quantity(phase.target);
    // The trace has the total to the last digit; only what a softmax divides by is added up here.
    const totalName = applied ? target.pre : target.name;
    const isKnown = applied !== "softmax" && totalName;
    const total = isKnown ? model.free(totalName, state.t, unit, phase.before) : added;
    const most = Math.max(2, Math.floor((height - 8 * scale) / (19 * scale)) - 1);
    const counts = terms.map((term) => term.count ?? 1);
    const values = terms.map((term) => term.value);
    // While a weight is dragged the bars keep their order and their scale.
    const kept = pull.kept(key);
    const { bars, ...ends } = waterfall(values, most, counts, kept?.sizes ?? values, inputsOf(terms));
    const before = model.effect === null ? [] : sumOf(model.original, phase, state.t, unit).terms;
    const outlined = bars.filter((bar) => before[bar.term]).map((bar) => bar.from + before[bar.term].value);
    const low = Math.min(ends.low, kept?.low ?? 0, ...outlined);
    const high = Math.max(ends.high, kept?.high ?? 0, ...outlined);
    const own = applied === "softmax" ? terms.findIndex((term) => term.factors[0]?.index[0] === unit) : -1;

    const curve = isBack ? slopeOf(phase) : curveOf(phase.expression);
    const describeAll = (isBrief) =>
      bars.map((bar) =>
        bar.term < 0 ? [others("rest", bar.rest)] : describe(terms[bar.term], phase, focus, state.t, isBrief),
      );
    // Where there is no room, a term is its letters and its value; the curve comes last.
    let described = describeAll(false);
    if (widthOf(described) > width * 0.56) described = describeAll(true);
    const labels = Math.min(width * 0.6, widthOf(described));
    const numbers = 78 * scale;
    const remaining = width - labels - numbers;
    const hasSide = remaining > 260 * scale && (curve || own >= 0);
    const side = hasSide ? Math.min(height * 1.15, width * 0.28, remaining * 0.6) : 0;
    const room = width - labels - numbers - side - (side ? 26 * scale : 0);
    pull.keep(key, { sizes: kept?.sizes ?? values, low, high, room, place: state });
    const x = (v) => labels + ((v - low) / (high - low || 1)) * room;
    const rowHeight = Math.min(26 * scale, (height - 8 * scale) / (bars.length + 1));
    const rows = bars.map((bar, k) => {
      const y = 4 * scale + k * rowHeight;
      const left = Math.min(x(bar.from), x(bar.to));
      const hue = own < 0 ? (bar.value < 0 ? "below" : "above") : bar.term === own ? "own" : "other";
      return s(
        "g",
        {},
        s("text", { class: "row-label", x: labels - 10 * scale, y: y + rowHeight * 0.68 }, ...described[k]),
        s("line", { class: "thread", x1: x(bar.to), x2: x(bar.to), y1: y + rowHeight * 0.5, y2: y + rowHeight * 1.2 }),
        s("rect", {
          class: hue,
          x: left,
          y: y + rowHeight * 0.16,
          width: Math.max(1.5, Math.abs(x(bar.to) - x(bar.from))),
          height: rowHeight * 0.66,
          rx: 2,
          "data-full": full(bar.value),
          ...pulled(terms[bar.term]),
        }),
        ...outlineOf(before[bar.term], bar, x, y + rowHeight * 0.16, rowHeight * 0.66),
        s(
          "text",
          { class: "row-value", x: labels + room + numbers, y: y + rowHeight * 0.68, "data-full": full(bar.value) },
          short(bar.value),
        ),
      );
    });
    const end = 4 * scale + bars.length * rowHeight;
    const zero = s("line", { class: "axis", x1: x(0), x2: x(0), y1: 2, y2: end + rowHeight });
    const together =
      applied === "softmax" || !totalName
        ? [plain(`${strings.together} =`)]
        : [...marked(nameTspans(context, totalName, stepOf(phase, state.t), name)), plain(" =")];
    const totalRow = s(
      "g",
      { class: "total" },
      s("text", { class: "row-label", x: labels - 10 * scale, y: end + rowHeight * 0.68 }, ...together),
      s("rect", {
        class: "total-bar",
        x: Math.min(x(0), x(total)),
        y: end + rowHeight * 0.3,
        width: Math.max(1.5, Math.abs(x(total) - x(0))),
        height: rowHeight * 0.4,
        rx: 2,
        "data-full": full(total),
      }),
      s(
        "text",
        { class: "row-value", x: labels + room + numbers, y: end + rowHeight * 0.68, "data-full": full(total) },
        short(total),
      ),
    );
    const parts = [zero, ...rows, totalRow];
    if (curve && side) parts.push(drawCurve(curve, width - side, side, state.t, unit, total, target));
    if (own >= 0 && side)
      parts.push(...share(terms[own].value, total, model.value(target.name, state.t, unit), width - side / 2, end / 2));
    svg.replaceChildren(...parts);
    const letter = mark + plainLetter(notation, target.name, stepOf(phase, state.t), name);
    const isHeld = model.isHeld(target.name, state.t, unit);
    const held = {
      value: short(model.value(target.name, state.t, unit)),
      free: short(model.free(target.name, state.t, unit)),
    };
    const summed = fill(isHeld ? strings.heldHere : strings.sumHint, { total: short(total), ...held });
    caption = `${letter}, ${target.title}: ${summed}`;
    svg.classList.toggle("held", isHeld);
    svg.setAttribute("aria-label", caption);
  }

  /** What the input adds, if it is a single term, as that of one character is: it has its bar beside the state's. */
  function inputsOf(terms) {
    const found = [...terms.keys()].filter((k) => terms[k].factors.some(({ expression }) => expression.name === "X"));
    return found.length === 1 ? found : [];
  }

  function stepOf({ target, before = false }, t) {
    return model.stepNumber(target, t, before);
  }

  function marked(tspans) {
    return mark === "" ? tspans : [plain(mark), ...tspans];
  }

  /** The sum would answer the question that waits. */
  function hide() {
    shown = "";
    caption = strings.notYet;
    svg.replaceChildren();
    svg.setAttribute("aria-label", caption);
  }

  /** About how wide the labels are, in steps; measuring them would cost a layout each time. */
  function widthOf(labels) {
    const widths = labels.map((parts) => {
      const text = parts.map((part) => part.textContent).join("");
      return [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e80 ? WIDE : NARROW), 0);
    });
    return Math.max(120, Math.ceil(Math.max(...widths) / 24) * 24 + 24) * scale;
  }

  /** What makes a term's bar one that can be dragged: its weight, and how much of the bar a weight of 1 is. */
  function pulled(term) {
    const weight = model.program && term && !isBack ? weightOf(term) : null;
    if (weight === null) return {};
    return {
      "data-weight": JSON.stringify(weight),
      "data-edit": JSON.stringify({ kind: "weight", name: weight.name, ...placesOf(weight) }),
      role: "slider",
      tabindex: "0",
      "aria-label": fill(strings.weightDrag, { name: weightLetter(notation, weight.name, weight.row, weight.column) }),
      "aria-valuenow": weight.value,
    };
  }

  /** A weight's place as readers count it, in the notation's own matrix. */
  function placesOf({ row, column }) {
    return notation.columns ? { row: column + 1, column: row + 1 } : { row: row + 1, column: column + 1 };
  }

  /** The bar that the term had before the changes, from where its bar begins now. */
  function outlineOf(term, bar, x, y, height) {
    if (!term) return [];
    const [from, to] = [x(bar.from), x(bar.from + term.value)];
    if (Math.abs(to - x(bar.to)) < LEAST_OUTLINE) return [];
    const box = { x: Math.min(from, to), y, width: Math.max(1.5, Math.abs(to - from)), height, rx: 2 };
    return [s("rect", { class: "outline", ...box, "data-full": fill(strings.before, { value: full(term.value) }) })];
  }

  function others(key, count) {
    return s("tspan", { class: "muted" }, fill(numberedMessage(strings, key, count), { count }));
  }

  /** A term in letters, then in numbers: "H₃[2] · W_hf[2,1] = 0.41 · (−0.27)". */
  function describe(term, phase, { isOutput, isInput }, t, isBrief) {
    if (term.count) return [others("others", term.count)];
    const placed = placedFactors(model, notation, term, isOutput, isInput);
    const letters = placed.flatMap(({ expression, place }, k) => [
      ...(k === 0 ? [] : [plain(" · ")]),
      ...placedTspans(expression, place.join(","), term.t ?? t),
    ]);
    if (isBrief) return letters;
    const known = placed.filter(({ expression }) => expression.name !== "X");
    if (placed.length === 1 && split(phase.expression).function !== "softmax") return letters;
    if (placed.length > 1 && known.length === 1) return letters;
    const numbers = known.flatMap(({ expression, value }, k) => {
      const text =
        expression.function === "exp"
          ? power(expression.of, term.factors[0].index[0], t)
          : k === 0
            ? [short(value)]
            : [factor(value)];
      return [...(k === 0 ? [] : [plain(" · ")]), s("tspan", { class: "plain" }, ...text)];
    });
    return [...letters, plain(" = "), ...numbers];
  }

  function power(logits, k, t) {
    return ["e", s("tspan", { class: "sup", dy: "-0.4em" }, short(model.value(logits.name, t, k)))];
  }

  function placedTspans(expression, place, t) {
    if (expression.op === "gradient") return [plain("∂L/∂"), ...placedTspans(expression.of, place, t)];
    if (expression.op === "tensor")
      return nameTspans(context, expression.name, model.stepNumber(expression.name, t, expression.before), place);
    if (expression.op === "parameter") return nameTspans(context, expression.name, "", place);
    const written = expressionTspans(context, expression, t);
    return [...(expression.op === "apply" ? written : [plain("("), ...written, plain(")")]), plain(`[${place}]`)];
  }

  /** The softmax's share of one term among all of them. */
  function share(value, total, result, x, y) {
    const line = (text, dy, name) => s("text", { class: `character ${name}`, x, y: y + dy * scale }, text);
    return [
      line(short(value), -14, "numerator"),
      s("line", { class: "axis", x1: x - 40 * scale, x2: x + 40 * scale, y1: y - 6 * scale, y2: y - 6 * scale }),
      line(short(total), 12, ""),
      line(`= ${short(result)}`, 40, "hue-output"),
    ];
  }

  /** The curve of the phase: its own activation, or one inside a product. */
  function curveOf(expression) {
    const { inner, function: applied } = split(expression);
    if (applied) return applied === "softmax" ? null : { name: applied, pre: true };
    const within = [inner.left, inner.right, inner].find((e) => e?.op === "apply");
    return within ? { name: within.function, of: within.of } : null;
  }

  /**
   * The curve whose slope takes the gradient on to the pre-activation.
   *
   * @param {ReadPhase} phase
   */
  function slopeOf({ key, inner, slope }) {
    if (!inner) return null;
    const own = model.forward.phases.find((phase) => phase.key === key);
    return { name: split(own.expression).function, of: { name: inner, before: false }, slope };
  }

  /** The factor by which a gradient goes on; null where it is 1. */
  function gainOf(slope) {
    const isGradient = (e) => e.op === "gradient";
    return slope.op === "product" && isGradient(slope.left) ? slope.right : null;
  }

  function drawCurve(curve, left, size, t, unit, total, target) {
    const f = functionOf(model, curve.name);
    const at = curve.pre ? total : model.known(curve.of.name, t, unit, curve.of.before);
    const reach = Math.max(4, Math.ceil(Math.abs(at)));
    const ys =
      curve.name === "sigmoid"
        ? [0, 1]
        : curve.name === "tanh"
          ? [-1, 1]
          : [Math.min(0, f(-reach)), Math.max(1, f(reach))];
    const pad = 18 * scale;
    const px = (v) => left + pad + ((v + reach) / (2 * reach)) * (size - 2 * pad);
    const py = (v) => height - pad - ((v - ys[0]) / (ys[1] - ys[0])) * (height - 2 * pad);
    const points = Array.from({ length: 61 }, (_, k) => {
      const v = -reach + (2 * reach * k) / 60;
      return `${px(v).toFixed(1)} ${py(f(v)).toFixed(1)}`;
    });
    const result = f(at);
    const name = functionName(model, notation, curve.name);
    const gain = isBack ? gainOf(curve.slope) : null;
    const steepness = gain === null ? 1 : evaluate(model, gain, t, unit);
    const [from, to] = [at - reach / 3, at + reach / 3];
    const at0 = py(Math.max(0, ys[0]));
    const mark = isBack
      ? `M${px(from)} ${py(result - (steepness * reach) / 3)}L${px(to)} ${py(result + (steepness * reach) / 3)}`
      : `M${px(at)} ${at0}V${py(result)}H${px(0)}`;
    const words = isBack ? `${name}′(${short(at)}) = ${short(steepness)}` : `${name}(${short(at)}) = ${short(result)}`;
    const isHeld = model.isHeld(target.name, t, unit);
    const value = Math.min(ys[1], Math.max(ys[0], model.value(target.name, t, unit)));
    return s(
      "g",
      { class: `curve hue-${target.hue}` },
      s("line", {
        class: "axis",
        x1: px(-reach),
        x2: px(reach),
        y1: at0,
        y2: at0,
      }),
      s("line", { class: "axis", x1: px(0), x2: px(0), y1: py(ys[0]), y2: py(ys[1]) }),
      s("path", { class: "line", d: `M${points.join("L")}` }),
      s("path", { class: isBack ? "tangent" : "drop", d: mark }),
      s("circle", {
        class: "point",
        cx: px(at),
        cy: py(result),
        r: 5 * scale,
        "data-full": `${full(at)} → ${full(isBack ? steepness : result)}`,
      }),
      ...(isHeld ? [s("circle", { class: "point held", cx: px(at), cy: py(value), r: 6 * scale })] : []),
      s("text", { class: "small", x: left + size / 2, y: 12 * scale }, words),
      s("text", { class: "small muted end", x: px(0) - 4, y: py(ys[1]) + 10 * scale }, String(ys[1])),
      s("text", { class: "small muted end", x: px(reach), y: height - 2 }, String(reach)),
    );
  }
  return { element, update, words: () => caption };
}
