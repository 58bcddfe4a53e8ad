// The states as a cloud in their principal components, and the way of the state through it while one walks.

/** @import {Page, Place} from "../units.d.ts" */
/** @import {Cloud, CloudHues, Coloured, Point, RestPoint} from "../states.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, short, subscript } from "../../../web/numbers.js";
import { fullStop } from "../../../web/punctuation.js";
import { atRest } from "../../../web/rest.js";
import { lineTable } from "../../../web/table.js";
import { coloured as colouredBy, inkOf, NAMED } from "./cloudcolours.js";
import { axisTitle, drawnPlaces, layoutCloud } from "./cloudfigure.js";
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
import { surroundings } from "./surroundings.js";
import { turned } from "./turning.js";
import { unitWords, visible } from "./symbols.js";
import { layoutWay, placesOfWay } from "./way.js";

// Places around the current one that are drawn whether or not the sample has them, and how far one goes from where
// they were last chosen until they are chosen anew.
const [AROUND, FAR] = [250, 150];
// Milliseconds after the last step.
const REST = 300;
// The tool that draws a frame, as Plotly names it.
const FRAME = "select";
// The columns of text before and after a point that are said of it.
const SAID = 14;
const NAMED_HUES = ["--state", "--gate1", "--memory", "--output", "--gate2", "--candidate"];

/**
 * @param {Page} page
 * @param {string} address of Plotly's script
 */
