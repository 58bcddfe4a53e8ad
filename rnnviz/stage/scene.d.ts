// A scene as Python sends it; see `scene.py` and `track.py`. A test holds these shapes to what Python makes.

import type { Expression, Program } from "../engine/program.d.ts";

/** One or more tracks that read one text, and the words of the stage that draws them. */
export interface Scene {
  id: string;
  language: string;
  strings: Strings;
  tracks: LabelledTrack[];
}

/** Sentences in the reader's language, by name. */
export type Strings = Record<string, string>;

/** A track of a scene; label: what it is called there. */
export interface LabelledTrack extends Track {
  label: string;
}

/** One model that reads one text. */
export interface Track {
  id: string;
  /** phi: the activation where the cell has a choice, or "". size: the hidden size in words. */
  cell: { name: string; title: string; phi: string; size: string };
  /** Steps, and the numbers of inputs, hidden units and outputs. */
  sizes: { T: number; d: number; h: number; q: number };
  /** What is read, a character a step; [] where it is vectors. */
  inputs: string[];
  vocabulary: string[];
  labels: string[];
  /** Of each step, the place of the right output among the labels; null without targets. */
  targets: number[] | null;
  /** The rows of cells in the unrolled drawing, from top to bottom. */
  rows: string[];
  /** What each parameter is called when an equation is read aloud. */
  called: Record<string, string>;
  /** Whether the cell has a state. */
  carries: boolean;
  /** How the text was learnt by heart; null where it was not, or nobody has counted. */
  learnt: Learnt | null;
  /** Whether the outputs are not the characters that are read. */
  tags: boolean;
  /** The numbers of a sensor as they were measured, of each step; null of a text. */
  readings: string[][] | null;
  quantities: Quantity[];
  /** Of each step, the places of the likeliest outputs, the likeliest first. */
  likeliest: number[][];
  tensors: Record<string, Tensor>;
  parameters: Record<string, Tensor>;
  /** null where the track has too many weights to be changed by hand. */
  program: Program | null;
  ledger: Ledger;
  warrant: Warrant;
  /** The kinds of task that practise its step, what it predicts, and the way back through it. */
  tasks: Partial<Record<"step" | "output" | "back", { family: string; asks: string[] }>>;
  /**
   * Of a cell in a network of somebody's own: ∂L that arrives from there at its quantities, all steps of each; null of
   * what has its own losses, or none.
   */
  arriving: Record<string, Floats> | null;
  /** null where the gradients cannot be computed in the browser. */
  backward: Backward | null;
  phases: Phase[];
  diagrams: Diagram[];
  caption: string;
  notations: Notation[];
}

/** After so many gradient steps the mean loss was this one; learning ends once it is `reached`, in nats. */
export interface Learnt {
  steps: number;
  loss: number;
  reached: number;
}

export interface Quantity {
  name: string;
  kind: "input" | "state" | "memory" | "gate" | "candidate" | "logits" | "output";
  title: string;
  /** The title in one word. */
  word: string;
  /** In a cell made of cells, the parts it is in. */
  part: string;
  /** Whether its cell reads from the end. */
  reversed: boolean;
  /** Its pre-activation, where it has one. */
  pre: string | null;
  hue: string;
  /** Whether its colours run from −high; else from 0. */
  signed: boolean;
  high: number;
  preHigh: number;
}

/** An array as it travels: all of it, the place of the 1 in each row, or some rows or columns with their numbers. */
export type Tensor = Floats | OneHot | SomeRows | SomeColumns;

/** data: base64 of little-endian float64, in row order. */
export interface WideFloats {
  shape: number[];
  data: string;
}
/** The same of float32, where that holds the very same numbers. */
export interface ShortFloats extends WideFloats {
  bits: 32;
}
export type Floats = WideFloats | ShortFloats;
export interface OneHot {
  shape: number[];
  hot: number[];
}
export type SomeRows = Floats & { rows: number[] };
export type SomeColumns = Floats & { columns: number[] };
/** Any of these, for what takes apart what it has. */
export type AnyTensor = { shape: number[] } & Partial<ShortFloats & OneHot & SomeRows & SomeColumns>;

