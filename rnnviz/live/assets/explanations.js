// What loss, lines and gradient are, beside each other below a training.

/** @import {Section} from "../../course/prose.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

import { blockElement } from "../../course/reader/prose.js";
import { h } from "../../web/dom.js";
import { sayOf } from "./letters.js";

/**
 * Sections of prose as one element.
 *
 * @param {Section[]} sections
 * @param {Strings} strings
 */
export function explanations(sections, strings) {
  const context = { symbols: {}, say: sayOf(strings) };
  const blocks = (own) => own.map((block) => blockElement(block, context));
  const columns = sections.map(({ title, blocks: own }) => h("section", {}, h("h2", {}, title), ...blocks(own)));
  return h("div", { class: "explanations" }, ...columns);
}
