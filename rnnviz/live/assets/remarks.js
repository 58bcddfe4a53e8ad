// Explanations of odd numbers, shown where they occur.

import { short } from "../../web/numbers.js";

/** @import {Metrics, Present} from "../run.d.ts" */

const LATELY = 50;
const FEWEST = 20;
// From this difference and this loss on, a reader wonders why validation is lower or the loss so small.
const WELL_BELOW = 0.97;
const NEAR_ZERO = 0.1;

/**
 * What there is to say of a run. own: of a loop of somebody's, what the network itself has on the text; where that is
 * not known, or another loss than the loop tells, nobody can say what a small one means. Of one that failed, such as by
 * diverging, the loss means nothing.
 *
 * Returns {isBelowTraining, isNearZero, differing}; differing: both losses, in words, or null.
 *
 * @param {Pick<Metrics, "loss" | "validation">} metrics
 * @param {Pick<Present, "own" | "status"> | null} [now]
 */
export function remarks({ loss, validation }, now = null) {
  const own = now?.own ?? null;
  const differing = own?.differs ? { reported: short(own.reported), own: short(own.loss) } : null;
  const recent = loss.slice(-LATELY).filter((value) => value !== null);
  if (recent.length < FEWEST || now?.status === "failed")
    return { isBelowTraining: false, isNearZero: false, differing };
  const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length;
  const held = validation.findLast((value) => value !== null && value !== undefined);
  const isBelowTraining = typeof held === "number" && held < WELL_BELOW * mean;
  const isKnown = own === null || (own.loss !== null && !own.differs);
  return { isBelowTraining, isNearZero: isKnown && mean < NEAR_ZERO, differing };
}
