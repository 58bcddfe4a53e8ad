// Every key of rnnviz, and what it does, by where one is. No key has two meanings at one place; a test looks.
//
// While something is asked, by a stage or by a lecturer, the keys of a question belong to the question, wherever one
// is: a stage, a chapter, a training, or the notes in a window of their own. A reader alone answers by a letter. Who
// lectures answers by none, because many clickers send "b" for a black screen. Going on, with Enter or a clicker, shows
// the answer; going on once more puts the question away. All other keys do what they always do.

import { singleKeysAreOff } from "./keyswitch.js";

/** Of every view. A clicker for lectures sends PageDown and PageUp, and some a full stop. */
export const KEYS_EVERYWHERE = {
  PageDown: "on",
  PageUp: "back",
  Escape: "leave",
  f: "presenter",
  i: "picture",
  ";": "sound",
  ",": "table",
  "?": "help",
};
export const KEYS_OF_A_QUESTION = { Enter: "on", PageDown: "on" };
/** Of its choices: where a reader is alone, or follows. */
export const KEYS_OF_CHOICES = { a: "answer", b: "answer", c: "answer", d: "answer" };
/** In their place, of who drives a room or walks through a plan. */
export const KEYS_OF_A_LECTURE = { b: "dark" };
/** Of what a lecturer lays over a page, and of the lecture plan. */
export const KEYS_OF_THE_HALL = {
  h: "light",
  p: "pen",
  x: "wipe",
  o: "dark",
  ".": "dark",
  k: "clock",
  "*": "add",
  "#": "plan",
  t: "notes",
  z: "close",
  "<": "before",
  ">": "after",
};
/** Of the bar above a page. What stands in another program's page, or in a file, has none. */
export const KEYS_OF_THE_BAR = { "/": "search" };
/** Through steps, or a text, and through units. */
const WALK = {
  ArrowRight: "right",
  ArrowLeft: "left",
  ArrowDown: "down",
  ArrowUp: "up",
  Home: "first",
  End: "last",
  "[": "unitBefore",
  "]": "unitAfter",
};
const PACE = { "+": "faster", "=": "faster", "-": "slower" };
/** Arrows are the directions of the drawing. */
export const KEYS_OF_A_STAGE = {
  ...WALK,
  u: "sum",
  w: "witnesses",
  "~": "river",
  v: "nextView",
  n: "nextTrack",
  "{": "sampleBefore",
  "}": "sampleAfter",
  j: "difference",
  "'": "nextSort",
  q: "ask",
  s: "loss",
  y: "turn",
  e: "hands",
  _: "worksheet",
  "!": "warrant",
  " ": "play",
  ...PACE,
};
export const KEYS_OF_A_CHAPTER = { s: "everything" };
export const KEYS_OF_A_TRAINING = {
  " ": "train",
  n: "oneStep",
  Backspace: "reset",
  ArrowRight: "later",
  ArrowLeft: "earlier",
  Home: "first",
  End: "now",
  v: "nextView",
  ...PACE,
};

/** Of the Units page: arrows walk through the text, brackets through the units, and braces through a unit's errors. */
export const KEYS_OF_UNITS = {
  ...WALK,
  q: "ask",
  m: "mark",
  e: "errors",
  "{": "errorBefore",
  "}": "errorAfter",
};

/** Whether a key is a letter, a digit or a sign that the reader has turned off. */
export function isSilent(key) {
  return key.length === 1 && key !== " " && singleKeysAreOff();
}

/** What a key means in a table; capital letters are the same keys. */
export function meaningOf(table, key) {
  if (isSilent(key)) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
