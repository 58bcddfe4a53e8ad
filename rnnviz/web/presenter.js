// Presenter mode: the stage alone, over the whole window, and over the whole screen where it may be.

import { recall, remember } from "./tab.js";

const PRESENTING = "rnnviz.presenter";
// What stands around the view sees by it that the view fills the window.
const PRESENTING_MARK = "data-presenting";

/**
 * Every change calls `changed(isPresenting)`. A reload ends full screen, which a browser allows only after a key or a
 * click; `wasOn` says that the tab was presenting before, and `resume` presents again, in the window. number: which
 * view of the page it is, from 0. whole: what goes on the full screen; where it is the document, it stays there while
 * one view comes after another, and each presents as the one before.
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
