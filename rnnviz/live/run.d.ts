// A training as it travels; see `payload.py` and `record.py`. A test holds these shapes to what Python makes. Numbers
// that were not measured are null.

import type { Section } from "../course/prose.d.ts";
import type { Strings } from "../stage/scene.d.ts";

/** The state of a run, with what is new since the last look. */
export interface Present {
  cell: string;
  hidden: number;
  status: string;
  /** Why it failed or cannot go on, or "". */
  message: string;
  /** How many runs are before one that waits. */
  ahead: number;
  /** The computer that trains it, where it is not the server; "" otherwise. */
  host: string;
  step: number;
  /** null where nobody knows when it ends. */
  steps: number | null;
  /** How many rows of metrics there are, and the number of the first of `metrics`; 0: they are all that is known. */
  rows: number;
  since: number;
  metrics: Metrics;
  reach: { step: number; dropped: number | null; norms: (number | null)[] }[];
  distances: number[];
  /** The steps of a batch, at whose ends the text is cut; null where nobody knows. */
  truncation: number | null;
  samples: Sample[];
  /** Those of a run of an older version, and of a loop of one's own: none. */
  writings: Writing[];
  checkpoints: number[];
  recorded: number[];
  /** Characters a second, and the seconds that remain. */
  speed: number | null;
  remaining: number | null;
  /** The most steps a second that it is to take, 0 for no limit. */
  pace: number;
  agreements: Agreement[];
  clip: number | null;
  lines: Lines;
  /** Of a loop of one's own: the network's own loss on its text, and that which the loop tells. null: it is ours. */
  own: { loss: number | null; reported: number | null; differs: boolean } | null;
  probe: Probe | null;
  /** What became of it, once it has ended. */
  verdict: Fact[];
}

/** A run told whole: from its first row on. metrics: the six columns beside each other, float64 in base64. */
export interface WholePresent extends Omit<Present, "metrics"> {
  metrics: { shape: number[]; data: string };
}

/** The same as the server answers: whether the reader may steer it, and seconds until the next look. */
export interface PresentAnswer extends Present {
  isOwner: boolean;
  wait: number;
}

/** The requested rows, by column. */
export interface Metrics {
  step: (number | null)[];
  loss: (number | null)[];
  norm: (number | null)[];
  scale: (number | null)[];
  validation: (number | null)[];
  seconds: (number | null)[];
}

/** The losses that are drawn across, in nats a character. */
export interface Lines {
  uniform: number | null;
  unigram: number | null;
  bigram: number | null;
  entropy: number | null;
}

/** What a model wrote. known: the share of its words that it has read. agreements: [how often it was kept, of how many], by name. */
export interface Sample {
  step: number;
  temperature: number;
  text: string;
  known: number | null;
  agreements: Record<string, number[]>;
}

/** What a model writes at a checkpoint, always with the same draws. p: of each character but the first. words: where
 * real words stand, from a character up to another; null where the text is not made of words. */
export interface Writing {
  step: number;
  tokens: string[];
  p: number[];
  words: [from: number, to: number][] | null;
}

/** A rule of the text that its samples are held to. */
export interface Agreement {
  name: string;
  title: string;
  hint: string;
}

/** H: float32 in base64, of the hidden states at each character of the sentence. */
export interface Probe {
  step: number;
  text: string;
  tokens: string[];
  H: { shape: number[]; data: string };
  predictions: Prediction[];
}

/** target, p_target: the character that came, and its probability; null after the last one. */
export interface Prediction {
  likeliest: string;
  p: number | null;
  target: string | null;
  p_target: number | null;
}

/** A run as it was after a number of steps. */
export interface Checkpoint {
  step: number;
  sample: Sample;
  probe: Probe;
}

/** The losses of a training; points are [step, nats a character]. */
export interface RunLosses {
  cell: string;
  hidden: number;
  status: string;
  step: number;
  steps: number;
  loss: number[][];
  validation: number[][];
  lines: Record<string, number>;
}

/** What a file keeps of a training. */
export interface RunRecord extends RunLosses {
  samples: { step: number; temperature: number; text: string }[];
}

/** A training that the room shows; see `pages/server/followed.py`. */
export interface FollowedRun extends RunLosses {
  /** What it wrote last. */
  sample: string;
}

/** A planned training. parts: its parameters and their shapes. */
export interface PlannedRun {
  cell: string;
  hidden: number;
  steps: number;
  parameters: number;
  parts: [name: string, shape: number[]][];
  characters: number;
  vocabulary: number;
  uniform: number;
  entropy: number | null;
  excerpt: string;
}

