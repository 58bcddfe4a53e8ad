// Whether to close the room: it is gone for the whole class, so that a key alone does not do it.

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";

/** The question: {element, ask(desk)}. onAnswer(isSure). Enter is yes. */
export function closeQuestion(strings, onAnswer) {
  const said = h("p", {});
  const yes = h("button", { type: "button", class: "primary" }, strings.closeRoom, h("kbd", {}, "↵"));
  const no = h("button", { type: "button" }, strings.keepOpen, h("kbd", {}, "Esc"));
  yes.addEventListener("click", () => onAnswer(true));
  no.addEventListener("click", () => onAnswer(false));
  const element = h("section", { class: "sure", role: "alertdialog" }, said, h("p", { class: "acts" }, yes, no));
  return {
    element,
    ask({ room }) {
      element.setAttribute("aria-label", strings.closeRoom);
      write(said, fill(strings.closeSure, room));
      yes.focus({ preventScroll: true });
    },
  };
}
