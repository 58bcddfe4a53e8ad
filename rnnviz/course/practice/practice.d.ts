// The page "Practice" as Python tells it; see `page.py`. A test holds these shapes to what Python makes.

import type { Say } from "../../web/speech/say.d.ts";
import type { Program } from "../../practice/program.d.ts";
import type { Neighbour } from "../prose.d.ts";

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
  families: Family[];
  largestSeed: number;
  say: Record<string, Say>;
  /** For those whose browser runs no script. */
  parts: unknown[];
  /** Where the course's files are; in the static edition, where those of a homework are. */
  base?: string;
  homework?: Record<string, string>;
  pathOf?(file: string): string;
}

/** A kind of task; by the names of its quantities, of the entries on the way to them, and of what they take. */
export interface Family {
  program: Program;
  title: string;
  chapter: Neighbour;
  stage: string;
  /** What is computed one after the other, or the gradient of what. */
  path: string[];
  titles: Record<string, string>;
  hues: Record<string, string>;
  /** The hues of the letters of its formulas. */
  symbols: Record<string, { hue: string }>;
  tex: Record<string, string>;
  /** Of each entry its expression in TeX, and the names of what it takes. */
  sides: Record<string, string>;
  reads: Record<string, string[]>;
}
