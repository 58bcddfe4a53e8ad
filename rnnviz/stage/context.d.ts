// What every panel draws with; see `makeContext`.

import type { AnyModel, Model, ReadQuantity } from "./model.d.ts";
import type { Filmed } from "./motion.d.ts";
import type { Action, Place } from "./place.d.ts";
import type { Notation, Strings } from "./scene.d.ts";

export interface Context {
  /** On the way back the gradients, and then `forward` is the model itself. */
  model: AnyModel;
  forward: Model;
  isBack: boolean;
  /** Move the place; send the cursor any action. */
  go(to: Partial<Place>): boolean;
  act(action: Action): boolean;
  /** The contexts of all tracks of the scene, in their order. */
  all: Context[];
  /** The buttons that show a part as a table and as a picture, and of the views the one that plays the unit's row. */
  panelKeys(part: string): HTMLElement;
  /** The panels that are seen to take a step. */
  filmed: Set<Filmed>;
  /** The address of a place where gates carry gradients far, or "". */
  elsewhere: string;
  /** The number that equation and sum are about. */
  focus(place: Place): Focus;
  /** The unit of a quantity that is looked at. */
  unitOf(name: string, place: Place): number;
  notation: Notation;
  strings: Strings;
  scale: number;
  /** How wide the widest input is, in letters' heights. */
  widestInput: number;
  /** The end of the scale of a quantity's colours. */
  high(quantity: ReadQuantity): number;
  narrow: boolean;
  look: Look;
  /** The colours that the view has now. */
  recolour(): void;
  likeliest(t: number): number;
  /** The units in the order in which a reader has sorted them, or null for that of their numbers. */
  order(place: Place): number[] | null;
  /** A number in words. */
  describe(name: string, t: number, unit: number, before?: boolean): string;
  colour(name: string, value: number): string;
  /** Colours as pixels, from a share of the scale's end: of a quantity, and of a difference. */
  rampOf(quantity: ReadQuantity): (share: number) => number;
  signedRamp(share: number): number;
  /** Ever more ink: nothing at −1, the hue at 0, the ink of letters at 1. */
  inkRamp(hue: string): (share: number) => number;
  /** The same as a colour, and what is read on it. */
  shareColour(share: number): string;
  inkOn(share: number): string;
  /** Whether the reader wants motion. */
  moves(): boolean;
}

export interface Focus {
  isOutput: boolean;
  isInput: boolean;
  unit: number;
  label: string;
}

/** Colours of the view; what was painted with older ones has another version. */
export interface Look {
  version: number;
  ghost: string;
  ink: string;
}
