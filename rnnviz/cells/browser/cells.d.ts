// A reader's own cell in the browser; see `rnnviz/site/own_cells.py`.

import type { Contribution, Equation, Expression } from "../../engine/program.d.ts";
import type * as stage from "../../stage/scene.d.ts";
import type { Own, Template } from "../../site/site.d.ts";

/** What Python says of written cells: limits, names, sentences. */
export interface OwnCells {
  limits: Record<"characters" | "lines" | "inLine" | "parameters" | "depth", number>;
  /** The functions, and those that have no derivative. */
  called: string[];
  refused: string[];
  /** Names that have a meaning of their own, and what other names look like. */
  taken: string[];
  quantity: string;
  parameter: string;
  /** What stands for signs of the documents. */
  written: Record<string, string>;
  sentences: Record<string, string>;
  title: string;
  /** "letter kind", such as "F gate", and kinds, with their title and their word. */
  terms: Record<string, [string, string]>;
  general: Record<string, [string, string]>;
  /** What each kind of parameter is called, those of a {quantity}. */
  parameters: Record<string, string>;
  meanings: Record<string, string>;
  outputLetters: string[];
  hues: Record<string, string>;
  gateHues: string[];
  layout: Layout;
  notations: Record<string, NotationStyle>;
  /** Why a cell has no ledger: it carries nothing, or through a matrix. */
  ledger: { carriesNothing: string; mixes: string };
  backward: Record<string, string>;
  /** Where Chinese and Latin letters meet. */
  betweenScripts: string;
  torch: {
    functions: Record<string, string>;
    hold: string[];
    reading: string[];
    heldReading: string[];
    shares: string;
  };
  /** Of a line of code. */
  width: number;
  /** What a name in a layer is called. */
  layerTitled: string;
  /** Of one layer, two and three: a template of a small cell, of which all that is a cell's own is replaced. */
  frames: Template[];
  /** Equations to begin with, and those of the built-in cells by name. */
  beginnings: Own["beginnings"];
  builtIn: Record<string, string>;
  words: Own["words"];
  source: Source;
}

/** Of the Python file. english: words before they are translated. fields: of each kind, in their order. */
export interface Source {
  file: string;
  english: Pick<OwnCells, "terms" | "general" | "meanings">;
  input: Record<string, string>;
  fields: Record<"Weight" | "Quantity" | "Phase", { name: string; usual?: string | null }[]>;
}

export interface Layout {
  width: number;
  height: number;
  box: [number, number];
  source: [number, number];
  wire: [number, number];
  ports: number;
  strip: number;
  tracks: number;
  sweeps: number;
  label: number;
  signs: Record<string, string>;
  operators: Record<string, string>;
}

export interface NotationStyle {
  columns: boolean;
  sizes: Record<string, string>;
  /** The symbols of the output layer where a quantity of the cell is called O. */
  besideO: Record<string, stage.Symbol>;
}
/** A line as its signs and names. names: what it reads, each with the sign before it. */
export interface Words {
  number: number;
  tokens: string[];
  target: string;
  names: [string, string][];
}
export interface Line {
  number: number;
  text: string;
  equation: Equation;
}
/** The equations of a cell, checked. matrices: the weights with their axes. */
export interface Script {
  lines: Line[];
  matrices: Record<string, string>;
  rows: string[];
  states: string[];
}

/** base: the letter itself, such as C of C_tilde. */
export interface Quantity {
  name: string;
  kind: stage.Quantity["kind"];
  title: string;
  word: string;
  pre: string | null;
  letter: string;
  accent: string;
  base: string;
}
/** axes: the letters of its shape. letter: its subscript, where that is not the letter of its quantity, the gate. */
export interface Weight {
  name: string;
  kind: string;
  gate: string;
  axes: string;
  letter: string;
}
export interface Phase {
  key: string;
  title: string;
  meaning: string;
  text: string;
  equation: Equation;
}

/** start ⊙ factors / divisors: a gradient on its way. local: every factor, weights among them. */
export interface Way {
  start: Expression;
  factors: Expression[];
  divisors: Expression[];
  minus: boolean;
  local: stage.Factor[];
}

/**
 * A cell, or a layer of a stack with the names that it has there. number: of the layer, 0 of a cell alone. prefix: with
 * what its names begin. equations: of the step, pre-activations among them. wires: of each wire of its diagram.
 */
export interface Layer {
  number: number;
  prefix: string;
  reads: string;
  states: string[];
  quantities: Quantity[];
  weights: Weight[];
  phases: Phase[];
  equations: Equation[];
  contributions: Contribution[];
  diagram: stage.Diagram;
  wires: stage.Way[][];
}
/** A gradient of a step. later: whether the path's source read it at the step after. */
export interface Path {
  source: string;
  later: boolean;
}
