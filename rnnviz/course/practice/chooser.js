// Something is chosen before the answer is shown: what is pressed, what is shown, and the verdict.

import { h, hide, write } from "../../web/dom.js";
import { chip } from "../reader/chip.js";

/**
 * The part below the keys: {chips, verdict, choose(k)}. keys: what can be chosen; state: {chosen, isShown}, which this
 * changes; is: what is right, in a sentence; onDraw(isShown): when that has changed; answered(isRight): it is shown
 * now, and one was chosen.
 *
 * @param {{
 *   keys: HTMLElement[], right: number, is: string, show: string,
 *   state: {chosen: number | null, isShown: boolean}, onDraw: (isShown: boolean) => void,
 *   answered: (isRight: boolean) => void,
 * }} given
 */
export function chooser({ keys, right, is, show: words, state, onDraw, answered }) {
  const verdict = h("p", { class: "verdict", role: "status" });
  const show = chip(words, reveal);
  for (const [k, key] of keys.entries()) key.onclick = () => choose(k);

  function choose(k) {
    if (state.isShown) return;
    state.chosen = k;
    draw();
  }
  function reveal() {
    state.isShown = true;
    draw();
    if (state.chosen !== null) answered(state.chosen === right);
  }
  function draw() {
    const { chosen, isShown } = state;
    for (const [k, key] of keys.entries()) {
      key.setAttribute("aria-pressed", String(k === chosen));
      key.toggleAttribute("data-right", isShown && k === right);
      key.setAttribute("aria-disabled", String(isShown));
    }
    hide(show, isShown);
    const isRight = chosen === right;
    const mark = chosen === null ? "" : isRight ? "✓ " : "✗ ";
    write(verdict, isShown ? mark + is : "");
    verdict.className = `verdict ${chosen !== null && !isRight ? "wrong" : "is-right"}`;
    hide(verdict, !isShown);
    onDraw(isShown);
  }
  draw();
  return { show, verdict };
}