/** What comes after a text. unknown: its characters that the model has never seen. */
export interface Continuation {
  tokens: string[];
  unknown: string[];
  /** [character, as it is shown, its probability, the same at the temperature], the likeliest first. */
  expected: [character: string, shown: string, p: number | null, tempered: number | null][];
  /** The place of the one that was drawn; null where nothing is known. */
  drawn: number | null;
  /** How many characters are not among the expected ones. */
  rest: number;
}

/** Pieces of a text gone on with in two ways. */
export interface FeedingAnswer {
  beginning: string[];
  truth: string[];
  forced: Fed;
  own: Fed;
  temperature: number;
  temperatures: { temperature: number; loss: number | null; right: number | null }[];
  passages: number;
  isUnseen: boolean;
}

/** loss: of the true character, after k characters fed back; mean: over all pieces. right: the share that is true. */
export interface Fed {
  chosen: string[];
  loss: (number | null)[];
  mean: (number | null)[];
  right: number | null;
}

/** One gradient step, taken apart for the weight `name`[row, column]. */
export interface ReplayedStep {
  step: number;
  optimizer: string;
  rate: number;
  norm: number;
  scale: number;
  clip: number;
  loss_before: number;
  loss_after: number;
  /** Of every parameter its shape. */
  parameters: Record<string, number[]>;
  name: string;
  row: number;
  column: number;
  /** The characters that the row and the column belong to, or "". */
  of_row: string;
  of_column: string;
  /** The numbers of the weight, by what they are. */
  weight: Record<string, number>;
  momentum: number;
  beta_1: number;
  beta_2: number;
  epsilon: number;
  corrected_first: number;
  corrected_second: number;
  /** Of the whole parameter. */
  gradient: { shape: number[]; data: string };
}

/** A run as the view has it, from all answers so far; see `run.js`. */
export interface KnownRun {
  id: string;
  /** The last answer. */
  now: Present | null;
  /** Why there is none, or "". */
  error: string;
  samples: Sample[];
  writings: Writing[];
  reach: Present["reach"];
  metrics: Metrics;
  probe: Probe | null;
  /** What the next query asks for. */
  asked(): Record<"since" | "samples" | "probed" | "reached" | "written", number>;
  receive(present: Present): void;
  title: string;
  /** The last checkpoint that is not after `step`. */
  checkpointAt(step: number): number | null;
}

/** What a run's numbers say: see `rnnviz/training/verdict.py`. */
export interface Fact {
  name: string;
  values: Record<string, number>;
}

/** A training that was recorded, shown before one begins. */
export interface FirstPage {
  title: string;
  lines: Lines;
  writings: Writing[];
  metrics: Metrics;
}

/** What the view of trainings is mounted with. */
export interface LiveData {
  /** The ids of none, one, or those of a race. */
  runs: string[];
  /** Of the runs that this reader started, on our own page. */
  keys?: Record<string, string>;
  /** What stands where theirs begins, before there is one. */
  first?: FirstPage | null;
  /** Curves that lie below theirs. */
  under: { run: string; title: string; points: number[][] }[];
  plans: PlannedRun[];
  strings: Strings;
  optimizers: Strings;
  language: string;
  /** The address of the runs, on our own page. */
  api?: string;
  css: string;
  /** What is said below it. */
  explanations?: Section[];
  /** What answers where no server of ours is. */
  server?: LiveServer;
  /** The address at which a checkpoint can be looked into, on the page "step" or "units"; null where it cannot. */
  linkOf?(page: string, run: string, step: number, text: string): string | null;
  /** What takes pictures, where it is not fetched from beside the view. */
  pictures?(): Promise<{ showPictures: unknown }>;
  guest?: Guest | null;
  /** Why the page is not what its address names, or "". */
  problem?: string;
}

/** What a page of another program offers the view, such as a notebook. */
export interface Guest {
  /** Pixels for the bar, the curves, the samples and the states together. */
  height: number;
  /** Whether a reader may pause and go on there. */
  steers: boolean;
  /** A sentence where there are no states, or no samples, that says why; whether there are no checkpoints. */
  lacks: { states: string; samples: string; checkpoints: boolean };
}

/** Who knows the runs; its answers are those of `asked.js`. */
export interface LiveServer {
  ask(run: string, what: string, query?: object): Promise<LiveAnswer>;
  command(run: string, what: string, body?: object): Promise<LiveAnswer>;
}

/** told: as each question has it, any; null where there is none, and `refused` says why. */
export interface LiveAnswer {
  // Each question has an answer of its own shape: any.
  told: any;
  refused: string;
  status: number;
}