export function cloudPanel(page, address) {
  const { strings, source } = page;
  const title = h("span", { class: "hint" });
  const place = h("div", { class: "cloud-place", role: "img", "aria-label": strings.cloud });
  const waiting = h("p", { class: "cloud-waiting" }, strings.cloudWaiting);
  const frame = h("div", { class: "cloud-frame" }, waiting, place);
  const told = h("p", { class: "cloud-told", "aria-live": "off" });
  const legend = cloudLegend(strings);
  const keys = cloudKeys(page, { onChange: change, onMoment: moment, onReset: reset, onTurn: () => turn() });
  // Where the reader has gone, drawn or not: the key of a step and that of a corner may come within one frame.
  const onCorner = () => cloud && frames.put(sight.pointOf(page.place().k));
  const selection = selectionBar(page, { onChange: draw, onCorner });
  const element = h(
    "section",
    { class: "panel cloud", "aria-label": strings.cloud },
    panelHeading(strings.cloud, [title]),
    keys.element,
    frame,
    legend.element,
    told,
    selection.element,
    keys.moments,
  );

  const sight = cloudSight();
  /** @type {{shares: number[], sample: number[]} | null} */
  let cloud = null;
  // Those that are drawn.
  /** @type {number[]} */
  let places = [];
  /** @type {Coloured} */
  let coloured = null;
  /** @type {RestPoint[]} */
  let rest = [];
  /** @type {Place} */
  let now = page.place();
  let picture = null;
  let isAsked = false;
  let isRemoved = false;
  let centre = 0;
  let hovered = null;
  let ink = { by: "", of: null };
  // How often a moment has been asked for: the last answer counts.
  let moments = 0;
  const redraw = atRest(draw, REST);
  // Plotly draws thousands of places in some thirty milliseconds: the next turn waits for it.
  const turn = oneByOne(drawTurned);
  const drag = turnByDrag(place, {
    isTurnable: () => sight.isTurned() && !keys.tool(),
    onDrag(right, down) {
      keys.setTurn(turned(keys.turn(), right, down));
      turn();
    },
  });

  const frames = frameByCorners(place, {
    isOn: () => picture !== null && keys.tool() === FRAME,
    pointAt: (x, y) => picture.pointAt(x, y),
    onCorner(point) {
      selection.tellCorner(point);
      over();
    },
    onFrame: selectWithin,
  });

  // Plotly and the states come once the cloud is about to be seen.
  const eyes = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && open(), { rootMargin: "120px" });
  eyes.observe(element);

  async function open() {
    if (isAsked) return;
    isAsked = true;
    const [found, answer] = await Promise.all([plotly(address), page.look("cloud")]);
    if (isRemoved) return;
    if (!found || !answer.told) {
      isAsked = false;
      write(waiting, answer.refused || strings.noConnection);
      return;
    }
    hide(waiting, true);
    picture = plot(found, place, {
      onHover: hover,
      onClick: (k) => k >= 0 && !drag.wasDrag() && keys.tool() !== FRAME && page.go({ k }),
      onSelect: selectWithin,
    });
    frame.append(picture.layer);
    receive(answer.told);
    sight.measure();
    await recolour();
  }
  /** @param {Cloud} answer */
  function receive({ coordinates, shares, sample }) {
    cloud = { shares, sample };
    const components = coordinatesOf(coordinates);
    keys.components(components.length);
    sight.receive(components);
    look();
  }
  const look = () => sight.look(keys.view(), keys.turn());

  // ---- what draws it ------------------------------------------------------------------------------

  function draw() {
    if (!cloud || !picture || !coloured) return;
    centre = now.k;
    const around = Array.from({ length: 2 * AROUND + 1 }, (_, i) => centre - AROUND + i);
    const near = around.filter((k) => k >= 0 && k < source.count);
    places = drawnPlaces(cloud.sample, near, coloured.isNamed);
    look();
    const titles = titlesOf();
    const figure = layoutCloud({
      coordinates: sight.flat(),
      places,
      coloured,
      titles: sight.isTurned() ? [] : keys.view().map((component) => titles[component]),
      ranges: sight.ranges(),
      rest: restInView(),
      hues: huesOf(element),
      font: { family: getComputedStyle(element).fontFamily, size: 13 },
      tool: keys.tool(),
    });
    Object.assign(figure.layout, { width: place.clientWidth, height: place.clientHeight });
    // What a reader has zoomed into stays, until other components are chosen.
    figure.layout.uirevision = keys.view().join();
    if (selection.places()) {
      const chosen = new Set(selection.places());
      figure.data[0].selectedpoints = places.flatMap((one, i) => (chosen.has(one) ? [i] : []));
    }
    picture.draw(figure);
    over();
    write(title, fill(strings.cloudHint, { drawn: places.length, count: source.count }));
  }
  const titlesOf = () => cloud.shares.map((share, component) => axisTitle(strings, component, share));
  const restInView = () =>
    rest.filter(({ at }) => at.length > 0).map(({ at, isStable }) => ({ at: sight.inView(at), isStable }));
  async function drawTurned() {
    if (!cloud || !picture || isRemoved) return;
    look();
    const points = restInView().map(({ at }) => at);
    const sides = [0, 1].map((side) => points.map((point) => point[side]));
    await picture.move([sight.flat().map((of) => places.map((k) => of[k])), sides]);
    over();
  }
  /** The way, and a ring around what is under the pointer in any panel. */
  function over() {
    if (!cloud || !picture) return;
    const way = layoutWay(placesOfWay(now.k).map(sight.pointOf), now.hover === null ? null : sight.pointOf(now.hover));
    const named = ({ to, component }) => ({ to, name: `PC${subscript(component + 1)}` });
    const corner = frames.first();
    if (corner) way.rings.push({ at: corner, kind: "corner" });
    picture.over({ ...way, arms: sight.arms().map(named) });
    tell();
  }
  function tell() {
    const k = now.hover ?? now.k;
    const { before, character, after } = surroundings(source.characters, source.widths, k, SAID);
    const [x, y] = sight.pointOf(k);
    const words = fill(strings.cloudHere, { place: k + 1, x: short(x), y: short(y) });
    told.replaceChildren(
      h("span", { class: "cloud-text" }, before, h("mark", {}, character), after),
      h("span", { class: "muted" }, words),
    );
    set(place, "aria-label", `${strings.cloud}${fullStop()}${strings.cloudKeys} ${words}`);
  }

  async function recolour() {
    const { quantity, unit, mask } = now;
    const own = (ink = inkOf(keys.colour(), now));
    const hues = huesOf(element);
    const given = { characters: source.characters, mask, hues, values: null, high: page.quantity(quantity).high };
    let next = colouredBy(own.by, given);
    if (!next) {
      const values = await page.values(quantity, unit);
      if (!values || own !== ink) return;
      next = colouredBy("unit", { ...given, values });
    }
    coloured = next;
    legend.show(own.by, coloured, { own: hues, unit: unitWords(quantity, unit) });
    draw();
  }
  function isOld(next) {
    const { by, of } = inkOf(keys.colour(), next);
    return by !== ink.by || of !== ink.of;
  }

  // ---- what changes it ----------------------------------------------------------------------------

  /** @param {Place} next */
  function show(next) {
    const before = now;
    now = next;
    keys.show(next);
    if (!cloud) return;
    if (isOld(next)) recolour();
    if (before.k !== next.k || before.hover !== next.hover) over();
    if (Math.abs(next.k - centre) > FAR) redraw.later();
  }
  function change() {
    // In other components a corner would lie elsewhere.
    frames.forget();
    if (isOld(now)) recolour();
    else draw();
  }
  function reset() {
    look();
    const [x, y] = sight.ranges();
    picture?.relayout({ "xaxis.range": x, "yaxis.range": y });
  }
  function hover(point) {
    hovered = point;
    page.go({ hover: point !== null && point >= 0 ? point : null });
  }
  /** The states after another step of the training. own: in the components of that moment, or of the network here. */
  async function moment(step, own) {
    const asked = ++moments;
    const answer = await page.look("cloud", step === null ? {} : { moment: step, own: Number(own) });
    if (asked !== moments || isRemoved) return;
    keys.tellMoment(answer.refused);
    if (!answer.told || !cloud) return;
    receive(answer.told);
    if (step === null || own) sight.measure();
    draw();
  }
  /** @param {Point[] | null} corners */
  function selectWithin(corners) {
    const [across, upwards] = sight.flat();
    selection.choose(corners && cloud ? placesWithin(across, upwards, corners) : null);
  }
  /** Where the state rests, to be drawn into the cloud. */
  function showRest(points) {
    rest = points;
    draw();
  }
  function tables() {
    if (!cloud) return [];
    const all = () => cloudTable(sight.coordinates(), titlesOf(), source, strings);
    return [{ name: "states", title: strings.cloud, make: (isWhole) => lineTable(all(), strings)(isWhole) }];
  }
  function remove() {
    isRemoved = true;
    drag.stop();
    frames.stop();
    redraw.stop();
    eyes.disconnect();
    picture?.remove();
  }
  function wordsAt(target) {
    return hovered !== null && hovered >= 0 && place.contains(target) ? visible(source.characters[hovered]) : "";
  }
  return { element, show, recolour, fit: draw, remove, tables, wordsAt, showRest };
}

/** @param {Element} element @returns {CloudHues} */
function huesOf(element) {
  const style = getComputedStyle(element);
  const hue = (name) => style.getPropertyValue(name).trim();
  return {
    ink: hue("--ink"),
    page: hue("--page"),
    muted: hue("--muted"),
    line: hue("--line"),
    accent: hue("--accent"),
    pale: hue("--pale"),
    full: hue("--accent"),
    label: hue("--asked"),
    below: hue("--below"),
    above: hue("--above"),
    rest: hue("--loss"),
    named: NAMED_HUES.slice(0, NAMED).map(hue),
  };
}
