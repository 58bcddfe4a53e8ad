// What a press of a clicker does in a lecture. One press does one thing, in this order:
//
//   1. bring the picture back from the black screen
//   2. show the answer to the question that stands
//   3. put the question away
//   4. ask the question that the plan has at this view
//   5. go on within the view: to a time step, a screen, a unit's error, an answer of a chapter, a training (see
//      `web/onward.js`)
//   6. go on to the next view of the plan, whose end says that it is the end
//
// The other key goes back: it puts a question away whose answer is shown. Under a question that waits for its answer it
// does nothing but say so, because the page would turn below it.

/** @import {ClickerAct} from "../../web/window.d.ts" */
/** @import {Desk} from "../desk.d.ts" */

/**
 * The act of the lecture, before the page has a say; null where the press is the page's. uncover(): brings the picture
 * back; wait(): says that a question stands.
 *
 * @param {number} by
 * @param {{desk: Desk, uncover: () => void, wait: () => void}} options
 * @returns {ClickerAct | null}
 */
export function lectureAct(by, { desk, uncover, wait }) {
  if (desk.isDark) return { does: "uncover", run: uncover };
  const ofView = window.rnnvizNext?.(1) ?? null;
  const asks = ofView?.does === "reveal";
  const waiting = { does: "wait", run: wait };
  if (desk.question !== null && desk.news.drives) {
    if (!desk.waits()) return { does: "away", run: desk.end };
    if (by < 0) return waiting;
    // What the page asks, the page answers, and the class sees it with the lecturer.
    return desk.isOnStage() && asks ? ofView : { does: "reveal", run: () => desk.answer(null) };
  }
  if (by < 0) return asks && desk.lectures() ? waiting : null;
  if (asks) return null;
  return desk.isAsking() ? { does: "asking", run() {} } : desk.asksOfPlan();
}
