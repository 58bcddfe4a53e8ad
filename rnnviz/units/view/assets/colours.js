// The colours of values, made once for each theme: a text has thousands of cells, in some hundred shades.

/** @import {Colours} from "../units.d.ts" */

import { colourOf, inkOver, rampOf } from "../../../web/colours.js";

const SHADES = 100;

/**
 * @param {object} palette as `themeOf` gives it
 * @param {number} version
 * @returns {Colours}
 */
export function coloursOf(palette, version) {
  const shades = Array.from({ length: 2 * SHADES + 1 }, (_, k) => {
    const share = (k - SHADES) / SHADES;
    return { colour: colourOf(share, 1, palette), ink: inkOver(share, 1, palette) };
  });
  const shade = (share) => shades[Math.round(Math.min(1, Math.max(-1, share)) * SHADES) + SHADES];
  return { version, of: (share) => shade(share).colour, ink: (share) => shade(share).ink, pixel: rampOf(palette) };
}
