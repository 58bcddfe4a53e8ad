// In the place of the cloud of states, where nothing is there that draws it: why.

/** @import {Page} from "../units.d.ts" */

import { h, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";

/** @param {Page} page */
export function noCloudPanel(page) {
  const why = h("p", { class: "units-words" });
  const element = h("section", { class: "panel no-cloud" }, panelHeading(page.strings.cloud), why);
  page.look("cloud").then(({ refused }) => write(why, refused));
  const nothing = () => {};
  const wordsAt = () => "";
  return { element, show: nothing, fit: nothing, recolour: nothing, remove: nothing, showRest: nothing, wordsAt };
}
