// The states as a cloud in their principal components, and the way of the state through it while one walks.

/** @import {Page, Place} from "../units.d.ts" */
/** @import {Cloud, CloudHues, Coloured, Point, RestPoint, Similar} from "../states.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, short, subscript } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { byCharacter, byLabel, byNumber, byUnit, NAMED } from "./cloudcolours.js";
import { axisTitle, drawnPlaces, layoutCloud, rangeOf } from "./cloudfigure.js";
import { cloudKeys } from "./cloudkeys.js";
import { cloudLegend } from "./cloudlegend.js";
import { coordinatesOf } from "./coordinates.js";
import { plot } from "./plot.js";
import { plotly } from "./plotly.js";
import { placesWithin } from "./selection.js";
import { selectionBar } from "./selectionbar.js";
import { surroundings } from "./surroundings.js";
import { arms, projected, radiusOf, seenFrom, turned } from "./turning.js";
import { unitWords, visible } from "./symbols.js";
import { layoutWay, placesOfWay } from "./way.js";

// Places around the current one that are drawn whether or not the sample has them, and how far one goes from where
// they were last chosen until they are chosen anew.
const [AROUND, FAR] = [250, 150];
// Milliseconds after the last step.
const REST = 300;
// Pixels from which a press is a drag.
const DRAG = 4;
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
  const keys = cloudKeys(page, { onChange: change, onMoment: moment, onReset: reset, onTurn: turn });
  const selection = selectionBar(page, {
    onNear: selectNear,
    onClear: () => select(null),
    onCorner: () => cloud && corner(pointOf(now.k)),
  });
  const element = h(
    "section",
    { class: "panel cloud", "aria-label": strings.cloud },
    h("h2", {}, strings.cloud, title),
    keys.element,
    frame,
    legend.element,
    told,
    selection.element,
    keys.moments,
  );

  /** @type {{coordinates: Float32Array[], shares: number[], sample: number[]} | null} */
  let cloud = null;
  // Of each component, and of all three together.
  /** @type {Point[]} */
  let ranges = [];
  let radius = 1;
  // What is drawn across and upwards, and which places that are.
  /** @type {Float32Array[]} */
  let flat = [];
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
  let colouredBy = { by: "", of: null };
  /** @type {number[] | null} */
  let selected = null;
  // The first corner of a frame that is marked by two taps, or at two states.
  /** @type {Point | null} */
  let first = null;
  // How often a moment and the nearest have been asked for: the last answer counts.
  let moments = 0;
  let nears = 0;
  const redraw = atRest(draw, REST);

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
      onClick: (k) => k >= 0 && !isDragged && keys.tool() !== FRAME && page.go({ k }),
      onSelect: selectWithin,
    });
    frame.append(picture.layer);
    receive(answer.told);
    measure();
    await recolour();
  }
  /** @param {Cloud} answer */
  function receive(answer) {
    cloud = { ...answer, coordinates: coordinatesOf(answer.coordinates) };
    keys.components(cloud.coordinates.length);
    project();
  }
  function measure() {
    ranges = cloud.coordinates.map(rangeOf);
    radius = cloud.coordinates.length < 3 ? 1 : radiusOf(cloud.coordinates);
  }
  const isTurned = () => keys.view().length > 2;
  function project() {
    const { coordinates } = cloud;
    flat = isTurned() ? projected(coordinates, keys.turn()) : keys.view().map((component) => coordinates[component]);
  }
  /** Two ranges, those of the picture. @returns {Point[]} */
  function rangesInView() {
    const whole = rangeOf([-radius, radius]);
    return isTurned() ? [whole, whole] : keys.view().map((component) => ranges[component]);
  }
  /** Where a point of all components lies in the picture. @returns {Point} */
  function inView(at) {
    if (isTurned()) return seenFrom(at, keys.turn());
    const [x, y] = keys.view();
    return [at[x], at[y]];
  }

  // ---- what draws it ------------------------------------------------------------------------------

  function draw() {
    if (!cloud || !picture || !coloured) return;
    const { k } = now;
    centre = k;
    const near = Array.from({ length: 2 * AROUND + 1 }, (_, i) => k - AROUND + i).filter(
      (i) => i >= 0 && i < source.count,
    );
    places = drawnPlaces(cloud.sample, near, coloured.isNamed);
    project();
    const titles = cloud.shares.map((share, component) => axisTitle(strings, component, share));
    const figure = layoutCloud({
      coordinates: flat,
      places,
      coloured,
      titles: isTurned() ? [] : keys.view().map((component) => titles[component]),
      ranges: rangesInView(),
      rest: rest.filter(({ at }) => at.length > 0).map(({ at, isStable }) => ({ at: inView(at), isStable })),
      hues: hues(),
      font: { family: getComputedStyle(element).fontFamily, size: 13 },
      tool: keys.tool(),
    });
    Object.assign(figure.layout, { width: place.clientWidth, height: place.clientHeight });
    // What a reader has zoomed into stays, until other components are chosen.
    figure.layout.uirevision = keys.view().join();
    if (selected) {
      const chosen = new Set(selected);
      figure.data[0].selectedpoints = places.flatMap((one, i) => (chosen.has(one) ? [i] : []));
    }
    picture.draw(figure);
    over();
    write(title, fill(strings.cloudHint, { drawn: places.length, count: source.count }));
  }
  /** The way, and a ring around what is under the pointer in any panel. */
  function over() {
    if (!cloud || !picture) return;
    const way = layoutWay(placesOfWay(now.k).map(pointOf), now.hover === null ? null : pointOf(now.hover));
    const named = ({ to, component }) => ({ to, name: `PC${subscript(component + 1)}` });
    if (first) way.rings.push({ at: first, kind: "corner" });
    picture.over({ ...way, arms: isTurned() ? arms(radius, keys.turn()).map(named) : [] });
    tell();
  }
  /** @returns {Point} */
  function pointOf(k) {
    return [flat[0][k], flat[1][k]];
  }
  function tell() {
    const k = now.hover ?? now.k;
    const { before, character, after } = surroundings(source.characters, source.widths, k, SAID);
    const [x, y] = pointOf(k);
    const words = fill(strings.cloudHere, { place: k + 1, x: short(x), y: short(y) });
    told.replaceChildren(
      h("span", { class: "cloud-text" }, before, h("mark", {}, character), after),
      h("span", { class: "muted" }, words),
    );
    set(place, "aria-label", `${strings.cloud}. ${strings.cloudKeys} ${words}`);
  }

  async function recolour() {
    const { quantity, unit, mask } = now;
    const ink = (colouredBy = inkOf(now));
    const { by } = ink;
    const own = hues();
    if (by === "character") coloured = byCharacter(source.characters, own);
    else if (by === "place")
      coloured = byNumber(
        Float32Array.from({ length: source.count }, (_, k) => k + 1),
        own,
      );
    else if (by === "label" && mask) coloured = labelled(mask, own);
    else {
      const values = await page.values(quantity, unit);
      if (!values || ink !== colouredBy) return;
      coloured = byUnit(values, page.quantity(quantity).high, own);
    }
    legend.show(by, coloured, { own, unit: unitWords(quantity, unit) });
    draw();
  }
  /** A label of yes and no, or of numbers. */
  function labelled(mask, own) {
    return mask.some((one) => one !== 0 && one !== 255) ? byNumber(mask, own) : byLabel(mask, own);
  }
  /** What the colours are made of: a choice, and the label or the unit where it is one of these. */
  function inkOf({ quantity, unit, mask }) {
    const by = keys.colour();
    return { by, of: by === "unit" ? unitWords(quantity, unit) : by === "label" ? mask : null };
  }
  function isOld(next) {
    const { by, of } = inkOf(next);
    return by !== colouredBy.by || of !== colouredBy.of;
  }

  /** @returns {CloudHues} */
  function hues() {
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

  // ---- what changes it ----------------------------------------------------------------------------

  /** @param {Place} next */
  function show(next) {
    const before = now;
    now = next;
    keys.show(next);
    selection.show(next, selected);
    if (!cloud) return;
    if (isOld(next)) recolour();
    if (before.k !== next.k || before.hover !== next.hover) over();
    if (Math.abs(next.k - centre) > FAR) redraw.later();
  }
  function change() {
    if (isOld(now)) recolour();
    else draw();
  }
  function reset() {
    const [x, y] = rangesInView();
    picture?.relayout({ "xaxis.range": x, "yaxis.range": y });
  }
  // Plotly draws thousands of places in some thirty milliseconds: the next turn waits for it.
  let isTurning = false;
  let turns = 0;
  async function turn() {
    turns += 1;
    if (isTurning || !cloud || !picture) return;
    isTurning = true;
    for (let drawn = -1; drawn !== turns && !isRemoved; ) {
      drawn = turns;
      project();
      const points = rest.filter(({ at }) => at.length > 0).map(({ at }) => inView(at));
      await picture.move([
        flat.map((of) => places.map((k) => of[k])),
        [0, 1].map((side) => points.map((p) => p[side])),
      ]);
      over();
      await new Promise(requestAnimationFrame);
    }
    isTurning = false;
  }
  /** With three components and no other tool a drag turns them; a click is no drag. */
  let from = null;
  let pressed = [0, 0];
  let isDragged = false;
  place.addEventListener("pointerdown", (event) => {
    isDragged = false;
    if (keys.tool() === FRAME && event.isPrimary) document.addEventListener("pointerup", onTap, { once: true });
    pressed = [event.clientX, event.clientY];
    from = isTurned() && !keys.tool() && event.isPrimary ? [event.clientX, event.clientY] : null;
    // Plotly lays a cover over the whole page while the pointer is down.
    if (from) document.addEventListener("pointermove", onDrag);
  });
  /** With the frame's tool a tap is a corner of it, and the next one the opposite corner: nothing has to be dragged. */
  function onTap({ clientX, clientY }) {
    if (!picture || Math.hypot(clientX - pressed[0], clientY - pressed[1]) >= DRAG) return;
    corner(picture.pointAt(clientX, clientY));
  }
  /** @param {Point} point */
  function corner(point) {
    const [x, y] = point;
    const opposite = first;
    first = opposite ? null : point;
    if (opposite) selectWithin([opposite, [x, opposite[1]], point, [opposite[0], y]]);
    selection.tellCorner(opposite ? null : point);
    over();
  }
  function onDrag(event) {
    if (!from || !(event.buttons & 1)) {
      document.removeEventListener("pointermove", onDrag);
      return;
    }
    const by = [event.clientX - from[0], event.clientY - from[1]];
    if (!isDragged && Math.hypot(...by) < DRAG) return;
    isDragged = true;
    from = [event.clientX, event.clientY];
    keys.setTurn(turned(keys.turn(), by[0], by[1]));
    turn();
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
    if (step === null || own) measure();
    draw();
  }
  /** @param {Point[] | null} corners */
  function selectWithin(corners) {
    if (!corners || !cloud) return select(null);
    selection.forgetNear();
    return select(placesWithin(flat[0], flat[1], corners));
  }
  async function selectNear(count) {
    const asked = ++nears;
    if (count === 0) return select(null);
    const { k } = now;
    const { told: found } = /** @type {{told: Similar | null}} */ (await page.look("similar", { k, count }));
    if (!found || asked !== nears) return undefined;
    selection.tellNear(found.places.length, found.distances.at(-1));
    return select([...found.places, k].sort((a, b) => a - b));
  }
  function select(places) {
    if (!places && !selected) return;
    selected = places && places.length > 0 ? places : null;
    first = null;
    const lit = selected && new Uint8Array(source.count);
    for (const k of selected ?? []) lit[k] = 1;
    page.go({ lit });
    draw();
  }
  /** Where the state rests, to be drawn into the cloud. */
  function showRest(points) {
    rest = points;
    draw();
  }
  function remove() {
    isRemoved = true;
    document.removeEventListener("pointermove", onDrag);
    document.removeEventListener("pointerup", onTap);
    redraw.stop();
    eyes.disconnect();
    picture?.remove();
  }
  function wordsAt(target) {
    return hovered !== null && hovered >= 0 && place.contains(target) ? visible(source.characters[hovered]) : "";
  }
  return { element, show, recolour, fit: draw, remove, wordsAt, showRest };
}
