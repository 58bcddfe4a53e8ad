// What colour each place has in the cloud of states, and what the colours mean. Pure.

/** @import {CloudHues, Coloured} from "../states.d.ts" */
/** @import {Place} from "../units.d.ts" */

import { colourOf, parseColour } from "../../../web/colours.js";
import { unitWords } from "./symbols.js";

// What is not among the named characters, or not asked for, is small and pale; what is named differs in shape too.
const SHAPES = ["circle", "square", "diamond", "triangle-up", "x", "star"];
export const NAMED = SHAPES.length;

/**
 * What the colours are made of: a choice, and the label or the unit where it is one of these.
 *
 * @param {string} by
 * @param {Place} place
 */
export function inkOf(by, { quantity, unit, mask }) {
  return { by, of: by === "unit" ? unitWords(quantity, unit) : by === "label" ? mask : null };
}

/**
 * All places, coloured by a choice; by a unit where there is no label.
 *
 * @param {string} by
 * @param {{characters: string[], mask: ArrayLike<number> | null, hues: CloudHues, values: ArrayLike<number> | null,
 *   high: number}} of values: the unit's, if they are known; null is given back where they are needed and are not
 * @returns {Coloured | null}
 */
export function coloured(by, { characters, mask, hues, values, high }) {
  if (by === "character") return byCharacter(characters, hues);
  if (by === "place")
    return byNumber(
      Float32Array.from(characters.keys(), (k) => k + 1),
      hues,
    );
  if (by === "label" && mask) return isOfNumbers(mask) ? byNumber(mask, hues) : byLabel(mask, hues);
  return values && byUnit(values, high, hues);
}

/** Whether a label is one of numbers, and not of yes and no. */
const isOfNumbers = (mask) => mask.some((one) => one !== 0 && one !== 255);

/**
 * Places by the character at each: the most frequent have a hue and a shape each, the others none.
 *
 * @param {string[]} characters
 * @param {CloudHues} hues
 * @returns {Coloured}
 */
export function byCharacter(characters, hues) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of characters) counts.set(one, (counts.get(one) ?? 0) + 1);
  const named = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED)
    .map(([character]) => character);
  const rank = new Map(named.map((character, k) => [character, k]));
  const at = (k) => rank.get(characters[k]) ?? -1;
  return {
    hue: (k) => (at(k) < 0 ? hues.pale : hues.named[at(k)]),
    shape: (k) => (at(k) < 0 ? "circle" : SHAPES[at(k)]),
    isNamed: (k) => at(k) >= 0,
    legend: named.map((character, k) => ({
      character,
      hue: hues.named[k],
      shape: SHAPES[k],
      count: counts.get(character),
    })),
    rest: characters.length - named.reduce((sum, character) => sum + counts.get(character), 0),
  };
}

/**
 * Places by a yes or no: those that have it stand out.
 *
 * @param {ArrayLike<number>} label 1 or 0 at each place
 * @param {CloudHues} hues
 * @returns {Coloured}
 */
export function byLabel(label, hues) {
  const on = (k) => label[k] > 0;
  return {
    hue: (k) => (on(k) ? hues.label : hues.pale),
    shape: (k) => (on(k) ? "diamond" : "circle"),
    isNamed: on,
    legend: null,
    rest: 0,
  };
}

/**
 * Places by a number, pale to full from the least to the greatest.
 *
 * @param {ArrayLike<number>} numbers
 * @param {CloudHues} hues
 * @returns {Coloured}
 */
export function byNumber(numbers, hues) {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < numbers.length; k += 1) {
    if (!Number.isFinite(numbers[k])) continue;
    low = Math.min(low, numbers[k]);
    high = Math.max(high, numbers[k]);
  }
  const palette = { paper: parseColour(hues.pale), above: parseColour(hues.full), below: parseColour(hues.pale) };
  const share = (k) => (Number.isFinite(numbers[k]) && high > low ? (numbers[k] - low) / (high - low) : 0);
  return {
    hue: (k) => colourOf(share(k), 1, palette),
    shape: () => "circle",
    isNamed: () => true,
    legend: null,
    rest: 0,
    range: [low, high],
  };
}

/**
 * Places by a unit's value: below zero, zero, above, as in the text; zero is pale and not paper, so that it is seen.
 *
 * @param {ArrayLike<number>} values
 * @param {number} high
 * @param {CloudHues} hues
 * @returns {Coloured}
 */
function byUnit(values, high, hues) {
  const palette = { paper: parseColour(hues.pale), above: parseColour(hues.above), below: parseColour(hues.below) };
  return {
    hue: (k) => colourOf(values[k], high, palette),
    shape: () => "circle",
    isNamed: () => true,
    legend: null,
    rest: 0,
    range: [-high, high],
  };
}
