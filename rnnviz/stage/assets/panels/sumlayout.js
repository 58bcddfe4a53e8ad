// Where everything stands in the sum of a unit, and what is written there: terms as bars that add up, their total, and
// beside them the activation's curve or the softmax's share. Pure: a model and a place in, numbers and words out.

/** @import {Place} from "../../place.d.ts" */
/** @import {ReadPhase} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { evaluate, functionOf, split, sumOf } from "../../../engine/expression.js";
import { factor, fill, full, numberedMessage, short } from "../../../web/numbers.js";
import { colon, comma } from "../../../web/punctuation.js";
import { placedFactors } from "../model/factors.js";
import { weightOf } from "../hands/pull.js";
import {
  expressionRuns,
  functionName,
  nameRuns,
  PARTIAL,
  plainLetter,
  plainRun,
  weightLetter,
} from "../words/labels.js";
import { waterfall } from "./geometry.js";

// The width of a character in a label, and of a Chinese one, at scale 1.
const NARROW = 8;
const WIDE = 15;
// A bar that has moved by less than this many pixels is where it was.
const LEAST_OUTLINE = 0.6;
// The least width of a bar.
const LEAST_BAR = 1.5;
// Before scaling: above and below all rows, the most and the least height of a row, the column of values, the room
// between a label and its bar, and beside the curve.
const ROWS = { around: 8, most: 26, least: 19, values: 78, gap: 10, beside: 26 };
// The width, before scaling, from which on the curve has a side of its own.
const LEAST_SIDE = 260;
// Into how many pieces a curve is cut.
const PIECES = 60;
const CURVE = { pad: 18, title: 12, point: 5, held: 6 };

/**
 * The parts of a place's sum: {phase, unit, terms, total, applied, own, ...}. own: of a softmax, the term of the output
 * that is looked at; else −1.
 *
 * @param {Context} context
 * @param {Place} place
 */
export function sumAt({ model, focus }, place) {
  const phase = model.phases[place.phase];
  const { unit, label, isOutput, isInput } = focus(place);
  const { terms, total: added, function: applied } = sumOf(model, phase, place.t, unit);
  const target = model.quantity(phase.target);
  // The trace has the total to the last digit; only what a softmax divides by is added up here.
  const totalName = applied ? target.pre : target.name;
  const isKnown = applied !== "softmax" && totalName;
  const total = isKnown ? model.free(totalName, place.t, unit, phase.before) : added;
  const before = model.effect === null ? [] : sumOf(model.original, phase, place.t, unit).terms;
  const own = applied === "softmax" ? terms.findIndex((term) => term.factors[0]?.index[0] === unit) : -1;
  const step = model.stepNumber(phase.target, place.t, phase.before ?? false);
  return {
    t: place.t,
    phase,
    unit,
    label,
    isOutput,
    isInput,
    terms,
    total,
    totalName,
    applied,
    target,
    before,
    own,
    step,
  };
}

/** @typedef {ReturnType<typeof sumAt>} Sum */

/**
 * The layout of a sum in a width and height. kept: the order and the scale that the bars had as the drag of a weight
 * began, or null.
 *
 * @param {Context} context
 * @param {Sum} sum
 */
