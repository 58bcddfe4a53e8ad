// The page "Practice" as Python tells it; see `page.py`. A test holds these shapes to what Python makes.

import type { Say } from "../../web/speech/say.d.ts";
import type { Program, Writing } from "../../practice/program.d.ts";
import type { Neighbour } from "../prose.d.ts";
import type { Reading, TrainingsTold } from "./readings.d.ts";

export interface PracticeData {
  view: string;
  name: string;
  language: string;
  chosen: string;
  /** The words of all pages of the course, and this page's own. */
  strings: Record<string, string>;
  practice: Record<string, string>;
  /** What is said of each slip. */
  slips: Record<string, string>;
  title: string;
  lead: string;
  /** What equations are read with, and what is said of those that cannot be. */
  writing: Writing & { sentences: Record<string, string> };
  families: Family[];
  questions: Questions[];
  readings: Reading[];
  trainings: TrainingsTold;
  largestSeed: number;
  /** Each with its title. */
  notations: [key: string, title: string][];
  say: Record<string, Say>;
  /** For those whose browser runs no script. */
  parts: unknown[];
}

/** The same where it is shown: where the course's files are, or in the static edition those of a homework. */
export interface PracticeHere extends PracticeData {
  base?: string;
  homework?: Record<string, string>;
  pathOf?(file: string): string;
}

/** The questions of a page, and where each stands. */
export interface Questions extends Neighbour {
  name: string;
  asked: { name: string; title?: string; address: string }[];
}

/** A kind of task; by the names of its quantities, of the entries on the way to them, and of what they take. */
export interface Family {
  program: Program;
  title: string;
  /** The part of the course in which its chapter is. */
  part: string;
  chapter: Neighbour;
  /** Where the stage shows it, or "". */
  stage: string;
  /** Where it shows a task's own network, {run}, or "". */
  solution: string;
  /** With {before}, {now} and {target}, where a network reads. */
  question: string;
  /** What is computed one after the other, or the gradient of what. */
  path: string[];
  titles: Record<string, string>;
  hues: Record<string, string>;
  /** In each notation; in one where all have it alike. */
  written: Record<string, Written>;
  /** Of each entry the names of what it takes. */
  reads: Record<string, string[]>;
}

/** How a notation writes what a kind of task has, in TeX. columns: whether vectors are columns. */
export interface Written {
  columns: boolean;
  /** A remark, or "". */
  note: string;
  /** The hues of the letters. */
  symbols: Record<string, { hue: string }>;
  /** What they are called, with those of the parameters. */
  letters: Record<string, string>;
  tex: Record<string, string>;
  /** Of each entry its expression. */
  sides: Record<string, string>;
  /** What letters are typed as; and bare names that the program does not know, each with the part that it is. */
  typed: Record<string, string>;
  spelt: Record<string, [name: string, part: number]>;
}
