// A training as it travels; see `payload.py` and `record.py`. A test holds these shapes to what Python makes. Numbers
// that were not measured are null.

/** The state of a run, with what is new since the last look. */
export interface Present {
  cell: string;
  hidden: number;
  status: string;
  /** Why it failed or cannot go on, or "". */
  message: string;
  /** How many runs are before one that waits. */
  ahead: number;
  step: number;
  steps: number;
  /** How many rows of metrics there are. */
  rows: number;
  metrics: Metrics;
  reach: { step: number; dropped: number | null; norms: (number | null)[] }[];
  distances: number[];
  truncation: number;
  samples: Sample[];
  checkpoints: number[];
  recorded: number[];
  /** Characters a second, and the seconds that remain. */
  speed: number | null;
  remaining: number | null;
  /** The most steps a second that it is to take, 0 for no limit. */
  pace: number;
  agreements: Agreement[];
  clip: number;
  lines: Lines;
  probe: Probe | null;
}

/** The same as the server answers: whether the reader may steer it, and seconds until the next look. */
export interface PresentAnswer extends Present {
  isOwner: boolean;
  wait: number;
}

/** The requested rows, by column. */
export interface Metrics {
  step: (number | null)[];
  loss: (number | null)[];
  norm: (number | null)[];
  scale: (number | null)[];
  validation: (number | null)[];
  seconds: (number | null)[];
}

/** The losses that are drawn across, in nats a character. */
export interface Lines {
  uniform: number | null;
  unigram: number | null;
  bigram: number | null;
  entropy: number | null;
}

/** What a model wrote. known: the share of its words that it has read. agreements: [kept, of so many], by name. */
export interface Sample {
  step: number;
  temperature: number;
  text: string;
  known: number | null;
  agreements: Record<string, number[]>;
}

/** A rule of the text that its samples are held to. */
export interface Agreement {
  name: string;
  title: string;
  hint: string;
}

/** H: float32 in base64, of the hidden states at each character of the sentence. */
export interface Probe {
  step: number;
  text: string;
  tokens: string[];
  H: { shape: number[]; data: string };
  predictions: Prediction[];
}

/** target, p_target: the character that came, and its probability; null after the last one. */
export interface Prediction {
  likeliest: string;
  p: number | null;
  target: string | null;
  p_target: number | null;
}

/** A run as it was after a number of steps. */
export interface Checkpoint {
  step: number;
  sample: Sample;
  probe: Probe;
}

/** The losses of a training; points are [step, nats a character]. */
export interface RunLosses {
  cell: string;
  hidden: number;
  status: string;
  step: number;
  steps: number;
  loss: number[][];
  validation: number[][];
  lines: Record<string, number>;
}

/** What a file keeps of a training. */
export interface RunRecord extends RunLosses {
  samples: { step: number; temperature: number; text: string }[];
}

/** A training that the room shows; see `pages/server/followed.py`. */
export interface FollowedRun extends RunLosses {
  /** What it wrote last. */
  sample: string;
}

/** A planned training. parts: its parameters and their shapes. */
export interface PlannedRun {
  cell: string;
  hidden: number;
  steps: number;
  parameters: number;
  parts: [name: string, shape: number[]][];
  characters: number;
  vocabulary: number;
  uniform: number;
  entropy: number | null;
  excerpt: string;
}

/** What comes after a text. unknown: its characters that the model has never seen. */
export interface Continuation {
  tokens: string[];
  unknown: string[];
  /** [character, as it is shown, its probability, the same at the temperature], the likeliest first. */
  expected: [character: string, shown: string, p: number | null, tempered: number | null][];
  /** The place of the one that was drawn; null where nothing is known. */
  drawn: number | null;
  /** How many characters are not among the expected ones. */
  rest: number;
}

/** Pieces of a text gone on with in two ways. */
export interface FeedingAnswer {
  beginning: string[];
  truth: string[];
  forced: Fed;
  own: Fed;
  temperature: number;
  temperatures: { temperature: number; loss: number | null; right: number | null }[];
  passages: number;
  isUnseen: boolean;
}

/** loss: of the true character, after k characters fed back; mean: over all pieces. right: the share that is true. */
export interface Fed {
  chosen: string[];
  loss: (number | null)[];
  mean: (number | null)[];
  right: number | null;
}

/** One gradient step, taken apart for the weight `name`[row, column]. */
export interface ReplayedStep {
  step: number;
  optimizer: string;
  rate: number;
  norm: number;
  scale: number;
  clip: number;
  loss_before: number;
  loss_after: number;
  /** Of every parameter its shape. */
  parameters: Record<string, number[]>;
  name: string;
  row: number;
  column: number;
  /** The characters that the row and the column belong to, or "". */
  of_row: string;
  of_column: string;
  /** The numbers of the weight, by what they are. */
  weight: Record<string, number>;
  momentum: number;
  beta_1: number;
  beta_2: number;
  epsilon: number;
  corrected_first: number;
  corrected_second: number;
  /** Of the whole parameter. */
  gradient: { shape: number[]; data: string };
}

/** A run as the view has it, from all answers so far; see `run.js`. */
export interface KnownRun {
  id: string;
  /** The last answer. */
  now: Present | null;
  /** Why there is none, or "". */
  error: string;
  samples: Sample[];
  reach: Present["reach"];
  metrics: Metrics;
  probe: Probe | null;
  /** What the next query asks for. */
  asked(): Record<"since" | "samples" | "probed" | "reached", number>;
  receive(present: Present): void;
  title: string;
  /** The last checkpoint that is not after `step`. */
  checkpointAt(step: number): number | null;
}
