// The trees of equations, as `rnnviz/cells/expression.py` has them.

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
  of: Parameter;
}

/** What Python derives: an equation, or a term of a gradient. */
export type Expression =
  | TensorName
  | Parameter
  | Transposed
  | { op: "gradient"; of: TensorName | Parameter }
  | { op: "arriving"; of: TensorName; later: boolean }
  | { op: "matmul"; left: Expression; right: Parameter | Transposed }
  | { op: "sum"; terms: Expression[] }
  | { op: "negative" | "oneminus" | "total"; of: Expression }
  | { op: "product" | "quotient" | "maximum" | "concat" | "outer"; left: Expression; right: Expression }
  | { op: "share"; of: Expression; left: Expression; right: Expression; is_left: boolean }
  | { op: "apply"; function: string; of: Expression };
