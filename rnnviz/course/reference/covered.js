// An answer that is covered until the reader has tried, and what he then says of himself: kept as that of every
// question, in this browser alone.

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { keepQuestion, keyOfQuestion, results } from "../../web/results/results.js";
import { dayInWords } from "../../web/results/schedule.js";
import { chip } from "../reader/chip.js";

/**
 * The elements under a question. blocks: its answer; name: of the page.
 *
 * @param {string} id @param {HTMLElement[]} blocks
 * @param {{name: string, language: string, strings: Record<string, string>}} context
 */
export function covered(id, blocks, { name, language, strings }) {
  const after = h("div", { role: "status" });
  const says = (text, isRight) =>
    chip(text, () => {
      keepQuestion(name, id, isRight);
      const [day] = results().families[keyOfQuestion(name, id)]?.due ?? [];
      const told = day && !isRight ? fill(strings.comesBack, { day: dayInWords(day, language) }) : strings.kept;
      own.replaceChildren(told);
    });
  const own = h("p", { class: "chips" }, says(strings.knew, true), says(strings.knewNot, false));
  const show = chip(strings.show, () => {
    covers.remove();
    after.replaceChildren(...blocks, own);
    // Who came by the keyboard goes on from here.
    /** @type {HTMLElement} */ (own.firstElementChild).focus({ preventScroll: true });
  });
  const covers = h("p", { class: "chips" }, show);
  return [covers, after];
}
