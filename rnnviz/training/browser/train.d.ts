// A training in the browser: what `loops.py` writes of a cell, and what travels between page, worker and what is kept.

import type { Checkpoint, Metrics, Present, Sample, Writing } from "../../live/run.d.ts";
import type { Field } from "../../web/field.d.ts";
import type { agreementCounter } from "./agreements.js";
import type { createTrainer } from "./trainer.js";

/** A cell's loops, for any sizes. */
export interface Loops {
  facts: {
    states: string[];
    /** Of each parameter of the cell the letters of its axes, such as "dh". */
    parameters: Record<string, string>;
    /** Those that multiply the input. */
    inputWeights: string[];
    /** Quantities with a number for each unit of each sample at each step; those in `long` have a step more. */
    planes: string[];
    long: string[];
    /** The parameters that are needed transposed as well. */
    transposed: string[];
  };
  create(memory: {
    at: Record<string, number>;
    numbers: Record<string, Float32Array>;
    product: Product;
    hot: Int32Array;
    T: number;
    n: number;
    h: number;
  }): { forward(t: number): void; backward(t: number): void; gather(): void };
}

/** See `products.js`. */
export type Product = (...places: number[]) => void;
/** Room for a count of numbers, and the product of matrices in it. */
export type Arithmetic = (count: number) => { numbers: Float32Array; product: Product };

/** Steps, samples side by side, hidden units, characters. */
export interface Sizes {
  T: number;
  n: number;
  h: number;
  q: number;
}

/** A training, as `../config.py` describes it. */
export interface Config {
  corpus: string;
  cell: string;
  phi: string;
  reset_after: boolean;
  hidden_size: number;
  optimizer: string;
  learning_rate: number;
  warm_up: number;
  cosine: boolean;
  clip_norm: number | null;
  steps: number;
  batches: string;
  batch_size: number;
  sequence_length: number;
  validation: number;
  orthogonal: boolean;
  input_scale: number | null;
  output_frequencies: boolean;
  forget_bias: number | null;
  seed: number;
}

/** inputs, targets: T · n numbers of characters. fresh: which samples begin with a zero state. */
export interface Batch {
  inputs: Int32Array;
  targets: Int32Array;
  fresh: boolean[];
}

/** One gradient step: loss before it, the gradient's norm before clipping and what clipping multiplied it with. */
export interface Row {
  step: number;
  loss: number;
  norm: number;
  scale: number;
  rate: number;
}

/** A step kept whole; found, left: the optimiser's moments before and after it. */
export interface GradientStep extends Row {
  optimizer: string;
  lossAfter: number;
  before: Float32Array;
  gradient: Float32Array;
  found: Float32Array[];
  left: Float32Array[];
  after: Float32Array;
}

/**
 * What agreements are counted by. numerals: the value of each Chinese one. measured: by each measure word the nouns that
 * it counts. simplified: of a text in traditional characters, by each of them.
 */
export interface Grammar {
  kind: "brackets" | "dates" | "mandarin";
  names: string[];
  months?: string[];
  numbers?: string;
  numerals?: Record<string, number>;
  measured?: Record<string, string[]>;
  simplified?: Record<string, string>;
}

/** A training and its text. strings: the sentences that a run may say, in the reader's language. */
export interface RunPlan {
  config: Config;
  text: string;
  corpus: { entropy: number | null; probe: string; hasWords: boolean; pace: number; grammar?: Grammar | null };
  /** The step at which it pauses at first, or null. */
  until: number | null;
  strings: Record<string, string>;
}

