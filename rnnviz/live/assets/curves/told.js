// What is read off the curves: a line through the picture, and the values beside it and in words.

import { h, s, set } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { comma, semicolon } from "../../../web/punctuation.js";
import { dotsOf, READ_DOT, sampleOf } from "./dots.js";
import { placeOf } from "./lines.js";

// More values than these may lie over the place that they are of, where they would else wrap.
const MOST_BESIDE = 5;
// Pixels between the line and its values.
const GAP = 12;

/** Returns {element, show(step, values, axes, unit), say(step, values, last, ends)}; step: null where none is read. */
export function curveTold({ strings, count }, svg, guide) {
  const element = h("div", { class: "curve-told", hidden: true });
  const stepWords = (step) => fill(strings.atStep, { step: count(step) });
  const titleAt = ({ line, step }, read) => (step === read ? line.title : `${line.title}${comma()}${stepWords(step)}`);
  const written = ({ line, value }) => (line.panel === "loss" ? value.toFixed(3) : short(value));

  function show(step, values, axes, unit) {
    element.hidden = values.length === 0;
    if (element.hidden) return guide.replaceChildren();
    const { x, loss, norm } = axes;
    const across = x.at(step);
    const line = s("line", { x1: across, x2: across, y1: loss.end, y2: norm.start });
    guide.replaceChildren(line, ...values.flatMap((one) => dotAt(one, axes, unit)));
    const row = (one) =>
      h(
        "div",
        {},
        sampleOf(one.line.look, one.line.dots),
        h("span", {}, titleAt(one, step)),
        h("span", { class: "number" }, written(one)),
      );
    element.replaceChildren(h("strong", { class: "number" }, stepWords(step)), ...values.map(row));
    return place(across, across < (x.start + x.end) / 2, values.length, loss.end);
  }

  function place(across, isLeft, many, top) {
    const width = svg.clientWidth;
    const room = isLeft ? width - across : across;
    const most = many > MOST_BESIDE ? width : Math.max(room - GAP - 2, width / 2);
    element.style.maxWidth = `${most}px`;
    const beside = isLeft ? across + GAP : across - GAP - element.offsetWidth;
    const at = Math.min(Math.max(0, beside), width - element.offsetWidth);
    element.style.transform = `translate(${at}px, ${top}px)`;
  }

  /** The same in words. last: the step that is said where none is read; then the ends of the axis. */
  function say(step, values, last, [from, to]) {
    // While it is not read, a growing curve says nothing.
    if (step === null && svg.hasAttribute("aria-valuenow")) return;
    const rows = values.map((one) => `${titleAt(one, step)} ${written(one)}`);
    const valuetext = [stepWords(step ?? last), ...rows].join(semicolon());
    const told = { valuemin: from, valuemax: to, valuenow: step ?? last, valuetext };
    for (const [name, value] of Object.entries(told)) set(svg, `aria-${name}`, value);
  }
  return { element, show, say };
}

/** The value on its line, where it is in the picture. */
function dotAt({ line, step, value }, axes, unit) {
  const axis = axes[line.panel];
  const up = axis.at(line.panel === "loss" ? placeOf(unit)(value) : value);
  if (!(up >= axis.end && up <= axis.start)) return [];
  const d = dotsOf([[axes.x.at(step), up]], line.dots || "circle", READ_DOT);
  return [s("path", { class: `curve-dots ${line.look}`, d })];
}
