// What a chapter is defined by, and its figures.

import type { Mark } from "./picture.d.ts";

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
export type Values = Record<string, any>;

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
