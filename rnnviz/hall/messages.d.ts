// What a room tells a browser, and what it is told; see `pages/server/hall.py` and `audience.py`. A test holds what the
// server sends to these shapes.

import type { FollowedRun } from "../live/run.d.ts";

/** A room that has just been opened. */
export interface OpenedRoom {
  code: string;
  key: string;
  links: RoomLink[];
}

/** A room that another person has taken over. */
export interface TakenRoom {
  code: string;
  links: RoomLink[];
  view: string;
  /** What came along, as JSON; see `assets/parcel.js`. "" for nothing. */
  parcel: string;
}

/** An address that leads to a room, with its QR code: a row a string, 1 for a dark square. */
export interface RoomLink {
  url: string;
  qr: string[];
}

/** Where the room is; (epoch, seq) is the order of the views. */
export interface Moment {
  epoch: number;
  seq: number;
  view: string;
}

/** What everybody is told with each move, and after each change of the question. */
export interface Told extends Moment {
  drives: boolean;
  question: Question | null;
  light: Light | null;
  /** What the lecture plan has for the class at this view, in its reader's language; "" for nothing. */
  sentence: string;
}

/** The question that stands. mine: the choice of this browser, or null. */
export interface Question {
  id: string;
  text: string;
  choices: string[];
  isOver: boolean;
  mine: number | null;
  /** Whether the lecturer's stage asks it, or his page of units. */
  ofStage: boolean;
  /**
   * Of a question that a number answers: the lowest and the highest that count as each choice; any other counts as the
   * last one. null where its choices are chosen.
   */
  ranges: [low: number, high: number][] | null;
}

/** Of a question that is over, or to who drives: the place of the right answer, null where there is none. */
export interface Answered extends Question {
  truth: number | null;
}

/** To the class, where the lecturer shows them how it has voted; and to who drives. */
export interface Counted {
  counts: number[];
}

/** What the driver alone is told of a question. late: votes after its end; isShown: whether all see the counts. */
export interface Driven extends Answered, Counted {
  late: number;
  isShown: boolean;
}

/** The part of the page that the lecturer speaks of. */
export interface Light {
  part: string;
}

/** The lines of a pen from number `first` on, and whether the screen is black. */
export interface InkNews {
  isDark: boolean;
  first: number;
  lines: InkLine[];
}

/** points: x and y in turn, in thousandths of the part's width and height. */
export interface InkLine {
  part: string;
  points: number[];
}

/** What the driver is told of the class. */
export interface Counts {
  /** How many are there, and how many of them do not look around by themselves. */
  present: number;
  following: number;
  /** Whether there are as many as a room takes. */
  isCrowded: boolean;
  /** How many have voted, and how often each choice was taken. */
  votes: number;
  counted: number[];
  /** How many find the lecture too slow, right, or too fast. */
  paces: Record<string, number>;
  /** Why the last votes could not be kept, or ""; whether no more are kept, and how many changed too often. */
  fails: string;
  isFull: boolean;
  often: number;
  /** Whether newcomers are turned away, and how many were. */
  bars: boolean;
  turned: number;
}

/** To who has a key of the room: whether it is the present one, and the name of the driver. */
export interface Keyed {
  fits: boolean;
  driver: string;
}

/** What one browser alone is told. */
export interface Answers {
  here: true;
  /** The sentence why something was not done. */
  refused: string;
  voted: Vote & { isLate: boolean };
  /** null once it is withdrawn. */
  offer: Offer | null;
}

/** The links by which another person takes the room over, within `seconds`. */
export interface Offer {
  links: RoomLink[];
  seconds: number;
}

/** choice: its place among the choices; null where the vote no longer counts. */
export interface Vote {
  question: string;
  choice: number | null;
}

/** All that the wire may tell, of which a message has a part: each group of the above either whole or not at all. */
export interface Everything extends Told, Counts, Keyed, Answers {
  ink: InkNews;
  /** null where the room shows no training any more. */
  runs: FollowedRun[] | null;
}

/** A message of the wire; of a question each browser is told what it may see. */
export type News = Partial<Omit<Everything, "question"> & { question: (Question & Partial<Driven>) | null }>;

/** What a browser is told that gets no wire, and asks instead. */
export interface Polled extends Moment {
  question: Question | null;
  light: Light | null;
  sentence: string;
  ink: InkNews;
  runs: FollowedRun[] | null;
  present: number;
}

/** What a browser says of itself at each connection. */
export type Hello = { who: string; language: string } | { key: string; wants: boolean; language: string };

/** What a browser says afterwards: everybody; a follower; and the rest, the driver alone. */
export type Said =
  | { here: true }
  | { roams: boolean }
  | { vote: Vote }
  | { pace: string | null }
  | { close: true }
  | { view: string }
  | { offer: boolean }
  | { ask: Asked }
  | { reveal: true }
  | { end: true }
  | { light: Light | null }
  | { sentence: string }
  | { show: boolean }
  | { bar: boolean }
  | { line: InkLine }
  | { wipe: true }
  | { dark: boolean };

/** A question for the class: as it was typed, or one that the server knows in all languages. */
export interface Asked {
  text?: string;
  choices?: string[];
  truth?: number | null;
  ranges?: [low: number, high: number][];
  about?: AboutChapter | AboutStage | AboutTask;
}
export interface AboutChapter {
  chapter: string;
  question: string;
  numbers: Record<string, string>;
}
/** A number of a task, which is one of `choices` or another one; or which of four trainings a question is about. */
export interface AboutTask {
  family: string;
  /** Of a task: the quantity, and the place of its number. */
  quantity?: string;
  place?: number;
  /** Of a question about trainings: after how many steps, where it asks that. */
  step?: number;
  choices: (string | { text: string; slip: string })[];
}
/** page: whose words these are, the stage's where it names none. */
export interface AboutStage {
  page?: "units";
  say: string;
  given: Record<string, string | number>;
  choices: unknown[];
}
