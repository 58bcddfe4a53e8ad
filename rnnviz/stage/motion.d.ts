// What moves while the stage goes one step; see `motion/`.

import type { Place } from "./place.d.ts";

/** Of a film, or of a part of it: where something begins and ends, from 0 to 1. */
export type Span = [number, number];
/** In pixels of a panel. */
export type Point = number[];
/** A keyframe at a share of its span. */
export type Frame = Keyframe & { share: number };

/** What happens in one step, each where it is seen; null where it does not happen. */
export interface Film {
  /** The later of the two places, which has all that the film shows, and the step before its own. */
  place: Place;
  t: number;
  from: number;
  /** Whether the move went back, so that the film runs backwards. */
  isUndone: boolean;
  isBack: boolean;
  /** The states go on to the next step. */
  hands: Span | null;
  /** A letter falls into the cell. */
  reads: Span | null;
  /** Numbers go along the wires of the phase. */
  works: Span | null;
  /** The prediction meets what came, or on the way back the loss goes into the cell. */
  says: Span | null;
}

/**
 * An element that moves, by keyframes over a whole film. into: where an element stands that only the film has.
 * isOnward: something appears, which is not seen where the film runs backwards. isOver: what was before the move, whichever
 * way it went, passes over into what is.
 */
export interface Move {
  element: Element;
  into?: Element;
  frames: Keyframe[];
  isOnward?: boolean;
  isOver?: boolean;
}

/** A part of the stage that has films. */
export interface Filmed {
  element: HTMLElement;
  /** Called before the step is painted, when to ask where something stands costs no layout. */
  keep?(isSeen: boolean): void;
  moves(film: Film): Move[];
  /** The letter that is read, from where it stands in the line; the first part that has a place for it takes it. */
  reads?(film: Film, from: DOMPoint): Move[] | null;
  /** Where a step's letter stands in the line, in the window. */
  letterAt?(t: number): DOMPoint | null;
}
