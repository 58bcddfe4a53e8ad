// Where a lecture plan that the server was started with comes into the lecturer's browser: beside what is there, and
// open, to be started.

/** @import {Limits} from "../plans.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

import { asked } from "../../web/asked.js";
import { write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { remember } from "../../web/tab.js";
import { withParcel } from "./parcel.js";
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
  const why = refused || keep(told, strings, limits);
  if (why) {
    write(place, why);
    return;
  }
  const [name, query = ""] = (told.views[0]?.view || "step").split("?");
  const pairs = [query, `lang=${language}`].filter(Boolean);
  location.replace(`/${name}?${pairs.join("&")}`);
}

/** Keep a plan, to be looked at; returns the sentence why not. */
function keep(told, strings, limits) {
  const plan = planIn(JSON.stringify(told), limits);
  if (plan.refused) return fill(strings[plan.refused], { place: plan.place, most: limits.minutes });
  if (!keepPlans(withParcel(keptPlans(limits), plan, { at: 0, isWalked: false }, limits))) return strings.unkept;
  remember(OPENS, "on");
  return "";
}

open(document.querySelector("h1"), JSON.parse(document.getElementById("data").textContent));
