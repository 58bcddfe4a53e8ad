// What of a text is heard: a unit's values from the line of the place on, from left to right; of two units one is in
// each ear. Where one walks, each step plays its number.

/** @import {Page} from "../units.d.ts" */
/** @import {Scale, Voice} from "../../../web/sound/note.d.ts" */

import { fill } from "../../../web/numbers.js";
import { LONE_NOTE, noteLength, noteOf, panOf, rowOf } from "../../../web/sound/notes.js";
import { soundSettings } from "../../../web/sound/settings.js";
import { hindrance, isSounding, play, silence, turnOn } from "../../../web/sound/sound.js";

// Places that are heard at once.
const MOST_HEARD = 120;

/** @typedef {{name: string, values: ArrayLike<number>, scale: Scale}} Heard */

/**
 * One or two units along a text from a place on: {voices, to, length}, to the place before which they end, in seconds
 * for each.
 *
 * @param {Heard[]} heard
 * @param {{from: number, count: number, speed: number}} where
 * @returns {{voices: Voice[], to: number, length: number}}
 */
export function voicesAlong(heard, { from, count, speed }) {
  const to = Math.min(count, from + MOST_HEARD);
  const length = noteLength(to - from, speed);
  const voices = heard.map(({ values, scale }, k) => ({
    notes: rowOf(Array.from(values).slice(from, to), scale, { length, pan: panOf(k, heard.length) }),
  }));
  return { voices, to, length };
}

/**
 * The numbers of one place, as one hears them: a single unit's from where the place lies in the text.
 *
 * @param {Heard[]} heard
 * @param {{k: number, count: number, speed: number}} where
 * @returns {Voice[]}
 */
export function voicesAt(heard, { k, count, speed }) {
  const across = count < 2 ? 0 : (2 * k) / (count - 1) - 1;
  const length = LONE_NOTE / speed;
  return heard.map(({ values, scale }, i) => ({
    notes: [noteOf(values[k], scale, { pan: panOf(i, heard.length) ?? across, length })],
  }));
}

/**
 * lineOf(k): the first place of a place's line; units(): the chosen unit, and the one below it where there is one,
 * {name, values, scale}; say(words). Returns {toggle(), follow(k), stop()}.
 *
 * @param {Page} page
 */
export function unitsSound(page, root, { lineOf, units, say }) {
  const { strings, source } = page;
  let frame = 0;

  /** The values are played, or what is being played ends. */
  async function toggle() {
    if (isSounding()) return stop();
    turnOn(root);
    const heard = await units();
    const from = lineOf(page.place().k);
    const { voices, to, length } = voicesAlong(heard, { from, count: source.count, speed: soundSettings().speed });
    const why = hindrance();
    const names = { symbol: heard[0]?.name, other: heard[1]?.name, from: from + 1, to };
    say(why ? strings[why] : fill(heard.length > 1 ? strings.soundUnits : strings.soundUnit, names));
    play(voices);
    return goAlong(from, length);
  }

  /** A ring in the text, and wherever else it is, goes along with what is heard. */
  function goAlong(from, length) {
    const begun = performance.now();
    let before = -1;
    const next = () => {
      const k = from + Math.floor((performance.now() - begun) / (1000 * length));
      if (!isSounding() || k >= source.count) return page.go({ hover: null });
      if (k !== before) page.go({ hover: k });
      before = k;
      frame = requestAnimationFrame(next);
      return undefined;
    };
    cancelAnimationFrame(frame);
    if (isSounding()) next();
  }

  /** After a step, the number there. */
  async function follow(k) {
    if (!soundSettings().isOn) return;
    const heard = await units();
    if (page.place().k !== k) return;
    cancelAnimationFrame(frame);
    play(voicesAt(heard, { k, count: source.count, speed: soundSettings().speed }));
  }

  function stop() {
    cancelAnimationFrame(frame);
    silence();
    page.go({ hover: null });
  }
  return { toggle, follow, stop };
}