/** A training with all that is known of it; see `run.js`. */
export interface Run {
  plan: RunPlan;
  loops: Loops;
  /** From a loss, in steps, at which the gradient's norm is told. */
  distances: number[];
  trainer: ReturnType<typeof createTrainer>;
  vocabulary: string[];
  /** The number of each character. */
  place: Map<string, number>;
  lines: Present["lines"];
  agreements: ReturnType<typeof agreementCounter>;
  /** The words of the text; none where it has none. */
  known: Set<string>;
  /** Where known words stand in what was written; null where the text has none. */
  places(tokens: string[]): [from: number, to: number][] | null;
  state: Kept;
  probe: Present["probe"] | null;
  /** When the last step was taken, in milliseconds. */
  stepped: number;
}

/** A training whose weights are kept, after some steps. numbers: its text, in places of the vocabulary. */
export interface KeptTraining {
  run: string;
  config: Config;
  steps: number[];
  vocabulary: string[];
  numbers: Int32Array;
  weightsAt(step: number): Float32Array;
}

/** What the next step would do. step: how many are done; loss: of the next batch; after: at each of TIMES its rate. */
export interface Trial {
  step: number;
  loss: number | null;
  after: (number | null)[];
}

/** What is kept of a run; rows: the metrics by column. */
export interface Kept {
  status: string;
  message: string;
  /** The step at which it is to pause, or null. */
  until: number | null;
  seconds: number;
  pace: number;
  temperature: number;
  probe: string;
  rows: Metrics;
  samples: Sample[];
  writings: Writing[];
  reach: { step: number; dropped: number | null; norms: (number | null)[] }[];
  trials: Trial[];
  /** The weights, by the number of steps after which they were so. */
  checkpoints: Map<number, Float32Array>;
  recorded: Map<number, GradientStep>;
  snapshot: Snapshot | null;
}

/** A trainer's changing state. mean: of the losses. */
export interface Snapshot {
  step: number;
  mean: number;
  theta: Float32Array;
  moments: Float32Array[];
  states: Float32Array[];
}

/** What the page is told; see `rnnviz/site/training.py`. */
export interface TrainingData {
  language: string;
  words: Record<string, string>;
  sentences: Record<string, string>;
  /** The live view's own. */
  live: Record<string, string>;
  optimizers: Record<string, string>;
  /** The worker's file. */
  worker: string;
  fields: Record<string, Field>;
  /** The field of a Config that each field of a plan is. */
  config: Record<string, string>;
  usual: Record<string, string | number | boolean | null>;
  /** What is usual for a text, where it is something else. */
  usualOf: Record<string, Record<string, string | number | boolean | null>>;
  first: string;
  /** By the text, files of what stands where a training begins, before there is one; see `FirstPage`. */
  firstPages: Record<string, string>;
  corpora: Corpus[];
  recorded: Recorded[];
  cells: string[];
  axes: Record<string, Record<string, string>>;
  racingRates: Record<string, number>;
  howMeasured: string;
  recipe: { title: string; parts: Part[] }[];
  limits: { own: number; validated: number; kept: number };
  /** Of `site.js`. */
  chosen: string;
  pictures(): Promise<{ showPictures: unknown }>;
  /** A text, or a recording: any, because each file has its own shape. */
  fetched(file: string): Promise<any>;
}

/** A text that comes along; file: "" for the reader's own. */
export interface Corpus {
  name: string;
  title: string;
  /** To readers of the language; others are opened by their links. */
  isOffered: boolean;
  file: string;
  entropy: number | null;
  probe: string;
  hasWords: boolean;
  pace: number;
  grammar: Grammar | null;
}

/** A part of the recipe. words: of its choices. cells: those for which it matters. */
export interface Part {
  name: string;
  title: string;
  why: string;
  /** What it was measured to be worth, a sentence for each alternative. */
  measured: string[];
  words: Record<string, string>;
  cells: string[];
}

/** A training recorded in the app; see `rnnviz/site/recorded`. */
export interface Recording {
  present: Present;
  /** By the checkpoint's step. */
  moments: Record<string, Checkpoint>;
}

/** Where a recording is, and what it is of. */
export interface Recorded {
  id: string;
  corpus: string;
  title: string;
  file: string;
}
