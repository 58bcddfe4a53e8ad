// The strip that leads through a lecture plan, on every page.

import { h, write } from "../../web/dom.js";
import { act } from "./buttons.js";
import { sentenceLine } from "./sentence.js";

/** What the class is asked, and the keys of the walk. */
export function walkStrip(strings, { walk, notes, stop }) {
  const say = sentenceLine();
  const count = h("span", { class: "count" });
  const back = act(strings.back, () => walk(-1), { key: "<" });
  const next = act(strings.next, () => walk(1), { name: "primary", key: ">" });
  const beside = act(strings.notes, notes, { title: `${strings.notesHint} (T)` });
  const away = act("×", stop, { title: strings.stopWalk });
  away.setAttribute("aria-label", strings.stopWalk);
  return {
    element: h("section", { class: "walk", "aria-label": strings.plan }, count, say.element, back, next, beside, away),
    show(sentence, at, views) {
      say.show(sentence);
      write(count, `${at + 1}/${views}`);
      back.disabled = at === 0;
      next.disabled = at === views - 1;
    },
  };
}
