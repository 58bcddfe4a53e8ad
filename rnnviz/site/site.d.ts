// What the stage's page of the static edition is told; see `stages.py`.

import type { Expression } from "../engine/program.d.ts";
import type { Hold } from "../stage/change.d.ts";
import type { Learnt, Track } from "../stage/scene.d.ts";
import type { Field } from "../web/field.d.ts";

/** Which networks read what; the names are those of the app's links. */
export interface Link {
  /** A training of this browser and its step, "0123456789abcdef@500"; none where it is not there. */
  moment?: string;
  equations: string;
  cell: string;
  text: string;
  goal: string;
  readings: string;
  /** The units of the network, or of each of its layers; of two directions those of each. */
  hidden: number | number[];
  weights: string;
  seed: number;
  beside: string[];
}
/** any: what a reader typed, until it has been checked. */
export type Values = Partial<Record<keyof Link, any>>;

/** oneWay: the cell that it has in each direction, or its own name. axes: of that cell's parameters. */
export interface Kind {
  name: string;
  title: string;
  /** Where it comes from, of one that is not the documents'. */
  about: string;
  isMain: boolean;
  oneWay: string;
  axes: Record<string, string>;
}

/** A training that this browser keeps. steps: all of its plan; checkpoints: those whose weights are kept. */
export interface Training {
  run: string;
  cell: string;
  hidden: number;
  steps: number;
  checkpoints: number[];
  vocabulary: string[];
  /** How its own text begins. */
  beginning: string[];
  /** The title of that text; "" of a task, which has no training. */
  corpus: string;
  weightsAt(step: number): Weights;
}

/** What it takes to read a link. */
export interface LinkAbout {
  /** Those that are named by links, by run. */
  trainings?: Map<string, Training>;
  fields: Record<Exclude<keyof Link, "moment">, Field>;
  /** The step of a training. */
  at: Field;
  /** The names of the place in a trace. */
  places: string[];
  usual: Link;
  /** With what readers begin who write so and so, and those of this language. */
  firstTexts: string[];
  first: string;
  /** With what the first page begins. */
  firstAtHome: string;
  limits: Record<string, number>;
  refusals: Record<string, string>;
  networks: Kind[];
  /** What may name the reader's own cell. */
  namingCells: (keyof Link)[];
  /** What reads such a cell, once it is there. */
  own?: Own;
  tasks: Record<string, Task>;
  trends: string[];
  /** The loss at which a text is known by heart. */
  reached: number;
  comparison: {
    alphabets: { symbols: string[]; filler: string; mark: string }[];
    fillers: [number, number];
    sizes: Record<string, number>;
  };
}
/**
 * What reads cells that a reader has written. equationsOf: of a built-in cell. notFinite: the sentence about a number
 * that is none. words: of the box to write in. beginnings: equations to begin with.
 */
export interface Own {
  read(equations: string): OwnCell;
  equationsOf(cell: string): string;
  notFinite(values: object): string;
  words: Record<"equations" | "show" | "beginWith" | "file" | "fileMeans" | "help", string>;
  beginnings: { title: string; equations: string }[];
}
/** template: of a network with this number of layers. source: a Python file. refused: why the equations do not fit, or "". */
export interface OwnCell {
  kind: Kind | null;
  template: ((layers: number) => Template) | null;
  source: (() => string) | null;
  refused: string;
}

/** Each sentence as its words and their tags. reached: the loss for a network that sees so much. */
export interface Task {
  sentences: [string[], string[]][];
  reached: { mlp: number; rnn: number; bidirectional: number };
}

