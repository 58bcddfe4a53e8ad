// A figure of Plotly's in an element, and over it what moves with every step, which Plotly would draw too late: when it
// draws, it forgets what is under the pointer.

/** @import {CloudFigure, Over, Plotly, PlotElement, Point} from "../states.d.ts" */

import { s } from "../../../web/dom.js";
import { bringRules } from "./plotly.js";
import { outlineOf } from "./selection.js";

// Pixels from the middle of a ring to its line.
const RADIUS = 6;

const CONFIG = { displayModeBar: false, displaylogo: false, showTips: false, doubleClick: "reset", scrollZoom: false };

/**
 * @param {Plotly} plotly
 * @param {HTMLElement} element
 * @param {{onHover: (point: number | null) => void, onClick: (point: number) => void,
 *   onSelect: (outline: Point[] | null) => void}} act point: the `customdata` of what is under the pointer
 */
export function plot(plotly, element, { onHover, onClick, onSelect }) {
  /** @type {PlotElement | null} */
  let drawn = null;
  /** @type {Over} */
  let above = { lines: [], rings: [] };
  const layer = s("svg", { class: "cloud-over", "aria-hidden": "true" });
  let isRemoved = false;

  /** @param {CloudFigure} figure */
  async function draw({ data, layout }) {
    const made = await plotly.react(element, data, layout, CONFIG);
    if (isRemoved) return;
    const isFirst = drawn === null;
    drawn = made;
    paint();
    if (!isFirst) return;
    bringRules(element);
    const pointOf = ({ points }) => points[0]?.customdata;
    drawn.on("plotly_hover", (event) => onHover(pointOf(event) ?? null));
    drawn.on("plotly_unhover", () => onHover(null));
    drawn.on("plotly_click", (event) => pointOf(event) !== undefined && onClick(pointOf(event)));
    drawn.on("plotly_relayouting", paint);
    drawn.on("plotly_afterplot", paint);
    // A click selects nothing and ends nothing; a double click ends the selection. What follows waits until Plotly has
    // told of the click itself, for when it draws, it forgets what is under the pointer.
    drawn.on("plotly_selected", (told) => outlineOf(told) && queueMicrotask(() => select(outlineOf(told))));
    drawn.on("plotly_deselect", () => queueMicrotask(() => onSelect(null)));
  }
  /** Without its outline, to which Plotly would give the clicks within it. */
  function select(outline) {
    if (isRemoved) return;
    plotly.relayout(element, { selections: [] });
    onSelect(outline);
  }
  /** @param {Over} next */
  function over(next) {
    above = next;
    paint();
  }
  function paint() {
    if (!drawn) return;
    const { xaxis, yaxis } = drawn._fullLayout;
    const frame = { left: xaxis._offset, top: yaxis._offset, width: xaxis._length, height: yaxis._length };
    for (const [side, pixels] of Object.entries(frame)) layer.style[side] = `${pixels}px`;
    /** @param {Point} point */
    const at = ([x, y]) => [xaxis.l2p(x), yaxis.l2p(y)];
    const lines = above.lines.map(({ from, to, opacity }) => {
      const [[x1, y1], [x2, y2]] = [at(from), at(to)];
      return s("line", { x1, y1, x2, y2, opacity });
    });
    const rings = above.rings.map(({ at: point, kind }) => {
      const [cx, cy] = at(point);
      return s("circle", { class: kind, cx, cy, r: RADIUS });
    });
    const arms = (above.arms ?? []).map(({ to, name }) => {
      const [[x1, y1], [x, y]] = [at([0, 0]), at(to)];
      return s("g", { class: "arm" }, s("line", { x1, y1, x2: x, y2: y }), s("text", { x, y }, name));
    });
    layer.replaceChildren(...arms, ...lines, ...rings);
  }
  /** The same places elsewhere. coordinates: of each of the figure's traces, across and upwards. */
  async function move(coordinates) {
    const of = (side) => coordinates.map((one) => one[side]);
    if (drawn) await plotly.restyle(element, { x: of(0), y: of(1) }, [0, 1]);
  }
  /**
   * The point of the figure at a place of the window.
   *
   * @returns {Point}
   */
  function pointAt(clientX, clientY) {
    const { left, top } = element.getBoundingClientRect();
    const { xaxis, yaxis } = drawn._fullLayout;
    return [xaxis.p2l(clientX - left - xaxis._offset), yaxis.p2l(clientY - top - yaxis._offset)];
  }
  function relayout(change) {
    if (drawn) plotly.relayout(element, change);
  }
  function remove() {
    isRemoved = true;
    plotly.purge(element);
  }
  return { layer, draw, over, move, pointAt, relayout, remove };
}
