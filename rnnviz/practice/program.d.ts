// A family of tasks as Python sends it; see `program.py`. A test holds this shape to what Python makes.

export interface Program {
  family: string;
  kind: "step" | "output" | "back" | "exercise";
  /** What shares of a prediction are of, and the right one; [] and "" where nothing is predicted. */
  letters: string[];
  target: string;
  given: Given[];
  parameters: Drawn[];
  /** What is read off from what is drawn, by name: a count, or the names of several numbers. */
  read: Record<string, Count | string[]>;
  /** What stands in equations as a number, by name. */
  numbers: Record<string, number>;
  phi: string;
  gates: string[];
  clear: number;
  coarse: number;
  least: number;
  wanted: Equation[];
  entries: Entry[];
  /** What equations read, by name; and how a reader may spell it. */
  leaves: string[];
  spellings: Record<string, string>;
  /** By the number of a node: the trees that each slip makes of it. */
  slips: Record<string, [slip: string, trees: number[]][]>;
  /** What a network reads; null for an exercise. */
  reading: Reading | null;
  nodes: Node[];
}

/** The text of which so many steps are read, and the network's own equations. */
export interface Reading {
  text: string;
  steps: number;
  units: number;
  states: string[];
  forward: Equation[];
}

/** Rows × columns of numbers from low to high, as they are drawn. */
export interface Drawn {
  name: string;
  low: number;
  high: number;
  decimals: number;
  rows: number;
  columns: number;
  /** Where the numbers are letters. */
  letters: string;
}

/** How often a pattern stands in a text that is drawn, also where one reaches into the next; a dot is any letter. */
export interface Count {
  text: string;
  pattern: string;
}

/** A quantity that is given, of this step or of the one before. */
export interface Given {
  name: string;
  of: string;
  before: boolean;
}

export interface Equation {
  target: string;
  node: number;
}

/** What can be entered; `of` is the quantity that it is on the way to, or itself. */
export interface Entry {
  name: string;
  of: string;
  node: number;
}

/** A node of a tree; its parts are the numbers of other nodes. */
export type Node =
  | { op: "tensor"; name: string; before: boolean }
  | { op: "parameter"; name: string }
  | { op: "transposed"; of: number }
  | { op: "matmul"; left: number; right: number }
  | { op: "sum"; terms: number[] }
  | { op: "negative"; of: number }
  | { op: "oneminus"; of: number }
  | { op: "product"; left: number; right: number }
  | { op: "quotient"; left: number; right: number }
  | { op: "maximum"; left: number; right: number }
  | { op: "apply"; function: string; of: number };

/** What equations are read with that a reader writes; see `writing.py`. */
export interface Writing {
  functions: Record<string, string>;
  bracketless: string[];
  signs: Record<string, string>;
  spelt: Record<string, string>;
  mostCharacters: number;
  mostOperations: number;
  deepest: number;
  mostInName: number;
  points: number;
  near: number;
  given: [least: number, most: number];
}