export function sumLayout(context, sum, { width, height, kept = null }) {
  const { model, strings, scale } = context;
  const { terms, total, own } = sum;
  const values = terms.map((term) => term.value);
  const counts = terms.map((term) => term.count ?? 1);
  const most = Math.max(2, Math.floor((height - ROWS.around * scale) / (ROWS.least * scale)) - 1);
  const sizes = kept?.sizes ?? values;
  const { bars, ...ends } = waterfall(values, most, counts, sizes, inputsOf(terms));
  const outlined = bars.filter((bar) => sum.before[bar.term]).map((bar) => bar.from + sum.before[bar.term].value);
  const low = Math.min(ends.low, kept?.low ?? 0, ...outlined);
  const high = Math.max(ends.high, kept?.high ?? 0, ...outlined);

  const curve = curveOf(model, sum.phase);
  const { labels, labelWidth } = labelsOf(context, sum, bars, width);
  const numbers = ROWS.values * scale;
  const remaining = width - labelWidth - numbers;
  const hasSide = remaining > LEAST_SIDE * scale && (curve || own >= 0);
  const side = hasSide ? Math.min(height * 1.15, width * 0.28, remaining * 0.6) : 0;
  const room = width - labelWidth - numbers - side - (side ? ROWS.beside * scale : 0);
  const x = (v) => labelWidth + ((v - low) / (high - low || 1)) * room;
  const rowHeight = Math.min(ROWS.most * scale, (height - ROWS.around * scale) / (bars.length + 1));
  const top = (row) => (ROWS.around / 2) * scale + row * rowHeight;
  const line = (row) => top(row) + rowHeight * 0.68;
  const labelEnd = labelWidth - ROWS.gap * scale;
  const valueEnd = labelWidth + room + numbers;

  const rows = bars.map((bar, k) => {
    const box = { ...between(x(bar.from), x(bar.to)), y: top(k) + rowHeight * 0.16, height: rowHeight * 0.66 };
    const thread = { x1: x(bar.to), x2: x(bar.to), y1: top(k) + rowHeight * 0.5, y2: top(k) + rowHeight * 1.2 };
    return {
      label: { x: labelEnd, y: line(k), runs: labels[k] },
      thread,
      bar: { ...box, hue: hueOf(bar, own), full: full(bar.value), weight: weightAt(context, terms[bar.term]) },
      outline: outlineOf(strings, sum.before[bar.term], bar, x, box),
      value: { x: valueEnd, y: line(k), text: short(bar.value), full: full(bar.value) },
    };
  });
  const end = top(bars.length);
  const size = { left: width - side, size: side, height };
  return {
    rows,
    zero: { x1: x(0), x2: x(0), y1: 2, y2: end + rowHeight },
    total: {
      label: { x: labelEnd, y: line(bars.length), runs: totalRuns(context, sum) },
      bar: { ...between(x(0), x(total)), y: end + rowHeight * 0.3, height: rowHeight * 0.4, full: full(total) },
      value: { x: valueEnd, y: line(bars.length), text: short(total), full: full(total) },
    },
    curve: curve && side ? curveLayout(context, sum, curve, size) : null,
    share: own >= 0 && side ? shareLayout(context, sum, width - side / 2, end / 2) : null,
    caption: captionOf(context, sum),
    isHeld: model.isHeld(sum.target.name, sum.t, sum.unit),
    // What a drag keeps.
    scale: { sizes, low, high, room },
  };
}

/** What stands between two places on a line: {x, width}. */
function between(from, to) {
  return { x: Math.min(from, to), width: Math.max(LEAST_BAR, Math.abs(to - from)) };
}

/** What the input adds, if it is a single term, as that of one character is: it has its bar beside the state's. */
function inputsOf(terms) {
  const found = [...terms.keys()].filter((k) => terms[k].factors.some(({ expression }) => expression.name === "X"));
  return found.length === 1 ? found : [];
}

function hueOf(bar, own) {
  if (own >= 0) return bar.term === own ? "own" : "other";
  return bar.value < 0 ? "below" : "above";
}

/** The bar that a term had before the changes, from where its bar begins now; null where it has not moved. */
function outlineOf(strings, term, bar, x, { y, height }) {
  if (!term) return null;
  const to = x(bar.from + term.value);
  if (Math.abs(to - x(bar.to)) < LEAST_OUTLINE) return null;
  return { ...between(x(bar.from), to), y, height, full: fill(strings.before, { value: full(term.value) }) };
}

/**
 * The weight by which a term's bar can be dragged: what `weightPull` reads, what an editor shows, and its words; null
 * where there is none.
 *
 * @param {Context} context
 */
function weightAt({ model, strings, notation }, term) {
  const weight = model.program && term && !model.forward ? weightOf(term) : null;
  if (weight === null) return null;
  const { name, row, column } = weight;
  // Its place as readers count it, in the notation's own matrix.
  const place = notation.columns ? { row: column + 1, column: row + 1 } : { row: row + 1, column: column + 1 };
  const words = fill(strings.weightDrag, { name: weightLetter(notation, name, row, column) });
  return { weight, edit: { kind: "weight", name, ...place }, words };
}

// ---- words -----------------------------------------------------------------------------------

/**
 * The labels of the bars and their width. Where there is no room, a term is its letters and its value; the curve comes
 * last.
 *
 * @param {Context} context
 * @param {Sum} sum
 */
