// What is seen to happen inside the cell: the letter falls in, numbers go along the wires of a phase and meet, and what
// a product has left of a number goes on in a wire that thins. On the way back a dot is as large as the gradient.

/** @import {Context} from "../../context.d.ts" */
/** @import {Film, Filmed, Move, Point, Span} from "../../motion.d.ts" */
/** @import {Sheet} from "./sheet.js" */

import { h } from "../../../web/dom.js";
import { short } from "../../../web/numbers.js";
import { openParts } from "./geometry.js";
import { along, during, FALLS, flight, held, part, sign } from "../motion/moves.js";
import { visible } from "../place/cursor.js";

// Where numbers meet they stand as numbers; elsewhere a dot is enough.
const MEETINGS = ["product", "sum"];
// Of a phase in several waves the share of the first one, which brings what meets.
const FIRST_WAVE = 0.5;
// On the way back the dot of the smallest and of the largest gradient, beside one of the way forward.
const DOTS = { least: 0.5, most: 1.8 };
// How long a wire takes to become thinner.
const THINNING = 0.3;

/**
 * @typedef {{key: string, kind: string}} FilmedNode
 * @typedef {{
 *   points: Point[], hue: string, source: FilmedNode, target: FilmedNode,
 *   carried: {name: string, before: boolean} | null, from: number, to: number,
 * }} FilmedWire
 */

/**
 * The films of a diagram. input: where the letter stands, or null. covers(): what lies over wires. thickness(carried,
 * place): of a wire, in pixels. gradientAt(node, place): on the way back, how large a node's is, from 0 to 1.
 *
 * @param {Context} context
 * @param {{
 *   element: HTMLElement, painted: Sheet, wires: FilmedWire[], input: Point | null,
 *   covers(): {x: number, y: number, width: number, height: number}[],
 *   thickness(carried: FilmedWire["carried"], place: Film["place"]): string,
 *   gradientAt(node: FilmedNode, place: Film["place"]): number,
 * }} drawn
 * @returns {Filmed}
 */
export function diagramFilm(context, { element, painted, wires, input, covers, thickness, gradientAt }) {
  const { model, forward, isBack } = context;
  let corner = { left: 0, top: 0 };

  /** The wave that brings a node what meets there: all of it arrives together, however long its way was. */
  function waveAt(node) {
    return Math.max(0, ...wires.filter(({ target }) => target === node).map(arrival));
  }

  /** @param {FilmedWire} wire */
  function arrival({ source, from, to }) {
    return from === to ? 1 + waveAt(source) : 0;
  }

  /**
   * When a wave moves, of so many.
   *
   * @param {Span} span
   */
  function spanOf(span, wave, count) {
    if (count === 1) return part(span, 0, 0.8);
    if (wave === 0) return part(span, 0, FIRST_WAVE);
    const each = (1 - FIRST_WAVE) / (count - 1);
    return part(span, FIRST_WAVE + (wave - 1) * each, FIRST_WAVE + wave * each);
  }

  /**
   * What goes along a wire: a number to where it meets others, else a dot.
   *
   * @param {FilmedWire} wire
   * @param {Film["place"]} place
   * @param {Span} span
   * @returns {Move}
   */
  function goes({ points, hue, source, target, carried }, place, span) {
    if (carried && MEETINGS.includes(target.kind)) {
      const { name, before } = carried;
      const value = model.value(name, place.t, context.unitOf(name, place), before);
      return { element: sign("number", hue, short(value)), into: element, frames: during(span, along(points)) };
    }
    const [begins, ends] = isBack ? [source, target].map((node) => sizeOf(node, place)) : [1, 1];
    const scaleAt = (share) => (isBack ? ` scale(${(begins + (ends - begins) * share).toFixed(3)})` : "");
    return { element: sign("dot", hue), into: element, frames: during(span, along(points, scaleAt)) };
  }

  const sizeOf = (node, place) => DOTS.least + (DOTS.most - DOTS.least) * gradientAt(node, place);

  /**
   * A wire out of a product is as thick as what went in, until its other number is there.
   *
   * @param {FilmedWire} wire
   * @param {Film["place"]} place
   * @param {Span} span
   * @returns {Move[]}
   */
  function thins({ points, hue, source, carried }, place, span) {
    if (!carried || source.kind !== "product") return [];
    const into = wires.filter((one) => one.target === source && one.carried).map((one) => one.carried);
    const whole = into.filter(({ name }) => model.quantity(name).kind !== "gate");
    const [was, is] = [Math.max(...(whole.length > 0 ? whole : into).map(width)), width(carried)];
    function width(one) {
      return Number(thickness(one, place));
    }
    if (!(was > is)) return [];
    // A wire that changed its own width would cost each frame a layout of the drawing.
    return openParts(points, covers()).map((open) => {
      const frames = held(
        span,
        [1, is / was].map((scale, share) => ({ share, transform: `scale${open.isLevel ? "Y" : "X"}(${scale})` })),
      );
      return { element: wireBar(open, was, hue), into: element, frames, isOnward: true };
    });
  }

  /**
   * @param {Film["place"]} place
   * @param {Span} span
   */
  function works(place, span) {
    const lit = wires.filter(({ from, to }) => to === place.phase && visible(place, { phase: from }, place.t));
    const reached = new Map(lit.map(({ target }) => [target, waveAt(target)]));
    const count = 1 + Math.max(0, ...reached.values());
    const spanAt = (node) => spanOf(span, reached.get(node), count);
    const after = (end) => /** @type {Span} */ ([end, Math.min(1, end + THINNING)]);
    // Numbers go over wires.
    return [
      ...wires
        .filter(({ source }) => reached.has(source))
        .flatMap((wire) => thins(wire, place, after(spanAt(wire.source)[1]))),
      ...lit.map((wire) => goes(wire, place, spanAt(wire.target))),
    ];
  }

  /** @param {Film} film */
  function moves({ place, t, from, isUndone, works: span }) {
    // What a phase makes shows its colours when it is reached; those of another step go at once.
    const colours = painted.faded(t !== from || isUndone ? [0, 0.5] : part(span ?? [0, 1], FIRST_WAVE, 1));
    return [...colours, ...(span ? works(place, span) : [])];
  }

  /**
   * @param {Film} film
   * @param {DOMPoint} from
   */
  function reads({ t, reads: span }, from) {
    if (input === null) return null;
    const { left, top } = corner;
    const letter = sign("letter", "input", forward.inputWord(t));
    return [flight(element, letter, span, [from.x - left, from.y - top], input, FALLS)];
  }
  /** @param {boolean} isSeen */
  function keep(isSeen) {
    painted.keep(isSeen);
    // Where all diagrams of a cell stand, this one too when it comes into sight.
    corner = element.parentElement.getBoundingClientRect();
  }
  return { element, keep, moves, reads };
}

/** A part of a wire as thick as it was. */
function wireBar({ x, y, length, isLevel }, thick, hue) {
  const [left, top, width, height] = isLevel ? [x, y - thick / 2, length, thick] : [x - thick / 2, y, thick, length];
  const style = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  return h("span", { class: `film-bar hue-${hue}`, style });
}
