// The card of a room: its QR code and link, who is there, and what the lecturer asks.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { askingForm } from "./asking.js";
import { paceCurve } from "./poll.js";
import { qr } from "./qr.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The card, closed: {element, open(refusal), draw(state)}. refusal: why there is no room; state: who is there. */
export function roomCard(strings, desk) {
  const element = h("dialog", { class: "card" });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });

  function draw(state) {
    if (desk.room === null && element.open) element.close();
    const said = element.querySelector(".state");
    if (said) write(said, state);
    const over = element.querySelector(".take-over");
    if (over) over.hidden = desk.news.drives;
    element.querySelector(".felt")?.replaceWith(paceCurve(desk.paces, strings) ?? h("div", { class: "felt" }));
    const refused = element.querySelector(".refused");
    if (refused && desk.refused) write(refused, desk.refused);
  }
  function drawRoom() {
    const { room } = desk;
    const [link, ...further] = room.links;
    const isAlone = LOOPBACK.includes(new URL(link.url).hostname);
    const copy = act(strings.copy, () =>
      navigator.clipboard?.writeText(link.url).then(() => write(copy, strings.copied)),
    );
    element.setAttribute("aria-label", fill(strings.room, room));
    element.replaceChildren(
      closing(),
      h("h2", {}, fill(strings.room, room)),
      h(
        "div",
        { class: "halves" },
        h(
          "div",
          {},
          qr(link),
          h("p", { class: "link" }, link.url),
          ...further.map(({ url }) => h("p", { class: "other" }, url)),
          h("p", {}, isAlone ? strings.alone : strings.scan),
        ),
        h(
          "div",
          {},
          h("p", { class: "state", role: "status" }),
          h("div", { class: "felt" }),
          askingForm(strings, desk),
          h(
            "p",
            { class: "acts" },
            act(strings.takeOver, desk.connect, "take-over"),
            copy,
            act(strings.closeRoom, desk.close),
          ),
        ),
      ),
    );
  }
  function closing() {
    const close = act("×", () => element.close(), "close");
    close.setAttribute("aria-label", strings.closeDialog);
    return close;
  }
  return {
    element,
    open(refusal) {
      if (refusal) element.replaceChildren(closing(), h("p", {}, refusal));
      else drawRoom();
      element.showModal();
    },
    draw,
  };
}

function act(words, onclick, name) {
  const element = h("button", { type: "button", class: name }, words);
  element.addEventListener("click", onclick);
  return element;
}
