// What the Units page of the static edition is told; see `units.py`.

import type { AnyProgram } from "../engine/program.d.ts";
import type { Constants, Field, Mean, Quantity, Ranked, Source } from "../units/view/units.d.ts";

export interface UnitsData {
  language: string;
  strings: Record<string, string>;
  words: Record<string, string>;
  fields: Field[];
  constants: Constants;
  /** file: of its head. */
  /** isOffered: to readers of the language; others are opened by their links. */
  nets: { key: string; title: string; file: string; isOffered: boolean }[];
  /** The network with which the page opens. */
  first: string;
  asking: AskingData;
  /**
   * The files of minimal pairs, of Plotly ("" where it was not installed), and of the workers that compute what is asked
   * and find matches.
   */
  pairs: string;
  plotly: string;
  reader: string;
  patterns: string;
  /** What is said where a file does not come. */
  notFetched(): string;
  /** It may be any: each file has its own shape. */
  fetched(file: string): Promise<any>;
  /** The whole address of a file. */
  pathOf(file: string): string;
  pictures(): Promise<{ showPictures: (motifs: unknown, name: string) => void }>;
}

/** What it takes to answer without a server. */
export type LooksData = Pick<
  UnitsData,
  "language" | "words" | "asking" | "pairs" | "plotly" | "reader" | "patterns" | "notFetched" | "fetched" | "pathOf"
>;

/** The Units page of one network as a file; see `unitsfile.py`. */
export interface UnitsFile
  extends Pick<UnitsData, "language" | "strings" | "words" | "fields" | "constants" | "asking"> {
  network: Omit<OpenedNetwork, "weightsAt"> & { weights: object };
  labels: Label[];
  /** Minimal pairs of the made languages; none where the network speaks none of them. */
  pairs: Record<string, MinimalPair[]>[];
  /** The scripts of the workers. */
  workers: { reader: string; patterns: string };
  /** The query of the place with which the page opens. */
  search: string;
}

/** What is known of a network before anything is asked. */
export interface Head {
  source: Omit<Source, "loss">;
  program: AnyProgram;
  /** The files of the weights, by step. */
  weights: Record<string, string>;
  /** Those of the quantities that are states. */
  states: string[];
  labels: Label[];
  /** Of each character, by state; empty where it was not recorded. */
  rest: Record<string, Said>[];
}

/** files: where the label is on; of each quantity a `Recorded`; in each language a `RecordedWords`. */
export interface Label {
  name: string;
  title: string;
  hint: string;
  hasPairs: boolean;
  files: { asked: string; units: Record<string, string>; words: Record<string, string> } | null;
}

/** What it takes to compute what is asked; see `asking.py`. */
export interface AskingData {
  refusals: Record<string, string>;
  words: AskingWords;
  grammar: Omit<Grammar, "pairs">;
  numbers: Numbers;
  limits: { pattern: number; seconds: number; most: number; usual: number };
  /** Of trainings, by what says which equations they have. axes: of the cell's parameters. */
  cells: Record<string, TrainedCell>;
  /** The titles of texts, and of a reader's own. */
  corpora: Record<string, string>;
  ownText: string;
  /** The characters of each made language, and its labels with minimal pairs. */
  pairedOf: { characters: string; labels: string[] }[];
}
export interface AskingWords {
  titles: Record<string, string>;
  /** What a unit is said to know. */
  clauses: Record<string, string>;
  hints: Record<string, string>;
  spread: Record<string, string>;
  verdict: Record<string, string>;
}
export interface TrainedCell {
  title: string;
  program: AnyProgram;
  quantities: Quantity[];
  states: string[];
  axes: Record<string, string>;
}

