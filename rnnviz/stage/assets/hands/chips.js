// What was changed by hand, as a row of chips in the order of making, each with its own way back; and what follows
// from all of it: where the two runs part, what it cost, which predictions are others.

/** @import {Place} from "../../place.d.ts" */
/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { disable, h, hide, set, write } from "../../../web/dom.js";
import { numberedMessage, fill, full, short, toldApart } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { isComputed } from "../place/cursor.js";
import { sentenceOf } from "./changes.js";
import { plainLetter, weightLetter } from "../words/labels.js";

/**
 * The row of chips. Returns {element, update(place)}.
 *
 * @param {Context} context
 */
export function chips(context, at) {
  const { strings } = context;
  const undo = chipKey("↶", strings.undoChange, () => at.act({ do: "undo" }));
  const redo = chipKey("↷", strings.redoChange, () => at.act({ do: "redo" }));
  const reset = h("button", { type: "button", class: "key word", title: strings.resetHint }, strings.resetChanges);
  reset.addEventListener("click", () => at.act({ do: "reset" }));
  const list = h("ul", { class: "hand-chips", "aria-label": strings.handsChanges });
  const effect = h("div", { class: "hand-effect" });
  const parting = h("button", { type: "button", class: "hand-parting", title: strings.partGo });
  const losses = h("span", { class: "number" });
  const count = h("span");
  const spoken = h("p", { class: "announcement", role: "status" });
  const left = h("p", { class: "hand-left", role: "alert", hidden: true });
  effect.append(parting, losses, count);
  const row = h("div", { class: "hand-row" }, undo, redo, list, effect, reset);
  const element = h("div", { class: "hand-changes" }, row, left, spoken);
  let drawn = null;
  let wasCovered = false;
  let goal = null;
  parting.addEventListener("click", () => goal && at.go(goal));

  /** Where there are several tracks, a change says whose it is. */
  function said(change, words) {
    const whose = context.all.length > 1 ? `${trackOf(context, change).model.label}${colon()}` : "";
    return whose + words(context, change);
  }

  function chip(change, k) {
    const { model } = trackOf(context, change);
    const sentence = said(change, changeSentence);
    const words = h("button", { type: "button", class: "hand-words", title: sentence }, said(change, chipWords));
    words.addEventListener("click", () => at.go({ track: change.track ?? 0, ...placeOf(model, change) }));
    const away = chipKey("✕", fill(strings.takeBack, { sentence }), () => at.act({ do: "unchange", k }));
    return h("li", { class: `hand-chip hue-${hueOf(model, change)}` }, words, away);
  }

  /** @param {Place} place */
  function update(place) {
    const { changes } = place;
    const focused = [undo, redo, reset].find((one) => one.matches(":focus"));
    disable(undo, changes.past.length === 0);
    disable(redo, changes.future.length === 0);
    disable(reset, changes.list.length === 0);
    // A button that can do no more would keep the keys from the stage.
    /** @type {HTMLElement} */
    const stage = element.closest(".stage");
    if (focused?.disabled) stage.focus({ preventScroll: true });
    const isCovered = hidesEffect(context, place);
    if (changes === drawn && isCovered !== wasCovered) showEffect(changes, isCovered);
    wasCovered = isCovered;
    if (changes === drawn) return;
    drawn = changes;
    const gone = [...list.children].findIndex((one) => one.matches(":focus-within"));
    list.replaceChildren(...changes.list.map(chip));
    // A chip that goes leaves the keys to the next one.
    /** @type {NodeListOf<HTMLElement>} */
    const keys = list.querySelectorAll(":scope > * > :last-child");
    if (gone >= 0) (keys[gone] ?? undo).focus();
    const one = changes.left.length === 1;
    const values = { count: changes.left.length, first: changes.left[0]?.slice(0, 40) };
    write(left, changes.left.length ? fill(one ? strings.changesLeftOne : strings.changesLeft, values) : "");
    hide(left, changes.left.length === 0);
    showEffect(changes, isCovered);
  }

  function showEffect({ list: changes, last }, isCovered) {
    const { model } = [context, ...context.all].find((one) => one.model.effect) ?? context;
    hide(effect, !model.effect || isCovered);
    if (effect.hidden) {
      write(spoken, "");
      return;
    }
    const { first, before, after, predictions, overflow } = model.effect();
    goal = first && {
      track: context.all.findIndex((one) => one.model === model),
      t: first.t,
      phase: first.phase,
      unit: first.unit,
    };
    const at = first && { t: first.t + 1, phase: model.phases[first.phase].title, unit: first.unit + 1 };
    write(parting, first ? fill(strings.partFirst, at) : strings.partNowhere);
    disable(parting, !first);
    const both = before === null ? "" : lossWords(strings, before, after);
    const where = overflow && { t: overflow.t + 1, phase: model.phases[overflow.phase].title };
    write(losses, overflow ? fill(strings.tooLarge, where) : both);
    set(losses, "data-full", before === null || overflow ? "" : `${full(before)} → ${full(after)}`);
    const number = { count: predictions.length, T: model.sizes.T };
    write(count, model.labels.length ? fill(strings.predictionsChange, number) : "");
    // While something is dragged, only the end of it is worth reading out.
    if (last !== "") return;
    const sentences = changes.map((one) => said(one, changeSentence));
    write(spoken, [...sentences, parting.textContent, losses.textContent, count.textContent].join(". "));
  }
  return { element, update };
}

