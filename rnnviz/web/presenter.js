// Presenter mode: the stage alone, over the whole window, and over the whole screen where it may be.

import { recall, remember } from "./tab.js";
import { isTyped } from "./typed.js";

const PRESENTING = "rnnviz.presenter";
// Keys that a browser takes for no press that would allow the whole screen, and those that lead elsewhere.
const NO_PRESS = ["Escape", "Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];
// Milliseconds from the beginning of a page within which its view is there.
const COMES_WITHIN = 8000;
// The browser has refused the whole screen after a press: no other key is taken for it.
const REFUSED_MARK = "data-window-only";
// What stands around the view sees by it that the view fills the window.
const PRESENTING_MARK = "data-presenting";

/**
 * Every change calls `changed(isPresenting)`. A reload ends full screen, which a browser allows only after a key or a
 * click; `wasOn` says that the tab was presenting before, and `resume` presents again, in the window, until the first
 * key brings the whole screen back, and does nothing else. number: which view of the page it is, from 0. whole: what
 * goes on the full screen; where it is the document, it stays there while one view comes after another, and each
 * presents as the one before.
 */
export function presenter(root, changed, number = 0, whole = root) {
  const key = number === 0 ? PRESENTING : `${PRESENTING}.${number}`;
  let isOn = false;
  let isLeaving = false;
  const wasOn = recall(key) === "on";

  async function turn(on) {
    isOn = on;
    document.documentElement.toggleAttribute(PRESENTING_MARK, on);
    root.classList.toggle("presenting", on);
    remember(key, on ? "on" : null);
    changed(on);
    if (on) await fill();
    else if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
  }
  /** As it was before the reload, but for the rest of the screen. */
  function resume() {
    isOn = true;
    document.documentElement.setAttribute(PRESENTING_MARK, "");
    root.classList.add("presenting");
    remember(key, "on");
    const mayFill = document.fullscreenEnabled && !document.documentElement.hasAttribute(REFUSED_MARK);
    if (mayFill) window.addEventListener("keydown", onPress, true);
  }
  /** A key that another window has sent is no press here. */
  async function onPress(event) {
    if (!isOn || document.fullscreenElement) forgetPress();
    else if (event.isTrusted && !NO_PRESS.includes(event.key) && !isTyped(event)) {
      forgetPress();
      event.preventDefault();
      event.stopImmediatePropagation();
      await fill();
      document.documentElement.toggleAttribute(REFUSED_MARK, document.fullscreenElement === null);
    }
  }
  function forgetPress() {
    window.removeEventListener("keydown", onPress, true);
  }
  /** Where the browser refuses the whole screen, the whole window has to do. */
  async function fill() {
    if (!document.fullscreenElement) await whole.requestFullscreen?.().catch(() => {});
    changed(isOn);
  }
  function onFullscreen() {
    if (isOn && !document.fullscreenElement && !isLeaving) turn(false);
  }
  function onHide() {
    isLeaving = true;
  }
  document.addEventListener("fullscreenchange", onFullscreen);
  window.addEventListener("pagehide", onHide);

  function stop() {
    if (isOn) document.documentElement.removeAttribute(PRESENTING_MARK);
    if (whole === root) remember(key, null);
    forgetPress();
    document.removeEventListener("fullscreenchange", onFullscreen);
    window.removeEventListener("pagehide", onHide);
  }
  return {
    isOn: () => isOn,
    isFull: () => document.fullscreenElement !== null,
    toggle: () => turn(!isOn),
    fill,
    resume,
    stop,
    wasOn,
  };
}

/** Whether a page that was loaded anew presented before, and its view, which will present again, is not there yet. */
export function isComingBack() {
  const isThere = document.documentElement.hasAttribute(PRESENTING_MARK);
  return recall(PRESENTING) === "on" && !isThere && performance.now() < COMES_WITHIN;
}
