// Questions about trainings as Python tells them; see `readings.py`.

import type { Neighbour } from "../prose.d.ts";

export interface Reading {
  name: string;
  title: string;
  /** With {step}, where it is about texts; with {unit} and {text}, where a place is asked for. */
  question: string;
  /** What is asked for; "" where it is about texts, or a place. */
  recipe: string;
  /** What happens at the place that is asked for; "" where none is. */
  place: "" | "erased";
  chapter: Neighbour;
}

export interface TrainingsTold {
  /** At which losses were measured. */
  steps: number[];
  /** The loss of guessing, in nats. */
  guessing: number;
  /** Of each training all recipes. */
  trainings: Watched[][];
  /** What is said of each recipe, with {rate}. */
  said: Record<string, string>;
  /** Of each stage some texts, each shown for it. */
  texts: Written[][];
  lines: Line[];
  /** What the numbers of a line are called. */
  called: Record<keyof Line["units"][number], string>;
}

/** A line as an LSTM has read it that has learnt it: of each of its units the numbers of every letter. */
export interface Line {
  letters: string;
  units: Record<"I" | "F" | "C_tilde" | "C", number[]>[];
}

/** A training as it was recorded, up to its end; losses in nats a character. */
export interface Watched {
  recipe: string;
  rate: number;
  loss: number[];
  validation: number[];
}

/** What a network wrote after so many steps. */
export interface Written {
  step: number;
  text: string;
}
