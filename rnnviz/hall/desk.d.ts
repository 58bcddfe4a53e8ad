// The lecturer's desk, one in a tab; see `assets/desk.js`, which makes it, and `assets/teach.js`, which mounts it.

import type { Strings } from "../stage/scene.d.ts";
import type { ClickerAct } from "../web/window.d.ts";
import type { KeptSeries } from "./series.d.ts";
import type { Asked, Counts, InkLine, Keyed, Question, RoomLink, Said, Vote } from "./messages.d.ts";
import type { asker } from "./assets/asker.js";
import type { wire } from "./assets/wire.js";

export interface Desk {
  /** The room that this browser drives or drove; null where there is none. */
  room: KeptRoom | null;
  /** What is known of the class, and whether this tab drives. */
  news: Counts & Keyed & { drives: boolean };
  offer: StandingOffer | null;
  question: StandingQuestion | null;
  /** How the pace was felt, as `paceCurve` takes it. */
  paces: FeltPace[];
  /** The sentence why the last thing was not done. */
  refused: string;
  connection: "open" | "waiting" | "barred" | "over";
  /** The link of the place that is shown. */
  view: string;
  /** What to call after each change. */
  draw(): void;
  /** The way to the next view of the lecture plan, or to the end of the one before; null where none is walked. */
  walkAct(by: number): ClickerAct | null;
  /** Asks the class the plan's own question at its view; null where there is none to ask. */
  asksOfPlan(): ClickerAct | null;
  /** A question, as it is written, becomes a view of the plan. */
  intoPlan(written: string): void;
  /** The link of the view at which the plan is, or "" where none is walked. */
  walked(): string;
  /** Whether somebody lectures here, and no reader is alone: a room is driven, or a plan walked through. */
  lectures(): boolean;
  /** What the next press of a clicker does. */
  next(): NextAct;
  /** A view of the plan comes; the page that shows it asks once how. */
  arrive(how: Arrival): void;
  isArriving(): boolean;
  /** What is to be done once the view that is on its way is there; of several acts the last one. */
  afterArrival(act: () => void): void;
  arrival(): Arrival | null;
  /** Takes the lecturer's button away, with all that listens for it. */
  unmount(): void;
  /** Whether the lecturer has notes in a window of their own. */
  hasNotes(): boolean;
  /** The part of the page that is lit, or "". */
  lit: string;
  isDark: boolean;
  /** What the plan has for the class at its view, or "". */
  sentence: string;
  says(sentence: string): void;
  /** Lines of the pen, as the class is told them. */
  lines: InkLine[];
  /** The keys of the lecture hall, as a help lists them: [keys, words]. */
  keys(): string[][];
  /** What lies over the page, once it has been asked for. */
  tools: Promise<Tools> | null;
  /** Opens a room, of a series of lectures where one is named; the server's sentence where it opens none. */
  open(words: Strings, series?: string): Promise<string>;
  /** The room comes to a series of lectures of this name; whether it did. */
  joins(title: string): Promise<boolean>;
  /** Drive from this tab. */
  connect(): void;
  close(): void;
  mayClose(): boolean;
  leave(): void;
  /** The sentences of the page. */
  words: Strings;
  /** Offer the room to one other person, with the plan and the questions; or, with false, to nobody any more. */
  handOver(offers: boolean): void;
  moved(to: string): void;
  shine(part: string): void;
  darken(isDark: boolean): void;
  draws(line: InkLine): void;
  wipes(): void;
  /** Ask the class; whether it was asked. */
  ask(question: Asked): boolean;
  /** The stage asks a question, or no longer; isAnswered: whether its answer is shown. */
  asked(question: StageQuestion | null, isAnswered?: boolean): void;
  /** Whether a question is on its way to the class. */
  isAsking(): boolean;
  isOnStage(): boolean;
  /** Whether the class sees the counts. */
  show(shows: boolean): void;
  reveal(): void;
  answer(choice: number | null): void;
  waits(): boolean;
  end(): void;
  /** Let in nobody but those who are here now; or, with false, anybody again. */
  bar(bars: boolean): void;
}

/** The desk's way to its class; see `assets/deskline.js`. */
export interface DeskLine extends Pick<ReturnType<typeof asker>, "choiceOf" | "hasEnded" | "heard"> {
  at: Desk;
  wire: ReturnType<typeof wire> | null;
  /** Whether the class has heard where its lecturer is. */
  isGreeted: boolean;
  /** Whether this tab wanted to drive when it said hello. */
  wanted: boolean;
  /** Why the plan and the questions do not go along with a room that is offered, or "". */
  stays: string;
  /** What the class was to be asked or shown while there was no connection. */
  unsent: Said[];
}

/** A room as the browser keeps it. key: "" where another person drives now, and then was: the key of before. */
export interface KeptRoom {
  code: string;
  key: string;
  links: RoomLink[];
  was?: string;
  /** Of this browser alone: whoever takes the room over has no key of it. */
  series?: KeptSeries;
}

/**
 * By which another person may take the room over until then, in milliseconds since 1970. stays: why the plan and the
 * questions do not go along, or "".
 */
export interface StandingOffer {
  links: RoomLink[];
  until: number;
  stays: string;
}

/** The question that stands, of which a driver is told more. mine: the lecturer's own answer. */
export interface StandingQuestion extends Question {
  mine: Vote["choice"];
  truth?: number | null;
  counts?: number[];
  late?: number;
  isShown?: boolean;
  /** It stands on the hall's screen alone: there is no room, and nobody votes. */
  isOnScreen?: boolean;
}

/** at: milliseconds since 1970; then how many were there, and how many of them felt each pace. */
export type FeltPace = Record<string, number> & { at: number; present: number };

/** A press of a clicker that is still to come, as the notes are told of it. */
export type NextAct = Omit<ClickerAct, "run">;

/** Whether a view is entered at its beginning, or come back to at its end. */
export interface Arrival {
  lands: "start" | "end";
}

/** A question of the stage: its name there, and how the server knows it. */
export interface StageQuestion {
  key: string;
  about: Asked["about"];
  truth: number | null;
}

export interface Tools {
  press(which: string): void;
  /** What was drawn was drawn over the view that is left now. */
  leave(): void;
}