export interface StageData extends LinkAbout {
  language: string;
  /** Of `site.js`: whether it is the first page. */
  isHome: boolean;
  /** Below the river of the first page. */
  doors: { own: Control; pages: (Control & { name: string })[] };
  /** The sentences of the page, of its controls, and of the stage. */
  strings: Record<string, string>;
  words: Record<string, string>;
  sentences: Record<string, string>;
  row: ({ name: string } & Control)[];
  readingsControl: Control;
  besideControl: Control;
  save: Control & {
    stageFile: string;
    stageFileMeans: string;
    groups: [string, string[]][];
    forms: Record<string, string>;
    columns: string[];
    code: ScriptParts;
    /** The page of a saved stage. */
    page: string;
    /** The fonts for the signs of the language, in CSS. */
    signs: string;
  };
  examples: { text: string; title: string; values: Values }[];
  /** The templates of each network, of one layer, two and three. */
  files: Record<string, string[]>;
  /** What is told of cells of one's own, and the module that reads it. */
  ownCells: string;
  ownModule: string;
  /** The tasks that have a network, and the module that makes them. */
  practice: string;
  practiceModule: string;
  /** Weights that come with rnnviz: of texts, by text, cell and size; of comparisons, by cell. */
  built: { texts: Record<string, BuiltIn>; comparisons: Record<string, BuiltIn> };
  tagsTold: Record<string, string>;
  /** The titles of texts. */
  corpora: Record<string, string>;
  /** Numbers of gradient steps after which there are weights to be looked at. */
  moments: number[];
  elsewhere: string;
  /** The address of the worker. */
  learner: string;
  pathOf(file: string): string;
  /** A template or weights: any, because each file has its own shape. */
  fetched(file: string): Promise<any>;
  /** What is said where a file does not come. */
  notFetched(): string;
  /** Shows the line that puts the view into another page. */
  showEmbedding(): void;
  pictures(): Promise<{ savePicture: unknown; showPictures: unknown; sheetOf: unknown }>;
}
export interface Control {
  title: string;
  help: string;
}

/** prefixes: with what the names of each of its cells begin. tensors: all that is sent. */
export interface Template {
  track: Track;
  prefixes: string[];
  tensors: string[];
  numbers: Numbers;
  code: Code;
  notebook: Notebook;
  /** What a file of weights says of the cell. */
  kept: Record<string, unknown>;
  /** Of a written cell, what in each layer has to be finite. */
  checks?: Check[][];
}
/** A part of an equation, the line that it is in, and what it is called there. */
export interface Check {
  line: number;
  name: string;
  expression: Expression;
}
/** One of Jupyter's, with marks where weights and readings come. */
export interface Notebook {
  cells: { cell_type: string; source: string[] }[];
}
/** What a file of PyTorch code says of itself, and its lines, which need nothing of the sizes but this. */
export type Code = Record<"alike" | "other" | "held", [string, string]>;
export type ScriptParts = Record<"imports" | "loaded" | "ofText" | "ofReadings" | "loss" | "noLoss", string>;
/** The names of a trace in their order, the letters of all axes, and what a file says of the cell. */
export interface Numbers {
  names: string[];
  axes: Record<string, string[]>;
  about: Record<string, unknown>;
}

/** Weights that come with rnnviz. */
export interface BuiltIn {
  file: string;
  learnt: Learnt | null;
}

/** A network with its weights, for a link without others beside it. */
export interface Made {
  link: Link;
  template: Template;
  network: Network;
  weights: Weights;
  /** How they were learnt by heart; null where they were not, or nobody has counted. */
  learnt: Learnt | null;
}

/** What is on the stage; its scene is any that Python would send. */
export interface Shown {
  made: Made[];
  scene: any;
}

/** Every number of a network that is shown, as it was changed by hand. The words are as they were typed. */
export interface Seen {
  numbers: Numbers;
  code: Code;
  notebook: Notebook;
  kept: Record<string, unknown>;
  /** Of each layer. */
  sizes: number[];
  prefixes: string[];
  inputs: string[];
  targets: string[] | null;
  vocabulary: string[];
  said: string[];
  sensor: Sensor | null;
  weights: Weights;
  tensors: Map<string, Float64Array>;
  free: Map<string, Float64Array>;
  holds: Hold[];
}

/** each: the units of each cell in it; sizes: of each layer. d, q: how many inputs and labels. */
export interface Network {
  kind: Kind;
  sizes: number[];
  each: number[];
  d: number;
  q: number;
  reading: Reading;
}
export interface Reading {
  tokens: string[];
  vocabulary: string[];
  said: string[];
  targets: string[] | null;
  sensor: Sensor | null;
}
export interface Sensor {
  rows: string[][];
  mean: number[];
  spread: number[];
  names: string[];
  words: string[];
  numbers: Float64Array;
  targets: string[];
}

export type Weights = Map<string, { shape: number[]; numbers: Float64Array }>;
export interface Lesson {
  X: { hot?: number[]; numbers?: Float64Array };
  targets: number[];
}
