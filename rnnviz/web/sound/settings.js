// What a reader has chosen of sound: whether there is any, how fast, how loud. It is off until asked for.

/** @import {SoundSettings} from "./note.d.ts" */

const KEPT = "rnnviz sound";
/** How many times as fast as usual. */
export const SPEEDS = [0.5, 1, 2, 4];
/** @type {SoundSettings} */
const USUAL = { isOn: false, speed: 1, volume: 0.7 };
// What a browser knows that keeps nothing, such as a frame without storage, until it is left.
let unkept = "{}";

/** @returns {SoundSettings} */
export function soundSettings() {
  return readSettings(recalled());
}

/**
 * Settings as they were written; what is not understood is as usual.
 *
 * @returns {SoundSettings}
 */
export function readSettings(text) {
  let told = null;
  try {
    told = JSON.parse(text);
  } catch {
    // As usual.
  }
  const { isOn, speed, volume } = told ?? {};
  const isVolume = Number.isFinite(volume) && volume >= 0 && volume <= 1;
  return {
    isOn: isOn === true,
    speed: SPEEDS.includes(speed) ? speed : USUAL.speed,
    volume: isVolume ? volume : USUAL.volume,
  };
}

/** Keep some of them. */
export function keepSound(change) {
  unkept = JSON.stringify({ ...soundSettings(), ...change });
  try {
    localStorage.setItem(KEPT, unkept);
  } catch {
    // Then it holds for this page alone.
  }
}

function recalled() {
  try {
    return globalThis.localStorage?.getItem(KEPT) ?? unkept;
  } catch {
    return unkept;
  }
}
