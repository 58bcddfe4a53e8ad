// What the Units page is told by its server, and the place in it. Places and units count from 0.

import type { Anchor, Scale } from "../../course/picture.d.ts";
import type { StageQuestion } from "../../hall/desk.d.ts";
import type { Strings } from "../../stage/scene.d.ts";
import type { hover } from "../../stage/assets/place/hover.js";
import type { Field as AnyField } from "../../web/field.d.ts";
import type { presenter } from "../../web/presenter.js";
import type { atRest } from "../../web/rest.js";
import type { Offer } from "../../web/tables.d.ts";
import type { themeOf } from "../../web/theme.js";
import type { againNote } from "./assets/again.js";
import type { unitsSound } from "./assets/sound.js";
import type { textPanel } from "./assets/text.js";

/** A field of the link; see `rnnviz/address/units_link.py`. */
export interface Field extends AnyField {
  usual: string;
  /** Whether it says which network reads which text. */
  isSource: boolean;
}

export interface Quantity {
  name: string;
  title: string;
  hue: string;
  isSigned: boolean;
  high: number;
  units: number;
}

/** The look "source": the network and the text that it has read. */
export interface Source {
  kind: string;
  cell: string;
  name: string;
  at: number | null;
  steps: number[];
  textual: string;
  unknown: string[];
  characters: string[];
  widths: string;
  /** Float64 in base64. */
  loss: string;
  outputs: string[];
  /** With which unit and label the page opens where the link names none. */
  opening: { quantity: string; unit: number; label: string } | null;
  quantities: Quantity[];
}

/** The look "expected". */
export interface Expected {
  outputs: number[][];
  p: number[][];
}

/** What is asked: a ready label, a regular expression, or marked places. */
export type Question = { label: string; pattern?: string; spans?: string };

/** A unit in the ranking: its measure on the second half, and on the first. */
export interface Ranked {
  quantity: string;
  unit: number;
  auc: number;
  first: number;
  /** 1 where the unit is higher if the label is on, else −1. */
  direction: number;
  isFind: boolean;
}

/** How a unit's values part where a label is on from where it is off. */
export interface Parted {
  threshold: number;
  edges: number[];
  on: number[];
  off: number[];
}

/** Quartiles of a unit at the places where a label of numbers has one value. */
export interface Level {
  value: number;
  places: number;
  lower: number;
  median: number;
  upper: number;
}

/** The look "ranking". */
export interface Ranking {
  measure: "auc" | "rho";
  chance: number;
  finds: number;
  count: number;
  best: Ranked[];
  /** The chosen unit; of a label of numbers it has levels and no threshold. */
  own: Ranked & { place: number } & (Parted | { levels: Level[] });
  units: number[];
}

/** What was found of the chosen unit and what is asked. values, mask: one a place. */
export interface Finding {
  /** Tells one finding from another. */
  key: string;
  told: Ranking;
  title: string;
  clause: string;
  values: Float64Array;
  mask: Uint8Array;
}

/** Neighbouring places at which a unit and its label disagree in the same way: from k to before `end`. */
export interface ErrorRun {
  k: number;
  end: number;
}

/** The look "spread": of each kind of probe the number of units, as a word, and the measure. */
export interface Spread {
  word: "one" | "several" | "absent";
  measure: "auc" | "rho";
  chance: number;
  probe: [size: string, measure: number][];
  units: [quantity: string, unit: number][];
  control: [size: string, measure: number][] | null;
  before: [size: string, measure: number][] | null;
  sentences: string[];
}

/** The look "learnt": a row a moment of the training; no rows where nothing was kept of it. */
export interface Learnt {
  measure: "auc" | "rho" | null;
  steps: number[];
  loss: number[];
  /** Of each unit of the chosen quantity. */
  units: number[][];
  best: number[];
  bestUnits: [quantity: string, unit: number][];
  chance: number[];
  /** Of each unit the step from which it has learnt the label; null where it has not. */
  since: (number | null)[];
  probe: number[];
}

/** Where the reader is: every field of the link, and what no link holds. */
export interface Place {
  [field: string]: string | number | boolean | null | Uint8Array;
  quantity: string;
  unit: number;
  second: string;
  label: string;
  pattern: string;
  spans: string;
  sort: string;
  how: string;
  k: number;
  /** Where the unit is taken to say yes; null where the first half of the text says. */
  threshold: number | null;
  /** Which of its errors are listed: "misses", "alarms", or "". */
  errors: string;
  /** The place under the pointer, in any panel, or null. */
  hover: number | null;
  /** Places that another panel has lit in the text: N numbers, 1 or 0. */
  lit: Uint8Array | null;
  /** Where what is asked holds, as numbers from 0 to 255, one a place; null where nothing is asked. */
  mask: Uint8Array | null;
  /** Whether the reader marks spans of the text. */
  brushing: boolean;
  /** What the reader says of the unit before the verdict is shown; "" while that is asked, null where it is not. */
  guess: string | null;
  /** The number of the reader's answer while a class is asked, -1 before there is one; null where none is asked. */
  vote: number | null;
  /** What the class is asked, in words; it may be of another unit than the one that the reader looks at. */
  words: string;
  /** Whether the units cannot be asked the label at all: what would follow from it is not on the page. */
  isRefused: boolean;
}

