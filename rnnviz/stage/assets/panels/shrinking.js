// What makes a gradient smaller on its way, written beside the wire: a gate, a slope, a recurrent weight.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { s, write } from "../../../web/dom.js";
import { short } from "../../../web/numbers.js";
import { CANVAS } from "./geometry.js";
import { functionName, placeInMatrix, plainExpression } from "../words/labels.js";
import { saturatedOf, wireFactors } from "../model/wires.js";

// How far the letters stand above a wire and the number below it, before scaling.
const [ABOVE, BELOW] = [5, 23];
// About how wide a letter is.
const LETTER = 8.5;
const NEARER = 2;

/**
 * The factor of a wire for the chosen unit, its letters above the wire and its number below, or both in a line where
 * the edge says; null for a wire that has none worth watching: the products with values, and all that leads to the
 * input. points: the wire's corners in a drawing of width and height. Returns {element, update(state, isReached)}.
 *
 * @param {Context} context
 */
export function shrinkingFactor(context, place, edge, points, { width, height }) {
  const { model, notation, scale, narrow } = context;
  const { nodes, factors } = model.diagrams[place.diagram];
  const source = nodes.find(({ key }) => key === edge.source);
  if (factors[place.wire].length !== 1 || !isWatched(model, factors[place.wire][0].factors, source)) return null;
  const middle = middleOf(points);
  const [x, y] = edge.factor ? besideWire() : middle;
  const longest = Math.max(...points.slice(1).map(([end], k) => Math.abs(end - points[k][0])));
  const isOnWire = points.slice(1).some(([, end], k) => Math.abs(points[k][1] - y) + Math.abs(end - y) < 1);
  // Where a place is given, nothing may stand on the wire's other side.
  const isInLine = !isOnWire || edge.factor;
  const above = isOnWire ? y - ABOVE * scale : y;
  const letters = isInLine ? s("tspan") : s("text", { class: "factor small", x, y: above });
  const number = isInLine
    ? s("tspan", { class: "factor number" })
    : s("text", { class: "factor number", x, y: y + BELOW * scale });
  const line = isInLine && s("text", { class: "factor small", x, y: above }, letters, narrow ? "" : " ", number);
  const texts = line ? [line] : [letters, number];

  /** Where the edge says, and on a phone a little nearer to its wire than to others. */
  function besideWire() {
    const [across, down] = [(edge.factor[0] / CANVAS.width) * width, (edge.factor[1] / CANVAS.height) * height];
    return [across + (narrow ? NEARER * Math.sign(middle[0] - across) : 0), down];
  }

  function update({ t, unit }, isReached) {
    const [way] = isReached ? wireFactors(model, place, t, Math.min(unit, model.units - 1)) : [];
    const value = way ? short(way.value) : "";
    // A phone has room for the number alone.
    write(letters, way && !narrow ? lettersOfWay(way, t, edge.factor ? ` ${value}` : "") : "");
    write(number, value);
    number.classList.toggle("is-small", way?.parts.some(({ reason }) => reason) ?? false);
  }

  /** behind: what follows in the same line. Without its unit where the wire is shorter. */
  function lettersOfWay({ parts: [{ kind, row, column, function: applied, expression }], unit }, t, behind) {
    // The matrix has its name in its box.
    if (kind === "weight") return placeInMatrix(notation, row, column);
    const result = kind === "slope" && applied === "tanh" ? saturatedOf(expression) : null;
    if (result && result.op !== "tensor") {
      return `${functionName(model, notation, applied)}′[${unit + 1}]`;
    }
    const written = plainExpression(model, notation, expression, t);
    const whole = `${expression.op === "tensor" ? written : `(${written})`}[${unit + 1}]`;
    const isLonger = longest > 1 && (whole + behind).length * LETTER * scale > longest;
    return isLonger || (isOnWire && edge.factor) ? whole.slice(0, whole.lastIndexOf("[")) : whole;
  }
  return { element: s("g", {}, ...texts), update };
}

/** @param {AnyModel} model */
function isWatched(model, factors, source) {
  if (factors.length !== 1 || source.writes === "X") return false;
  const [{ kind, expression }] = factors;
  if (kind === "weight") return Boolean(source.before);
  return (
    kind === "slope" ||
    isGateHere(model, expression) ||
    (expression.op === "oneminus" && isGateHere(model, expression.of))
  );
}

/** @param {AnyModel} model */
function isGateHere(model, e) {
  return e.op === "tensor" && model.quantity(e.name)?.kind === "gate";
}

/** The middle of the longest level piece, or of the longest one where none is level. */
function middleOf(points) {
  const pieces = points.slice(1).map((end, k) => [points[k], end]);
  const level = pieces.filter(([[, a], [, b]]) => a === b);
  const length = ([[a, b], [c, d]]) => Math.hypot(c - a, d - b);
  const [longest] = (level.length > 0 ? level : pieces).sort((a, b) => length(b) - length(a));
  return [(longest[0][0] + longest[1][0]) / 2, (longest[0][1] + longest[1][1]) / 2];
}
