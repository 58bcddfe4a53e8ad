// The parts of the stage and how they stand: the line, one view, beside it what comes out, and the foot; on a phone
// under each other; one alone where a digit has asked for it.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { aside, prediction } from "./aside.js";
import { cellView } from "./cellview.js";
import { h } from "../../../web/dom.js";
import { equations } from "./equations.js";
import { lanes } from "./lanes.js";
import { middle } from "./middle.js";
import { ribbon } from "./ribbon.js";

const GAP = 28;
// Of the width, the share of the middle on a page and on a slide.
const MIDDLE_SHARE = { page: 0.735, slide: 0.7 };
// A panel alone is seen from further away than one of five.
const ALONE = { ribbon: 1.35, cell: 1.35, equations: 1.5, memory: 1.2, prediction: 1.6 };
const ROW = 26;
const SLIDER = 20;
// How many outputs are named under the softmax where the letters are large.
const FEW_POWERS = 3;

/**
 * Everything between the bar and the foot, for a width. act: sends the cursor an action. tracks: of several networks
 * what `lanes` needs, else null. rows: what stands between the line and the middle, {element, update}. foot: as
 * `foot.js` has it. zoom: the panel to show alone, or "". Returns {elements, update(state), locate, tables()}: `locate`
 * says which step and unit of a map a pointer is over; `tables` gives those of what is computed in the view that is in
 * sight, and not in the place.
 *
 * @param {Context} context
 */
export function drawPanels(context, width, sizes, { act, rows, foot, tracks = null, zoom = "" }) {
  const unroll = (one, w, height) => {
    const made = tracks ? lanes(tracks, w, height, act) : ribbon(one, w, height, act);
    // The other panels have a heading that is seen.
    made.element.prepend(h("h2", { class: "unseen" }, one.strings.ribbon));
    return made;
  };
  const parts = { act, rows, foot, unroll };
  return zoom ? alone(context, width, sizes, parts, zoom) : together(context, width, sizes, parts);
}

/** @param {Context} context */
function together(context, width, sizes, { act, rows, foot, unroll }) {
  const { scale } = context;
  const { stacked, isSlide } = sizes;
  const gap = GAP * scale;
  const share = isSlide ? MIDDLE_SHARE.slide : MIDDLE_SHARE.page;
  const left = stacked ? width : Math.round(width * share - gap / 2);
  const right = stacked ? width : width - left - gap;
  const line = unroll(context, width, sizes.ribbon);
  const slider = isSlide ? null : scrubber(context);
  const height = sizes.middle - (slider ? SLIDER * scale : 0);
  const lines = equations(context, act, left, isSlide ? FEW_POWERS : undefined);
  // A slide on the way back has no room for the numbers under the cell, and nothing to predict.
  const hasBox = !(isSlide && context.isBack);
  const views = middle(context, lines, left, height, { isSlide, hasBox });
  const beside = aside(context, right, stacked ? null : height, act, hasBox ? null : lines.box);
  const style = stacked ? "" : `grid-template-columns:${left}px ${right}px;column-gap:${gap}px;height:${height}px`;
  return assembled([line, slider, rows, views, beside, foot], views, [
    line.element,
    slider?.element,
    rows.element,
    h("div", { class: "stage-room", style }, views.element, beside.element),
    foot.element,
  ]);
}

/**
 * One panel over all of the room.
 *
 * @param {Context} context
 */
function alone(context, width, sizes, { act, rows, foot, unroll }, zoom) {
  const scale = context.scale * ALONE[zoom];
  const large = { ...context, scale };
  const height = sizes.ribbon + sizes.middle;
  const made = {
    ribbon: () => unroll(large, width, Math.min(height, 190 * scale)),
    cell: () => cellView(large, width, height),
    equations: () => withNumbers(equations(large, act)),
    memory: () => otherViews(middle(large, equations(large, act), width, height, sizes)),
    prediction: () => prediction(large, Math.max(4, Math.floor(height / (ROW * scale)) - 2), act),
  };
  const panel = made[zoom]() ?? made.cell();
  const frame = h("div", { class: `alone alone-${zoom}`, style: `--s:${scale};height:${height}px` }, panel.element);
  return assembled([panel, rows, foot], panel, [rows.element, frame, foot.element]);
}

/** The views that are neither the cell nor the equations, which have digits of their own. */
function otherViews(views) {
  const others = (place) => (["cell", "equations"].includes(place.view) ? { ...place, view: "memory" } : place);
  return { ...views, update: (place) => views.update(others(place)) };
}

function withNumbers(lines) {
  lines.element.append(lines.box);
  return lines;
}

function assembled(panels, views, elements) {
  const all = panels.filter(Boolean);
  return {
    elements: elements.filter(Boolean),
    update: (state) => all.forEach((panel) => panel.update(state)),
    tables: () => views.tables?.() ?? [],
    locate: (...where) => views.locate?.(...where),
  };
}

/** A long text does not fit the ribbon: on a page a slider runs over all of it. */
function scrubber({ model, go }) {
  if (model.sizes.T <= 8) return null;
  const range = { type: "range", class: "scrubber", min: 1, max: model.sizes.T, tabindex: "-1" };
  const element = h("input", { ...range, "aria-label": model.strings.timeStep });
  element.addEventListener("input", () => go({ t: Number(element.value) - 1 }));
  /** @param {Place} state */
  function update(state) {
    element.value = String(state.t + 1);
  }
  return { element, update };
}