/** The made Chinese. first: the labels that are offered first. pairs: those with minimal pairs in this alphabet. */
export interface Grammar {
  measureOf: Record<string, string>;
  measured: string[];
  numbers: string;
  persons: string[];
  /** Characters of it in both writings, one under the other. */
  simplified: string;
  traditional: string;
  first: string[];
  /** The opening bracket of each closing one. */
  closes: Record<string, string>;
  /** Of the characters of a text, how many of the most frequent have labels of their own. */
  frequent: number;
  pairs: string[];
}
/** The sizes and thresholds of `rnnviz.units`, by what depends on them; Python's comments say what each is. */
export interface Numbers {
  read: { block: number; likeliest: number; mostColumns: number; shades: number };
  labels: { mostSpans: number; lowest: number; highest: number };
  ranked: {
    shortest: number;
    rarest: number;
    nothing: Measures<number>;
    shifts: number;
    passing: number;
    leastShift: number;
    named: number;
    bins: number;
    mostLevels: number;
  };
  probed: {
    sizes: number[];
    controls: number;
    tries: number;
    mostly: number;
    least: Measures<number>;
    learnt: number;
    measures: Measures<string>;
  };
  moments: number;
  held: {
    ways: string[];
    together: number;
    paired: number;
    rarest: number;
    fewestLines: number;
    mostPieces: number;
    draws: number;
    ends: number[];
  };
  judged: { shareOfLoss: number; asCostly: number; measures: Measures<string> };
  patched: { draws: number; ends: number[] };
  similar: { rows: number; mostNear: number; lookedAt: number };
  cloud: { components: number; mostDrawn: number; whole: number };
  rest: {
    starts: number;
    after: number[];
    numbers: number;
    newton: number;
    farthest: number;
    still: number;
    same: number;
    near: number;
    far: number;
    drawn: number;
    likeliest: number;
    brackets: Record<string, string>;
    lineEnd: string;
    deepest: number;
    steady: number;
  };
}
type Measures<T> = { auc: T; rho: T };
export interface MinimalPair {
  first: string;
  second: string;
  answers: string[];
}

/** A network and its text. weightsAt(step): as they travel. head: what was recorded of it at this step, or null. */
export interface OpenedNetwork {
  key: string;
  source: Omit<Source, "loss">;
  program: AnyProgram;
  states: string[];
  weightsAt(step: number): Promise<object>;
  head: Head | null;
}

/** An answer, any of those in `units.d.ts` of the view, or by language why there is none. */
export interface Said {
  told?: any;
  refused?: Record<string, string>;
}

/** Of all units of a quantity; the last three of states alone. */
export interface Recorded {
  ranking?: Said;
  held?: Said;
  learnt?: Said;
  enough?: Said;
}

/** What a look gives. It may be any: each look has its own shape. */
export interface Answer {
  told: any;
  refused: string;
  /** Whether it may be told when it is asked again. */
  isLater: boolean;
}

/** A text that was read. widths: of each quantity. labels: how many characters the network predicts. */
export interface Reading {
  indices: number[];
  widths: Map<string, number>;
  values: Map<string, Float64Array>;
  Y_hat: Float64Array;
  labels: number;
  loss: Float64Array;
}

/** A text that was read, with all that is asked of it; see `seenBy`. */
export interface Seen extends Reading {
  program: AnyProgram;
  weights: Map<string, { shape: number[]; numbers: Float64Array }>;
  tokens: string[];
  outputs: string[];
  /** The title of its cell. */
  cell: string;
  /** Of the quantities, and of those that are states. */
  names: string[];
  states: string[];
  words: AskingWords;
  grammar: Grammar;
  numbers: Numbers;
  /** How many characters there are. */
  kinds: number;
  /** Whether a line ends at each place that has a loss. */
  breaks: number[];
  once<T>(key: string, make: () => T): T;
}

/** The words of a link, with what else a look needs; places and units count from 0. */
export interface UnitsQuery {
  quantity: string;
  unit: number;
  k: number;
  how: string;
  label: string;
  pattern: string;
  spans: string;
  /** Where the pattern matches. */
  matches: Uint8Array;
  block: number;
  columns: number;
  count: number | undefined;
  output: number;
  chunk: number;
  metric: string;
  whole: boolean;
  own: boolean;
  pairs: MinimalPair[];
  /** Weights as they travel: before training, of moments by their steps, and of one moment. */
  before?: object;
  moments: [step: number, weights: object][];
  moment?: object;
}

/** A label: 1 where it is on, or numbers; of all places, or of all but the last. */
export interface Asked {
  values: Float64Array;
  isNumber: boolean;
}

/** A row a unit; norms: their lengths. */
export interface Ranks {
  rows: Float64Array[];
  norms: number[];
}
export interface Halves {
  first: Ranks;
  second: Ranks;
}

export interface Half {
  values: Float64Array;
  measure: "auc" | "rho";
  /** What ranks are summed with, and their length. */
  weights: Float64Array;
  length: number;
}
export interface Question {
  first: Half;
  second: Half;
  measure: "auc" | "rho";
  leavesLast: boolean;
}
export interface Ranking {
  measure: "auc" | "rho";
  chance: number;
  scores: Ranked[];
  asked: Question;
}
export interface Probe {
  units: [quantity: string, unit: number][];
  count: number;
  told: [size: string, measure: number][];
}
export type { Mean };
export interface Cost {
  on: Mean;
  off: Mean | null;
  places: number;
  matched: number;
}
