// A family of tasks as Python sends it; see `program.py`. A test holds this shape to what Python makes.

export interface Program {
  family: string;
  kind: "step" | "output" | "back";
  phi: string;
  letters: string[];
  text: string;
  steps: number;
  units: number;
  states: string[];
  given: Given[];
  gates: string[];
  parameters: [name: string, rows: number, columns: number][];
  largest: number;
  clear: number;
  coarse: number;
  least: number;
  forward: Equation[];
  wanted: Equation[];
  entries: Entry[];
  /** By the number of a node: the trees that each slip makes of it. */
  slips: Record<string, [slip: string, trees: number[]][]>;
  nodes: Node[];
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
  | { op: "apply"; function: string; of: number };
