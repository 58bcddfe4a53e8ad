// The films of a stage: one at a time, over what is painted already. The next key, a pointer that is pressed, and a
// tab that goes out of sight end it, and what is seen is what it would have come to.

/** @import {Film, Filmed, Move} from "../../motion.d.ts" */

import { h } from "../../../web/dom.js";

// Milliseconds.
const LENGTH = 380;

/**
 * The films of the stage in `root`: {keep, play, cut, stop}. parts(): what has films in it now.
 *
 * @param {HTMLElement} root
 * @param {() => Iterable<Filmed>} parts
 */
export function films(root, parts) {
  /** @type {Animation[]} */
  let running = [];
  /** @type {Element[]} */
  let layers = [];
  let isHeld = false;

  /** Ends the film that runs. */
  function cut() {
    for (const one of running) one.cancel();
    for (const layer of layers) layer.remove();
    [running, layers] = [[], []];
  }

  const isSeen = ({ element }) => element.isConnected && !element.hidden;
  const mayPlay = () => !isHeld && !document.hidden;

  /** Called before a step is painted: keeps what it is going to change. Returns whether there will be a film. */
  function keep() {
    if (!mayPlay()) return false;
    for (const one of parts()) one.keep?.(isSeen(one));
    return true;
  }

  /**
   * Called after it is painted. most: the milliseconds until the next step comes by itself.
   *
   * @param {Film} film
   */
  function play(film, most = Infinity) {
    const filmed = [...parts()].filter(isSeen);
    const moves = [...letter(filmed, film), ...filmed.flatMap((one) => one.moves(film))];
    const shown = moves.filter(({ isOnward }) => !(isOnward && film.isUndone));
    lay(shown);
    const duration = Math.min(LENGTH, most);
    running = shown.map(({ element, frames, isOver }) =>
      element.animate(frames, { duration, direction: film.isUndone && !isOver ? "reverse" : "normal" }),
    );
    if (running.length > 0) running[0].onfinish = cut;
  }

  /**
   * The letter that is read comes from the line.
   *
   * @param {Filmed[]} filmed
   * @param {Film} film
   */
  function letter(filmed, film) {
    const from = film.reads && filmed.map((one) => one.letterAt?.(film.t)).find(Boolean);
    if (!from) return [];
    // The line has been drawn first, and takes the letter only where nothing below it does.
    for (const one of filmed.toReversed()) {
      const taken = one.reads?.(film, from);
      if (taken) return taken;
    }
    return [];
  }

  /**
   * What only the film has, over the part in which it moves.
   *
   * @param {Move[]} moves
   */
  function lay(moves) {
    const hosts = new Set(moves.flatMap(({ into }) => into ?? []));
    layers = [...hosts].map((host) => {
      const signs = moves.filter(({ into }) => into === host).map(({ element }) => element);
      const layer = h("div", { class: "film", "aria-hidden": "true" }, ...signs);
      host.append(layer);
      return layer;
    });
  }

  /** @param {KeyboardEvent} event */
  /** @param {Event} event */
  function onKey(event) {
    isHeld = /** @type {KeyboardEvent} */ (event).repeat;
    cut();
  }
  function onKeyUp() {
    isHeld = false;
  }
  function onPointer() {
    isHeld = false;
    cut();
  }
  /** @type {[string, (event: Event) => void][]} */
  const heard = [
    ["keydown", onKey],
    ["keyup", onKeyUp],
    ["visibilitychange", cut],
  ];
  for (const [name, listener] of heard) document.addEventListener(name, listener, { capture: true });
  root.addEventListener("pointerdown", onPointer, { capture: true });

  function stop() {
    cut();
    for (const [name, listener] of heard) document.removeEventListener(name, listener, { capture: true });
  }
  return { keep, play, cut, stop };
}
