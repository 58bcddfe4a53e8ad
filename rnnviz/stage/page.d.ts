// What a page may give the stage beside a scene, and does not have to; see `mount`.

import type { Action, Address } from "./place.d.ts";
import type { Networks, Scene, Tensor } from "./scene.d.ts";
import type { StageQuestion } from "../hall/desk.d.ts";

export interface MountOptions extends Partial<Offers> {
  scene: Scene;
  /** Where to begin, as in links, counted from 1. */
  place?: Address;
  /** The part of the window's height reserved above the stage. */
  above?: number;
  /** The style sheet, if the page does not carry it. */
  css?: string;
  /** Whether the address bar follows. */
  link?: boolean;
  /** What goes on the full screen where it is not the stage alone. */
  whole?: Element;
}

export interface Offers {
  networks: Networks | null;
  /** Of a batch whose samples stand here one at a time: which one does, and what all are called. */
  samples: { now: number; names: string[] } | null;
  /** Another sample is chosen. */
  onSample(k: number): void;
  /** The address of a page that explains the terms. */
  glossary: string;
  /** The address of a page where one computes, up to the kind of task. */
  practice: string;
  /** The address of a page that says how all numbers are known. */
  howWeKnow: string;
  /** Of each track, weights of moments of its learning; null for those that can be fetched. */
  moments: Record<string, Record<string, Tensor> | null>[];
  onNetwork(name: string): void;
  /** Called at once on every move; the address follows a little later. */
  onPlace(place: Address): void;
  /** The weights of a moment that can be fetched, or why there are none. */
  onMoment(steps: number, track: number): Promise<{ told: Record<string, Tensor> | null; refused: string }>;
  /** The question that stands now, and whether the one before it got its answer. */
  onAsked(question: StageQuestion | null, isAnswered?: boolean): void;
  /** Whether the page takes an action for its own. */
  intercepts(action: Action): boolean;
  /** Whether a reader who comes to this place has answered nothing yet. */
  isFresh: boolean;
  /** The pixels above the stage that a page has taken since, beside those of `above`. */
  noticed(): number;
  /** What takes pictures, fetched when the first one is asked for. */
  pictures(): Promise<{ savePicture: unknown; showPictures: unknown; sheetOf: unknown }>;
  /** The whole link to a place, for the pictures. */
  linkOf(place: Address): string;
  /** The address of a place at which gates carry gradients far. */
  elsewhere: string;
  /** Whether the page around the stage is another program's, such as a notebook: its keys and focus are left alone. */
  isGuest: boolean;
  /** The height that the stage may fill, in pixels; null for that of the window. */
  height: number | null;
  /** How many pixels of the window stand below the river. */
  below: number;
  /** Whether the river reads its line by itself, once, as soon as it is there. */
  readsItself: boolean;
  /** Whether a page that is printed has the stage as a sheet. */
  prints: boolean;
}
