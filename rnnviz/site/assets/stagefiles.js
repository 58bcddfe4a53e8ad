// What files are made of: of the stage as it stands, at its place.

/** @import {Link, Shown, StageData} from "../site.d.ts" */

import { picture } from "../../stage/assets/main.js";
import { kindOf, tracksOf } from "../../address/browser/link.js";
import { seenOf } from "./seen.js";

const MOST_IN_NAME = 24;

/**
 * shown(): what is on the stage; placeNow(): the place in its address; moments: see `momentKeeper`.
 *
 * @param {StageData} data
 * @param {Link} link
 * @param {{room: HTMLElement, placeNow: () => Record<string, string>, shown: () => Shown,
 *   moments: ReturnType<typeof import("./keptmoments.js").momentKeeper>}} of
 */
export function stageFiles(data, link, { room, placeNow, shown, moments }) {
  function named(form) {
    const { track = "1", t = "1" } = placeNow();
    const text = link.text.replace(/[^\p{L}\p{N}]+/gu, "-");
    const beginning = [...text].slice(0, MOST_IN_NAME).join("");
    const short = beginning.replace(/^-+|-+$/g, "");
    const { cell } = shown().made[Number(track) - 1].link;
    return `${["rnnviz", cell, short, `t${t}`].filter(Boolean).join("-")}.${form}`;
  }
  async function stage() {
    const place = placeNow();
    const kept = [];
    for (const one of shown().made) kept.push(await moments.all(one));
    return { scene: shown().scene, moments: kept, place };
  }
  async function seen() {
    const { track = "1", changes = "" } = placeNow();
    const focus = Number(track) - 1;
    const kept = [];
    for (const one of shown().made) kept.push(changes.includes("weights=") ? await moments.all(one, Infinity) : {});
    const { made, scene } = shown();
    return seenOf(made[focus], scene.tracks, focus, changes, kept);
  }
  const title = [...new Set(tracksOf(data, link).map(({ cell }) => kindOf(data, cell, link).title))].join(", ");
  return { title, named, stage, seen, picture: (form) => picture(room, form) };
}
