// Under the cover: the candidates for a class to guess, always in one order, and the way to the answer.

import { h, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { recall, remember } from "../../web/tab.js";
import { isCovered } from "./cursor.js";

const GUESSES = "rnnviz.guesses";

/** The candidates in the order in which the model knows them, never in that of the prediction. */
export function guess(context, act) {
  const { model, strings } = context;
  const heading = h("span");
  const buttons = candidates(model).map((k) => {
    const button = h("button", { type: "button", class: "candidate" }, model.labels[k]);
    button.addEventListener("click", (event) => {
      // Enter marks a guess; on a marked guess it reveals the answer, as everywhere else.
      const isReveal = event.detail === 0 && button.getAttribute("aria-pressed") === "true";
      act(isReveal ? { do: "reveal" } : { do: "guess", output: k });
      if (event.detail > 0) button.closest(".stage").focus({ preventScroll: true });
    });
    return [k, button];
  });
  const reveal = h("button", { type: "button", class: "key word reveal" }, strings.reveal, h("kbd", {}, "Enter"));
  reveal.addEventListener("click", () => act({ do: "reveal" }));
  const element = h(
    "section",
    { class: "guess panel" },
    h("h2", {}, heading, h("span", { class: "hint" }, strings.guessHint)),
    h("div", { class: "candidates" }, ...buttons.map(([, button]) => button)),
    reveal,
  );

  function update(state) {
    const words = model.tags ? strings.predictionTag : strings.prediction;
    write(heading, fill(words, { character: model.inputs[state.t] }));
    for (const [k, button] of buttons) set(button, "aria-pressed", state.guesses[state.t] === k);
  }
  return { element, update };
}

/** The result of a guess at the step, in words; "" if there was none or it is still covered. */
export function verdictOn(model, state) {
  const guessed = state.guesses[state.t];
  if (guessed === undefined || isCovered(state) || model.targets === null) return "";
  const { guessRight, guessWrong } = model.strings;
  return fill(model.targets[state.t] === guessed ? guessRight : guessWrong, { character: model.labels[guessed] });
}

/** The candidates: those outputs that were sent; the same at every step, so that they give nothing away. */
function candidates(model) {
  return model.labels.map((_, k) => k).filter((k) => model.hasOutput(k));
}

/** What a class guessed in this tab before a reload, by step; nothing where another trace was shown. */
export function recallGuesses(trace) {
  const kept = JSON.parse(recall(GUESSES) ?? "{}");
  return kept.trace === trace ? kept.guesses : {};
}

/** Keep a class's guesses about a trace over a reload. */
export function rememberGuesses(trace, guesses) {
  const isEmpty = Object.keys(guesses).length === 0;
  remember(GUESSES, isEmpty ? null : JSON.stringify({ trace, guesses }));
}
