// A question where its answer will appear, and the answer with the score once it is given.

/** @import {Place} from "../../place.d.ts" */

import { h, hide } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { panelOf } from "../place/cursor.js";
import { LETTERS } from "../place/keys.js";
import { answeredAt, scoreOf } from "./questions.js";
import { questionParts, verdictParts } from "../words/words.js";

/**
 * The questions that stand in one panel: {element, verdict, isOpen(place), update(place)}. verdict: the line for what
 * became of the answer. act: sends the cursor an action.
 */
export function question({ model, notation, strings }, act, panel) {
  const text = h("p", { class: "asked" });
  const choices = h("div", { class: "choices" });
  const reveal = h("button", { type: "button", class: "key word reveal", title: strings.revealHint }, strings.reveal);
  reveal.append(h("kbd", {}, "↵"));
  reveal.addEventListener("click", (event) => answer(event, { do: "reveal" }));
  const group = { class: "question", role: "group", "aria-label": strings.question, hidden: true };
  const element = h("div", group, text, h("div", { class: "answers" }, choices, reveal));
  const verdict = h("p", { class: "verdict", hidden: true });
  let drawn = null;

  /** A click leaves the keys with the stage; who came by Tab stays where the answer is. */
  function answer(event, action) {
    /** @type {HTMLElement} */
    const stage = element.closest(".stage");
    act(action);
    if (event.detail > 0 || element.hidden) stage.focus({ preventScroll: true });
  }

  function choice(words, k) {
    const button = h("button", { type: "button", class: "candidate" }, h("kbd", {}, LETTERS[k]), words);
    button.addEventListener("click", (event) => answer(event, { do: "answer", choice: k }));
    return button;
  }

  function isOpen({ asked }) {
    return asked !== null && panelOf(asked) === panel;
  }

  /** @param {Place} place */
  function update(place) {
    hide(element, !isOpen(place));
    if (!element.hidden && place.asked !== drawn) ask(place.asked);
    drawn = place.asked;
    const [answered] = answeredAt(model, place).filter((one) => panelOf(one) === panel);
    const wasHidden = verdict.hidden;
    hide(verdict, answered === undefined);
    if (answered) say(answered, place.answers);
    if (answered && wasHidden) requestAnimationFrame(() => bringIntoView(verdict));
  }

  function ask(asked) {
    const words = questionParts(model, notation, asked);
    text.replaceChildren(...words.text);
    choices.replaceChildren(...words.choices.map(choice));
    requestAnimationFrame(() => bringIntoView(element));
  }

  /** On a phone a question or its answer may stand below what the reader looks at. */
  function bringIntoView(part) {
    if (part.closest(".stacked")) part.scrollIntoView({ block: "nearest" });
  }

  function say(answered, answers) {
    const { right, count } = scoreOf(answers);
    const given = answers[answered.key];
    verdict.classList.toggle("is-right", given.isRight);
    verdict.classList.toggle("is-wrong", given.choice !== null && !given.isRight);
    const score = count > 0 ? [h("span", { class: "score" }, fill(strings.score, { right, count }))] : [];
    verdict.replaceChildren(...verdictParts(model, notation, answered, given), " ", ...score);
  }
  return { element, verdict, isOpen, update };
}
