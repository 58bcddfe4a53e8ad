// Where a lecture plan that the server was started with, or one that is in the link itself, comes into the lecturer's
// browser: beside what is there, and open, to be started.

/** @import {Limits} from "../plans.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { remember } from "../../web/tab.js";
import { withParcel } from "./parcel.js";
import { PLAN_MARK, planInHash } from "./planinlink.js";
import { keepPlans, keptPlans, OPENS, planIn } from "./plans.js";

/**
 * Keep the plan, and go to its first view; or say in a place why not.
 *
 * @param {HTMLElement} place
 * @param {{language: string, strings: Strings, limits: Limits}} data
 */
async function open(place, { language, strings, limits }) {
  const headers = { "x-rnnviz-plan": location.hash.slice(1) };
  const { told, refused } = await asked("/lecture-plan/file", { words: strings, headers });
  const plan = planIn(JSON.stringify(told), limits);
  const why = refused || sentenceWhy(plan, strings, limits) || keep(plan, strings, limits);
  if (why) write(place, why);
  else goTo(plan, language);
}

/** Offer the plan that the link holds: it may come from anybody, and nothing is kept before somebody wants it. */
async function offer(place, { language, strings, limits }) {
  const plan = await planInHash(location.hash.slice(1), limits);
  const why = sentenceWhy(plan, strings, limits);
  if (why) {
    write(place, why);
    return;
  }
  write(place, fill(strings.offered, { title: plan.title, count: plan.views.length }));
  const said = h("p", { role: "alert" });
  const open = h("button", { type: "button" }, strings.openIt);
  open.addEventListener("click", () => {
    const unkept = keep(plan, strings, limits);
    if (unkept) write(said, unkept);
    else goTo(plan, language);
  });
  place.after(h("p", {}, strings.offeredMeans), open, said);
}

/** To the plan's first view. */
function goTo(plan, language) {
  const [name, query = ""] = (plan.views[0]?.view || "step").split("?");
  const pairs = [query, `lang=${language}`].filter(Boolean);
  location.replace(`/${name}?${pairs.join("&")}`);
}

/** @param {{refused?: string, place?: number}} plan */
function sentenceWhy({ refused, place }, strings, limits) {
  return refused ? fill(strings[refused], { place, most: limits.minutes }) : "";
}

/** Keep a plan, to be looked at; returns the sentence why not. */
function keep(plan, strings, limits) {
  if (!keepPlans(withParcel(keptPlans(limits), plan, { at: 0, isWalked: false }, limits))) return strings.unkept;
  remember(OPENS, "on");
  return "";
}

const comes = location.hash.startsWith(`#${PLAN_MARK}`) ? offer : open;
comes(document.querySelector("h1"), JSON.parse(document.getElementById("data").textContent));
