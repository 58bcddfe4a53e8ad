// Where the reader is: in the text, in the address, and in the views of a lecture.

/** @import {ChapterInFile} from "../prose.d.ts" */
/** @import {readerState} from "./state.js" */

import { addressHere, replaceQuery } from "../../web/query.js";
import { atRest } from "../../web/rest.js";
import { rememberAnswers } from "./answers.js";
import { isReload, placeKeeper } from "./place.js";
import { remain } from "./progress.js";

// Milliseconds of rest after which the address is written.
const ADDRESS_AFTER = 250;

/**
 * Follow a reader through a chapter that is there. data(): what it shows; drawAll(): draws all of it; halt(): ends what
 * runs; send(target): goes to another page.
 *
 * @param {HTMLElement} root
 * @param {ReturnType<typeof readerState>} state
 * @param {{data: () => ChapterInFile, drawAll: () => void, halt: () => void, send: (target: string) => void}} options
 */
export function whereabouts(root, state, { data, drawAll, halt, send }) {
  // How far down the reader has been.
  let reach = 0;
  // Whether the reader has asked for another page, by a link of the chapter's own; a lecture plan asks nobody.
  let hasLeft = false;
  const isHere = addressHere();
  const { name } = data();
  const addressing = atRest(write, ADDRESS_AFTER);
  const locating = atRest(locate, ADDRESS_AFTER);
  const place = placeKeeper(name, () => [...root.querySelectorAll("section")], moved);

  /** All that the address says of the chapter. */
  function query() {
    const { chosen } = data();
    return chosen ? { ...state.inAddress(), lang: chosen } : state.inAddress();
  }
  function write() {
    if (hasLeft || !isHere()) return;
    replaceQuery([...state.namesInAddress(), "lang"], query());
    rememberAnswers(name, state.answers);
  }
  function moved(to, share) {
    state.section = to === "start" ? "" : to;
    reach = share;
    locating.later();
  }
  function locate() {
    if (hasLeft || !isHere()) return;
    write();
    remain(name, reach, location.search);
  }
  /**
   * A clicker's next act; a link to here that names a section goes no further than this section. Who lectures has no
   * other key for what is covered; who reads by himself turns pages.
   */
  function actAfter(by, link) {
    const [to, asked] = link.split("?");
    const section = to === name ? new URLSearchParams(asked).get("section") : null;
    return place.actAfter(by, section, window.rnnvizDesk?.lectures() ?? false);
  }
  /** Follow a link. */
  function go(target) {
    write();
    const [to, rest = ""] = target.split("?");
    const asked = new URLSearchParams(rest).get("section");
    if (to === name && asked) place.goTo(asked);
    else {
      hasLeft = true;
      send(target);
    }
  }
  /** Bring the chapter to the state of another address. */
  function goTo(search) {
    hasLeft = false;
    halt();
    state.follow(search);
    const asked = state.asked() ?? "";
    drawAll();
    if (asked !== state.section) place.goTo(asked || "start");
    state.section = asked;
  }
  /** Bring the chapter to a view of a lecture plan; returns whether it is this chapter's. */
  function arriveAt(view) {
    const [to, asked = ""] = view.split("?");
    if (to !== name || !root.isConnected) return false;
    goTo(asked);
    arrive(window.rnnvizDesk.arrival());
    return true;
  }
  /** Scroll to where a link leads; returns whether that is in this chapter. What the reader has set stays. */
  function find(link) {
    const [to, asked = ""] = link.split("?");
    if (to !== name || !root.isConnected) return false;
    place.goTo(new URLSearchParams(asked).get("section") ?? "start");
    return true;
  }
  /** A view of a plan begins at its section, wherever the reader was; who comes back comes to its end. */
  function arrive({ lands }) {
    if (state.section) place.goTo(state.section);
    else place.goToTop();
    if (lands === "end") place.goToEnd(state.section);
  }
  /** Go where the address says, or where the reader was before a reload. */
  function begin() {
    const kept = place.kept();
    const asked = state.asked();
    const arrival = window.rnnvizDesk?.arrival();
    if (arrival) arrive(arrival);
    else if (kept && kept.section === (asked ?? "start") && isReload()) place.restore(kept);
    else if (asked) place.goTo(asked);
    else place.goToTop();
    remain(name, 0, location.search);
  }
  function stop() {
    for (const one of [addressing, locating, place]) one.stop();
  }
  return { place, query, write, writeSoon: addressing.later, actAfter, go, goTo, arriveAt, arrive, find, begin, stop };
}