/**
 * What a cell's numbers were held to when that was last measured. isWhole: whether each of its cells was. isOfBrowser:
 * whether the engine has computed the track's numbers, and Python has not.
 */
export interface Warrant {
  date: string;
  versions: string;
  isWhole: boolean;
  isOfBrowser?: boolean;
  rows: WarrantRow[];
}
/** Whose numbers, which, to what they were held, how many they are, and by how much they differed at most. */
export interface WarrantRow {
  network: string;
  what: string;
  to: string;
  numbers: number;
  /** Such as 4.4·10⁻¹⁶. */
  largest: string;
  /** Whether they are gradients. */
  isBack: boolean;
}

/** What the cell's ledger is computed from, or the reason why it has none. */
export type Ledger = NoAccount | Account;
export interface NoAccount {
  memory: null;
  reason: string;
}
export interface Account {
  memory: string;
  kept: Expression[];
  written: Expression;
  isLinear: boolean;
}

export interface Phase {
  key: string;
  title: string;
  meaning: string;
  target: string;
  expression: Expression;
}

/** The walk back: its phases, and of each diagram what its wires carry. */
export interface Backward {
  phases: BackwardPhase[];
  diagrams: { values: Record<string, Expression>; wires: Way[][] }[];
}

/** before: whether it is the quantity as the step before left it. onwards: whether the gradient leaves the step. */
export interface BackwardPhase {
  key: string;
  target: string;
  before: boolean;
  /** The pre-activation to which the gradient goes on by a slope, or "". */
  inner: string;
  onwards: boolean;
  title: string;
  meaning: string;
}

/** A way back along a wire: the factors by which it takes the gradient. */
export interface Way {
  minus: boolean;
  factors: Factor[];
}

/** function: whose slope it is, or "". */
export interface Factor {
  kind: "slope" | "weight" | "factor" | "divisor";
  function: string;
  expression: Expression;
}

/** The dataflow of one step, on a canvas of 100 × 60; see `description.py`. */
export interface Diagram {
  nodes: Node[];
  edges: Edge[];
  title: string;
  path: Part[];
  strip_width: number;
  with_output: null;
  /** Of the nodes with a strip of their own: what stands in it, and the end of its scale. */
  values: Record<string, { expression: Expression; high: number }>;
}

export interface Node {
  key: string;
  kind: "source" | "function" | "product" | "sum" | "one_minus" | "sink";
  x: number;
  y: number;
  phase: string;
  label: string;
  writes: string;
  strip: number[] | null;
  before: boolean;
}

export interface Edge {
  source: string;
  target: string;
  carries: string;
  via: number[][];
  factor: number[] | null;
}

/** One of the cells that a cell is made of. */
export interface Part {
  key: string;
  reversed: boolean;
  title: string;
  titled: string;
  meant: string;
  number: number;
  mark: string;
  arrow: string;
}

/** How a document writes the names. shapes: the letters of sizes, where the notation has them. */
export interface Notation {
  key: string;
  title: string;
  /** Whether vectors are columns. */
  columns: boolean;
  symbols: Record<string, Symbol>;
  functions: Record<string, string>;
  note: string;
  shapes: Record<string, string[]>;
}

/** A letter, an accent over it, marks beside it; or a sum of two. */
export interface Symbol {
  base: string;
  accent: string;
  sub: string;
  sup: string;
  plus: Symbol | null;
}

/** What the page of a stage is told; see `pages/shared/scene.py`. */
export interface StageData {
  scene: Scene;
  text: string;
  /** The link's parameters without the place, and those of the place. */
  query: Record<string, string>;
  place: Record<string, string>;
  /** The parameters that could not be followed. */
  wrong: string[];
  names: string[];
  placeNames: string[];
  /** Those that can read the same text, and which one does; null where there is no choice. */
  networks: Networks | null;
  /** Of each track, the moments of its learning whose weights can be fetched. */
  moments: Record<string, null>[];
  /** Pixels of the window above the stage, where a rem is 16 of them. */
  above: number;
  /** What stands above and below the stage on the home page, in the place of `above`. */
  home: { above: number; below: number };
  /** The address of a place where gates carry gradients far. */
  elsewhere: string;
  base: string;
}

export interface Networks {
  now: string;
  all: { name: string; title: string; key: string }[];
}
