// Keys as commands: while the view has the focus, and while nothing has it.

import { isTaken, keysOfPage } from "../../web/pagekeys.js";
import { commandOf } from "./keys.js";

/**
 * isGuest: whether only the keys while the view has the focus are its own. commands: what each key does, by name.
 * screen: presenter mode. isDeaf(): whether the keys are another's. onPanel(name): the panel to show alone;
 * onEscape(isInView): one way out. Returns {stop}.
 */
export function keyboard(root, { hasRuns, isGuest, screen, commands, isDeaf, onPanel, onEscape, focus }) {
  function onKey(event) {
    if (event.defaultPrevented || isDeaf() || isTaken(event)) return;
    const wanted = commandOf(event.key, { hasRuns, isPresenting: screen.isOn() });
    if (event.key === "Escape") onEscape(event.composedPath()[0] === root);
    else if (wanted === undefined) return;
    else if (typeof wanted === "object") onPanel(wanted.panel);
    else if (!event.repeat || ["later", "earlier"].includes(wanted)) commands[wanted]();
    event.preventDefault();
    event.stopPropagation();
  }

  root.addEventListener("change", (event) => event.composedPath()[0].matches("select") && focus());
  if (!isGuest) return { stop: keysOfPage(root, onKey) };
  root.addEventListener("keydown", onKey);
  return { stop() {} };
}