export type Change = Partial<Place>;

/** What a look has answered. */
export interface Looked {
  /** It is any: each look answers with a shape of its own. */
  told: any;
  refused: string;
  /** Whether it may be told later: the server is busy, or not there. */
  isLater?: boolean;
}

/** What a file holds of a network and its text: each answer with the look and the words by which it was asked. */
export interface UnitsRecord {
  /** The words of a link that name the network and the text. */
  source: Record<string, string>;
  /** Of each look the names of the words on which its answer depends. */
  depends: Record<string, string[]>;
  /** It is any: see `Looked`. */
  answers: [look: string, words: string[], told: any, refused: string][];
}

/** Numbers that Python says; see `rnnviz/address/units_page.py`. */
export interface Constants {
  /** What a unit that tells nothing reaches, by the measure. */
  nothing: { auc: number; rho: number };
  /** How many spans a link names at most. */
  mostSpans: number;
  /** Places in one answer to "expected", and the likeliest characters of each. */
  block: number;
  likeliest: number;
  /** The overview's numbers go from −shades to shades. */
  shades: number;
  /** Characters of the longest text that the Step page reads. */
  mostOnStage: number;
}

/** What a panel is given; see `main.js`. */
export interface Page {
  strings: Strings;
  constants: Constants;
  language: string;
  /** The address of Plotly's script; "" where it is not there. */
  plotly: string;
  source: Source & { count: number; losses: Float64Array };
  /** Whether this is a file, which holds what was asked when it was saved. */
  isRecorded: boolean;
  /** Whether another one leads. */
  isFollowing: boolean;
  /** Whether the place after a change can be shown here: everywhere but in a file. */
  holds(change: Change): boolean;
  place(): Place;
  go(change: Change): void;
  /** Opens another network or text, such as another moment of the training. */
  open(change: Change): void;
  look(name: string, asked?: Record<string, string | number>): Promise<Looked>;
  quantity(name?: string): Quantity;
  /** The reader has answered what the verdict is, or wants to see it. */
  answer(word: string): void;
  /** A lecturer's class is asked, or no longer; see `askclass.js`. */
  askClass(question: StageQuestion | null, isAnswered: boolean): void;
  colours: Colours;
  /** A unit's value at every place; null where the server refuses it. */
  values(quantity: string, unit: number): Promise<Float64Array | null>;
  /** Gives the view of all units an order: the scores of a quantity's units, the best the largest. */
  score(name: string, quantity: string, scores: ArrayLike<number> | null): void;
  /** What find.js has found last; null where nothing is asked, or it cannot be. */
  finding(): Finding | null;
  tellFinding(finding: Finding | null): void;
  scores(name: string, quantity: string): ArrayLike<number> | null;
  /** Writes three digits, and all of them on hover and focus. */
  number(element: HTMLElement, value: number): void;
}

/** What the page's home gives each view, and how far one is only shown there; see `mount`. */
export interface UnitsHome {
  strings: Strings;
  fields: Field[];
  constants: Constants;
  language: string;
  /** The address of Plotly's script; "" where it is not there. */
  plotly: string;
  /** The server's address; a home without it saves no files. */
  api?: string;
  look(name: string, source: Place, more?: Record<string, unknown>): Promise<Looked>;
  /** Opens the network and the text of a place. */
  open(place: Place): void;
  pictures(): Promise<{ showPictures: (motifs: unknown, name: string) => void }>;
  /** Of a page that only follows: it leaves the address alone. */
  isFollowing: boolean;
  /** While a class is asked, an answer is a vote; whether it is. */
  votes(word: string): boolean;
  /** Of a file: whether it has what is shown at a place. */
  holds?(place: Place): boolean;
  /** What does not fit in the address, and has not been said. */
  unsaid: string[];
}

