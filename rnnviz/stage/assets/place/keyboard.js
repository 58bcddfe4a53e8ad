// Keys as actions: of the stage that has the focus, and of the one that a page's idle keys belong to.

import { isSilent } from "../../../web/keytable.js";
import { isOfClicker } from "../../../web/onward.js";
import { isIdle } from "../../../web/pagekeys.js";
import { actionOf, actsWhenIdle, choiceOf, commandOf, isTaken } from "./keys.js";
import { openSum } from "./pointer.js";
import { stripOf } from "../panels/strip.js";

// What a key may ask for while the stage plays, and it goes on playing.
const WHILE_PLAYING = ["play", "faster", "slower"];

/**
 * The keys of the stage in `view`. at: the cursor. commands: what a key does besides moving the place, by name.
 * rows: what is changed by hand, which has keys of its own.
 * page: `networks`, some with keys of their own; `isGuest`: the page keeps the keys that nothing has. onOther: called
 * for keys that the stage does not use.
 */
export function keyboard({ at, view, screen, player, seat, page, commands, rows, onOther }) {
  const { root } = view;

  function onKey(event) {
    if (!view.isDrawn() || view.help.open) return;
    const { key } = event;
    if (rows.onKey(event)) player.stop();
    else if (isTaken(event)) return;
    else if (key === "Escape") leave();
    else if (key === "Enter") enter(event.composedPath()[0]);
    else if (!press(key)) {
      onOther();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the stage uses a key. */
  function press(key) {
    if (answer(key)) return true;
    const action = actionOf(key, screen.isOn());
    const command = commandOf(key);
    const network = isSilent(key) ? undefined : page.networks?.all.find((one) => one.key === key.toLowerCase());
    if (!WHILE_PLAYING.includes(command)) player.stop();
    if (action) at.act(action);
    else if (command) commands[command]();
    else if (network) commands.network(network.name);
    return Boolean(action || command || network);
  }

  /** Whether a key answers: while the stage asks, the keys of its choices are never the browser's. */
  function answer(key) {
    const choice = choiceOf(key);
    if (choice < 0 || at.place.cover === null) return false;
    if (choice < (at.place.asked?.choices.length ?? 0)) at.act({ do: "answer", choice });
    return true;
  }

  function leave() {
    view.notes.hide();
    if (rows.close()) return;
    if (screen.isOn() && at.place.zoom) at.act({ do: "zoom", panel: "" });
    else if (screen.isOn()) screen.toggle();
    else at.go({ view: at.outline.views[0] });
    view.focus();
  }

  function enter(from) {
    const strip = stripOf(from);
    if (strip) openSum(at, strip, strip.chosen());
    else at.act({ do: "reveal" });
  }

  /** With nothing focused, → and ← would do nothing else: the lecturer need not click first. */
  function onPageKey(event) {
    if (!view.isDrawn() || page.isGuest || !seat.hasKeys() || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isOfClicker(event) && !(isIdle() && actsWhenIdle(event.key, at.place.asked !== null))) return;
    event.preventDefault();
    if (event.key === "Enter") at.act({ do: "reveal" });
    else press(event.key);
    view.focus();
  }
  root.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onPageKey);
  return { stop: () => document.removeEventListener("keydown", onPageKey) };
}
