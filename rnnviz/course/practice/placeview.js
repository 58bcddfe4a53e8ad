// A question about a place: at which letter of a line most of a unit's memory is erased, read from the unit's numbers.

/** @import {Reading, TrainingsTold} from "./readings.d.ts" */

import { h, hide } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { twoDecimals } from "../../web/typednumber.js";
import { hrefOf } from "../reader/around.js";
import { chooser } from "./chooser.js";
import { placeTask } from "./placetask.js";

// As the documents call them; the letter with its accent is one sign.
const ROWS = { I: "I", F: "F", C_tilde: "C̃", C: "C" };
const SPACE = "␣";

/**
 * The question of a seed: {element, question, way}. state, answered: as `readingView` has them; way: to that place on
 * the stage, once it is shown.
 *
 * @param {{
 *   reading: Reading, told: TrainingsTold, seed: number, words: Record<string, string>, chosen: string,
 *   strings: Record<string, string>, state: {chosen: number | null, isShown: boolean},
 *   answered: (isRight: boolean) => void,
 * }} given
 */
export function placeView({ reading, told, seed, words, strings, chosen, state, answered }) {
  const { line, unit, right, erased } = placeTask(told, seed);
  const letters = [...line.letters];
  const question = fill(reading.question, { text: line.letters, unit: unit + 1 });
  const keys = letters.map((letter, t) =>
    h("button", { type: "button", class: "place-key", "aria-label": `${t + 1}: ${letter}` }, shown(letter)),
  );
  const row = (head, numbers, look = "") =>
    h(
      "tr",
      { class: look },
      h("th", { scope: "row" }, ...head),
      ...numbers.map((one, t) => h("td", { class: t === right ? "at" : "" }, twoDecimals(one))),
    );
  const headOf = (name) => [h("i", {}, ROWS[name]), h("small", {}, told.called[name])];
  const numbers = line.units[unit];
  const solution = row([words.placeErased], erased, "place-erased");
  const table = h(
    "table",
    { class: "place-table" },
    h("thead", {}, h("tr", {}, h("td", {}), ...keys.map((key) => h("td", {}, key)))),
    h("tbody", {}, ...Object.keys(ROWS).map((name) => row(headOf(name), numbers[name])), solution),
  );
  const query = new URLSearchParams({
    text: line.letters,
    t: String(right + 1),
    unit: String(unit + 1),
    phase: "memory",
  });
  const way = h("a", { href: hrefOf(`step?${query}`, chosen) }, words.placeStage);
  const { show, verdict } = chooser({
    ...{ keys, right, state, answered, show: strings.show },
    is: fill(words.placeIs, {
      place: right + 1,
      letter: shown(letters[right]),
      lost: twoDecimals(Math.abs(erased[right])),
      held: twoDecimals(Math.abs(numbers.C[right - 1])),
    }),
    onDraw(isShown) {
      hide(solution, !isShown);
      hide(way, !isShown);
    },
  });
  const scrolled = h("div", { class: "place-scroll", role: "group", "aria-label": question, tabindex: 0 }, table);
  const element = h("div", { class: "reading" }, scrolled, h("p", { class: "chips" }, show), verdict);
  return { element, question, way };
}

const shown = (letter) => (letter === " " ? SPACE : letter);
