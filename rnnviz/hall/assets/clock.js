// A clock, and a countdown under it: small, in a corner, and readable from the back.

import { h, write } from "../../web/dom.js";
import { recall, remember } from "../../web/tab.js";
import { CLOCK_KEPT } from "./toolkeys.js";

const LONGEST = 600;
const MINUTE = 60_000;
const TICK = 250;

/**
 * A clock: {element, show(isNew), hide(), isShown(), isAsking()}. It asks for minutes when it is new: "20" counts down
 * from 20, "+5" adds 5, "0" counts no longer. onClosed(): its field is closed, and the focus free.
 */
export function clock(strings, onClosed) {
  const time = h("strong", { class: "time" });
  const rest = h("span", { class: "rest", role: "timer" });
  const field = h("input", { type: "text", inputmode: "numeric", maxlength: "4", placeholder: "20" });
  const asking = h("label", { class: "minutes" }, h("span", {}, strings.minutes), field);
  const element = h("section", { class: "clock", "aria-label": strings.clock }, time, rest, asking);
  let timer = 0;
  asking.hidden = true;

  function draw() {
    const now = new Date();
    write(time, `${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`);
    const until = Number(recall(CLOCK_KEPT)) || 0;
    const left = until - now.getTime();
    rest.hidden = until === 0;
    element.toggleAttribute("data-over", until > 0 && left <= 0);
    write(rest, `${left <= 0 ? "+" : ""}${clockTime(left)}`);
  }
  function ask(isAsked) {
    const wasAsking = !asking.hidden;
    asking.hidden = !isAsked;
    field.value = "";
    if (isAsked) field.focus({ preventScroll: true });
    else if (wasAsking) onClosed();
  }
  field.addEventListener("keydown", (event) => {
    const { key } = event;
    event.stopPropagation();
    if (!["Enter", "Escape", "k", "K"].includes(key)) return;
    event.preventDefault();
    if (key === "Enter") {
      remember(CLOCK_KEPT, String(countedTo(field.value, Number(recall(CLOCK_KEPT)) || 0, Date.now())));
      draw();
    }
    ask(false);
  });
  field.addEventListener("blur", () => ask(false));

  return {
    element,
    /** isNew: it is the lecturer who shows it now, and may set it. */
    show(isNew) {
      remember(CLOCK_KEPT, recall(CLOCK_KEPT) ?? "0");
      clearInterval(timer);
      timer = setInterval(draw, TICK);
      draw();
      if (isNew) ask(true);
    },
    hide() {
      clearInterval(timer);
      timer = 0;
      remember(CLOCK_KEPT, null);
      ask(false);
    },
    isShown: () => timer !== 0,
    isAsking: () => !asking.hidden,
  };
}

/** Until when a clock counts, after a number of minutes was typed; what is no number changes nothing. */
export function countedTo(typed, until, now) {
  const [, sign, digits] = /^\s*(\+?)\s*(\d{1,3})\s*$/.exec(typed) ?? [];
  if (digits === undefined) return until;
  const minutes = Math.min(LONGEST, Number(digits));
  if (sign && until > 0) return Math.max(until, now) + minutes * MINUTE;
  return minutes === 0 ? 0 : now + minutes * MINUTE;
}

/** Milliseconds as a clock tells them: 9:05, 1:02:03. A second that has begun counts until it is over. */
export function clockTime(milliseconds) {
  const seconds = milliseconds > 0 ? Math.ceil(milliseconds / 1000) : Math.floor(-milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
