// What it costs to hold the units: asked of the server piece by piece, and only as long as somebody wants it.

/** @import {Known, Page, Place} from "../units.d.ts" */

import { atRest } from "../../../web/rest.js";
import { keyOf, questionOf } from "./question.js";

// A reader who walks through the units does not want to know of each.
const REST = 250;

/**
 * Calls `changed` whenever more is known. Returns {follow(place), known, stop}; known: {costs, units, ranking, held,
 * verdict, refused}, where costs is a Map from each unit that was held to what the server told of it, `held` has the
 * chosen unit's three ways, and what is not known yet is null.
 *
 * @param {Page} page
 * @param {() => void} changed
 */
export function costsOf(page, changed) {
  /** @type {Known} */
  const known = { costs: new Map(), units: 0, ranking: null, held: null, verdict: null, refused: "" };
  // What is wanted of all units, and of the chosen one; of other answers nothing is kept.
  let wanted = "";
  let wantedOwn = "";
  const whenRested = atRest(() => askOwn(page.place()), REST);
  let movedAt = Number.NEGATIVE_INFINITY;

  /** @param {Place} place */
  function follow(place) {
    const question = keyOf([questionOf(place), place.quantity, place.how]);
    const own = keyOf([question, place.unit]);
    if (own === wantedOwn) return;
    const isOther = question !== wanted;
    [wanted, wantedOwn] = [question, own];
    Object.assign(known, { held: null, verdict: null, refused: "" });
    if (isOther) Object.assign(known, { costs: new Map(), units: page.quantity(place.quantity).units, ranking: null });
    whenRested.stop();
    const isAsked = questionOf(place) !== null;
    const isWalking = performance.now() - movedAt < REST;
    movedAt = performance.now();
    if (isAsked && isOther) askAll(place);
    else if (isAsked && isWalking) whenRested.later();
    else if (isAsked) askOwn(place);
    changed();
  }

  /** @param {Place} place */
  async function askAll(place) {
    const { quantity, how, unit } = place;
    const [question, key] = [{ ...questionOf(place), quantity }, wanted];
    const isStill = () => key === wanted;
    askOwn(place);
    const isRanked = await take(page.look("ranking", { ...question, unit }), isStill, (told) => {
      known.ranking = told;
    });
    if (!isRanked) return;
    for (let chunk = 0; known.costs.size < known.units; chunk += 1) {
      const isTaken = await take(page.look("costs", { ...question, how, chunk }), isStill, addCosts);
      if (!isTaken) return;
    }
    askVerdict(page.place());
  }
  function addCosts({ costs }) {
    for (const one of costs) known.costs.set(one.unit, one);
  }

  /**
   * Of the chosen unit: the three ways, and the verdict once all units were held.
   *
   * @param {Place} place
   */
  async function askOwn(place) {
    const key = wantedOwn;
    await take(
      page.look("held", { ...questionOf(place), quantity: place.quantity, unit: place.unit }),
      () => key === wantedOwn,
      (told) => {
        known.held = told.ways;
      },
    );
    if (key === wantedOwn && known.units > 0 && known.costs.size >= known.units) askVerdict(place);
  }
  function askVerdict(place) {
    const key = wantedOwn;
    const { quantity, unit, how } = place;
    const answer = page.look("verdict", { ...questionOf(place), quantity, unit, how });
    take(
      answer,
      () => key === wantedOwn,
      (told) => {
        known.verdict = told;
      },
    );
  }

  /** Keeps an answer if it is still wanted; returns whether it was kept. */
  async function take(answer, isStill, keep) {
    const { told, refused } = await answer;
    if (!isStill()) return false;
    if (refused) known.refused = refused;
    else keep(told);
    changed();
    return !refused;
  }
  function stop() {
    whenRested.stop();
    wanted = wantedOwn = "stopped";
  }
  return { follow, known, stop };
}
