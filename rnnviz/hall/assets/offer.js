// The link by which another person takes a room over, where the class does not see it: in the lecturer's notes.

/** @import {RoomLink} from "../messages.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Desk, StandingOffer} from "../desk.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { act } from "./buttons.js";
import { qr } from "./qr.js";

/**
 * What the notes show of it: {element, show(isDriven, offer)}. isDriven: whether there is a room to hand over.
 *
 * @param {Strings} strings
 * @param {Desk["handOver"]} handOver
 */
export function offerPanel(strings, handOver) {
  const give = act(strings.handOver, () => handOver(true));
  const back = act(strings.handBack, () => handOver(false));
  const link = h("div", { class: "links" });
  const means = h("p", {});
  const along = h("p", {});
  const there = h("div", { class: "there" }, h("h2", {}, strings.handTitle), link, means, along, back);
  const element = h("section", { class: "offer", "aria-label": strings.handOver }, give, there);
  let drawn = "";
  return {
    element,
    /**
     * @param {boolean} isDriven
     * @param {StandingOffer | null} offer
     */
    show(isDriven, offer) {
      element.hidden = !isDriven;
      give.hidden = offer !== null;
      there.hidden = offer === null;
      if (offer === null) {
        link.replaceChildren();
        drawn = "";
        return;
      }
      const [{ url }] = offer.links;
      if (drawn !== url) link.replaceChildren(...linkFace(offer.links));
      drawn = url;
      write(means, offerWords(offer.until, strings));
      write(along, alongWords(offer.stays, strings));
    },
  };
}

/** Who drives from then on, and until when. */
export function offerWords(until, strings) {
  const time = new Date(until).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return fill(strings.handMeans, { time });
}

/** What goes along, or why it does not. */
export function alongWords(stays, strings) {
  return stays ? `${strings.handAlone} ${stays}` : strings.handAlong;
}

/**
 * The likeliest link as a QR code and a text, the others below it.
 *
 * @param {RoomLink[]} links
 */
export function linkFace([link, ...further]) {
  const others = further.map(({ url }) => h("p", { class: "other" }, url));
  return [qr(link), h("p", { class: link.url.includes("#") ? "link is-long" : "link" }, link.url), ...others];
}
