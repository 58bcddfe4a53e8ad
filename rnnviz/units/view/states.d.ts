// What the panels of states are told by the server, and what they give Plotly. Places count from 0.

import type { cloudKeys } from "./assets/cloudkeys.js";
import type { cloudLegend } from "./assets/cloudlegend.js";
import type { cloudSight } from "./assets/cloudsight.js";
import type { turnByDrag } from "./assets/cloudturn.js";
import type { frameByCorners } from "./assets/corners.js";
import type { plot } from "./assets/plot.js";
import type { selectionBar } from "./assets/selectionbar.js";
import type { Page, Place } from "./units.d.ts";

export type Point = [x: number, y: number];

/** Numbers as shares of `most` in 16 bits, row by row, in base64. */
export interface Shares {
  shape: number[];
  most: number;
  data: string;
}

/** The look "cloud": the states in their principal components, a row a component. */
export interface Cloud {
  coordinates: Shares;
  /** Of each component, the share of the variance that it holds. */
  shares: number[];
  /** The places that are drawn, in rising order: all of them, or a fair sample. */
  sample: number[];
}

/** The look "similar": the places with the nearest states, the nearest first. */
export interface Similar {
  places: number[];
  distances: number[];
  /** Of the first places the likeliest next character, as the number of an output, and its probability. */
  outputs: number[];
  p: number[];
  /** How many of the nearest go on as the text does here, and the share of all places that do; null at its end. */
  here: { count: number; of: number; random: number } | null;
  /** How often two places go on alike, over `count` places with their nearest, and with one at random. */
  whole: { near: number; random: number; count: number };
}

/** A point that the state stays at while one character is repeated. at: in the components of the cloud. */
export interface RestPoint {
  at: number[];
  isStable: boolean;
  /** Of the largest eigenvalue. */
  radius: number;
  /** From how many states it was found. */
  reached: number;
  /** The place of the text whose state is nearest. */
  place: number;
  outputs: number[];
  p: number[];
}

/** The look "rest". counts: how deep a network of the bracket language counts; null for others. */
export interface Rest {
  character: string;
  points: RestPoint[];
  tried: number;
  counts: { depth: number; still: number } | null;
}

export interface Hues {
  ink: string;
  page: string;
}

/** Colours as hexadecimal numbers. named: of the most frequent characters. */
export interface CloudHues extends Hues {
  muted: string;
  line: string;
  accent: string;
  pale: string;
  full: string;
  label: string;
  below: string;
  above: string;
  rest: string;
  named: string[];
}

/** From where three components are seen, in radians. */
export interface Turn {
  turn: number;
  tilt: number;
}

/** What a place looks like. range: of the numbers that the colours mean. rest: places without a name. */
export interface Coloured {
  hue(k: number): string;
  shape(k: number): string;
  isNamed(k: number): boolean;
  legend: { character: string; hue: string; shape: string; count: number }[] | null;
  rest: number;
  range?: Point;
}

/** The panel of the cloud: its elements, its parts, and what is drawn. */
export interface CloudView {
  page: Page;
  element: HTMLElement;
  place: HTMLElement;
  title: HTMLElement;
  told: HTMLElement;
  legend: ReturnType<typeof cloudLegend>;
  keys: ReturnType<typeof cloudKeys>;
  selection: ReturnType<typeof selectionBar>;
  sight: ReturnType<typeof cloudSight>;
  drag: ReturnType<typeof turnByDrag>;
  frames: ReturnType<typeof frameByCorners>;
  /** Plotly's picture, and the states, once they are there. */
  picture: ReturnType<typeof plot> | null;
  known: Pick<Cloud, "shares" | "sample"> | null;
  /** Those that are drawn. */
  places: number[];
  coloured: Coloured | null;
  /** What they are coloured by; see `inkOf`. */
  ink: { by: string; of: string | Uint8Array | null };
  rest: RestPoint[];
  now: Place;
  /** The place around which the drawn ones were chosen. */
  centre: number;
  hovered: number | null;
  /** How often a moment has been asked for: the last answer counts. */
  moments: number;
  isRemoved: boolean;
}

/** What moves over the figure, in the figure's numbers. opacity: the share of its ink that a line has. */
export interface Over {
  lines: { from: Point; to: Point; opacity: number }[];
  rings: { at: Point; kind: string }[];
  /** Axes from the middle, with their names. */
  arms?: { to: Point; name: string }[];
}

export interface Trace {
  x: number[];
  y: number[];
  customdata: number[];
  marker: { symbol: string[]; [option: string]: unknown };
  [option: string]: unknown;
}

export interface CloudFigure {
  data: Trace[];
  /** Options of any kind. */
  layout: { [option: string]: any };
}

/** What of Plotly is used here. Its layouts have more options than one would write down. */
export interface Plotly {
  react(element: HTMLElement, data: object[], layout: object, config: object): Promise<PlotElement>;
  relayout(element: HTMLElement, layout: object): Promise<PlotElement>;
  restyle(element: HTMLElement, style: object, traces: number[]): Promise<PlotElement>;
  purge(element: HTMLElement): void;
}

/** _fullLayout: has the axes as Plotly has drawn them; its own examples place elements by it. */
export interface PlotElement extends HTMLElement {
  _fullLayout: { xaxis: PlotAxis; yaxis: PlotAxis };
  /** An event of any kind. */
  on(event: string, listener: (event: any) => void): void;
}

/** _offset, _length: where it lies in the element, in pixels; l2p: from its numbers to pixels from there; p2l: back. */
export interface PlotAxis {
  _offset: number;
  _length: number;
  l2p(value: number): number;
  p2l(pixel: number): number;
}

declare global {
  interface Window {
    Plotly?: Plotly;
  }
}
