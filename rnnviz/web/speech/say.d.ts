// What formulas are read aloud with; see `rnnviz/explain/spoken.py` and `rnnviz/course/spoken.py`.

export interface Say {
  /** The sentences of signs, such as "{left} plus {right}", by name. */
  signs: Record<string, string>;
  /** What letters mean: {"H": "hidden state", "W_xh": "input weights of the hidden state"}. */
  letters: Record<string, string>;
  /** The letters that are functions where a bracket follows at once. */
  functions: string[];
  /** The letters whose index is a step. */
  steps: string[];
  /** Whether a symbol that stands alone is also told by its letters. */
  isNamed: boolean;
}
