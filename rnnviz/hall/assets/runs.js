// Trainings as a follower sees them: their losses so far as curves, and what each network wrote last.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {FollowedRun} from "../../live/run.d.ts" */

import { h } from "../../web/dom.js";
import { dockHeight } from "../../web/dock.js";
import { lossCurves, trainingTitle } from "./losses.js";

// Of the page: its bar, its edges, and a few lines of what a network wrote.
const BESIDE = 230;
const LOWEST = 220;
const EDGES = 24;
// The height of the curves, of their width, at most.
const STEEPEST = 0.85;

/**
 * Trainings in `host`: {show(runs), draw()}.
 *
 * @param {HTMLElement} host
 * @param {Strings} strings
 */
export function followedRuns(host, strings) {
  /** @type {FollowedRun[]} */
  let runs = [];

  function draw() {
    if (runs.length === 0 || host.clientWidth === 0) return;
    const wide = host.clientWidth - EDGES;
    const room = Math.max(LOWEST, innerHeight - dockHeight() - BESIDE);
    const size = { wide, high: Math.min(room, STEEPEST * wide) };
    const written = runs.map((run) =>
      h("section", {}, h("h2", {}, trainingTitle(run, strings)), h("p", { class: "sample" }, run.sample)),
    );
    host.replaceChildren(lossCurves(runs, size, strings), h("div", { class: "writings" }, ...written));
  }
  function show(told) {
    runs = told;
    draw();
  }
  return { show, draw };
}