function labelsOf(context, sum, bars, width) {
  const described = (isBrief) =>
    bars.map((bar) =>
      bar.term < 0 ? [others(context, "rest", bar.rest)] : termRuns(context, sum, sum.terms[bar.term], isBrief),
    );
  const { scale } = context;
  const whole = described(false);
  const labels = widthOf(whole) * scale > width * 0.56 ? described(true) : whole;
  return { labels, labelWidth: Math.min(width * 0.6, widthOf(labels) * scale) };
}

/** About how wide the labels are before scaling, in steps; measuring them would cost a layout each time. */
function widthOf(labels) {
  const widths = labels.map((runs) => {
    const text = runs.map(textOf).join("");
    return [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e80 ? WIDE : NARROW), 0);
  });
  return Math.max(120, Math.ceil(Math.max(...widths) / 24) * 24 + 24);
}

/** All the text of a run. */
export function textOf(run) {
  return typeof run === "string" ? run : run.text.map(textOf).join("");
}

/** @param {Context} context */
function others({ strings }, key, count) {
  return { class: "muted", text: [fill(numberedMessage(strings, key, count), { count })] };
}

/**
 * A term in letters, then in numbers: "H₃[2] · W_hf[2,1] = 0.41 · (−0.27)".
 *
 * @param {Context} context
 * @param {Sum} sum
 */
function termRuns(context, { phase, isOutput, isInput, t }, term, isBrief) {
  const { model, notation } = context;
  if (term.count) return [others(context, "others", term.count)];
  const placed = placedFactors(model, notation, term, isOutput, isInput);
  const dot = plainRun(" · ");
  const letters = placed.flatMap(({ expression, place }, k) => [
    ...(k === 0 ? [] : [dot]),
    ...placedRuns(context, expression, place.join(","), term.t ?? t),
  ]);
  if (isBrief) return letters;
  const known = placed.filter(({ expression }) => expression.name !== "X");
  if (placed.length === 1 && split(phase.expression).function !== "softmax") return letters;
  if (placed.length > 1 && known.length === 1) return letters;
  const numbers = known.flatMap(({ expression, value }, k) => {
    const isPower = expression.function === "exp";
    const text = isPower
      ? ["e", powerRun(model, expression.of, t, term.factors[0].index[0])]
      : [k === 0 ? short(value) : factor(value)];
    return [...(k === 0 ? [] : [dot]), { class: "plain", text }];
  });
  return [...letters, plainRun(" = "), ...numbers];
}

function powerRun(model, logits, t, k) {
  return { class: "sup", dy: "-0.4em", text: [short(model.value(logits.name, t, k))] };
}

/** @param {Context} context */
function placedRuns(context, expression, place, t) {
  const { model } = context;
  switch (expression.op) {
    case "gradient":
      return [PARTIAL, ...placedRuns(context, expression.of, place, t)];
    case "tensor":
      return nameRuns(context, expression.name, model.stepNumber(expression.name, t, expression.before), place);
    case "parameter":
      return nameRuns(context, expression.name, "", place);
    default: {
      const written = expressionRuns(context, expression, t);
      const whole = expression.op === "apply" ? written : [plainRun("("), ...written, plainRun(")")];
      return [...whole, plainRun(`[${place}]`)];
    }
  }
}

/**
 * @param {Context} context
 * @param {Sum} sum
 */
function totalRuns(context, { applied, totalName, step, label }) {
  const { model, strings } = context;
  if (applied === "softmax" || !totalName) return [plainRun(`${strings.together} =`)];
  const name = nameRuns(context, totalName, step, label);
  return [...(model.forward ? [PARTIAL] : []), ...name, plainRun(" =")];
}

/**
 * @param {Context} context
 * @param {Sum} sum
 */
function captionOf({ model, strings, notation }, { target, t, unit, step, label, total }) {
  const letter = (model.forward ? "∂L/∂" : "") + plainLetter(notation, target.name, step, label);
  const isHeld = model.isHeld(target.name, t, unit);
  const summed = fill(isHeld ? strings.heldHere : strings.sumHint, {
    total: short(total),
    value: short(model.value(target.name, t, unit)),
    free: short(model.free(target.name, t, unit)),
  });
  return `${letter}${comma()}${target.title}${colon()}${summed}`;
}

// ---- beside the bars -------------------------------------------------------------------------

/**
 * The softmax's share of one term among all of them, as a fraction around (x, y).
 *
 * @param {Context} context
 * @param {Sum} sum
 */
