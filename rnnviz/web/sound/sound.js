// The sound of a page: one player, which begins with what a reader does, and the switch with its speed and volume.

/** @import {Voice} from "./note.d.ts" */

import { h, write } from "../dom.js";
import { besideKey } from "../keyswitch.js";
import { signButton } from "../signbutton.js";
import { perform } from "./player.js";
import { keepSound, SPEEDS, soundSettings } from "./settings.js";

const NOTE = "M8 15V4l8-2v11M8 15a2.5 2.2 0 1 1-5 0 2.5 2.2 0 0 1 5 0zM16 13a2.5 2.2 0 1 1-5 0 2.5 2.2 0 0 1 5 0z";
/** @type {AudioContext | null} */
let audio = null;
/** @type {GainNode | null} */
let volume = null;
/** @type {ReturnType<typeof perform> | null} */
let now = null;

/** Whether something is being played. */
export function isSounding() {
  return now !== null && audio !== null && audio.currentTime < now.end;
}

export function silence() {
  now?.stop();
  now = null;
}

/**
 * Play voices, in the place of what is being played. Nothing is heard before a reader has touched the page, or where
 * sound is off.
 *
 * @param {Voice[]} voices
 */
export function play(voices) {
  silence();
  if (!soundSettings().isOn || hindrance() !== "") return;
  audio ??= new AudioContext();
  volume ??= new GainNode(audio);
  volume.connect(audio.destination);
  volume.gain.value = soundSettings().volume;
  // A browser may hold it until the next touch, and then plays it.
  audio.resume().catch(() => {});
  now = perform(audio, voices, volume);
}

/** Turn sound on, as a reader of the view in `root` asks for it by what plays. */
export function turnOn(root) {
  keepSound({ isOn: true });
  for (const box of root.querySelectorAll(".sound-on")) box.checked = true;
}

/** The name of the sentence that says why nothing is heard, or "". */
export function hindrance() {
  if (!globalThis.AudioContext || !globalThis.StereoPannerNode) return "soundNone";
  if (globalThis.navigator?.userActivation?.hasBeenActive === false) return "soundWaits";
  return soundSettings().volume === 0 ? "soundMuted" : "";
}

/** The quiet button that plays what it stands on; the key ; does the same. */
export function soundKey(onPlay, strings) {
  return besideKey(signButton(NOTE, strings.soundKey, "quiet-key sound-key", onPlay));
}

/** The switch of a help, with speed and volume; every view of this browser follows it, and visits to come. */
export function soundSwitch(strings) {
  const { isOn, speed, volume: loud } = soundSettings();
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", class: "sound-on" }));
  const fast = h(
    "select",
    { class: "choice", "aria-label": strings.soundSpeed },
    ...SPEEDS.map((times) => h("option", { value: String(times) }, `${times}×`)),
  );
  const level = /** @type {HTMLInputElement} */ (
    h("input", { type: "range", min: "0", max: "100", step: "5", "aria-label": strings.soundVolume })
  );
  const told = h("small", { role: "status" });
  box.checked = isOn;
  fast.value = String(speed);
  level.value = String(100 * loud);

  function show() {
    const why = box.checked ? hindrance() : "";
    write(told, why && strings[why]);
  }
  function keep(change) {
    keepSound(change);
    if (!soundSettings().isOn) silence();
    if (volume) volume.gain.value = soundSettings().volume;
    show();
  }
  box.addEventListener("change", () => keep({ isOn: box.checked }));
  fast.addEventListener("change", () => keep({ speed: Number(fast.value) }));
  level.addEventListener("input", () => keep({ volume: Number(level.value) / 100 }));
  const element = h(
    "div",
    { class: "sound-switch" },
    h("p", {}, h("label", {}, box, " ", strings.sound)),
    h("p", {}, h("label", {}, strings.soundSpeed, " ", fast), " ", h("label", {}, strings.soundVolume, " ", level)),
    h("p", {}, h("small", {}, strings.soundHint), " ", told),
  );
  // The space bar is the box's here, and not the view's.
  box.addEventListener("keydown", (event) => event.key === " " && event.stopPropagation());
  show();
  return element;
}
