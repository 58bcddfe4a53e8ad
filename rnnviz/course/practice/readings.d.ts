// Questions about trainings as Python tells them; see `readings.py`.

import type { Neighbour } from "../prose.d.ts";

export interface Reading {
  name: string;
  title: string;
  /** With {step}, where it is about texts. */
  question: string;
  /** What is asked for; "" where it is about texts. */
  recipe: string;
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
