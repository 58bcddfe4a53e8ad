// What rnnviz keeps on `window`: one for all pages that a tab shows, and for all versions of a file that it may have
// fetched.

import type { Desk } from "../hall/desk.d.ts";
import type { Thumbnail } from "../hall/plans.d.ts";
import type { Strings } from "../stage/scene.d.ts";

declare global {
  interface Window {
    rnnvizDesk?: Desk;
    rnnvizHome?: Home;
    /** The views of a file: the link of the one shown, and the way to the next one, or back to the one before. */
    rnnvizViews?: { walked(): string; walkAct(by: number): ClickerAct | null };
    /** Draws a view of a lecture plan, in a frame that is there for it alone. */
    rnnvizThumbnail?: (view: string) => Promise<Thumbnail>;
    /** What a clicker's next press does in the view that is shown, on by 1 or back by −1; see `onward.js`. */
    rnnvizNext?: ((by: number) => ClickerAct | null) | null;
    rnnvizDock?: Dock;
    /** The search in the bar, with its rows for a help. */
    rnnvizSearch?: { keys(): string[][] };
    /** A sentence above the page, for a moment. */
    rnnvizNotice?: { say(words: string): void };
    rnnvizStage?: StageOfTab;
    /** In a notebook: the frames that are told whether it is dark. */
    rnnvizFrames?: Set<Window>;
    /** The page of the course that is shown. goTo brings it to a view of a plan, find scrolls to where a link leads. */
    rnnvizChapter?: { goTo?(view: string): boolean; find(link: string): boolean } | null;
    /** The request for the stage that the page's first lines have made; see `pages/server/index.py`. */
    rnnvizEarly?: Promise<Response>;
    /** What Streamlit's page says of itself, with the theme of `index.py`. */
    __streamlit?: Record<"DARK_THEME" | "LIGHT_THEME", Record<string, string>>;
  }

  interface HTMLCanvasElement {
    /** Draws it anew on another paper, for a picture. */
    drawOn?(paper: CanvasRenderingContext2D): void;
  }
}

/**
 * What one press of a clicker does. does: its name, by which a lecturer's window says it; see `order.js`. at, of: the
 * step or the view that it leads to, of how many.
 */
export interface ClickerAct {
  does: string;
  at?: number;
  of?: number;
  run(): void;
}

/** What differs between the homes of a view, such as how a page of ours, "step?cell=gru", is addressed, and back. */
export interface Home {
  addressOf(target: string): string;
  targetOf(address: string): string;
  /** The pixels in which a view should be seen whole, where that is not the window's height. */
  height?(): number;
  /** The pixels at the top of the page that its bar covers, where that is not the app's. */
  bar?(): number;
}

/** The boards that a lecturer reads while the page is shown. */
export interface Dock {
  place(name: string, element: Element, css: string): void;
  show(name: string, isThere: boolean): void;
  remove(name: string): void;
}

/** What the stage of a tab needs to know over several pages. */
export interface StageOfTab {
  /** The last place of each text; an address that a control has just written has none. */
  kept: Map<string, Record<string, string>>;
  /** The stage that is there before Streamlit. */
  early: EarlyStage | null;
  /** Whether Streamlit's page is there. */
  hasPage: boolean;
  /** The stage's element, and its way to the server. */
  room: HTMLElement | null;
  send: ((name: string, value: unknown) => void) | null;
  /** Whether the reader has come to what has the focus by a pointer, and not by Tab. */
  isPressed: boolean;
  /** Bring the stage to a view; whether it can. */
  goTo: ((view: string) => boolean) | null;
  /** The sentences of its scene. */
  words: Strings | null;
  /** Whether the page's own button is being pressed for the reader. */
  saves: boolean;
  /** Whether the page's keys are listened for. */
  gives: boolean;
}

export interface EarlyStage {
  room: HTMLElement;
  /** The timer that looks whether it is still wanted. */
  watch: number;
  end(): void;
  /** The id of its scene. */
  scene: string;
}
