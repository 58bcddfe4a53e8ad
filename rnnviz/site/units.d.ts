// What the Units page of the static edition is told; see `units.py`.

import type { AnyProgram } from "../engine/program.d.ts";
import type { Field, Source } from "../units/view/units.d.ts";

export interface UnitsData {
  language: string;
  strings: Record<string, string>;
  words: Record<string, string>;
  fields: Field[];
  /** file: of its head. */
  /** isOffered: to readers of the language; others are opened by their links. */
  nets: { key: string; title: string; file: string; isOffered: boolean }[];
  /** The network with which the page opens. */
  first: string;
  /** The file of the worker. */
  reader: string;
  /** Said where a file does not come. */
  offline: string;
  /** It may be any: each file has its own shape. */
  fetched(file: string): Promise<any>;
  /** The whole address of a file. */
  pathOf(file: string): string;
  pictures(): Promise<{ showPictures: (motifs: unknown, name: string) => void }>;
}

/** What is known of a network before anything is asked. */
export interface Head {
  source: Omit<Source, "loss">;
  program: AnyProgram;
  /** The files of the weights, by step. */
  weights: Record<string, string>;
  labels: Label[];
  /** Of each state and metric how often places with similar states go on alike. */
  alike: Record<string, Record<string, object>>;
  /** Of each character, by state; empty where it was not recorded. */
  rest: Record<string, Said>[];
}

/** Files: where the label is on; of each quantity a `Recorded`; in each language a `RecordedWords`. */
export interface Label {
  name: string;
  title: string;
  hint: string;
  files: { asked: string; units: Record<string, string>; words: Record<string, string> };
}

/** An answer, any of those in `units.d.ts` of the view, or by language why there is none. */
export interface Said {
  told?: any;
  refused?: Record<string, string>;
}

/** Of all units of a quantity; the last three of states alone. */
export interface Recorded {
  ranking?: Said;
  held?: Said;
  learnt?: Said;
  enough?: Said;
}

/** What a look gives. It may be any: each look has its own shape. */
export interface Answer {
  told: any;
  refused: string;
  /** Whether it may be told when it is asked again. */
  isLater: boolean;
}

/** A text that was read. widths: of each quantity. labels: how many characters the network predicts. */
export interface Reading {
  indices: number[];
  widths: Map<string, number>;
  values: Map<string, Float64Array>;
  Y_hat: Float64Array;
  labels: number;
  loss: Float64Array;
}
