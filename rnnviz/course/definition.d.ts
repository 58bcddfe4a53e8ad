// What a chapter is defined by, and its figures.

import type { Drawing } from "./picture.d.ts";

/** A number that a reader changes, within bounds and in steps. */
export interface NumberSetting {
  usual: number;
  least: number;
  most: number;
  step: number;
  /** Decimals that are written; two where it says nothing. */
  digits?: number;
  whole?: boolean;
  hue?: string;
  symbol?: string;
  format?(value: number): string;
  /** Words in the place of 0, 1, 2 …, from what Python has computed. */
  names?(given: Given): string[];
  /** Those words, where they are there. */
  words?: string[];
}

/** One of a few words. */
export interface ChoiceSetting {
  usual: string;
  of: string[];
}

/** What a reader types: at most `longest` of the characters in `of`, or of any. */
export interface TextSetting {
  usual: string;
  longest: number;
  of?: string;
}

/** What a chapter's reader has set: numbers, and the words of choices and texts, by name. */
// Each chapter has names of its own, and computes with its numbers: any, so that they need no assertion.
export type Values = any;

/** The words of a chapter in the reader's language, by name. */
export type Strings = Record<string, string>;

/** The room of a picture, in pixels; u: the size of its letters. */
export interface Box {
  width: number;
  height: number;
  u: number;
}

/** What Python has computed for a chapter, by name; see pages/course/numbers.py. */
// Each chapter asks for other numbers: any, so that each reads its own.
export type Given = Record<string, any>;

/** What a chapter has of its own: see `chapter`. */
export interface Definition {
  /** What a reader changes. */
  numbers?: Record<string, NumberSetting>;
  choices?: Record<string, ChoiceSetting>;
  texts?: Record<string, TextSetting>;
  /** The quantities of the formulas. */
  symbols?: Record<string, { hue: string }>;
  figures?: Record<string, Figure>;
  /** Programs in the prose. */
  listings?: Record<string, (values: Values, words: Strings) => Line[]>;
  /** Numbers in the prose that follow from the values; what would give an answer away shows a ? before. */
  computed?: Record<string, (values: Values, words: Strings) => string>;
  /** Buttons in the prose. */
  actions?: Record<string, Action>;
  /** The sections that fold, by their ids, each with a short word beside its head. */
  folds?: Record<string, (given: Given) => string>;
  /** What is trained on the spot. */
  trainings?: Training[];
  /** What a reader does in a figure. */
  tasks?: Record<string, Task>;
}

/** See `figureView`. */
export interface Figure {
  draw(values: Values, box: Box, words: Strings): Drawing;
  /** What fits a pointer at (x, y); from: where the drag began. */
  drags?: Record<string, (x: number, y: number, values: Values, box: Box, from: DragStart) => Values>;
  /** What is to be seen, in a sentence. */
  describe(values: Values, words: Strings): string;
  /** Whether a phone gives it more of its height, and whether a desk gives it less. */
  isTall?: boolean;
  isLow?: boolean;
}
export interface DragStart {
  x: number;
  y: number;
  values: Values;
}

/** A line of a program; it may belong to a symbol, and be the one that runs now. */
export interface Line {
  text: string;
  symbol?: string;
  isNow?: boolean;
}

/** The changes that a button makes; or what runs, frame by frame. */
export type Action = ((values: Values) => Values) | Running | Uncovering;
/** The choice, "no" or "yes", by which a figure shows what is covered; pressed again, it is covered again. */
export interface Uncovering {
  uncovers: string;
}
/** frame: the changes after a number of milliseconds, until null; isBehind: whether a training has still to catch up. */
export interface Running {
  start?(values: Values): Values;
  frame?(values: Values, elapsed: number, isBehind: boolean): Values | null;
  /** The action that it runs. */
  runs?: string;
}

/** See `training`. */
export interface Training {
  isBehind(values: Values, given: Given): boolean;
  /** Takes steps for some milliseconds. */
  slice(values: Values, given: Given): void;
}

export interface Task {
  isDone(values: Values): boolean;
  solution?: Values;
}
