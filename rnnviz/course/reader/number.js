// A number in the prose: dragged sideways, moved by the arrow keys, or typed. Whatever is typed, it answers.

import { fill } from "../../web/numbers.js";
import { h, set, write } from "../../web/dom.js";
import { fitted, readNumber, written } from "./values.js";

// Pixels that a pointer goes for one step, and before it means a drag at all.
const STEP = 4;
const STILL = 3;

/**
 * An editable number, {element, show(value)}. change(value) is called for every new value. words: the messages.
 * label: what it is, for those who do not see where it stands.
 */
export function numberField(name, number, label, words, change) {
  const least = written(number, number.least);
  const most = written(number, number.most);
  const input = h("input", {
    class: `number${number.hue ? ` hue-${number.hue}` : ""}`,
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    role: "spinbutton",
    "aria-label": label,
    "aria-valuemin": number.least,
    "aria-valuemax": number.most,
    "data-number": name,
    "data-symbol": number.symbol,
  });
  const problem = h("span", { class: "problem", role: "alert" });
  const element = h("span", { class: "editable" }, input, problem);
  let now = number.usual;
  let from = null;

  function show(value) {
    now = value;
    set(input, "aria-valuenow", value);
    if (number.words) set(input, "aria-valuetext", written(number, value));
    if (input.readOnly || document.activeElement === null || !isTyping()) put(written(number, value));
  }
  function put(text) {
    if (input.value === text) return;
    input.value = text;
    input.style.width = `${Math.max(2, text.length) + 0.6}ch`;
  }
  const isTyping = () => input.dataset.typing === "on";
  function take() {
    if (!isTyping()) return;
    const read = readNumber(number, input.value);
    write(
      problem,
      read.problem ? fill(words[read.problem], { text: read.text, least, most, value: written(number, now) }) : "",
    );
    input.setAttribute("aria-invalid", String(Boolean(read.problem)));
    delete input.dataset.typing;
    if (read.problem) put(written(number, now));
    else change(read.value);
  }
  function by(steps) {
    write(problem, "");
    now = fitted(number, now + steps * number.step);
    change(now);
  }

  input.oninput = () => {
    input.dataset.typing = "on";
    input.style.width = `${Math.max(2, input.value.length) + 0.6}ch`;
  };
  input.onblur = take;
  input.onkeydown = (event) => {
    const large = event.shiftKey ? 10 : 1;
    const moves = { ArrowUp: large, ArrowDown: -large, PageUp: 10, PageDown: -10 };
    event.stopPropagation();
    if (event.key === "Enter") take();
    else if (event.key === "Escape" && isTyping()) {
      delete input.dataset.typing;
      show(now);
    } else if (event.key in moves) {
      take();
      by(moves[event.key]);
      event.preventDefault();
    }
  };
  input.onpointerdown = (event) => {
    from = { x: event.clientX, value: now, moved: false };
  };
  input.onpointermove = (event) => {
    if (!from || event.buttons === 0) return;
    const way = event.clientX - from.x;
    if (!from.moved && Math.abs(way) < STILL) return;
    if (!from.moved) input.setPointerCapture(event.pointerId);
    from.moved = true;
    event.preventDefault();
    write(problem, "");
    change(fitted(number, from.value + Math.round(way / STEP) * number.step));
  };
  input.onpointerup = () => {
    if (from && !from.moved) input.select();
    if (from?.moved) input.blur();
    from = null;
  };
  show(now);
  return { element, show };
}
