// The page that grows with a training; see `assets/page/page.js`.

import type { FirstPage, KnownRun, LiveData, Present } from "./run.d.ts";

export interface GrowingPage {
  context: { strings: LiveData["strings"]; under: LiveData["under"]; count(value: number): string };
  /** What stands there before a training begins. */
  first: FirstPage | null;
  element: HTMLElement;
  /** What scrolls: the rows, and the loss beside them. */
  sheet: HTMLElement;
  list: HTMLElement;
  picture: SVGElement;
  /** What stands above them: of a recorded training its title, and the names of the curves or of a race's networks. */
  head: HTMLElement;
  words: HTMLElement;
  heads: HTMLElement;
  /** What the live view shows; null before it is drawn. */
  view: { runs: KnownRun[]; at: number | null; unit: string; lines: Present["lines"] } | null;
  /** The steps of the rows, of which the first ones, as many as `many`, are written. */
  rows: number[];
  many: number;
  /** Of a row, in pixels. */
  high: number;
  /** What was drawn last. */
  drawn: { heads: string; list: string; margin: string };
  /** The widths of texts in a font, and what measures them. */
  widths: { font: string; of: Map<string, number>; paper: CanvasRenderingContext2D };
}
