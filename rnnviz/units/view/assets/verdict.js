// What follows from the numbers, in words; in a class it is asked first.

/** @import {Known, Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { home } from "../../../web/home.js";
import { fill } from "../../../web/numbers.js";
import { withFormulas } from "../../../web/plainmath.js";
import { keepAnswer } from "../../../web/results/results.js";
import { ASKED, LETTERS, REVEALED, VERDICTS, wordFor } from "./guess.js";
import { addressOnStage } from "./onstage.js";
import { questionOf } from "./question.js";
import { unitSymbol } from "./symbols.js";

// Behind which words the server has told numbers.
const REASONS = ["tells", "matters", "company"];
// Under these names the question counts where the reader practises.
const [PAGE, QUESTION] = ["units", "verdict"];

/** @param {Page} page */
export function verdictBox(page) {
  const { strings } = page;
  const line = h("p", { class: "verdict-line", role: "status" });
  const chips = REASONS.map((name) => {
    const chip = h("button", { type: "button", class: "reason", "aria-expanded": "false" }, strings[`reason_${name}`]);
    chip.addEventListener("click", () => {
      open = open === name ? "" : name;
      draw(page.place(), shown);
    });
    return { name, chip };
  });
  const toStage = { href: home().addressOf("step"), target: "_self", title: strings.onStageHint };
  const stage = h("a", { class: "key on-stage", ...toStage }, strings.onStage);
  const behind = h(
    "div",
    { class: "verdict-behind", role: "group", "aria-label": strings.reasons },
    ...chips.map(({ chip }) => chip),
    stage,
  );
  const because = h("div", { class: "verdict-because" });
  const answer = h("p", { class: "verdict" });
  const question = questionBox(page);
  const element = h(
    "div",
    { class: "verdict-box", "data-testid": "verdict" },
    question.element,
    answer,
    line,
    behind,
    because,
  );
  let open = "";
  let shown = null;
  // The question whose answer counted last, where the reader practises.
  let counted = "";

  /**
   * @param {Place} place
   * @param {Known} known
   */
  function draw(place, known) {
    shown = known;
    const { verdict, refused } = known;
    const isAsked = place.guess === ASKED && questionOf(place) !== null && !refused;
    question.draw(place, isAsked);
    hide(line, isAsked);
    hide(behind, isAsked || verdict === null);
    hide(because, isAsked || verdict === null || open === "");
    drawLine(place, known);
    drawAnswer(place, verdict, isAsked);
    if (verdict === null) return;
    for (const { name, chip } of chips) {
      set(chip, "aria-expanded", String(open === name));
      hide(chip, !verdict.reasons[name]);
    }
    because.replaceChildren(...(verdict.reasons[open] ?? []).map((sentence) => h("p", {}, sentence)));
    drawLink(place);
  }

  function drawLine(place, { verdict, refused, costs, units }) {
    element.classList.toggle("is-told", verdict !== null);
    if (verdict) {
      const company = verdict.company ? ` · ${verdict.company}` : "";
      line.replaceChildren(unitSymbol(page.quantity(place.quantity), place.unit), ` ${verdict.word}${company}`);
    } else if (refused) write(line, refused);
    else if (!questionOf(place)) write(line, strings.testNothing);
    else write(line, fill(strings.verdictLater, { count: costs.size, units }));
  }

  function drawAnswer(place, verdict, isAsked) {
    const { guess, quantity, unit, how } = place;
    const isGiven = VERDICTS.includes(guess) && verdict !== null;
    hide(answer, isAsked || !isGiven);
    if (!isGiven) return;
    const isRight = guess === wordFor(verdict);
    const question = JSON.stringify([quantity, unit, questionOf(place), how]);
    if (!page.isFollowing && question !== counted) {
      counted = question;
      keepAnswer(PAGE, QUESTION, isRight);
    }
    answer.classList.toggle("is-right", isRight);
    answer.classList.toggle("is-wrong", !isRight);
    write(answer, isRight ? strings.guessRight : fill(strings.guessWrong, { guess: strings[guess] }));
  }

  /** The unit's values are asked for once they are needed. */
  async function drawLink(place) {
    const values = await page.values(place.quantity, place.unit);
    const target = values && !page.isRecorded && addressOnStage(page.source, place, values, page.constants.mostOnStage);
    hide(stage, !target);
    if (target) set(stage, "href", home().addressOf(target));
  }
  return { element, draw };
}

/** The question, with the four answers. */
function questionBox(page) {
  const { strings } = page;
  const words = h("span", {});
  const choices = VERDICTS.map((name, k) => {
    const button = h(
      "button",
      { type: "button", class: "candidate" },
      h("kbd", { "aria-hidden": "true" }, LETTERS[k].toUpperCase()),
      strings[name],
    );
    button.addEventListener("click", () => page.answer(name));
    return button;
  });
  const reveal = h(
    "button",
    { type: "button", class: "key word reveal" },
    strings.guessReveal,
    h("kbd", { "aria-hidden": "true" }, "↵"),
  );
  reveal.addEventListener("click", () => page.answer(REVEALED));
  const element = h(
    "div",
    { class: "question", role: "group", hidden: true },
    h("div", { class: "asked" }, words, reveal),
    h("div", { class: "choices" }, ...choices),
  );

  function draw({ quantity, unit, vote, words: ofClass }, isAsked) {
    hide(element, !isAsked);
    if (!isAsked) return;
    // In a class the lecturer shows the answer.
    hide(reveal, vote !== null);
    for (const [k, button] of choices.entries()) {
      if (vote === null) button.removeAttribute("aria-pressed");
      else set(button, "aria-pressed", String(vote === k));
    }
    const [before, after] = strings.guessQuestion.split("{symbol}");
    const own = [before, unitSymbol(page.quantity(quantity), unit), after];
    words.replaceChildren(...(ofClass ? withFormulas(ofClass, strings) : own));
  }
  return { element, draw };
}
