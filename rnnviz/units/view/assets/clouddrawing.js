// What is drawn of the cloud: the states in the colours that were chosen, and over them the way of the one here.

/** @import {Place} from "../units.d.ts" */
/** @import {CloudHues, CloudView} from "../states.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { fill, short, subscript } from "../../../web/numbers.js";
import { fullStop } from "../../../web/punctuation.js";
import { coloured as colouredBy, inkOf, NAMED } from "./cloudcolours.js";
import { axisTitle, drawnPlaces, layoutCloud } from "./cloudfigure.js";
import { surroundings } from "./surroundings.js";
import { unitWords } from "./symbols.js";
import { layoutWay, placesOfWay } from "./way.js";

// Places around the current one that are drawn whether or not the sample has them.
const AROUND = 250;
// The columns of text before and after a point that are said of it.
const SAID = 14;
const NAMED_HUES = ["--state", "--gate1", "--memory", "--output", "--gate2", "--candidate"];

/** @param {CloudView} cloud */
export const look = ({ sight, keys }) => sight.look(keys.view(), keys.turn());

/** @param {CloudView} cloud */
export function draw(cloud) {
  const { page, element, place, keys, sight, selection, known, picture, coloured } = cloud;
  if (!known || !picture || !coloured) return;
  cloud.centre = cloud.now.k;
  const around = Array.from({ length: 2 * AROUND + 1 }, (_, i) => cloud.centre - AROUND + i);
  const near = around.filter((k) => k >= 0 && k < page.source.count);
  const places = drawnPlaces(known.sample, near, coloured.isNamed);
  cloud.places = places;
  look(cloud);
  const titles = titlesOf(cloud);
  const figure = layoutCloud({
    coordinates: sight.flat(),
    places,
    coloured,
    titles: sight.isTurned() ? [] : keys.view().map((component) => titles[component]),
    ranges: sight.ranges(),
    rest: restInView(cloud),
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
  over(cloud);
  write(cloud.title, fill(page.strings.cloudHint, { drawn: places.length, count: page.source.count }));
}

/** @param {CloudView} cloud */
export const titlesOf = ({ known, page }) =>
  known.shares.map((share, component) => axisTitle(page.strings, component, share));

/** @param {CloudView} cloud */
const restInView = ({ rest, sight }) =>
  rest.filter(({ at }) => at.length > 0).map(({ at, isStable }) => ({ at: sight.inView(at), isStable }));

/** @param {CloudView} cloud */
export async function drawTurned(cloud) {
  const { sight, known, picture, places } = cloud;
  if (!known || !picture || cloud.isRemoved) return;
  look(cloud);
  const points = restInView(cloud).map(({ at }) => at);
  const sides = [0, 1].map((side) => points.map((point) => point[side]));
  await picture.move([sight.flat().map((of) => places.map((k) => of[k])), sides]);
  over(cloud);
}

/** The way, and a ring around what is under the pointer in any panel. @param {CloudView} cloud */
export function over(cloud) {
  const { sight, known, picture, now } = cloud;
  if (!known || !picture) return;
  const way = layoutWay(placesOfWay(now.k).map(sight.pointOf), now.hover === null ? null : sight.pointOf(now.hover));
  const named = ({ to, component }) => ({ to, name: `PC${subscript(component + 1)}` });
  const corner = cloud.frames.first();
  if (corner) way.rings.push({ at: corner, kind: "corner" });
  picture.over({ ...way, arms: sight.arms().map(named) });
  tell(cloud);
}

/** @param {CloudView} cloud */
function tell({ page, sight, now, told, place }) {
  const { strings, source } = page;
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

/** @param {CloudView} cloud */
export async function recolour(cloud) {
  const { page, keys, now } = cloud;
  const { quantity, unit, mask } = now;
  const own = inkOf(keys.colour(), now);
  cloud.ink = own;
  const hues = huesOf(cloud.element);
  const given = { characters: page.source.characters, mask, hues, values: null, high: page.quantity(quantity).high };
  let next = colouredBy(own.by, given);
  if (!next) {
    const values = await page.values(quantity, unit);
    if (!values || own !== cloud.ink) return;
    next = colouredBy("unit", { ...given, values });
  }
  cloud.coloured = next;
  cloud.legend.show(own.by, next, { own: hues, unit: unitWords(quantity, unit) });
  draw(cloud);
}

/** Whether what colours the states is another at a place. @param {CloudView} cloud @param {Place} next */
export function isOld({ keys, ink }, next) {
  const { by, of } = inkOf(keys.colour(), next);
  return by !== ink.by || of !== ink.of;
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
