// The views: one at a time has the middle of the stage, under a row of tabs, in the order of this list.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { fill } from "../../../web/numbers.js";
import { balance } from "./balance.js";
import { recurrentPass } from "../model/probes.js";
import { byItself } from "./byitself.js";
import { cellView } from "./cellview.js";
import { distance } from "./distance.js";
import { gradients } from "./gradients.js";
import { inWords } from "./inwords.js";
import { memory } from "./memory.js";
import { hasReach, reach } from "./reach.js";
import { sum } from "./sum.js";
import { testimony } from "./testimony.js";

/**
 * name: in links. title: the key of its tab's words among the strings. make(context, width, height, lines): its panel,
 * {element, update(place), fit?(height), words?, locate?, aside?}, drawn when it is first looked at; views with the
 * same `make` share one. lines: the equations with their numbers. aside: what stands under the tabs in the place of a
 * hint. hint(model, panel): the words under the tabs. way: the only way on which there is something to see. standsFor:
 * views whose place it has where they are not offered. hasNumbers: whether the equation in numbers stands under it.
 * isOffered(model, place): whether there is something to see; where there is not, the first view that is offered stands
 * in its place.
 *
 * @typedef {{
 *   name: string, title: string, make: (context: any, width: number, height: number, lines: any) => any,
 *   hint: (model: AnyModel, panel: any) => string, way?: Place["way"], standsFor?: string[], hasNumbers?: boolean,
 *   isOffered: (model: AnyModel, place: Place) => boolean,
 * }} View
 *
 * @type {View[]}
 */
export const VIEWS = [
  {
    name: "cell",
    title: "cellTab",
    make: cellView,
    hint: (_, panel) => panel.words(),
    hasNumbers: true,
    isOffered: () => true,
  },
  {
    name: "equations",
    title: "equations",
    make: (_context, _width, _height, lines) => lines,
    hint: (_, panel) => panel.words(),
    hasNumbers: true,
    isOffered: () => true,
  },
  {
    name: "memory",
    title: "memory",
    make: memory,
    hint: () => "",
    standsFor: ["gradients", "difference"],
    isOffered: ({ forward }) => !forward,
  },
  {
    name: "gradients",
    title: "gradientsTab",
    make: gradients,
    hint: () => "",
    way: "back",
    standsFor: ["memory", "difference"],
    isOffered: ({ forward }) => Boolean(forward),
  },
  {
    name: "distance",
    title: "distanceTab",
    make: distance,
    hint: () => "",
    way: "back",
    isOffered: ({ forward }) => Boolean(forward?.program && forward.targets && recurrentPass(forward.program)),
  },
  {
    // Without a change there is no difference to look at.
    name: "difference",
    title: "differenceTab",
    make: memory,
    hint: () => "",
    isOffered: ({ effect }) => effect !== null,
  },
  {
    name: "sum",
    title: "sumTab",
    make: sum,
    hint: (_, panel) => panel.words(),
    hasNumbers: true,
    isOffered: () => true,
  },
  {
    name: "words",
    title: "wordsTab",
    make: inWords,
    hint: () => "",
    isOffered: () => true,
  },
  {
    name: "ledger",
    title: "ledgerTab",
    make: balance,
    hint: (_, panel) => panel.words(),
    way: "forward",
    isOffered: isForward,
  },
  {
    name: "witnesses",
    title: "witnessesTab",
    make: testimony,
    hint: (_, panel) => panel.words(),
    way: "forward",
    // They exchange characters, which a sensor's readings are not.
    isOffered: (model, place) => model.labels.length > 0 && !model.readings && isForward(model, place),
  },
  {
    name: "writing",
    title: "writingTab",
    make: byItself,
    hint: ({ strings }) => strings.writingHint,
    way: "forward",
    isOffered: (model, place) =>
      model.readsAhead && isForward(model, place) && Boolean(model.program && model.targets) && !model.tags,
  },
  {
    name: "reach",
    title: "reachTab",
    make: reach,
    hint: () => "",
    isOffered: hasReach,
  },
];

function isForward(_model, { way }) {
  return way !== "back";
}

/**
 * The views that a place offers, in their order.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function offeredViews(model, place) {
  return VIEWS.filter((one) => one.isOffered(model, place));
}

/**
 * The view at a place: the one that it names, or what stands for it, or the first that is offered.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function viewAt(model, place) {
  const offered = offeredViews(model, place);
  const find = (asked) => offered.find(({ name }) => name === asked);
  return find(place.view) ?? offered.find(({ standsFor }) => standsFor?.includes(place.view)) ?? offered[0];
}

/**
 * Why another view stands there than the one that a link names; "" where it is that one, or none was named.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
export function insteadOf(model, place) {
  const { strings } = model;
  const shown = viewAt(model, place);
  const named = VIEWS.find(({ name }) => name === place.view);
  if (!named || named === shown || shown.standsFor?.includes(named.name)) return "";
  const isOnOtherWay = named.way && named.way !== place.way;
  const message = !isOnOtherWay ? strings.viewMissing : named.way === "back" ? strings.viewBack : strings.viewForward;
  return fill(message, { view: strings[named.title], shown: strings[shown.title] });
}
