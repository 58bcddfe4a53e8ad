// What is largest in the whole text, as a list beside the maps; each line leads to its place.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, full, short, toldApart } from "../../../web/numbers.js";
import { sentenceGap } from "../../../web/punctuation.js";
import { lossHeldAt, superlativesOf } from "../model/superlatives.js";

const LINES = ["erased", "written", "changed", "least", "loss"];

/**
 * The list: {element, update(place)}. Nothing of it stands while a question is open, which it might answer.
 *
 * @param {Context} context
 */
export function superlatives(context) {
  const { model, strings, go } = context;
  const lines = LINES.map((key) => {
    const button = h("button", { type: "button", class: "superlative" });
    const line = { key, button, element: h("li", {}, button), place: {} };
    button.addEventListener("click", () => go(line.place));
    return line;
  });
  const title = h("h3", {}, strings.wholeTitle);
  const element = h("section", { class: "superlatives" }, title, h("ul", {}, ...lines.map((line) => line.element)));
  let version;

  /** @param {Place} place @param {boolean} isWanted */
  function update(place, isWanted) {
    const isOpen = place.asked !== null || (place.cover ?? null) !== null;
    hide(element, !isWanted || isOpen);
    if (!isWanted || version === model.version) return;
    version = model.version;
    const found = superlativesOf(model);
    for (const line of lines) {
      const one = found[line.key];
      hide(line.element, one === null);
      if (one === null) continue;
      line.place = placeOf(found.name, one);
      write(line.button, wordsOf(line.key, one, short));
      set(line.button, "data-full", wordsOf(line.key, one, full));
    }
  }

  /** Where it is seen: at the phase that makes it. */
  function placeOf(name, { t, unit }) {
    const phase = model.phases.findIndex(({ target }) => target === (unit === undefined ? "Y_hat" : name));
    return {
      ...(t === undefined ? {} : { t, ...(phase < 0 ? {} : { phase }) }),
      ...(unit === undefined ? {} : { unit }),
    };
  }

  function wordsOf(key, one, digits) {
    const at = one.t === undefined ? {} : { t: one.t + 1, input: model.inputWord(one.t) };
    const given = { ...at, unit: one.unit + 1 };
    switch (key) {
      case "erased":
        return fill(strings.wholeErased, { ...given, amount: digits(one.amount), held: digits(one.held) });
      case "written":
        return fill(strings.wholeWritten, { ...given, amount: digits(one.amount) });
      case "changed":
        return fill(strings.wholeChanged, { ...given, before: digits(one.before), after: digits(one.after) });
      case "least":
        return leastWords(one, digits);
      default:
        return fill(strings.wholeLoss, { ...at, loss: digits(one.value) });
    }
  }

  /** How little the unit changes, and whether it does anything: what the loss is when it stands still. */
  function leastWords({ unit, low, high, mean }, digits) {
    const range = fill(strings.wholeLeast, {
      unit: unit + 1,
      span: digits(high - low),
      low: digits(low),
      high: digits(high),
    });
    const held = lossHeldAt(model, unit, mean);
    if (held === null || !Number.isFinite(held.after)) return range;
    const [before, after] = toldApart(held.before, held.after);
    return `${range}${sentenceGap()}${fill(strings.wholeHeld, { before, after })}`;
  }
  return { element, update };
}
