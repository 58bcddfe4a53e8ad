// The fields of one view of a plan.

/** @import {Stop} from "../plans.d.ts" */
/** @import {Acts, Shown} from "./plancard.js" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { colon } from "../../web/punctuation.js";
import { act } from "./buttons.js";
import { coverAt, withCover } from "./plancover.js";
import { runAt, withoutOwnRun, withOwnRun } from "./planruns.js";
import { planOf, viewName, withoutView, withPart } from "./plans.js";
import { minutesOf } from "./plantime.js";
import { linesOf } from "./question.js";

/**
 * @param {Stop} stop
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function stopFields({ view, minutes, ask, say, question }, k, shown, acts) {
  const { data, state, isCovered } = shown;
  const { strings, words, limits } = data;
  const place = k + 1;
  const field = (name, value, rows) => {
    const told = { placeholder: strings[name], title: strings[name], "data-key": `${name} ${k}`, rows };
    const made = h("textarea", { "aria-label": `${strings[name]}${colon()}${place}`, maxlength: limits.say, ...told });
    made.value = value;
    if (name === "ask") inOneLine(made);
    made.addEventListener("input", () => acts.typed((now) => withPart(now, k, name, made.value)));
    return h("label", { class: "field" }, h("span", {}, strings[`${name}Short`]), made);
  };
  const sign = (sentence, hint, onclick, { name = "", isOff = false } = {}) => {
    const title = fill(hint, { place });
    const made = act(sentence, onclick, { name, title });
    made.setAttribute("aria-label", title);
    made.disabled = isOff;
    return made;
  };
  const isLast = place === planOf(state).views.length;
  const there = act(viewName(view, words), () => acts.begin(k), { name: "there", title: view });
  there.setAttribute("aria-label", `${fill(strings.goTo, { place })}${colon()}${viewName(view, words)}`);
  const away = sign("×", strings.removeView, () => acts.remove((now) => withoutView(now, k)));
  away.dataset.key = "remove";
  return h(
    "div",
    { class: "fields" },
    h(
      "p",
      { class: "order" },
      h("span", { class: "place" }, String(place)),
      sign("↑", strings.up, () => acts.move(k, k - 1, "up"), { name: "up", isOff: k === 0 }),
      sign("↓", strings.down, () => acts.move(k, k + 1, "down"), { name: "down", isOff: isLast }),
      away,
      minutesField(minutes, k, shown, acts),
    ),
    h("p", { class: "to" }, there),
    runButton(view, k, shown, acts),
    coverButton(view, k, shown, acts),
    field("ask", ask, "2"),
    isCovered ? null : field("say", say, "3"),
    isCovered ? null : questionField(question, k, shown, acts),
  );
}

/** A sentence has one line, however many it takes to be read. @param {HTMLTextAreaElement} field */
function inOneLine(field) {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  // What was pasted is typed, and kept, without its breaks.
  field.addEventListener("input", () => {
    const { value, selectionEnd } = field;
    if (!value.includes("\n")) return;
    field.value = value.replaceAll("\n", " ");
    field.setSelectionRange(selectionEnd, selectionEnd);
  });
}

/**
 * What the class is asked at a view when its lecturer presses on; where there is nothing yet, a button for it.
 *
 * @param {string[]} question
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function questionField(question, k, { data: { strings, limits } }, acts) {
  const told = { placeholder: strings.askExample, title: strings.question, "data-key": `question ${k}`, rows: "3" };
  const field = h("textarea", { "aria-label": `${strings.question}: ${k + 1}`, ...told });
  field.value = question.join("\n");
  field.addEventListener("input", () =>
    acts.typed((now) => withPart(now, k, "question", linesOf(field.value, limits))),
  );
  field.addEventListener("change", () => {
    field.value = linesOf(field.value, limits).join("\n");
  });
  const label = h("label", { class: "field" }, h("span", {}, strings.questionShort), field);
  if (question.length > 0) return label;
  const begin = act(strings.ownQuestion, () => {
    begin.replaceWith(label);
    field.focus();
  });
  begin.className = "own-question";
  begin.setAttribute("aria-label", `${strings.ownQuestion}: ${k + 1}`);
  return begin;
}

/**
 * How long a view is to take. What the browser's field lets through and no plan may have is put right when it is left.
 *
 * @param {number} minutes
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function minutesField(minutes, k, { data: { strings, limits } }, acts) {
  const told = { type: "number", min: 0, max: limits.minutes, "data-key": `minutes ${k}` };
  const title = fill(strings.minutesHint, { place: k + 1 });
  const field = h("input", { "aria-label": `${strings.minutes}${colon()}${k + 1}`, title, ...told });
  const shown = (count) => (count > 0 ? String(count) : "");
  const value = () => Math.max(0, Math.min(limits.minutes, Math.round(Number(field.value) || 0)));
  field.value = shown(minutes);
  field.addEventListener("input", () => {
    acts.typed((now) => {
      const to = withPart(now, k, "minutes", value());
      write(field.closest(".card").querySelector(".together"), togetherWords(planOf(to).views, strings));
      return to;
    });
  });
  field.addEventListener("change", () => {
    field.value = shown(value());
  });
  return h("label", { class: "minutes" }, h("span", {}, strings.minutes), field);
}

/**
 * Makes a training that was begun at a place the place's own, or has it train anew.
 *
 * @param {string} view
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function runButton(view, k, { data: { strings }, state }, acts) {
  const offers = runAt(state, view);
  if (!offers) return null;
  const isOwn = offers === "own";
  const title = fill(isOwn ? strings.anewHint : strings.thisRunHint, { place: k + 1 });
  const step = (now) => (isOwn ? withoutOwnRun(now, k) : withOwnRun(now, k));
  const made = act(isOwn ? strings.anew : strings.thisRun, () => acts.change(step), { name: "run", title });
  made.dataset.key = `run ${k}`;
  return made;
}

/**
 * Has the stage ask the class before it shows the step at which a view stands, or no longer.
 *
 * @param {string} view
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function coverButton(view, k, { data: { strings } }, acts) {
  const cover = coverAt(view);
  if (cover === null) return null;
  const title = fill(strings.askHereHint, { place: k + 1, t: cover.t });
  const made = act(strings.askHere, () => acts.change((now) => withCover(now, k)), { name: "cover", title });
  made.setAttribute("aria-label", `${strings.askHere}${colon()}${k + 1}`);
  made.setAttribute("aria-pressed", String(cover.asks));
  made.dataset.key = `cover ${k}`;
  return made;
}

/** How long the views are to take together, where they have minutes. */
export function togetherWords(views, strings) {
  const minutes = minutesOf(views);
  return minutes > 0 ? fill(strings.together, { minutes }) : "";
}
