// A field of an address, as `rnnviz/fields.py` says it.

export interface Field {
  name: string;
  /** What a sentence calls it. */
  title: string;
  kind: "choice" | "switch" | "whole" | "number" | "sizes" | "shaped" | "short" | "text" | "words";
  /** What is said of words that do not fit. */
  sentences: Record<string, string>;
  choices?: string[];
  /** Whether it may also be "". */
  empty?: boolean;
  least?: number;
  most?: number;
  /** What the address calls 0, of a number that it counts from there. */
  first?: number;
  /** Whether it may also be off. */
  off?: boolean;
  /** Most layers, and most units of each of two directions; 0 where there is one. */
  layers?: number;
  eachWay?: number;
  /** A regular expression of the whole. */
  shape?: string;
  characters?: number;
  bytes?: number;
  /** Of more bytes the characters are not counted. */
  countedBytes?: number;
  characterBytes?: number;
}
