// The first line of the page: what this number knows, with the shares that it finds and reports in vain, and the
// lists of its errors.

/** @import {Finding, Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, numberedMessage, percent } from "../../../web/numbers.js";
import { sharesAt } from "./apart.js";
import { errorsOf, KINDS } from "./errorruns.js";
import { questionOf } from "./question.js";
import { unitSymbol } from "./symbols.js";
import { numberTerm, term, withTerms } from "./term.js";

/** @param {Page} page */
export function knowsLine(page) {
  const { strings } = page;
  const sentence = h("p", { class: "knows-sentence", role: "status" });
  const kinds = KINDS.map((kind) => {
    const button = h("button", { type: "button", class: "key word", title: strings[`${kind}Open`] });
    button.addEventListener("click", () => page.go({ errors: page.place().errors === kind ? "" : kind }));
    return { kind, button };
  });
  const errors = h(
    "div",
    { class: "knows-errors", role: "group", "aria-label": strings.errors },
    ...kinds.map(({ button }) => button),
  );
  const element = h("div", { class: "units-knows", "data-testid": "knows" }, sentence, errors);
  let drawn = null;

  /** @param {Place} place */
  function show(place) {
    const finding = page.finding();
    drawSentence(finding, place);
    const isParted = finding !== null && "threshold" in finding.told.own;
    hide(errors, !isParted);
    if (!isParted) return;
    const found = errorsOf(finding, place);
    for (const { kind, button } of kinds) {
      write(button, fill(numberedMessage(strings, `${kind}Count`, found[kind].length), { count: found[kind].length }));
      set(button, "aria-pressed", String(place.errors === kind));
    }
  }

  /** @param {Finding | null} finding @param {Place} place */
  function drawSentence(finding, place) {
    const key = JSON.stringify([finding?.key, place.threshold, place.quantity, place.unit, questionOf(place)]);
    if (key === drawn) return;
    drawn = key;
    sentence.replaceChildren(...(finding ? knowing(finding, place) : [nothing(place)]));
  }
  function nothing(place) {
    const parts = withTerms(questionOf(place) ? strings.knowsRefused : strings.knowsNothing, {
      symbol: unitSymbol(page.quantity(place.quantity), place.unit),
    });
    return h("span", { class: "muted" }, ...parts);
  }
  /** @param {Finding} finding */
  function knowing({ told, clause, values, mask }, place) {
    const { own, measure, chance } = told;
    const common = { symbol: unitSymbol(page.quantity(own.quantity), own.unit), clause: h("b", {}, clause) };
    if ("levels" in own) {
      const more = { measure: term(strings.rho, strings.rhoHint), score: numberTerm(page, own.auc) };
      const words = own.isFind ? strings.knowsNumber : strings.knowsNoNumber;
      return withTerms(words, { ...common, ...more, chance: numberTerm(page, chance) });
    }
    const shares = sharesAt(values, mask, place.threshold ?? own.threshold, own.direction);
    return withTerms(own.isFind ? strings.knows : strings.knowsNot, {
      ...common,
      measure: strings[measure],
      found: h("b", {}, percent(shares.found)),
      alarms: h("b", {}, percent(shares.alarms)),
      alarmsWord: term(strings.alarms, strings.alarmsHint),
    });
  }
  return { element, show };
}
