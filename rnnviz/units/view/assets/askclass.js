// What the reader is asked first, a lecturer asks the class: it answers, and sees the verdict with him.

/** @import {StageQuestion} from "../../../hall/desk.d.ts" */
/** @import {Page, Place, Verdict} from "../units.d.ts" */

import { ASKED, VERDICTS, wordFor } from "./guess.js";
import { keyOf, questionOf } from "./question.js";
import { unitWords } from "./symbols.js";

/**
 * The question for the class at a place, as a desk takes it: {key, about, truth}; null where none is asked, or its
 * answer is not known yet. Pure.
 *
 * @param {Place} place
 * @param {Verdict | null} verdict
 * @returns {StageQuestion | null}
 */
export function questionFor(place, verdict) {
  const { guess, quantity, unit, how } = place;
  if (guess !== ASKED || verdict === null || questionOf(place) === null) return null;
  const given = { symbol: unitWords(quantity, unit) };
  const choices = VERDICTS.map((say) => ({ say }));
  return {
    key: keyOf([questionOf(place), quantity, unit, how]),
    about: { page: "units", say: "guessQuestion", given, choices },
    truth: VERDICTS.indexOf(wordFor(verdict)),
  };
}

/**
 * Tells the desk of each question that begins or ends.
 *
 * @param {Page} page
 */
export function classAsked(page) {
  let asked = "";
  /**
   * @param {Place} place
   * @param {Verdict | null} verdict
   */
  return (place, verdict) => {
    const question = questionFor(place, verdict);
    const key = question?.key ?? "";
    if (key === asked) return;
    asked = key;
    page.askClass(question, place.guess !== null && place.guess !== ASKED);
  };
}