/** The view of one network and one text; see `view.js`. */
export interface UnitsView {
  root: HTMLElement;
  home: UnitsHome;
  source: Source;
  place: Place;
  bounds: { count: number; units(quantity: string): number };
  /** A unit's values, by its symbol. */
  values: Map<string, Float64Array>;
  /** Of all units of a quantity, by the name of the score and the quantity. */
  scores: Map<string, ArrayLike<number> | null>;
  finding: Finding | null;
  theme: Partial<ReturnType<typeof themeOf>>;
  /** The frame that was asked for last. */
  frame: number;
  isRemoved: boolean;
  page: Page;
  panels: Panel[];
  text: ReturnType<typeof textPanel>;
  /** What stands above the panels. */
  rows: HTMLElement[];
  trouble: ReturnType<typeof againNote>;
  spoken: HTMLElement;
  helpDialog: HTMLDialogElement;
  sound: ReturnType<typeof unitsSound>;
  screen: ReturnType<typeof presenter>;
  notes: ReturnType<typeof hover>;
  speaking: ReturnType<typeof atRest>;
  writing: ReturnType<typeof atRest>;
}

/** What the text shows. values: null until they have come. */
export interface TextView {
  place: Place;
  /** The unit that colours it. */
  unit: { name: string; values: Float64Array | null; high: number };
  /** The second unit, as a line through it; its name is "" where there is none. */
  line: { name: string; values: Float64Array | null; high: number; hue: string };
  label: Uint8Array | null;
  lit: Uint8Array | null;
}

export interface Colours {
  /** Changes with the theme. */
  version: number;
  of(share: number): string;
  ink(share: number): string;
  pixel(share: number): number;
}

export interface Panel {
  element: HTMLElement;
  show(place: Place): void;
  fit?(): void;
  recolour?(): void;
  wordsAt?(target: Element, event?: Event): string;
  /** What it draws, as tables. */
  tables?(): Offer[];
  /** The panels that stand in this one. */
  parts?: Panel[];
  remove?(): void;
}

/** A mean over places and its 95 % interval, in nats. */
export interface Interval {
  cost: number;
  low: number;
  high: number;
}

/** The looks "ranking", "costs", "held" and "verdict", as far as a panel has asked them. */
export interface Known {
  costs: Map<number, UnitCost>;
  /** How many units the quantity has. */
  units: number;
  ranking: { measure: "auc" | "rho"; units: number[]; chance: number } | null;
  held: Record<string, Held> | null;
  verdict: Verdict | null;
  refused: string;
}

/** The chosen unit, held in one way. */
export interface Held {
  on: Mean;
  /** null where no other place has the label's characters. */
  off: Mean | null;
  /** At how many places the label is on, and the share of them whose character stands elsewhere, too. */
  places: number;
  matched: number;
}

/** A unit's cost at the label's places, with its interval, and elsewhere. */
export interface UnitCost {
  unit: number;
  on: number;
  low: number;
  high: number;
  off: number | null;
}

export interface Verdict {
  tells: boolean;
  matters: boolean;
  word: string;
  company: string;
  reasons: { tells: string[]; matters: string[]; company?: string[] };
}

/** loss: without the hold. */
export interface Mean extends Interval {
  loss: number;
}

/** What the picture of all units shows. */
export interface CostsToDraw {
  /** What a unit that tells nothing reaches. */
  nothing: number;
  /** Of each unit, what it tells. */
  scores: number[];
  chance: number;
  /** Of each unit that was held, what it costs at the label's places, in nats. */
  costs: Map<number, number>;
  quantity: string;
  unit: number;
  own: Interval | null;
}

/** The picture of all units, in pixels. */
export interface TestLayout {
  x: Scale;
  y: Scale;
  ticksX: number[];
  ticksY: number[];
  zero: number;
  /** The line of chance, and which end of its name stands at it. */
  chance: { x: number; place: Anchor };
  dots: { unit: number; x: number; y: number }[];
  chosen: { unit: number; x: number; y: number; ends: number[] | null } | null;
  names: { x: number; y: number; place: Anchor; words: string; isChosen: boolean }[];
  /** room: [left, top, right, bottom]. */
  corners: { x: number; y: number; place: Anchor; word: string; room: number[] }[];
}

/** What two units cost beyond what each costs, in nats. */
export interface PairCost extends Mean {
  units: number[];
}

/** Half a table of pairs; see `pairs.js`. */
export interface PairTable {
  columns: number[];
  rows: { unit: number; cells: (PairCost | null)[] }[];
  /** The largest cost, either way. */
  end: number;
}

/** The look "enough", where a grammar knows the label. */
export interface Enough {
  difference: number;
  told: number;
  pairs: number;
  own: Moved;
  every: Moved;
  first: string;
  second: string;
  answers: string[];
}

export interface Moved {
  share: number;
  low: number;
  high: number;
}
