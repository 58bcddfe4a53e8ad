// A training in the browser: what `loops.py` writes of a cell, and what travels between page, worker and what is kept.

/** A cell's loops, for any sizes. */
export interface Loops {
  facts: {
    states: string[];
    /** Of each parameter of the cell the letters of its axes, such as "dh". */
    parameters: Record<string, string>;
    /** Those that multiply the input. */
    inputWeights: string[];
    /** Quantities with a number for each unit of each sample at each step; those in `long` have a step more. */
    planes: string[];
    long: string[];
    /** The parameters that are needed transposed as well. */
    transposed: string[];
  };
  create(memory: {
    at: Record<string, number>;
    numbers: Record<string, Float32Array>;
    product: Product;
    hot: Int32Array;
    T: number;
    n: number;
    h: number;
  }): { forward(t: number): void; backward(t: number): void; gather(): void };
}

/** See `products.js`. */
export type Product = (...places: number[]) => void;
/** Room for so many numbers, and the product of matrices in it. */
export type Arithmetic = (count: number) => { numbers: Float32Array; product: Product };

/** Steps, samples side by side, hidden units, characters. */
export interface Sizes {
  T: number;
  n: number;
  h: number;
  q: number;
}

/** A training, as `rnnviz/training/config.py` describes it. */
export interface Config {
  corpus: string;
  cell: string;
  phi: string;
  reset_after: boolean;
  hidden_size: number;
  optimizer: string;
  learning_rate: number;
  warm_up: number;
  cosine: boolean;
  clip_norm: number | null;
  steps: number;
  batches: string;
  batch_size: number;
  sequence_length: number;
  validation: number;
  orthogonal: boolean;
  input_scale: number | null;
  output_frequencies: boolean;
  forget_bias: number | null;
  seed: number;
}

/** inputs, targets: T · n numbers of characters. fresh: which samples begin with a zero state. */
export interface Batch {
  inputs: Int32Array;
  targets: Int32Array;
  fresh: boolean[];
}

/** One gradient step: loss before it, the gradient's norm before clipping and what clipping multiplied it with. */
export interface Row {
  step: number;
  loss: number;
  norm: number;
  scale: number;
  rate: number;
}

/** A step kept whole; found, left: the optimiser's moments before and after it. */
export interface GradientStep extends Row {
  optimizer: string;
  lossAfter: number;
  before: Float32Array;
  gradient: Float32Array;
  found: Float32Array[];
  left: Float32Array[];
  after: Float32Array;
}
