// The effect of each key, and the rules for which element gets a key.

import {
  isSilent,
  KEYS_EVERYWHERE,
  KEYS_OF_A_QUESTION,
  KEYS_OF_A_STAGE,
  KEYS_OF_CHOICES,
  meaningOf,
} from "../../../web/keytable.js";
import { PANELS } from "./cursor.js";

const ACTIONS = {
  right: { do: "step", by: 1 },
  left: { do: "step", by: -1 },
  down: { do: "phase", by: 1 },
  up: { do: "phase", by: -1 },
  first: { do: "first" },
  last: { do: "last" },
  unitBefore: { do: "unit", by: -1 },
  unitAfter: { do: "unit", by: 1 },
  sum: { do: "view", name: "sum" },
  witnesses: { do: "view", name: "witnesses" },
  river: { do: "river" },
  nextView: { do: "nextView" },
  nextTrack: { do: "focus", by: 1 },
  nextSort: { do: "nextSort" },
  difference: { do: "difference" },
  ask: { do: "ask" },
  loss: { do: "loss" },
};
const COMMANDS = [
  ...["on", "back", "play", "faster", "slower", "turn", "presenter", "hands", "sampleBefore", "sampleAfter"],
  ...["picture", "table", "worksheet", "warrant", "sound", "help"],
];
/** The names of a question's choices, which are their keys. */
export const LETTERS = ["A", "B", "C", "D"];
// Keys that step even when nothing on the page has the focus; the others scroll it then.
const IDLE = ["ArrowRight", "ArrowLeft"];
const OF_A_STAGE = { ...KEYS_EVERYWHERE, ...KEYS_OF_A_STAGE };

/** The action of the cursor that a key asks for, or undefined. In presenter mode digits choose a panel. */
export function actionOf(key, isPresenting) {
  if (isSilent(key)) return undefined;
  if (isPresenting && key === "0") return { do: "zoom", panel: "" };
  if (isPresenting && PANELS[Number(key) - 1]) return { do: "zoom", panel: PANELS[Number(key) - 1] };
  return ACTIONS[meaningOf(OF_A_STAGE, key)];
}

/** The choice that a key answers a question with, counted from 0, or −1. */
export function choiceOf(key) {
  return meaningOf(KEYS_OF_CHOICES, key) ? LETTERS.indexOf(key.toUpperCase()) : -1;
}

/** A key's other meanings on the stage, by name: on and back, play, presenter, help … */
export function commandOf(key) {
  const meaning = meaningOf(OF_A_STAGE, key);
  return COMMANDS.includes(meaning) ? meaning : undefined;
}

/** Whether a key acts although nothing has the focus: a lecturer need not click first. */
export function actsWhenIdle(key, isAsking) {
  const ofQuestion = { ...KEYS_OF_A_QUESTION, ...KEYS_OF_CHOICES };
  return IDLE.includes(key) || (isAsking && meaningOf(ofQuestion, key) !== undefined);
}

/** Whether a key belongs to the browser, or to the control that has the focus. */
export function isTaken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const from = event.composedPath()[0];
  if (event.key === "Escape") return false;
  if (from.matches('select, input[type="text"]')) return true;
  return from.matches("button") && [" ", "Enter"].includes(event.key);
}
