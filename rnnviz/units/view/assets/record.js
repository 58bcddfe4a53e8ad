// The Units page in a file: it holds the answers that were given when the file was saved, and asks nobody.

/** @import {Field, Looked, Place, UnitsRecord} from "../units.d.ts" */

import { wordsOf } from "./place.js";
import { questionOf } from "./question.js";

/**
 * {ask, holds} for `mount`: ask answers as the server did; holds(place) says whether the place can be shown. unheld:
 * the sentence for what is not in the file.
 *
 * @param {UnitsRecord} record
 * @param {Field[]} fields
 * @param {string} unheld
 */
export function recordedHome({ source, depends, answers }, fields, unheld) {
  const keyOf = (look, words) => JSON.stringify([look, words]);
  const kept = new Map(answers.map(([look, words, told, refused]) => [keyOf(look, words), { told, refused }]));
  const usual = Object.fromEntries(fields.map((one) => [one.name, one.usual]));
  const found = (look, query) =>
    kept.get(
      keyOf(
        look,
        (depends[look] ?? []).map((name) => query[name] ?? usual[name] ?? ""),
      ),
    );

  /** @returns {Promise<Looked>} */
  const ask = async (look, query) => found(look, query) ?? { told: null, refused: unheld };

  /** @param {Place} place */
  function holds(place) {
    const isOther = ({ name, usual: word, isSource }) =>
      isSource && name !== "lang" && String(place[name] ?? "") !== (source[name] ?? word);
    if (fields.some(isOther)) return false;
    const { quantity, unit, how, second } = place;
    const question = questionOf(place);
    const words = wordsOf(fields, { ...question, quantity, unit, how });
    const dot = second.lastIndexOf(".");
    const line = { quantity: second.slice(0, dot), unit: second.slice(dot + 1) };
    const isTested =
      !found("costs", { ...words, how: usual.how, chunk: "0" }) || found("costs", { ...words, chunk: "0" });
    return Boolean(
      found("unit", words) &&
        (question === null || (found("ranking", words) && isTested)) &&
        (second === "" || found("unit", line)),
    );
  }
  return { ask, holds };
}
