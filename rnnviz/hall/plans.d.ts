// Lecture plans as Python sends them; see `lecture_plans.py` and `pages/shared/assets.py`. A test holds these shapes to
// what Python makes.

import type { Strings } from "../stage/scene.d.ts";

/** What the card of the plans is told, in a language. */
export interface PlansData {
  strings: Strings;
  words: ViewWords;
  /** Those that come with rnnviz. */
  plans: LecturePlan[];
  limits: Limits;
}

export interface LecturePlan {
  title: string;
  views: Stop[];
}

/**
 * view: a link such as "step?cell=gru&t=3". minutes: how long it is to take, 0 where that is left open. ask: a
 * sentence for the class, or "". say: the lecturer's notes. question: what the class is asked, line by line; see
 * `assets/question.js`.
 */
export interface Stop {
  view: string;
  minutes: number;
  ask: string;
  say: string;
  question: string[];
}

/** How many views a plan has at most, and how long its parts are; of a question, how many lines, and each of them; and of a
 * link that holds one. */
export interface Limits {
  views: number;
  view: number;
  say: number;
  title: number;
  minutes: number;
  lines: number;
  line: number;
  link: number;
}

/** What the views of a plan are called: pages and their sections by address, and the parts of a link. */
export interface ViewWords {
  titles: Strings;
  sections: Record<string, Strings>;
  fields: ViewField[];
}

/** values: what they are called, where they have names. usual: the value that goes without saying. */
export interface ViewField {
  name: string;
  say: string;
  values: Strings | null;
  usual: string;
}

/**
 * What a browser keeps. chosen: which plan; at: which of its views, from 0; isWalked: whether the strip is there. lent:
 * a built-in plan that is looked at in the place of the chosen one, or null. begun: [view, the same view with its
 * training, the walk in which it was begun]; walk: how often a plan was started. since: when its first view
 * began, in milliseconds since 1970, or would have to be in time; 0 before it is walked. asked: the
 * questions that were asked in this walk, [place, question, room]. unread: what stands among the
 * plans and is none; it is kept as it is.
 */
export interface KeptPlans {
  plans: LecturePlan[];
  chosen: number;
  at: number;
  isWalked: boolean;
  lent: LecturePlan | null;
  begun: [string, string, number][];
  walk: number;
  since: number;
  asked: [number, string, string][];
  unread: unknown[];
}

/** A view drawn small; null where it cannot be. isLasting: whether it looks the same the next time. */
export interface Thumbnail {
  image: Blob | null;
  isLasting: boolean;
}
