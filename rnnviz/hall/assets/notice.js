// A sentence above the page, for a moment.

import { h, write } from "../../web/dom.js";
import { boardOf, raise } from "./board.js";

// Above all boards but the dark.
const LEVEL = 4;
// Milliseconds that a sentence stands, and those that each of its characters adds.
const STAYS_FOR = 2000;
const A_CHARACTER = 40;
const CSS = `
:host(.is-notice) { inset: 1rem 0 auto; width: fit-content; margin: 0 auto; }
.notice {
  margin: 0; padding: 0.5rem 1rem; border: 1px solid var(--board-color); border-radius: var(--corner);
  background: var(--board-background-color); color: var(--board-color);
  font: var(--size-16)/1.35 var(--board-font-family);
}
`;

/** The one notice of this tab: {say(words)}. */
export function hallNotice() {
  window.rnnvizNotice ??= notice();
  return window.rnnvizNotice;
}

function notice() {
  const said = h("p", { class: "notice", role: "status" });
  const board = boardOf(said, CSS, LEVEL, "is-notice");
  let standing = 0;
  return {
    say(words) {
      raise(board, true, true);
      write(said, words);
      clearTimeout(standing);
      standing = setTimeout(() => raise(board, false), STAYS_FOR + A_CHARACTER * words.length);
    },
  };
}
