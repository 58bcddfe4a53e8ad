// What a view asks, carried to Python by its widget's model.

/** @import {LiveAnswer, LiveServer} from "../../live/run.d.ts" */
/** @import {WidgetModel} from "../widget.d.ts" */

import { answerOf } from "../../live/assets/whole.js";

// Milliseconds after which a reader is told that Python is busy.
const PATIENCE = 5000;

/**
 * The trainings that Python knows. It tells by the trait `_told` how they stand, whatever it is busy with; all else is
 * asked. sentence: that Python is busy. Returns the server, with stop().
 *
 * @param {WidgetModel} model
 * @param {string} sentence
 * @param {boolean} steers
 * @returns {LiveServer & {stop(): void}}
 */
export function kernel(model, sentence, steers) {
  const seen = new Map();
  const waiting = new Map();
  /** @type {Set<() => void>} */
  const watching = new Set();
  const own = crypto.getRandomValues(new Uint32Array(1))[0];
  let number = 0;

  function onTold() {
    for (const look of [...watching]) look();
  }

  function onMessage({ to, view, ...answer }) {
    if (view !== own) return;
    waiting.get(to)?.(answer);
    waiting.delete(to);
  }

  /** How a run stands: at once where that is news to this view, else as soon as it is. */
  function present(run) {
    return new Promise((resolve) => {
      function look() {
        const found = model.get("_told")[run];
        if (found === undefined || found === seen.get(run)) return;
        seen.set(run, found);
        watching.delete(look);
        resolve(answerOf(found, steers));
      }
      watching.add(look);
      look();
    });
  }

  /** @returns {Promise<LiveAnswer>} */
  function say(run, what, query) {
    number += 1;
    const to = number;
    return new Promise((resolve) => {
      const busy = setTimeout(() => resolve({ told: null, refused: sentence, status: 200 }), PATIENCE);
      waiting.set(to, (answer) => {
        clearTimeout(busy);
        resolve(answer);
      });
      model.send({ to, view: own, run, what, query });
    });
  }

  function stop() {
    model.off("change:_told", onTold);
    model.off("msg:custom", onMessage);
    watching.clear();
  }

  model.on("change:_told", onTold);
  model.on("msg:custom", onMessage);
  return {
    ask: (run, what, query = {}) => (what === "present" ? present(run) : say(run, what, query)),
    command: say,
    stop,
  };
}