/**
 * Whether the stage asks about steps that are still to come: what a change makes of all of them would answer.
 *
 * @param {Context} context
 * @param {Place} place
 */
function hidesEffect({ forward, model }, place) {
  const last = model.labels.length > 0 ? "Y_hat" : model.vectors.at(-1).name;
  return place.cover !== null && !isComputed(place, forward.quantity(last), model.sizes.T - 1);
}

/** What became of the mean loss: both in the digits in which they differ, or by how much, where that takes many. */
function lossWords(strings, before, after) {
  if (before === after) return fill(strings.lossSame, { loss: short(after) });
  const [from, to] = toldApart(before, after);
  if (from !== to) return fill(strings.lossChange, { before: from, after: to });
  const by = `${after > before ? "+" : ""}${short(after - before)}`;
  return fill(strings.lossBy, { loss: to, by });
}

/** The context of the track that a change belongs to. */
function trackOf({ all }, { track = 0 }) {
  return all[track];
}

/**
 * A change in words, with the titles of its own track's model.
 *
 * @param {Context} context
 */
export function changeSentence(context, change) {
  const { model, notation, strings } = trackOf(context, change);
  const titleOf = (name) => (name ? model.quantity(name).title : "");
  const weightOf = (...weight) => weightLetter(notation, ...weight);
  return sentenceOf(change, { strings, titleOf, weightOf, short: full, T: model.sizes.T });
}

/** @param {Context} context */
function chipWords(context, change) {
  const { model, notation, strings } = trackOf(context, change);
  const { kind, from, to, units, unit, row, column } = change;
  const value = "value" in change ? full(change.value) : "";
  const inBrackets = (places) => (places ? `[${places.map((k) => k + 1).join(",")}]` : "");
  switch (kind) {
    case "hold": {
      const key = from === 0 && to === model.sizes.T - 1 ? "chipAllSteps" : from === to ? "chipStep" : "chipSteps";
      const letter = plainLetter(notation, change.quantity, "") + inBrackets(units);
      return fill(strings.chipHold, { letter, value, steps: fill(strings[key], { from: from + 1, to: to + 1 }) });
    }
    case "input": {
      const before = (model.original ?? model).inputs[change.t];
      return fill(strings.chipInput, { from: before, to: change.character, t: change.t + 1 });
    }
    case "initial":
      return `${plainLetter(notation, change.state, 0)}${inBrackets(unit === null ? null : [unit])} = ${value}`;
    case "weight":
      return `${weightLetter(notation, change.name, row, column)} = ${value}`;
    default:
      return change.moment === 0
        ? strings.chipWeightsBefore
        : fill(numberedMessage(strings, "chipWeights", change.moment), { moment: change.moment });
  }
}

/** @param {AnyModel} model */
function hueOf(model, change) {
  if (change.kind === "input") return "input";
  return model.quantity(change.quantity ?? change.state)?.hue ?? "text";
}

/**
 * Where a change is seen first.
 *
 * @param {AnyModel} model
 */
function placeOf(model, change) {
  switch (change.kind) {
    case "hold":
      return { t: change.from, phase: model.phaseOf(change.quantity), ...(change.units && { unit: change.units[0] }) };
    case "input":
      return { t: change.t, phase: 0 };
    case "initial":
      return { t: 0, phase: 0, ...(change.unit !== null && { unit: change.unit }) };
    default:
      return {};
  }
}

/** A small button with a sign. */
export function chipKey(sign, title, onClick) {
  const made = h("button", { type: "button", class: "key hand-key", title, "aria-label": title }, sign);
  made.addEventListener("click", onClick);
  return made;
}
