// A chapter as Python sends it; see `markup.py` and `pages/course/view.py`. A test holds these shapes to what Python
// makes.

import type { Say } from "../web/speech/say.d.ts";
import type { Given, Strings } from "./definition.d.ts";

/** What a chapter's module is told. */
export interface ChapterData extends ChapterWords {
  /** What Python has computed. */
  numbers: Given;
}

/** All of it but the numbers. */
export interface ChapterWords {
  /** The module that draws it, and the name in its address. */
  view: string;
  name: string;
  language: string;
  /** The language that the reader has chosen, or "". */
  chosen: string;
  /** The words of all pages of the course, and those of its figures. */
  strings: Strings;
  words: Strings;
  /** Where the course's files are. */
  base: string;
  title: string;
  question: string;
  /** Where it stands, in words. */
  where: string;
  /** What it builds on. */
  needs: Neighbour[];
  previous: Neighbour | null;
  next: Neighbour | null;
  /** The tasks that go with it. */
  practice: Task[];
  sections: Section[];
  /** How its formulas are read aloud, by language. */
  say: Record<string, Say>;
}

/** The same in a file of views, which has what takes pictures within. */
export interface ChapterInFile extends ChapterData {
  pictures?(): Promise<{ showPictures(motifs: unknown, figure?: string): void }>;
}

/** A kind of task, where it is, and the question of the chapter that it goes with. */
export interface Task extends Neighbour {
  question: string;
}

export interface Neighbour {
  address: string;
  title: string;
}

/** figure: the name of the one beside it, or "". The first section has no title, and its id is "start". */
export interface Section {
  id: string;
  title: string;
  figure: string;
  blocks: Block[];
}

/** A block begins with its kind. */
export type Block =
  | ["p" | "heading" | "aside", ...Inline[]]
  | ["list", ...Inline[][]]
  | ["table", ...Inline[][][]]
  | ["formula", source: string]
  | ["formula", source: string, choice: string, option: string]
  | ["listing", name: string]
  | ["question", name: string, asked: Inline[], answers: Answer[], then: Block[]]
  | ["task", name: string, asked: Inline[], then: Block[]];

/** why: what is wrong with it; empty for the right one. */
export type Answer = [isRight: boolean, answer: Inline[], why: Inline[]];

/** A part of a paragraph: text, or its kind and what is in it. */
export type Inline =
  | string
  | ["strong" | "em", ...Inline[]]
  | ["a", target: string, ...Inline[]]
  | ["code" | "math" | "number", string];
