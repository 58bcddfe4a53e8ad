// A plan as a file, and all its views as one.

/** @import {Limits, LecturePlan} from "../plans.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

import { asked } from "../../web/asked.js";
import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { planIn } from "./plans.js";

/** The plan itself, notes and all: it is for lecturers. */
export function savePlan(plan) {
  hand(new Blob([planText(plan)], { type: "application/json" }), `${fileNameOf(String(plan?.title))}.rnnviz-plan.json`);
}

/** A plan as its file has it: a part a line, in an order of their own, and none where there is nothing to say. */
export function planText(plan) {
  const isLeftOut = (name, value) =>
    (name === "minutes" && value === 0) || (name === "question" && value?.length === 0);
  return `${JSON.stringify(plan, (name, value) => (isLeftOut(name, value) ? undefined : value), 1)}\n`;
}

/**
 * One file with all these views, made by the server; what it could not hold is said in the sentence that comes back,
 * and in the file. It is for students: notes do not leave this browser for it.
 *
 * @param {{title: string, views: {view: string, ask: string}[]}} told
 * @param {Strings} strings
 */
export async function saveViews({ title, views }, strings) {
  const send = { title, views: views.map((one) => ({ ...one, say: "" })) };
  const address = `/views-file?lang=${document.documentElement.lang || "en"}`;
  const made = await asked(address, { words: strings, as: "blob", send });
  if (made.refused) return made.refused;
  hand(made.told, `${fileNameOf(title)}.rnnviz.html`);
  const places = made.header("x-rnnviz-left-out");
  const left = places ? places.split(",").length : 0;
  const said = { count: views.length - left, places: places?.replaceAll(",", ", ") };
  return fill(left ? strings.madeBut : strings.made, said);
}

/** Where the chosen plan of this browser is a handout. */
export const handoutAddress = () => `/handout?lang=${document.documentElement.lang || "en"}`;

/** Where it is slides. */
export const slidesAddress = () => `/slides?lang=${document.documentElement.lang || "en"}`;

/**
 * The plan in a file, as `planIn` reads it.
 *
 * @param {File} file
 * @param {Limits} limits
 */
export async function planInFile(file, limits) {
  // As many characters as a plan may have, a few bytes each.
  const most = 4 * limits.views * (limits.view + 2 * limits.say + limits.lines * limits.line);
  return file.size > most ? { refused: "tooLong" } : planIn(await file.text(), limits);
}

/** What a file of this title is called, without an ending. */
export function fileNameOf(title) {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "lecture";
}

function hand(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
