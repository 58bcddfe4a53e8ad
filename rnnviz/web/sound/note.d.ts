// Sound, as numbers.

/** The ends of what a number is heard on. */
export interface Scale {
  low: number;
  high: number;
}

/** Hertz; from left, −1, to right, 1; how loud its tone and its noise are; seconds. */
export interface Note {
  frequency: number;
  pan: number;
  gain: number;
  noise: number;
  start: number;
  length: number;
}

/** What one instrument plays; glides: from one note to the next without a break. */
export interface Voice {
  notes: Note[];
  glides?: boolean;
}

/** What a reader has chosen. */
export interface SoundSettings {
  isOn: boolean;
  /** How many times as fast as usual. */
  speed: number;
  /** From 0 to 1. */
  volume: number;
}
