// The states of the network: the cloud and the way through it, where it rests, and states like the one here.

/** @import {Page, Panel} from "../units.d.ts" */

import { h } from "../../../web/dom.js";
import { cloudPanel } from "./cloud.js";
import { noCloudPanel } from "./nocloud.js";
import { restPanel } from "./rest.js";
import { similarPanel } from "./similar.js";

/**
 * @param {Page} page
 * @returns {Panel}
 */
export function statesPanel(page) {
  const cloud = page.plotly ? cloudPanel(page, page.plotly) : noCloudPanel(page);
  const similar = similarPanel(page);
  const rest = restPanel(page, { onPoints: cloud.showRest });
  const panels = [cloud, similar, rest];
  const element = h("div", { class: "units-states" }, ...panels.map((one) => one.element));

  return {
    element,
    parts: panels,
    show: (place) => panels.forEach((one) => one.show(place)),
    fit() {
      cloud.fit();
      similar.fit();
    },
    recolour: cloud.recolour,
    wordsAt: cloud.wordsAt,
    remove: () => panels.forEach((one) => one.remove()),
  };
}
