// The states as a cloud in their principal components, and the way of the state through it while one walks.

/** @import {Page, Place} from "../units.d.ts" */
/** @import {Cloud, CloudView, Point, RestPoint} from "../states.d.ts" */

import { h, hide, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { atRest } from "../../../web/rest.js";
import { lineTable } from "../../../web/table.js";
import { draw, drawTurned, isOld, look, over, recolour, titlesOf } from "./clouddrawing.js";
import { cloudKeys } from "./cloudkeys.js";
import { cloudLegend } from "./cloudlegend.js";
import { cloudSight } from "./cloudsight.js";
import { oneByOne, turnByDrag } from "./cloudturn.js";
import { coordinatesOf } from "./coordinates.js";
import { frameByCorners } from "./corners.js";
import { cloudTable } from "./placetables.js";
import { plot } from "./plot.js";
import { plotly } from "./plotly.js";
import { placesWithin } from "./selection.js";
import { selectionBar } from "./selectionbar.js";
import { turned } from "./turning.js";
import { visible } from "./symbols.js";

// How far one goes from where the drawn places were last chosen until they are chosen anew.
const FAR = 150;
// Milliseconds after the last step.
const REST = 300;
// The tool that draws a frame, as Plotly names it.
const FRAME = "select";

/**
 * @param {Page} page
 * @param {string} address of Plotly's script
 */
export function cloudPanel(page, address) {
  const { strings } = page;
  const waiting = h("p", { class: "cloud-waiting" }, strings.cloudWaiting);
  const cloud = viewOf(page);
  const { keys, place } = cloud;
  const frame = h("div", { class: "cloud-frame" }, waiting, place);
  cloud.element.append(
    panelHeading(strings.cloud, [cloud.title]),
    keys.element,
    frame,
    cloud.legend.element,
    cloud.told,
    cloud.selection.element,
    keys.moments,
  );
  const redraw = atRest(() => draw(cloud), REST);
  let isAsked = false;
  // Plotly and the states come once the cloud is about to be seen.
  const eyes = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && open(), { rootMargin: "120px" });
  eyes.observe(cloud.element);

  async function open() {
    if (isAsked) return;
    isAsked = true;
    const [found, answer] = await Promise.all([plotly(address), page.look("cloud")]);
    if (cloud.isRemoved) return;
    if (!found || !answer.told) {
      isAsked = false;
      write(waiting, answer.refused || strings.noConnection);
      return;
    }
    hide(waiting, true);
    cloud.picture = plot(found, place, {
      onHover: (point) => hover(cloud, point),
      onClick: (k) => k >= 0 && !cloud.drag.wasDrag() && keys.tool() !== FRAME && page.go({ k }),
      onSelect: (corners) => selectWithin(cloud, corners),
    });
    frame.append(cloud.picture.layer);
    receive(cloud, answer.told);
    cloud.sight.measure();
    await recolour(cloud);
  }

  /** @param {Place} next */
  function show(next) {
    const before = cloud.now;
    cloud.now = next;
    keys.show(next);
    if (!cloud.known) return;
    if (isOld(cloud, next)) recolour(cloud);
    if (before.k !== next.k || before.hover !== next.hover) over(cloud);
    if (Math.abs(next.k - cloud.centre) > FAR) redraw.later();
  }
  /** Where the state rests, to be drawn into the cloud. @param {RestPoint[]} points */
  function showRest(points) {
    cloud.rest = points;
    draw(cloud);
  }
  function tables() {
    if (!cloud.known) return [];
    const all = () => cloudTable(cloud.sight.coordinates(), titlesOf(cloud), page.source, strings);
    return [{ name: "states", title: strings.cloud, make: (isWhole) => lineTable(all(), strings)(isWhole) }];
  }
  function remove() {
    cloud.isRemoved = true;
    cloud.drag.stop();
    cloud.frames.stop();
    redraw.stop();
    eyes.disconnect();
    cloud.picture?.remove();
  }
  function wordsAt(target) {
    const k = cloud.hovered;
    return k !== null && k >= 0 && place.contains(target) ? visible(page.source.characters[k]) : "";
  }
  const { element } = cloud;
  return { element, show, recolour: () => recolour(cloud), fit: () => draw(cloud), remove, tables, wordsAt, showRest };
}

