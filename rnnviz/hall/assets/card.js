// The card of a room: its QR code and link, who is there, and what the lecturer asks; or the link by which another
// person takes it over, and what one who did so leaves to its former lecturer.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Desk} from "../desk.d.ts" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { askingForm } from "./asking.js";
import { act, closing } from "./buttons.js";
import { copied } from "../../web/copied.js";
import { alongWords, linkFace, offerWords } from "./offer.js";
import { paceCurve, presentWords } from "./poll.js";
import { seriesField, seriesLine } from "./seriesline.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The card, closed: {element, open(), draw()}. onClosed(): it is closed, and the focus free. onNotes(): opens the
 * window of the notes.
 *
 * @param {Strings} strings
 * @param {Desk} desk
 * @param {() => void} onClosed
 * @param {() => void} onNotes
 */
export function roomCard(strings, desk, onClosed, onNotes) {
  const element = h("dialog", { class: "card" });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener("close", onClosed);
  const FACES = { none: openingFace, room: roomFace, offer: offerFace, handed: handedFace };
  let drawn = "";
  // The series of lectures that the face names.
  let seriesDrawn = "";
  let form = null;

  function draw() {
    form?.draw();
    if (!element.open) return;
    const { room } = desk;
    const face = room === null ? "none" : room.key === "" ? "handed" : desk.offer ? "offer" : "room";
    // With its room the card is gone: who wants another one asks for it anew.
    if (room === null && !["", "none"].includes(drawn)) element.close();
    else if (drawn !== face || seriesDrawn !== (room?.series?.key ?? "")) turnTo(face);
    if (room === null) return;
    write(element.querySelector(".state"), state());
    /** @type {HTMLElement | null} */
    const over = element.querySelector(".take-over");
    if (over) over.hidden = desk.news.drives;
    /** @type {HTMLElement | null} */
    const bar = element.querySelector(".bar-newcomers");
    if (bar) {
      bar.hidden = !desk.news.drives;
      write(bar, desk.news.bars ? strings.letIn : strings.onlyHere);
      bar.title = desk.news.bars ? "" : strings.onlyHereHint;
    }
    element.querySelector(".felt")?.replaceWith(paceCurve(desk.paces, strings) ?? h("div", { class: "felt" }));
    const refused = element.querySelector(".refused");
    if (refused && desk.refused) write(refused, desk.refused);
  }
  function turnTo(face) {
    drawn = face;
    seriesDrawn = desk.room?.series?.key ?? "";
    element.setAttribute("aria-label", desk.room ? fill(strings.room, desk.room) : strings.openRoom);
    element.replaceChildren(closing(element, strings.closeDialog), ...FACES[face]());
  }
  function state() {
    const { room, news, connection } = desk;
    if (connection === "waiting") return strings.offline;
    if (room.key === "") return news.driver ? fill(strings.handedTo, news) : strings.handed;
    if (!news.drives) return strings.elsewhere;
    const here = presentWords(news, strings);
    return news.bars ? `${here} · ${fill(strings.turnedAway, news)}` : here;
  }

  /** A room is there for others at once, so that a click that went astray opens none. */
  function openingFace() {
    const refused = h("p", { class: "refused", role: "alert" });
    const series = seriesField(strings);
    const open = act(strings.openRoom, async () => {
      open.disabled = true;
      write(refused, await desk.open(strings, series.title()));
      open.disabled = false;
    });
    open.className = "primary";
    return [
      h("h2", {}, strings.openTitle),
      h("p", {}, strings.openMeans),
      series.element,
      refused,
      h(
        "p",
        { class: "acts" },
        open,
        act(strings.notNow, () => element.close()),
      ),
    ];
  }
  function roomFace() {
    const [link, ...further] = desk.room.links;
    const acts = [
      act(strings.takeOver, desk.connect, { name: "take-over" }),
      copying(link),
      act(strings.handOver, () => desk.handOver(true)),
      act(strings.onlyHere, () => desk.bar(!desk.news.bars), { name: "bar-newcomers" }),
      act(strings.closeRoom, desk.close),
    ];
    return [
      h("h2", {}, fill(strings.room, desk.room)),
      halves(
        [...linkFace([link, ...further]), h("p", {}, isAlone(link) ? strings.alone : strings.scan)],
        [
          status(),
          h("div", { class: "felt" }),
          asking(),
          seriesLine(strings, desk),
          h("p", { class: "acts" }, ...acts),
        ],
      ),
    ];
  }
  /** The class may see this card; where the notes are open, questions are written there. */
  function asking() {
    if (desk.hasNotes()) return h("p", { class: "asking" }, strings.askInNotes);
    // What is typed outlives the card.
    form ??= askingForm(strings, desk, () => element.close());
    form.refresh();
    return form.element;
  }
  /** The class may see this card: the link for one other person stands in the notes, or goes from hand to hand. */
  function offerFace() {
    const { links, until, stays } = desk.offer;
    const acts = [
      act(strings.handShow, onNotes, { name: "primary" }),
      copying(links[0]),
      act(strings.handBack, () => desk.handOver(false)),
    ];
    return [
      h("h2", {}, strings.handTitle),
      status(),
      h("p", {}, offerWords(until, strings)),
      h("p", {}, strings.handHidden),
      h("p", { class: "along" }, alongWords(stays, strings)),
      h("p", { class: "refused", role: "alert" }),
      h("p", { class: "acts" }, ...acts),
    ];
  }
  function handedFace() {
    const watch = h("a", { href: desk.room.links[0].url, target: "_blank" }, strings.watch);
    return [
      h("h2", {}, fill(strings.room, desk.room)),
      status(),
      h("p", {}, strings.handedMeans),
      h("p", { class: "acts" }, watch, act(strings.leave, desk.leave)),
    ];
  }
  function copying({ url }) {
    const copy = act(strings.copy, async () => write(copy, (await copied(url)) ? strings.copied : strings.notCopied));
    return copy;
  }
  return {
    element,
    open() {
      drawn = "";
      element.showModal();
      draw();
    },
    draw,
  };
}

const status = () => h("p", { class: "state", role: "status" });
const halves = (left, right) => h("div", { class: "halves" }, h("div", {}, ...left), h("div", {}, ...right));
const isAlone = ({ url }) => LOOPBACK.includes(new URL(url).hostname);
