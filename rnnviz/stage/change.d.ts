// What a reader has changed by hand, counted from 0; see `changes.js`.

/** A change; track: the one that it belongs to, without one the first. */
export type Change = (HoldChange | InputChange | InitialChange | WeightChange | WeightsChange) & { track?: number };

/** A quantity held at a value, from one step to another; units of null are all of them. */
export interface HoldChange {
  kind: "hold";
  quantity: string;
  units: number[] | null;
  from: number;
  to: number;
  value: number;
}
/** Another character read. */
export interface InputChange {
  kind: "input";
  t: number;
  character: string;
}
/** Another state before the first step; unit null for all units. */
export interface InitialChange {
  kind: "initial";
  state: string;
  unit: number | null;
  value: number;
}
export interface WeightChange {
  kind: "weight";
  name: string;
  row: number;
  column: number;
  value: number;
}
/** All weights as they were at a moment of learning, by its number of steps. */
export interface WeightsChange {
  kind: "weights";
  moment: number;
}

type Without<T> = Partial<Omit<T, "kind">>;
/** A change of any kind, for what takes apart what it has. */
export type AnyChange = { kind: Change["kind"]; track?: number } & Without<HoldChange> &
  Without<InputChange> &
  Without<InitialChange> &
  Without<WeightChange> &
  Without<WeightsChange>;

/** A quantity held at a value, as the engine takes it: from the first to the last of `steps`. */
export interface Hold {
  quantity: string;
  units: number[] | null;
  steps: number[];
  value: number;
}

/** The changes in the order of making, with a way back. */
export interface History {
  list: Change[];
  past: Change[][];
  future: Change[][];
  /** What the last change is about, while it is still being dragged; else "". */
  last: string;
  /** The entries of a link that did not fit. */
  left: string[];
}

/** What can be changed in a track. high: 1 for a share, null for any number. */
export interface Bounds {
  T: number;
  quantities: Map<string, { width: number; high: number | null }>;
  states: Map<string, number>;
  weights: Map<string, number[]>;
  vocabulary: string[];
  moments: number[];
}

/** Why a change does not fit: a sentence among the strings, and which of its numbers is wrong, where one is. */
export interface Misfit {
  key: string;
  field?: string;
  values: Record<string, string | number>;
}
