// A place in a scene, counted from 0, and how it moves; see `cursor.js`.

import type { Bounds, Change, History } from "./change.d.ts";
import type { Expression } from "../engine/program.d.ts";

export interface Place {
  /** From the first character, or from the loss to it, where phases are those of the backward pass. */
  way: "forward" | "back";
  /** The steps whose losses the way back starts from, their mean; null for the mean of all. */
  losses: number[] | null;
  /** The focused track, whose phases and units are meant. */
  track: number;
  t: number;
  phase: number;
  unit: number;
  notation: number;
  /** What stands below the cell. */
  view: string;
  /** "river" where the river stands in the place of the cell and its panels, else "". */
  face: "river" | "";
  /** The output whose sum is shown. */
  choice: number | null;
  /** The step from which on the stage asks before it shows; null where it does not ask. */
  cover: number | null;
  /** Those given so far, by the key of their question. */
  answers: Record<string, Answer>;
  /** The question that waits for its answer here. */
  asked: Question | null;
  /** The panel that fills the screen in presenter mode, "" for all of them. */
  zoom: string;
  /** Whether all tracks have one scale of colours. */
  oneScale: boolean;
  /** What is measured of a quantity, such as "F.share", where units stand from the largest down, or "". */
  sort: string;
  changes: History;
  /** The number of a parameter whose gradient is looked at, such as "W_hf.2.3", or "". */
  weight: string;
  /** Where the reader last turned round. */
  left: { track: number; t: number; phase: number } | null;
  /** Of a track that is not focused: the last phase of the step that may be seen. */
  shown?: number;
}

/** choice null where the question was only revealed; isPast: given in a round that is over. */
export interface Answer {
  choice: number | null;
  isRight: boolean;
  isPast: boolean;
}

/** See `questions.js`. */
export interface Question {
  /** Differs between any two questions, and is the same in every language. */
  key: string;
  kind: "prediction" | "change" | "gate" | "terms";
  t: number;
  /** Where the answer will stand, and the first phase of the step that would give it away. */
  phase: number;
  from: number;
  quantity: string;
  unit: number | null;
  choices: Choice[];
  /** The place of the true one among the choices. */
  answer: number;
  /** Of a gate: what it does. */
  use?: string;
}

/** What a choice says, by the kind of its question. */
export interface Choice {
  output?: number;
  rises?: boolean;
  isAbove?: boolean;
  expression?: Expression;
}

/** Phases that are taken at every step before the next leg begins. by: 1 from left to right, −1 from right to left. */
export interface Leg {
  from: number;
  to: number;
  by: number;
}

/** The bounds of a place. */
export interface Outline {
  T: number;
  /** Whether L cannot be that of some steps alone. */
  isOneLoss?: boolean;
  notations: string[];
  views: string[];
  tracks: TrackOutline[];
  /** The steps at which the tracks differ. */
  differences(): number[];
}

export interface TrackOutline {
  /** The keys of its phases, and of those of the backward pass in the order in which one walks; null without one. */
  phases: string[];
  back: string[] | null;
  legs: Leg[];
  legsBack?: Leg[];
  /** The first phase that reveals something about the prediction. */
  outputPhase: number;
  units: number;
  hasRiver: boolean;
  isOutput(k: number): boolean;
  /** What can be changed; null where nothing can. */
  changes: Bounds | null;
  questions(t: number): Question[];
  views(place: Place): string[];
  sorts(place: Place): string[];
  order(place: Place): number[] | null;
}

/** The place in an address, with numbers from 1. */
export type Address = Partial<Record<AddressField, string | number>>;
type AddressField =
  | "way"
  | "loss"
  | "track"
  | "t"
  | "phase"
  | "unit"
  | "notation"
  | "view"
  | "face"
  | "char"
  | "cover"
  | "scale"
  | "sort"
  | "weight"
  | "changes";

/** What moves a place. by: how far, or what it sorts by. */
export type Action =
  | { do: "go"; to: Partial<Place> }
  | { do: "focus" | "on" | "step" | "phase" | "unit"; by: number }
  | { do: "sort"; by: string }
  | { do: "loss"; t?: number }
  | { do: "losses"; losses: number[] | null }
  | { do: "view"; name: string }
  | { do: "zoom"; panel: string }
  | { do: "answer"; choice: number | null }
  | {
      do: "difference" | "scale" | "turn" | "first" | "last" | "lastStep" | "begin" | "nextSort" | "nextView" | "river";
    }
  | { do: "ask" | "reveal" | "anew" | "settle" | "undo" | "redo" | "reset" }
  | { do: "change"; change: Change }
  | { do: "changes"; changes: Change[]; track?: number }
  | { do: "exchange"; k: number; change: Change }
  | { do: "unchange"; k: number };

/** Where one stands in a scene; see `cursor`. */
export interface Cursor {
  place: Place | undefined;
  outline: Outline | undefined;
  /** Takes an action for its own, such as an answer that is to be a vote first. */
  intercepts: ((action: Action) => boolean) | undefined;
  /** Begins in another scene, and tells nobody. */
  enter(outline: Outline, place: Place): void;
  /** Whether the place moved. */
  act(action: Action): boolean;
  go(to: Partial<Place>): boolean;
  /** Returns what ends it. */
  subscribe(listener: (place: Place, before: Place, action: Action) => void): () => void;
}
