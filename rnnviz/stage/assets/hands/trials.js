// The built-in experiments as buttons, and the one that is asked: its question, then what it has changed.

/** @import {Context} from "../../context.d.ts" */

import { h } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { chipKey } from "./chips.js";

/**
 * The row of experiments. state: {asked, guess}, the key of the experiment and the choice that was made, kept while the
 * stage is drawn anew. changedBy(changes): the model with these changes. redraw: draws the stage anew.
 *
 * @param {Context} context
 */
export function trials(context, at, { experiments, state, changedBy, redraw, onClose }) {
  const { strings } = context;
  const now = experiments.find((one) => one.key === state.asked);
  const buttons = experiments.map((one) => {
    const button = h("button", { type: "button", class: "key word", "aria-pressed": String(one === now) }, one.title);
    button.addEventListener("click", () => ask(one.key));
    return button;
  });
  const offer = h("div", { class: "hand-trials" }, h("span", { class: "hint" }, strings.tryTitle), ...buttons);
  const element = h("div", {}, offer, now ? question() : null);

  function ask(key) {
    Object.assign(state, { asked: state.asked === key ? "" : key, guess: null });
    redraw();
  }

  function question() {
    const words = h("p", {}, now.question);
    const changed = state.guess === null ? null : changedBy(now.changes);
    const truth = changed && now.answer(changed);
    const choices = now.choices.map((choice, k) => {
      const isRight = truth === k ? " ✓" : state.guess === k ? " ✗" : "";
      const button = h("button", { type: "button", class: "key word", disabled: changed !== null }, choice + isRight);
      button.setAttribute("aria-pressed", String(state.guess === k));
      if (changed && truth === k) button.classList.add("is-true");
      button.addEventListener("click", () => choose(k));
      return button;
    });
    const verdict = changed && (truth === state.guess ? strings.tryRight : strings.tryWrong);
    const told = changed && fill(strings.tryTruth, { choice: now.choices[truth], told: now.told(changed) });
    const answer = h("p", { class: "hand-truth", role: "status" }, changed ? `${verdict} ${told}` : "");
    const away = chipKey("✕", strings.editClose, onClose);
    return h("div", { class: "hand-question" }, words, h("div", { class: "hand-choices" }, ...choices), answer, away);
  }

  function choose(k) {
    if (state.guess !== null) return;
    state.guess = k;
    at.act({ do: "changes", changes: now.changes, track: at.place.track });
    redraw();
  }
  return { element, focus: () => (element.querySelector(".hand-choices button") ?? buttons[0])?.focus() };
}
