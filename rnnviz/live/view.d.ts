// The live view of a training in a page: what it is of, where its reader is, and the parts that show it.

import type { KnownRun, LiveData } from "./run.d.ts";
import type { checkpointsOf } from "./assets/checkpoints.js";
import type { layout } from "./assets/layout.js";
import type { linksOf } from "./assets/links.js";
import type { observation } from "./assets/observation.js";
import type { paceOf } from "./assets/pace.js";
import type { livePanels } from "./assets/panels.js";
import type { liveSound } from "./assets/sound.js";
import type { statusLine } from "./assets/status.js";
import type { steering } from "./assets/steering.js";
import type { clickersWay, pageTurner } from "../web/onward.js";
import type { presenter } from "../web/presenter.js";
import type { themeOf } from "../web/theme.js";
import type { tip } from "../web/tip.js";

/** What the page is asked: to begin a training, to take its first step, or to show the plan of another. */
export type Act = (what: "start" | "step" | "reset") => void;

/** at: the checkpoint that is shown, null for now; unit: of the losses; zoom: the panel that fills the window, or "". */
export interface LivePlace {
  at: number | null;
  unit: string;
  large: string;
  temperature: number;
  probe: string;
  /** The run of a race whose samples are shown. */
  chosen: number;
  zoom: string;
}

export interface LiveView {
  data: LiveData;
  runs: KnownRun[];
  root: HTMLElement;
  place: LivePlace;
  act: Act;
  /** Known once the view stands in its page: a notebook puts it there when it likes, and only there it has colours. */
  theme: ReturnType<typeof themeOf> | null;
  /** The frame that was asked for last. */
  frame: number;
  isRemoved: boolean;
  /** Whether the address is still this page's. */
  isHere(): boolean;
  /** Why the page is not what its address names, as it was said last. */
  told: string;

  note: ReturnType<typeof tip>;
  helpDialog: HTMLDialogElement;
  status: ReturnType<typeof statusLine>;
  sound: ReturnType<typeof liveSound>;
  watch: ReturnType<typeof observation>;
  checkpoints: ReturnType<typeof checkpointsOf>;
  pace: ReturnType<typeof paceOf>;
  links: ReturnType<typeof linksOf>;
  steer: ReturnType<typeof steering>;
  screen: ReturnType<typeof presenter>;
  pages: ReturnType<typeof pageTurner>;
  way: ReturnType<typeof clickersWay>;
  panels: ReturnType<typeof livePanels>;
  places: ReturnType<typeof layout>;
}
