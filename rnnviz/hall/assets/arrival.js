// A view of the lecture plan that is on its way.

/** @import {Arrival, Desk} from "../desk.d.ts" */

// A page that says nothing of it shows a view of the plan after this many milliseconds at the latest.
const ARRIVES_WITHIN = 5000;
const ARRIVING_MARK = "data-arriving";

/** @returns {Pick<Desk, "arrive" | "isArriving" | "arrival" | "afterArrival">} */
export function arrivals() {
  /** @type {Arrival | null} */
  let coming = null;
  /** @type {(() => void) | null} */
  let next = null;
  // One whose page is still being made when nobody waits for it any more, and the address of that page: a server that
  // has to learn a text first takes longer.
  /** @type {{how: Arrival, address: string} | null} */
  let late = null;
  function arrival() {
    const isLate = coming === null && late?.address === location.href;
    const how = isLate ? late.how : coming;
    coming = null;
    late = null;
    document.documentElement.removeAttribute(ARRIVING_MARK);
    // The page that asks is about to show the view.
    if (how !== null && next !== null) setTimeout(next);
    next = null;
    return how;
  }
  return {
    arrive(how) {
      coming = how;
      // Between two views on the full screen nothing of the page around them is seen.
      document.documentElement.toggleAttribute(ARRIVING_MARK, document.fullscreenElement !== null);
      late = null;
      setTimeout(() => {
        if (coming !== how) return;
        arrival();
        late = { how, address: location.href };
      }, ARRIVES_WITHIN);
    },
    isArriving: () => coming !== null,
    afterArrival(act) {
      next = act;
    },
    arrival,
  };
}
