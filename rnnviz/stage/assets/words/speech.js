// What those hear who do not see the stage: the step and its phase, in words.

import { write } from "../../../web/dom.js";
import { atRest } from "../../../web/rest.js";

const ANNOUNCE_AFTER = 250;

/** Writes what `sentence()` gives into `live` soon: only the place where a reader stops is worth reading out. */
export function speech(live, sentence) {
  return atRest(() => write(live, sentence()), ANNOUNCE_AFTER);
}
