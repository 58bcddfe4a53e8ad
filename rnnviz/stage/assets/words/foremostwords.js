// Which unit of a quantity is the largest at the step, in words that sort: by share and by amount, by size and by
// change. Where the rows are sorted, also which unit each of them is.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { fill, full, short, toldApart } from "../../../web/numbers.js";
import { semicolon } from "../../../web/punctuation.js";
import { plainLetter } from "./labels.js";
import { largestOf, sortKey } from "../model/ranking.js";
import { isDifferenceAt, orderAt, spokenAt, stepSeen } from "../place/sorting.js";

const MOST_MEASURES = 2;
// How many units are named where several are equally large, and how many rows where they are sorted.
const MOST_ALIKE = 3;
const MOST_NAMED_ROWS = 12;

/**
 * The words beside the tabs: {element, update(place)}.
 *
 * @param {Context} context
 */
export function foremostWords(context) {
  const { model, notation, strings, act } = context;
  const step = h("span");
  const letter = h("b", { class: "letter" });
  const facts = Array.from({ length: MOST_MEASURES }, () => {
    const element = h("button", { type: "button", class: "foremost-fact" });
    const fact = { element, by: "" };
    element.addEventListener("click", () => act({ do: "sort", by: fact.by }));
    return fact;
  });
  const rows = h("span", { class: "hint" });
  const parts = [step, letter, ...facts.map((fact) => fact.element), rows];
  const element = h("div", { class: "foremost-facts", role: "group", "aria-label": strings.sortHint }, ...parts);

  /** @param {Place} place */
  function update(place) {
    const { name, measures } = spokenAt(model, place);
    const t = stepSeen(model, place, name);
    const quantity = model.quantity(name);
    letter.className = `letter hue-${quantity.hue}`;
    write(step, t < 0 ? "" : fill(strings.atStep, { t: t + 1 }));
    write(letter, t < 0 ? "" : plainLetter(notation, name, t + 1));
    facts.forEach((fact, k) => {
      const measure = measures[k];
      fact.element.hidden = measure === undefined || t < 0;
      if (fact.element.hidden) return;
      fact.by = sortKey(name, measure.key);
      const isSorted = place.sort === fact.by;
      write(fact.element, `${isSorted ? "↓ " : ""}${factWords(name, measure, t, short)}`);
      set(fact.element, "data-full", factWords(name, measure, t, full));
      set(fact.element, "title", strings.sortHint);
      set(fact.element, "aria-pressed", isSorted);
    });
    const order = orderAt(model, place);
    write(rows, order === null ? hintWords(place) : rowWords(order, place.unit));
    rows.classList.toggle("instruction", order === null);
  }

  /** @param {Place} place */
  function hintWords(place) {
    if (isDifferenceAt(model, place)) return strings.differenceHint;
    return model.program ? strings.memoryHoldHint : strings.memoryHint;
  }

  /** "erased most: unit 5, 71.3 %", its numbers written by `digits`. */
  function factWords(name, measure, t, digits) {
    const { key, done, at, whole } = measure;
    const { units, count, value } = largestOf(model, name, measure, t);
    const [unit] = units;
    const named = unitWords(units, count);
    switch (key) {
      case "share":
        return done === "open"
          ? fill(strings.mostOpen, { units: named, value: digits(value) })
          : fill(strings[MOST_DONE[done]], { units: named, share: inPercent(value, digits) });
      case "amount":
        return fill(digits === full ? strings.mostAmountOf : strings.mostAmount, {
          units: named,
          amount: digits(at(t, unit)),
          whole: digits(Math.abs(whole(t, unit))),
        });
      case "size":
        return fill(strings.mostSize, { units: named, value: digits(whole(t, unit)) });
      default: {
        const now = model.value(name, t, unit);
        const was = whole(t, unit);
        const [before, after] = digits === full ? [full(was), full(now)] : toldApart(was, now);
        return fill(key === "change" ? strings.mostChange : strings.mostDifference, { units: named, before, after });
      }
    }
  }

  function unitWords(units, count) {
    if (units.length === count && count > 1) return strings.changeAllUnits;
    const numbers = units.slice(0, MOST_ALIKE).map((unit) => unit + 1);
    const said = fill(units.length === 1 ? strings.changeUnit : strings.changeUnits, {
      unit: numbers.join(strings.changeComma),
    });
    const more = units.length - numbers.length;
    return more > 0 ? fill(strings.unitsMore, { units: said, count: more }) : said;
  }

  function rowWords(order, chosen) {
    const numbers = order.slice(0, MOST_NAMED_ROWS).map((unit) => unit + 1);
    const all = fill(strings.sortedRows, { units: numbers.join(strings.changeComma) });
    if (order.length <= MOST_NAMED_ROWS) return all;
    const row = { unit: chosen + 1, row: order.indexOf(chosen) + 1, count: order.length };
    return `${all}${semicolon()}${fill(strings.sortedRow, row)}`;
  }
  return { element, update };
}

const MOST_DONE = { erased: "mostErased", written: "mostWritten", shown: "mostShown", seen: "mostSeen" };

/** A share in per cent; one that is not the whole never reads as it. */
function inPercent(share, digits) {
  if (digits === full) return full(100 * share);
  const rounded = Number((100 * share).toPrecision(3));
  return share < 1 && rounded === 100 ? "> 99.9" : String(rounded);
}
