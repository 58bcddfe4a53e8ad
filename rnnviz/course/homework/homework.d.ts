// A homework, as its package carries it.

import type { Family, PracticeData } from "../practice/practice.d.ts";

/** A kind of task, or with `ask` one quantity of it alone. */
export interface Kind extends Family {
  ask?: string;
}

export interface Homework {
  /** Its own name, which its tasks' seeds are made from. */
  id: string;
  title: string;
  /** Tasks of each kind, and the highest level of help that is given. */
  count: number;
  help: number;
  /** How often the answers to a task may be handed in, 0 for no limit. */
  tries: number;
  notation: string;
  /** Of the page "Practice": the chosen kinds of task alone. */
  data: Pick<PracticeData, "practice" | "slips" | "writing" | "say" | "language"> & { families: Kind[] };
}
