// A question about trainings: four of them, or four texts, one of which is chosen before the answer is shown.

/** @import {Reading, TrainingsTold} from "./readings.d.ts" */

import { h, hide, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { chip } from "../reader/chip.js";
import { chooser } from "./chooser.js";
import { curves, curvesInWords, legend } from "./curves.js";
import { readingTask } from "./readingtask.js";

const LETTERS = "ABCD";

/**
 * The question of a seed: {element, question}. state: what was chosen, null at first, and whether the answer is shown,
 * which this changes. answered(isRight): it is shown now, and one was chosen.
 *
 * @param {{
 *   reading: Reading, told: TrainingsTold, seed: number, words: Record<string, string>,
 *   strings: Record<string, string>, state: {chosen: number | null, isShown: boolean},
 *   answered: (isRight: boolean) => void,
 * }} given
 */
export function readingView({ reading, told, seed, words, strings, state, answered }) {
  const { options, right, step } = readingTask(reading, told, seed);
  const question = fill(reading.question, { step });
  const notes = options.map(() => h("span", { class: "note-of" }));
  const keys = options.map((one, k) => {
    const shown =
      "text" in one
        ? [h("span", { class: "text-of", lang: textLanguage(one.text) }, one.text)]
        : [h("span", { class: "unseen" }, curvesInWords(one, told, words)), curves(one, told, words)];
    const key = h(
      "button",
      { type: "button", class: "reading-option" },
      h("span", { class: "letter-of" }, LETTERS[k]),
      ...shown,
      notes[k],
    );
    return key;
  });
  const room = chip(words.askClass, () => {
    const about = { family: reading.name, step, choices: [...LETTERS] };
    window.rnnvizDesk.ask({ text: question, choices: [...LETTERS], truth: right, about });
  });
  room.classList.add("ask-class");
  const { show, verdict } = chooser({
    ...{ keys, right, state, answered, show: strings.show },
    is: fill(words.readingIs, { letter: LETTERS[right] }),
    onDraw(isShown) {
      for (const [k, one] of options.entries()) {
        const said =
          "text" in one ? fill(words.readingAfter, one) : fill(told.said[one.recipe], { rate: plainly(one.rate) });
        write(notes[k], isShown ? said : "");
        hide(notes[k], !isShown);
      }
      hide(room, isShown);
    },
  });
  const element = h(
    "div",
    { class: "reading" },
    reading.recipe ? legend(words) : null,
    h("div", { class: "reading-options", role: "group", "aria-label": question }, ...keys),
    h("p", { class: "chips" }, show, room),
    verdict,
  );
  return { element, question };
}

/** A learning rate as one types it. */
const plainly = (rate) => String(Number(rate.toPrecision(3)));

/** Chinese texts have letters of their own, whatever the page's language. */
const textLanguage = (text) => (/\p{Script=Han}/u.test(text) ? undefined : "en");
