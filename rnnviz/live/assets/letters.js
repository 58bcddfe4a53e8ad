// What the formulas of a training are read aloud with.

/** @import {Say} from "../../web/speech/say.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */

/**
 * The signs, and the letters of a gradient step.
 *
 * @param {Strings} strings
 * @returns {Say}
 */
export function sayOf(strings) {
  const letters = Object.keys(strings).filter((name) => name.startsWith("letter_"));
  const meanings = letters.map((name) => [name.slice("letter_".length), strings[name]]);
  return { signs: strings, letters: Object.fromEntries(meanings), functions: ["p"], steps: [], isNamed: false };
}
