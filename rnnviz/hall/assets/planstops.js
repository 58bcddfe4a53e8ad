// The views of a plan as cards, each with its picture, its number, its minutes and its title; the fields of the chosen
// one are open.

/** @import {Stop} from "../plans.d.ts" */
/** @import {Acts, Shown} from "./plancard.js" */

import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { coverAt } from "./plancover.js";
import { dragOrder } from "./plandrag.js";
import { viewNow } from "./planruns.js";
import { stopFields } from "./planstop.js";
import { planOf, viewName, withoutView } from "./plans.js";

const BESIDE = { ArrowLeft: -1, ArrowRight: 1 };
const BELOW = { ArrowUp: -1, ArrowDown: 1 };
const ENDS = { Home: -Infinity, End: Infinity };

/**
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function stopCards(shown, acts) {
  const { views } = planOf(shown.state);
  const list = h("ol", { class: "stops" }, ...views.map((one, k) => stopCard(one, k, shown, acts)));
  openFields(list, shown, acts);
  dragOrder(list, (from, to) => acts.move(from, to));
  list.addEventListener("keydown", (event) => onKey(event, list, acts));
  return list;
}

/**
 * @param {Stop} stop
 * @param {number} k
 * @param {Shown} shown
 * @param {Acts} acts
 */
function stopCard(stop, k, shown, acts) {
  const { state, data } = shown;
  const page = data.words.titles[stop.view.split("?")[0]] ?? "";
  const attributes = { type: "button", class: "thumb", "data-key": `stop ${k}` };
  const thumb = h(
    "button",
    attributes,
    h(
      "span",
      { class: "paper", "data-view": viewNow(state, stop.view), "aria-hidden": "true" },
      h("span", { class: "page" }, page),
      h("span", { class: "none" }, data.strings.noPicture),
    ),
    h(
      "span",
      { class: "words" },
      h("span", { class: "place" }, String(k + 1)),
      " ",
      h("span", { class: "title" }),
      " ",
      h("span", { class: "marks" }),
    ),
  );
  label(thumb, stop, shown);
  thumb.addEventListener("click", () => acts.pick(k));
  return h("li", state.isWalked && k === state.at ? { "aria-current": "step" } : {}, thumb);
}

/** Writes what a card says of its view. @param {Element} thumb @param {Stop} stop @param {Shown} shown */
function label(thumb, { view, ask, minutes, question }, { data: { strings, words }, isCovered }) {
  write(thumb.querySelector(".title"), ask || viewName(view, words));
  const marks = [
    minutes > 0 ? fill(strings.minutesOf, { minutes }) : "",
    coverAt(view)?.asks ? strings.askHere : "",
    question.length > 0 && !isCovered ? strings.questionShort : "",
  ];
  write(thumb.querySelector(".marks"), marks.filter(Boolean).join(" · "));
}

/**
 * Opens the fields of the chosen view in its card, and closes those of any other.
 *
 * @param {Element} list
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function openFields(list, shown, acts) {
  const { picked, state } = shown;
  list.querySelector(".fields")?.remove();
  for (const [k, card] of [...list.children].entries()) {
    const thumb = /** @type {HTMLElement} */ (card.querySelector(".thumb"));
    card.toggleAttribute("data-picked", k === picked);
    thumb.setAttribute("aria-expanded", String(k === picked));
    // One tab stop for all cards: arrow keys lead from one to the next.
    thumb.tabIndex = k === picked ? 0 : -1;
  }
  list.children[picked]?.append(stopFields(planOf(state).views[picked], picked, shown, acts));
}

/** What was typed stands on the card, too. @param {Element} list @param {Shown} shown */
export function relabel(list, shown) {
  const { picked, state } = shown;
  label(list.children[picked].querySelector(".thumb"), planOf(state).views[picked], shown);
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} list
 * @param {Acts} acts
 */
function onKey(event, list, acts) {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const thumb = /** @type {Element} */ (event.target);
  if (!thumb.matches(".thumb") || ctrlKey || metaKey || altKey) return;
  const cards = /** @type {HTMLElement[]} */ ([...list.children]);
  const k = cards.indexOf(thumb.parentElement);
  const last = cards.length - 1;
  // As many as stand beside each other; the one that is chosen may have a row of its own.
  const tops = cards.map((one) => one.offsetTop);
  const columns = Math.max(...tops.map((top) => tops.filter((one) => one === top).length));
  const by = BESIDE[key] ?? ENDS[key] ?? (key in BELOW ? BELOW[key] * columns : null);
  if (key === "Delete") acts.remove((now) => withoutView(now, k));
  else if (by === null) return;
  else {
    const to = Math.max(0, Math.min(last, k + by));
    if (shiftKey) acts.move(k, to);
    else acts.pick(to);
  }
  event.preventDefault();
  event.stopPropagation();
}
