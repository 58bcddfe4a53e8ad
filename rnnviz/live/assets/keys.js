// The effect of each key in the live view.

import { KEYS_EVERYWHERE, KEYS_OF_A_TRAINING, meaningOf } from "../../web/keytable.js";

const OF_A_TRAINING = { ...KEYS_EVERYWHERE, ...KEYS_OF_A_TRAINING };
/** The panel that each digit shows alone in presenter mode; 0 shows all. */
const PANELS = ["", "curves", "samples", "probe", "replay", "continue", "page"];
// Before anything is trained there are no checkpoints to go to: these keys scroll the page then.
const NEED_RUNS = new Set(["later", "earlier", "first", "now", "reset", "faster", "slower"]);

/** The meaning of a key: a command, {panel} for a digit in presenter mode, or undefined. */
export function commandOf(key, { hasRuns, isPresenting }) {
  if (isPresenting && key in PANELS) return { panel: PANELS[Number(key)] };
  const command = meaningOf(OF_A_TRAINING, key);
  return !hasRuns && NEED_RUNS.has(command) ? undefined : command;
}
