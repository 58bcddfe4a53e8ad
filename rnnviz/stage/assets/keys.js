// The effect of each key, and the rules for which element gets a key.

import { PANELS } from "./cursor.js";

// Arrows are the directions of the drawing. A clicker for lectures sends PageDown and PageUp: on and back again, in
// whichever direction one walks.
const ACTIONS = {
  ArrowRight: { do: "step", by: 1 },
  ArrowLeft: { do: "step", by: -1 },
  PageDown: { do: "on", by: 1 },
  PageUp: { do: "on", by: -1 },
  ArrowDown: { do: "phase", by: 1 },
  ArrowUp: { do: "phase", by: -1 },
  Home: { do: "first" },
  End: { do: "last" },
  "[": { do: "unit", by: -1 },
  "]": { do: "unit", by: 1 },
  u: { do: "view", name: "sum" },
  w: { do: "view", name: "witnesses" },
  v: { do: "nextView" },
  n: { do: "focus", by: 1 },
  j: { do: "difference" },
  y: { do: "nextSort" },
  q: { do: "ask" },
  s: { do: "loss" },
};
const COMMANDS = {
  " ": "play",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  b: "turn",
  f: "presenter",
  e: "hands",
  i: "picture",
  "?": "help",
};
/** The names of a question's choices, which are their keys; none of them means anything else on the stage. */
export const LETTERS = ["A", "B", "C", "D"];
const DIGITS = ["1", "2", "3", "4"];
// Keys that step even when nothing on the page has the focus; the others scroll it then.
const IDLE = new Set(["ArrowRight", "ArrowLeft", "PageDown", "PageUp"]);

/** The action of the cursor that a key asks for, or undefined. In presenter mode digits choose a panel. */
export function actionOf(key, isPresenting) {
  if (isPresenting && key === "0") return { do: "zoom", panel: "" };
  if (isPresenting && PANELS[Number(key) - 1]) return { do: "zoom", panel: PANELS[Number(key) - 1] };
  return ACTIONS[letter(key)];
}

/**
 * The choice that a key answers a question with, counted from 0, or −1. Digits do as letters do, but not in presenter
 * mode, where they choose a panel.
 */
export function choiceOf(key, isPresenting) {
  const named = LETTERS.indexOf(key.toUpperCase());
  return named < 0 && !isPresenting ? DIGITS.indexOf(key) : named;
}

/** A key's other meanings on the stage: play, faster, slower, presenter, picture or help. */
export function commandOf(key) {
  return COMMANDS[letter(key)];
}

/** Whether a key steps although nothing has the focus: a lecturer need not click first. */
export function stepsWhenIdle(key) {
  return IDLE.has(key);
}

/** Whether a key belongs to the browser, or to the control that has the focus. */
export function isTaken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const from = event.composedPath()[0];
  if (event.key === "Escape") return false;
  if (from.matches('select, input[type="text"]')) return true;
  return from.matches("button") && [" ", "Enter"].includes(event.key);
}

function letter(key) {
  return key.length === 1 ? key.toLowerCase() : key;
}
