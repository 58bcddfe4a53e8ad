// What changes the live view: where its reader goes, by a key, a button, a curve or a clicker; and what is taken from
// it, as pictures, on paper and as tables.

/** @import {Act, LivePlace, LiveView} from "../view.d.ts" */

import { withHallKeys } from "../../web/hallkeys.js";
import { onPaper } from "../../web/print/onpaper.js";
import { showTable } from "../../web/table.js";
import { draw, large, recolour } from "./drawing.js";
import { LARGE } from "./large.js";
import { writePlace } from "./links.js";
import { liveMotifs } from "./motifs.js";
import { trainingTables } from "./tables.js";

/** @param {LiveView} live @param {Partial<LivePlace>} change */
export function go(live, change) {
  const { place } = live;
  Object.assign(place, change);
  // Who chooses what is large leaves the panel that a digit shows alone.
  if ("large" in change && LARGE.includes(place.zoom)) place.zoom = change.large;
  const isTold = !live.data.guest && live.isHere();
  if (isTold && ("at" in change || "unit" in change || "large" in change)) writePlace(place);
  if ("at" in change || "temperature" in change || "probe" in change) live.checkpoints.visit();
  if ("at" in change && place.at !== null) live.sound.at(place.at);
  draw(live);
}

/** To a step of the curves: its checkpoint, or now. @param {LiveView} live @param {number} step */
export function goTo(live, step) {
  const at = live.checkpoints.closest(step);
  const all = live.checkpoints.all();
  go(live, { at: at === null || at >= all.at(-1) + 1 ? null : at });
}

/** @param {LiveView} live @param {number} temperature */
export function setTemperature(live, temperature) {
  go(live, { temperature });
  live.steer.show({ temperature });
  focusView(live);
}

/** @param {LiveView} live @param {string} probe */
export function setProbe(live, probe) {
  live.steer.show({ probe });
  go(live, { probe });
}

/**
 * On or back with a clicker: through the checkpoints to now, and from a view of a lecture plan, which shows what is
 * to be trained, to its training.
 *
 * @param {LiveView} live
 * @param {number} by
 * @param {string} link
 */
export function actAfter(live, by, link) {
  const { runs, place, checkpoints, steer } = live;
  const isWalked = link !== "";
  if (runs.length === 0 && !isWalked) return live.pages.act(by);
  if (by > 0 && runs.length === 0 && live.root.dataset.begins === undefined) return { does: "train", run: steer.train };
  const at = checkpoints.beside(by);
  if (at === place.at || (by < 0 && isWalked && place.at === null)) return null;
  return { does: "moment", run: () => go(live, { at }) };
}

/** Ask the page; until it answers, a training that begins has no name yet. @param {LiveView} live @returns {Act} */
export const asking = (live) => (what) => {
  if (what !== "reset") live.root.dataset.begins = "";
  live.act(what);
};

/** @param {LiveView} live */
function present(live) {
  const { screen } = live;
  live.place.zoom = "";
  if (screen.isOn() && screen.wasOn && !screen.isFull()) screen.fill();
  else screen.toggle();
  focusView(live);
}

/**
 * Leave a field, then a panel, then presenter mode, then return to now.
 *
 * @param {LiveView} live
 * @param {boolean} isInView
 */
export function stepOut(live, isInView) {
  const { screen } = live;
  live.note.hide();
  if (!isInView) focusView(live);
  else if (screen.isOn() && live.place.zoom) go(live, { zoom: "" });
  else if (screen.isOn()) screen.toggle();
  else go(live, { at: null });
}

/** @param {LiveView} live */
export function focusView({ root }) {
  root.focus({ preventScroll: true });
}

/** @param {LiveView} live */
function showHelp({ helpDialog }) {
  if (helpDialog.open) helpDialog.close();
  else withHallKeys(helpDialog).showModal();
}

const picturesOf = ({ data }) => data.pictures?.() ?? import(new URL("./picture.js", import.meta.url).href);
const motifsOf = (live) => {
  const { root, runs, place: state, data } = live;
  const link = data.guest ? "" : location.href;
  return liveMotifs(root, { runs, state, strings: data.strings, recolour: () => recolour(live), link });
};

/** @param {LiveView} live */
async function showPicture(live, part = "whole") {
  const module = await picturesOf(live).catch(() => null);
  if (!module) live.status.tell(live.data.strings.offline);
  else module.showPictures(motifsOf(live), part);
}

/** What is printed; returns a function that ends that. @param {LiveView} live */
export const paperOf = (live) =>
  onPaper(
    () => motifsOf(live),
    () => picturesOf(live),
    () => !live.data.guest && live.root.checkVisibility(),
  );

/** What is drawn as tables, that of the panel which has the focus first. @param {LiveView} live */
function showTables(live, from = /** @type {Document | ShadowRoot} */ (live.root.getRootNode()).activeElement) {
  const { root, runs, place, data } = live;
  const { offers, chosen } = trainingTables({ ...place, runs, under: data.under }, data.strings, from);
  const fileName = (name) => `rnnviz-train-${name}`;
  if (offers.length === 0) live.status.tell(data.strings.soundNoLoss);
  else showTable(root, data.strings, { offers, chosen, fileName });
}

/** What keys and buttons do, by the names of the table of keys. @param {LiveView} live */
export function commandsOf(live) {
  const { steer, checkpoints, way } = live;
  return {
    train: steer.train,
    oneStep: steer.oneStep,
    reset: steer.reset,
    faster: () => steer.changePace(1),
    slower: () => steer.changePace(-1),
    on: () => way.press(1),
    back: () => way.press(-1),
    later: () => go(live, { at: checkpoints.beside(1) }),
    earlier: () => go(live, { at: checkpoints.beside(-1) }),
    first: () => go(live, { at: checkpoints.all()[0] ?? null }),
    now: () => go(live, { at: null }),
    nextView: () => go(live, { large: large(live) === "page" ? "curves" : "page" }),
    presenter: () => present(live),
    help: () => showHelp(live),
    picture: (part) => showPicture(live, part),
    sound: live.sound.toggle,
    table: (from) => showTables(live, from),
  };
}
