// What the keys of the Units page do.

/** @import {Page} from "../units.d.ts" */

import { withHallKeys } from "../../../web/hallkeys.js";
import {
  KEYS_EVERYWHERE,
  KEYS_OF_A_QUESTION,
  KEYS_OF_CHOICES,
  KEYS_OF_UNITS,
  meaningOf,
} from "../../../web/keytable.js";
import { clickersWay, pageScroller, pageTurner } from "../../../web/onward.js";
import { isTaken, keysOfPage } from "../../../web/pagekeys.js";
import { errorBeside } from "./errors.js";
import { KINDS } from "./errorruns.js";
import { ASKED, LETTERS, REVEALED, VERDICTS } from "./guess.js";
import { below } from "./lines.js";

// The list that E opens after each.
const ERROR_LISTS = ["", ...KINDS];

/**
 * The keys in `root`. text: the panel; onEscape(): what any Escape ends; more: further commands by
 * their names. Returns a function that stops them.
 *
 * @param {HTMLElement} root
 * @param {Page} page
 */
export function unitsKeys(root, page, { text, screen, help, onEscape, more }) {
  const to = (change) => () => page.go(change(page.place()));
  const pages = pageTurner(() => (screen.isOn() ? root : pageScroller()));
  /** The answer, an error of the list that is open, or a screen: of the text, and in a plan of the page. */
  const way = clickersWay((by, link) => {
    const { k: from, guess } = page.place();
    if (by > 0 && guess === ASKED) return { does: "reveal", run: () => page.answer(REVEALED) };
    const error = errorBeside(page, by);
    if (error) return { does: "error", at: error.at, of: error.of, run: () => page.go({ k: error.k }) };
    if (link !== "") return pages.act(by);
    const k = below(text.lines(), from, by * text.linesInView());
    return k === from ? null : { does: "screen", run: () => page.go({ k }) };
  });
  function toError(by) {
    const error = errorBeside(page, by);
    if (error) page.go({ k: error.k });
    else if (page.place().errors === "") page.go({ errors: ERROR_LISTS[1] });
  }
  const commands = {
    right: to(({ k }) => ({ k: k + 1 })),
    left: to(({ k }) => ({ k: k - 1 })),
    down: to(({ k }) => ({ k: below(text.lines(), k, 1) })),
    up: to(({ k }) => ({ k: below(text.lines(), k, -1) })),
    first: to(() => ({ k: 0 })),
    last: to(() => ({ k: page.source.count - 1 })),
    unitBefore: to(({ unit }) => ({ unit: unit - 1 })),
    unitAfter: to(({ unit }) => ({ unit: unit + 1 })),
    ask() {
      const { vote, guess } = page.place();
      if (vote === null) page.go({ guess: guess === null ? ASKED : null });
    },
    answer: (key) => page.answer(VERDICTS[LETTERS.indexOf(key.toLowerCase())]),
    errors: to(({ errors }) => ({ errors: ERROR_LISTS[(ERROR_LISTS.indexOf(errors) + 1) % ERROR_LISTS.length] })),
    errorAfter: () => toError(1),
    errorBefore: () => toError(-1),
    on: () => way.press(1),
    back: () => way.press(-1),
    mark: () => text.mark(),
    help() {
      if (help.open) help.close();
      else withHallKeys(help).showModal();
    },
    presenter() {
      if (screen.isOn() && screen.wasOn && !screen.isFull()) screen.fill();
      else screen.toggle();
    },
    leave() {
      if (screen.isOn()) screen.toggle();
      text.cancel();
      root.focus({ preventScroll: true });
    },
    ...more,
  };
  /** Escape closes a dialog, and nothing else is done behind it. */
  const isBehindDialog = ({ key }) => root.querySelector("dialog[open]") && !(help.open && key === "?");

  function onKey(event) {
    if (event.defaultPrevented || isTaken(event) || isBehindDialog(event)) return;
    const ofQuestion = page.place().guess === ASKED ? { ...KEYS_OF_A_QUESTION, ...KEYS_OF_CHOICES } : {};
    const command = meaningOf({ ...KEYS_EVERYWHERE, ...KEYS_OF_UNITS, ...ofQuestion }, event.key);
    if (event.key === "Escape") onEscape();
    if (!Object.hasOwn(commands, command ?? "")) return;
    commands[command](event.key);
    event.preventDefault();
    event.stopPropagation();
  }
  const stop = keysOfPage(root, onKey);
  way.offer();
  return () => {
    way.stop();
    stop();
  };
}
