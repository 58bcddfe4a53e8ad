// A picture as `paint` brings it into the document, and what the functions that draw one take.

import type { Attributes } from "../web/elements.d.ts";

export type { Attributes };

/** A length or a place; a text where fewer digits are written out than the number has. */
export type Pixels = number | string;

/** An element: its tag, its attributes, and what is in it. */
export type Mark = [tag: string, attributes: Attributes, ...inside: Part[]];

/** What stands in an element; null, undefined, false, "" and an empty list stand for nothing. */
export type Part = Mark | string | false | null | undefined | [];

/** A list of parts, loosely: for TypeScript, a literal such as ["g", {}] is a pair only where a pair is asked for. */
export type Drawing = unknown[];

/** Which part of a text is at its x. */
export type Anchor = "start" | "middle" | "end";

/** A place for a name: the point, and which part of the name is there. */
export type Way = [x: number, y: number, place: Anchor];

/** A text, or its parts: letters with an index beside plain words. */
export type Words = string | Part[];

export interface LabelOptions {
  /** One of the stage's hues, such as "gate2". */
  hue?: string;
  place?: Anchor;
  /** The middle of its letters is at its y, and not the line that they stand on. */
  base?: "middle";
  /** Further classes, such as "bold small". */
  more?: string;
  /** The quantity that it lights up with. */
  symbol?: string;
}

/** Where an axis begins and ends, in pixels; what has ticks is a whole scale. */
export type Axis = Pick<Scale, "start" | "end"> & Partial<Scale>;

/** From values to pixels and back. */
export interface Scale {
  at(value: number): number;
  of(pixel: number): number;
  from: number;
  to: number;
  /** Where `from` and `to` are, in pixels. */
  start: number;
  end: number;
}
