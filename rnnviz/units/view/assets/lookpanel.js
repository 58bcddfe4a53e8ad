// A panel that asks something heavy once a reader has come near it, and says why where there is nothing to be seen.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { whenSeen } from "./seen.js";

/**
 * name: of the look, which names the panel too. hint, body: elements of its heading, and those that what is told fills.
 * questionAt(place): {key, query, reason}; reason: the sentence why there is nothing to ask, or "". onTold(told): what
 * was told of a new question. Returns {element, show(place), told(): what is told at present, or null, isOf(key):
 * whether that answers the question of this key, stop()}.
 *
 * @param {Page} page
 * @param {string} name
 * @param {{hint: HTMLElement, body: HTMLElement[]}} parts
 * @param {{
 *   questionAt: (place: Place) => {key: string, query: Record<string, string>, reason: string},
 *   onTold: (told: any) => void,
 * }} does what is told is `any`: each look tells something else
 */
export function lookPanel(page, name, { hint, body }, { questionAt, onTold }) {
  const { strings } = page;
  const message = h("p", { class: "units-message", role: "status" }, strings.findNothing);
  const filled = h("div", { hidden: true }, ...body);
  const attributes = { class: `panel units-${name}`, "data-testid": name };
  const element = h("section", attributes, panelHeading(strings[name], [hint]), message, filled);
  const sight = whenSeen(element, () => show(page.place()));
  let asked = "";
  let told = null;
  let toldFor = "";

  /** @param {Place} place */
  async function show(place) {
    const { key, query, reason } = questionAt(place);
    element.classList.toggle("has-room", reason === "");
    if (key === asked || !sight.isSeen()) return;
    asked = key;
    if (reason) {
      say(reason);
      return;
    }
    if (told === null) say(strings.computing);
    element.setAttribute("aria-busy", "true");
    const answer = await page.look(name, query);
    if (asked !== key) return;
    element.setAttribute("aria-busy", "false");
    // A file has no room for what it does not hold.
    hide(element, page.isRecorded && answer.told === null);
    [told, toldFor] = [answer.told, key];
    say(answer.refused);
    if (answer.refused) element.classList.remove("has-room");
    if (told) onTold(told);
  }
  function say(sentence) {
    if (sentence !== "") told = null;
    write(message, sentence);
    hide(message, sentence === "");
    hide(filled, sentence !== "");
  }
  return { element, show, told: () => told, isOf: (key) => toldFor === key, stop: sight.stop };
}
