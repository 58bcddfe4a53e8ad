// A program as Python sends it to the engine in the browser; see `program.py`. A test holds these shapes to what Python
// makes.

/** The equations of a step in their order. output: the name of the logits, or "". */
export interface Program {
  inputs: number;
  passes: (Pass | Join)[];
  output: string;
}

/**
 * One reading of the text by one cell, or by the output layer. contributions: null without derivatives. shapes: of the
 * quantities that are no vectors of the width.
 */
export interface Pass {
  reads: string;
  width: number;
  states: string[];
  reversed: boolean;
  equations: Equation[];
  contributions: Contribution[] | null;
  shapes: Record<string, number[]>;
}

/** The quantities that stand side by side in `target`. */
export interface Join {
  target: string;
  width: number;
  joins: string[];
}

/** A pass or a join, for what takes apart what it has. */
export type AnyPass = Partial<Pass & Join>;
export interface AnyProgram extends Omit<Program, "passes"> {
  passes: AnyPass[];
}

export interface Equation {
  target: string;
  expression: Expression;
}

/** A term of ∂L/∂ the quantity or parameter `to`, from the equation whose target is `source`. */
export interface Contribution {
  source: string;
  to: TensorName | Parameter;
  expression: Expression;
}

// Trees of equations, as `rnnviz/cells/expression.py` has them.

/** A quantity of this step, or of the step before. */
export interface TensorName {
  op: "tensor";
  name: string;
  before: boolean;
}
export interface Parameter {
  op: "parameter";
  name: string;
}
export interface Transposed {
  op: "transposed";
  of: Expression;
}

export interface OfOne<Op> {
  op: Op;
  of: Expression;
}
export interface OfTwo<Op> {
  op: Op;
  left: Expression;
  right: Expression;
}

/** The trees of one kind. */
export type Tree<Op> = Extract<Expression, { op: Op }>;

/** What Python derives: an equation, or a term of a gradient. */
export type Expression =
  | TensorName
  | Parameter
  | Transposed
  | { op: "gradient"; of: TensorName | Parameter }
  | { op: "arriving"; of: TensorName; later: boolean }
  | OfTwo<"matmul">
  | OfTwo<"dyad">
  | { op: "across"; of: Expression; of_matrix: boolean }
  | { op: "stretched"; of: Expression; to_matrix: boolean }
  | { op: "sum"; terms: Expression[] }
  | OfOne<"negative">
  | OfOne<"oneminus">
  | OfOne<"total">
  | OfTwo<"product">
  | OfTwo<"quotient">
  | OfTwo<"maximum">
  | OfTwo<"concat">
  | OfTwo<"outer">
  | { op: "share"; of: Expression; left: Expression; right: Expression; is_left: boolean }
  | { op: "apply"; function: string; of: Expression };
