// The address bar names the place, so that it can be copied; no page is loaded for it.

import { addressHere, replaceQuery } from "../../../web/query.js";

const OF_THE_WALK = ["way", "loss", "track", "t", "phase", "unit", "char", "weight"];
const NAMES = [...OF_THE_WALK, "view", "face", "notation", "cover", "scale", "sort", "changes"];
// The address is written when the step has been painted. Writing costs the page as much as a step, and browsers refuse
// it as often as a held key repeats: of steps that follow each other it names the last, and one every second.
const PAINTED = 30;
const REST = 150;
const WRITE_EVERY = 1000;

/**
 * Returns {begin, later, now, stop}: `later` writes `toPlace()` soon, `now` writes a pending place at once. A reader
 * who turns from `root` to a control or another page leaves the address complete. `begin` says that the stage is shown
 * on this page: once the address is another page's, a stage that still plays there writes nothing into it.
 */
export function addressBar(root, toPlace) {
  let waiting = 0;
  let written = 0;
  let isHere = addressHere();

  function begin() {
    isHere = addressHere();
  }
  function later() {
    const left = written + WRITE_EVERY - performance.now();
    if (waiting !== 0 && left <= 0) return;
    clearTimeout(waiting);
    waiting = setTimeout(now, left > 0 ? Math.min(REST, left) : PAINTED);
  }
  function now() {
    if (waiting === 0) return;
    clearTimeout(waiting);
    waiting = 0;
    if (!isHere()) return;
    written = performance.now();
    replaceQuery(NAMES, toPlace());
  }
  function stop() {
    clearTimeout(waiting);
    document.removeEventListener("pointerdown", now, true);
    window.removeEventListener("pagehide", now);
  }
  root.addEventListener("focusout", now);
  document.addEventListener("pointerdown", now, true);
  window.addEventListener("pagehide", now);
  return { begin, later, now, stop };
}