/** @param {Page} page @returns {CloudView} */
function viewOf(page) {
  const { strings } = page;
  const place = h("div", { class: "cloud-place", role: "img", "aria-label": strings.cloud });
  const sight = cloudSight();
  // Plotly draws thousands of places in some thirty milliseconds: the next turn waits for it.
  const turn = oneByOne(() => drawTurned(cloud));
  const keys = cloudKeys(page, {
    onChange: () => change(cloud),
    onMoment: (step, own) => moment(cloud, step, own),
    onReset: () => reset(cloud),
    onTurn: () => turn(),
  });
  const drag = turnByDrag(place, {
    isTurnable: () => sight.isTurned() && !keys.tool(),
    onDrag(right, down) {
      keys.setTurn(turned(keys.turn(), right, down));
      turn();
    },
  });
  const frames = frameByCorners(place, {
    isOn: () => cloud.picture !== null && keys.tool() === FRAME,
    pointAt: (x, y) => cloud.picture.pointAt(x, y),
    onCorner(point) {
      selection.tellCorner(point);
      over(cloud);
    },
    onFrame: (corners) => selectWithin(cloud, corners),
  });
  // Where the reader has gone, drawn or not: the key of a step and that of a corner may come within one frame.
  const onCorner = () => cloud.known && frames.put(sight.pointOf(page.place().k));
  const selection = selectionBar(page, { onChange: () => draw(cloud), onCorner });
  /** @type {CloudView} */
  const cloud = {
    page,
    element: h("section", { class: "panel cloud", "aria-label": strings.cloud }),
    place,
    title: h("span", { class: "hint" }),
    told: h("p", { class: "cloud-told", "aria-live": "off" }),
    legend: cloudLegend(strings),
    keys,
    selection,
    sight,
    drag,
    frames,
    picture: null,
    known: null,
    places: [],
    coloured: null,
    ink: { by: "", of: null },
    rest: [],
    now: page.place(),
    centre: 0,
    hovered: null,
    moments: 0,
    isRemoved: false,
  };
  return cloud;
}

// ---- what changes it ------------------------------------------------------------------------------

/** @param {CloudView} cloud @param {Cloud} answer */
function receive(cloud, { coordinates, shares, sample }) {
  cloud.known = { shares, sample };
  const components = coordinatesOf(coordinates);
  cloud.keys.components(components.length);
  cloud.sight.receive(components);
  look(cloud);
}

/** @param {CloudView} cloud */
function change(cloud) {
  // In other components a corner would lie elsewhere.
  cloud.frames.forget();
  if (isOld(cloud, cloud.now)) recolour(cloud);
  else draw(cloud);
}

/** @param {CloudView} cloud */
function reset(cloud) {
  look(cloud);
  const [x, y] = cloud.sight.ranges();
  cloud.picture?.relayout({ "xaxis.range": x, "yaxis.range": y });
}

/** @param {CloudView} cloud @param {number | null} point */
function hover(cloud, point) {
  cloud.hovered = point;
  cloud.page.go({ hover: point !== null && point >= 0 ? point : null });
}

/**
 * The states after another step of the training. own: in the components of that moment, or of the network here.
 *
 * @param {CloudView} cloud
 * @param {number | null} step
 * @param {boolean} own
 */
async function moment(cloud, step, own) {
  const asked = ++cloud.moments;
  const answer = await cloud.page.look("cloud", step === null ? {} : { moment: step, own: Number(own) });
  if (asked !== cloud.moments || cloud.isRemoved) return;
  cloud.keys.tellMoment(answer.refused);
  if (!answer.told || !cloud.known) return;
  receive(cloud, answer.told);
  if (step === null || own) cloud.sight.measure();
  draw(cloud);
}

/** @param {CloudView} cloud @param {Point[] | null} corners */
function selectWithin({ sight, selection, known }, corners) {
  const [across, upwards] = sight.flat();
  selection.choose(corners && known ? placesWithin(across, upwards, corners) : null);
}
