// What films are made of: signs that go over a panel, and the frames by which something moves. Only transforms and
// opacities move, so that no frame costs the page's main thread anything.

/** @import {Frame, Move, Point, Span} from "../../motion.d.ts" */

import { h } from "../../../web/dom.js";

/** Of what comes to rest. */
export const SLIDES = "cubic-bezier(0.3, 0, 0.2, 1)";
/** Of what falls. */
export const FALLS = "cubic-bezier(0.5, 0, 0.9, 0.6)";

/**
 * A sign that a film brings along: "letter", "number", "answer", "dot". What is written on it is no text of the page:
 * who searches, copies or listens finds it where it is painted.
 *
 * @param {string} kind
 * @param {string} hue
 */
export function sign(kind, hue, text = "") {
  return h("span", { class: `film-sign is-${kind} hue-${hue}`, "data-sign": text });
}

/**
 * A point as a transform; its element has its middle there, or with isCorner its corner.
 *
 * @param {Point} point
 */
export function at([x, y], scale = "", isCorner = false) {
  return { transform: `translate(${x}px,${y}px)${isCorner ? "" : " translate(-50%,-50%)"}${scale}` };
}

/**
 * Frames along the corners of a wire, each as long as its part of the way.
 *
 * @param {Point[]} points
 * @param {(share: number) => string} [scaleAt]
 * @returns {Frame[]}
 */
export function along(points, scaleAt = () => "") {
  const lengths = points.map(([x, y], k) => (k === 0 ? 0 : Math.hypot(x - points[k - 1][0], y - points[k - 1][1])));
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1;
  let gone = 0;
  return points.map((point, k) => {
    gone += lengths[k];
    const share = gone / whole;
    return { share, ...at(point, scaleAt(share)) };
  });
}

/**
 * Frames, each at a share of a span of the film; outside of the span what they move is not seen.
 *
 * @param {Span} span
 * @param {Frame[]} frames
 */
export function during(span, frames) {
  const inside = within(span, frames).map((frame) => ({ opacity: 1, ...frame }));
  const [first, last] = [inside[0], inside.at(-1)];
  const { easing: _, ...end } = last;
  return [
    ...(span[0] > 0 ? [0, span[0]].map((offset) => ({ ...first, opacity: 0, offset })) : []),
    ...inside,
    ...(span[1] < 1 ? [span[1], 1].map((offset) => ({ ...end, opacity: 0, offset })) : []),
  ];
}

/**
 * Frames, each at a share of a span of the film; before and after it the first and the last one hold.
 *
 * @param {Span} span
 * @param {Frame[]} frames
 */
export function held(span, frames) {
  const inside = within(span, frames);
  return [
    ...(span[0] > 0 ? [{ ...inside[0], offset: 0 }] : []),
    ...inside,
    ...(span[1] < 1 ? [{ ...inside.at(-1), offset: 1 }] : []),
  ];
}

/**
 * @param {Span} span
 * @param {Frame[]} frames
 */
function within([begin, end], frames) {
  return frames.map(({ share, ...frame }) => ({ ...frame, offset: begin + share * (end - begin) }));
}

/**
 * A part of a span, from and to shares of it.
 *
 * @param {Span} span
 * @returns {Span}
 */
export function part([begin, end], from, to) {
  return [begin + from * (end - begin), begin + to * (end - begin)];
}

/**
 * Bars that grow to what they are.
 *
 * @param {HTMLElement[]} bars
 * @param {Span} span
 * @returns {Move[]}
 */
export function growing(bars, span) {
  return bars.map((element) => {
    const frames = ["scaleX(0)", element.style.transform].map((transform, share) => ({
      share,
      transform,
      easing: SLIDES,
    }));
    return { element, frames: held(span, frames), isOnward: true };
  });
}

/**
 * A sign that goes from a point to another one.
 *
 * @param {Element} into
 * @param {Element} element
 * @param {Span} span
 * @param {Point} from
 * @param {Point} to
 * @returns {Move}
 */
export function flight(into, element, span, from, to, easing = SLIDES, isCorner = false) {
  const frames = [
    { share: 0, ...at(from, "", isCorner), easing },
    { share: 1, ...at(to, "", isCorner) },
  ];
  return { element, into, frames: during(span, frames) };
}
