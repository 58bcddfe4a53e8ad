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

/** What a file keeps of a training; points are [step, nats a character]. */
export interface RunRecord {
  cell: string;
  hidden: number;
  status: string;
  step: number;
  steps: number;
  loss: number[][];
  validation: number[][];
  lines: Record<string, number>;
  samples: { step: number; temperature: number; text: string }[];
}

/** A training that the room shows; see `pages/server/followed.py`. */
export interface FollowedRun {
  cell: string;
  hidden: number;
  status: string;
  step: number;
  steps: number;
  loss: number[][];
  validation: number[][];
  lines: Record<string, number>;
  sample: string;
}
