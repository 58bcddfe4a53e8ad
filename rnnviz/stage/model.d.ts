// A model as the panels read it: a track, decoded, with the relations between its quantities; see `model.js`.

import type { AnyProgram, Expression, TensorName } from "../engine/program.d.ts";
import type { Change, Hold } from "./change.d.ts";
import type { Leg } from "./place.d.ts";
import type {
  Account,
  BackwardPhase,
  Diagram,
  LabelledTrack,
  NoAccount,
  Phase,
  Quantity,
  Strings,
  Way,
} from "./scene.d.ts";

/** Numbers in rows: `width` a row, `at(k)` in row order. */
export interface Decoded {
  shape: number[];
  width: number;
  at(k: number): number;
  /** Of one-hot rows, the places of the 1. */
  hot?: number[];
  /** The columns that were sent, where those are not all. */
  columns?: number[];
  /** All of them, once they were taken out. */
  numbers?: Float64Array;
}

/** A quantity as panels read it; a pre-activation and the value of a diagram's node are some too. */
export type ReadQuantity = Pick<Quantity, "name" | "kind" | "hue" | "signed" | "high" | "word"> &
  Partial<Quantity> & {
    /** The phase that makes it, −1 for what is there from the start, and the leg in which that is. */
    phase: number;
    leg?: Leg;
    /** Of a pre-activation: whose. */
    isPre?: boolean;
    of?: ReadQuantity;
    /** Of a diagram's node: its value. */
    expression?: Expression;
  };

type Numbers = (name: string, t: number, unit: number, before?: boolean) => number;

/** A track that is to be read: as it was sent, or a model that becomes another one. */
export type ReadableTrack = Omit<LabelledTrack, "tensors" | "arriving" | "phases" | "diagrams" | "ledger" | "program"> &
  Pick<
    Model,
    "language" | "strings" | "readsAhead" | "moments" | "arriving" | "phases" | "diagrams" | "ledger" | "program"
  > & {
    isBack?: boolean;
  };

/** A phase of either way; slope: of the way back, what leads on to the pre-activation. */
export type ReadPhase = Omit<Phase, "expression"> &
  Partial<Omit<BackwardPhase, keyof Phase>> & { expression: WalkedExpression; slope?: WalkedExpression | null };

export interface Model
  extends Omit<LabelledTrack, "tensors" | "arriving" | "phases" | "diagrams" | "ledger" | "program"> {
  phases: ReadPhase[];
  program: AnyProgram | null;
  /** factors: on the way back, of each wire the ways on which it takes a gradient. */
  diagrams: (Diagram & { factors?: Way[][] })[];
  /** What a ledger is computed from, or without a memory the reason why there is none. */
  ledger: Partial<Account> & Partial<Pick<NoAccount, "reason">>;
  language: string;
  strings: Strings;
  /** Whether one of the scene's tracks reads from the end. */
  readsAhead: boolean;
  tensors: Map<string, Decoded>;
  /** What arrives from around a cell of somebody's own. */
  arriving: Map<string, Decoded> | null;
  weights: Map<string, Decoded>;
  /** The weights of moments of its learning, by the number of steps; null for those that can be fetched. */
  moments: Map<number, Map<string, Decoded> | null>;
  /** One number of the trace; before: as the step before left it. */
  value: Numbers;
  /** The numbers that equations read; a model of gradients reads those of its own model. */
  known: Numbers;
  quantity(name: string): ReadQuantity | undefined;
  phaseOf(name: string): number;
  /** What stands for a step's input. */
  inputWord(t: number): string;
  /** A sensor's reading as it was measured and as it is read; "" of a text. */
  inputDetail(t: number): string;
  stepBefore(name: string, t: number): number | null;
  stepNumber(name: string, t: number, before: boolean, isLater?: boolean): number;
  isBackward(name: string): boolean;
  /** null for the input, which all cells read. */
  isReversed(name: string): boolean | null;
  legs: Leg[];
  legAt(phase: number): Leg | undefined;
  /** Of each phase, its diagram. */
  diagramOf: number[];
  vectors: ReadQuantity[];
  units: number;
  length(name: string): number;
  madeName(diagram: number, node: string): string;
  /** The outputs whose numbers were sent. */
  listed: number[];
  hasOutput(k: number): boolean;

  /** Becomes another number whenever its numbers become others. */
  version?: number;
  /** The model before any change by hand. */
  original?: Model;
  /** Make it the model with these changes, and without any the original again. */
  change?(changes: Change[]): void;
  holds?: Hold[];
  isHeld?(name: string, t: number, unit: number): boolean;
  /** What a held number would have been by its equation. */
  free?: Numbers;
  /** Where it parts from the original, and what came of it; null without changes. */
  effect?: (() => Effect) | null;
  /** Whether its numbers are gradients. */
  isBack?: boolean;
}

/** A model of either way, for what draws both. */
export type AnyModel = Model & Partial<Omit<BackwardModel, keyof Model>>;

/** Two models of one text beside each other. */
export interface Effect {
  /** The first number that differs. */
  first: { t: number; phase: number; unit: number } | null;
  /** The mean losses; null without targets. */
  before: number | null;
  after: number | null;
  /** The step whose loss differs most. */
  most: number | null;
  /** The steps whose likeliest output is another one. */
  predictions: number[];
  /** The first quantity that has become too large for a number. */
  overflow: { t: number; phase: number } | null;
}

/** A way on which a gradient comes, and what it brings. */
export interface Path {
  source: string;
  /** Whether it comes from the step after. */
  later: boolean;
  expression: WalkedExpression;
}

/** The expressions of the way back also have the loss itself, and what arrives from around a cell. */
export type WalkedExpression =
  | Expression
  | { op: "loss"; of: WalkedExpression; count: number }
  | { op: "outside"; of: TensorName };

/**
 * A model walked backwards: its numbers are ∂L/∂ those of `forward`; see `backwards.js`. `value` of the step before is
 * what a step hands on to it.
 */
export interface BackwardModel extends Omit<Model, "phases"> {
  /** The gradients of a step, in the order of walking back. */
  phases: (BackwardPhase & ReadPhase)[];
  forward: Model;
  /** The steps whose losses L is the mean of; null for all. */
  losses: number[] | null;
  isCounted(t: number): boolean;
  /** The paths that meet, which add up to `value`. */
  terms(name: string, t: number, unit: number, before?: boolean): (Path & { value: number })[];
  stepAfter(name: string, t: number): number | null;
  /** The Euclidean norm of a gradient. */
  norm(name: string, t: number): number;
  /** What of a gradient goes on; nothing where the quantity is held by hand. */
  passing(name: string, t: number, unit: number): number;
  /** ∂L/∂ a parameter as a whole, the contribution of one step, and that of all steps from t on, in row order. */
  parameter(name: string): Float64Array;
  parameterAt(name: string, t: number): Float64Array;
  parameterUpTo(name: string, t: number): Float64Array;
  /** The central finite difference of L at one number of a parameter. */
  difference(name: string, k: number, by: number): number;
  /** The same at one number of a quantity, with all that follows from it. */
  slope(name: string, t: number, unit: number, by: number): number;
  /** The terms of a parameter's gradient. */
  uses(name: string): Path[];
}
