// A lecturer's plan while it is made and walked through; see `assets/plan.js`.

import type { Desk, Arrival } from "./desk.d.ts";
import type { KeptPlans, PlansData } from "./plans.d.ts";
import type { hallDock } from "./assets/dock.js";
import type { Acts } from "./assets/plancard.js";
import type { walkStrip } from "./assets/planstrip.js";
import type { planThumbs } from "./assets/planthumbs.js";

export interface Planner {
  data: PlansData;
  /** Where the lecturer is. */
  desk: Desk;
  /** The second window, as `hallwindow.js` has it. */
  notes: { isOpen(): boolean; open(): void; end(): void };
  /** Leads to a view, as in `way.js`. */
  go(view: string, lands: Arrival["lands"]): void;
  state: KeptPlans;
  /** What the last removal took away, and the view that was open then. */
  before: { state: KeptPlans; picked: number } | null;
  /** Whether the lecturer has uncovered the notes in the card. */
  isUncovered: boolean;
  /** The view whose fields are open in the card. */
  picked: number;
  /** The page as it was left for another view of the plan: what it says is none of that view's. */
  left: string;
  /** The page that shows the plan's view, once it is there; else "". */
  page: string;
  card: HTMLDialogElement;
  strip: ReturnType<typeof walkStrip>;
  dock: ReturnType<typeof hallDock>;
  thumbs: ReturnType<typeof planThumbs>;
  /** What the card's buttons do. */
  acts: Acts;
}