function shareLayout({ model, scale }, { terms, own, total, target, t, unit }, x, y) {
  const at = (text, below, name = "") => ({ x, y: y + below * scale, text, name });
  const level = y - 6 * scale;
  return {
    line: { x1: x - 40 * scale, x2: x + 40 * scale, y1: level, y2: level },
    texts: [
      at(short(terms[own].value), -14, "numerator"),
      at(short(total), 12),
      at(`= ${short(model.value(target.name, t, unit))}`, 40, "hue-output"),
    ],
  };
}

/**
 * The curve beside a sum: the activation of its phase, or one inside a product; on the way back the one whose slope
 * takes the gradient on to the pre-activation. Null where there is none.
 *
 * @param {Context["model"]} model
 * @param {ReadPhase} phase
 */
function curveOf(model, { key, inner, slope, expression }) {
  if (model.forward) {
    if (!inner) return null;
    const own = model.forward.phases.find((one) => one.key === key);
    return { name: split(own.expression).function, of: { name: inner, before: false }, slope };
  }
  const { inner: within, function: applied } = split(expression);
  if (applied) return applied === "softmax" ? null : { name: applied, of: null, slope: null };
  const found = [within.left, within.right, within].find((e) => e?.op === "apply");
  return found ? { name: found.function, of: found.of, slope: null } : null;
}

/** The factor by which a gradient goes on; null where it is 1. */
function gainOf(slope) {
  const isGradient = (e) => e.op === "gradient";
  return slope.op === "product" && isGradient(slope.left) ? slope.right : null;
}

/** Between which values a function is drawn. */
function endsOf(name, f, reach) {
  if (name === "sigmoid") return [0, 1];
  if (name === "tanh") return [-1, 1];
  return [Math.min(0, f(-reach)), Math.max(1, f(reach))];
}

/**
 * @param {Context} context
 * @param {Sum} sum
 */
function curveLayout({ model, notation, scale }, { t, unit, total, target }, curve, { left, size, height }) {
  const isBack = Boolean(model.forward);
  const f = functionOf(model, curve.name);
  const at = curve.of === null ? total : model.known(curve.of.name, t, unit, curve.of.before);
  const reach = Math.max(4, Math.ceil(Math.abs(at)));
  const [low, high] = endsOf(curve.name, f, reach);
  const pad = CURVE.pad * scale;
  const px = (v) => left + pad + ((v + reach) / (2 * reach)) * (size - 2 * pad);
  const py = (v) => height - pad - ((v - low) / (high - low)) * (height - 2 * pad);
  const points = Array.from({ length: PIECES + 1 }, (_, k) => {
    const v = -reach + (2 * reach * k) / PIECES;
    return `${px(v).toFixed(1)} ${py(f(v)).toFixed(1)}`;
  });
  const result = f(at);
  const gain = isBack ? gainOf(curve.slope) : null;
  const steepness = gain === null ? 1 : evaluate(model, gain, t, unit);
  const ground = py(Math.max(0, low));
  const [from, to] = [at - reach / 3, at + reach / 3];
  const rise = (steepness * reach) / 3;
  const tangent = `M${px(from)} ${py(result - rise)}L${px(to)} ${py(result + rise)}`;
  const drop = `M${px(at)} ${ground}V${py(result)}H${px(0)}`;
  const name = functionName(model, notation, curve.name);
  const value = Math.min(high, Math.max(low, model.value(target.name, t, unit)));
  return {
    hue: target.hue,
    axes: [
      { x1: px(-reach), x2: px(reach), y1: ground, y2: ground },
      { x1: px(0), x2: px(0), y1: py(low), y2: py(high) },
    ],
    line: `M${points.join("L")}`,
    mark: isBack ? { name: "tangent", d: tangent } : { name: "drop", d: drop },
    point: {
      cx: px(at),
      cy: py(result),
      r: CURVE.point * scale,
      full: `${full(at)} → ${full(isBack ? steepness : result)}`,
    },
    held: model.isHeld(target.name, t, unit) ? { cx: px(at), cy: py(value), r: CURVE.held * scale } : null,
    title: {
      x: left + size / 2,
      y: CURVE.title * scale,
      text: isBack ? `${name}′(${short(at)}) = ${short(steepness)}` : `${name}(${short(at)}) = ${short(result)}`,
    },
    ends: [
      { x: px(0) - 4, y: py(high) + 10 * scale, text: String(high) },
      { x: px(reach), y: height - 2, text: String(reach) },
    ],
  };
}
