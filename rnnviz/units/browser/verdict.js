// What follows for a unit, in words, as `../verdict.py` says it.

/** @import {Cost, Mean, Numbers, Probe, Ranking, Seen} from "../../site/units.d.ts" */
/** @typedef {{own: Mean, average: number}} Side */
/** @typedef {{score: number, tells: boolean, on: Side, off: Side | null, matters: boolean}} Weighed */
/** @typedef {Weighed & {where: "on" | "off"}} Judged */

import { fill } from "../../web/numbers.js";
import { bestOf } from "./probe.js";
import { byUnit } from "./ranking.js";
import { digits, meanOf } from "./statistics.js";

/**
 * The look "verdict". costs: of all units of the quantity.
 *
 * @param {Seen} seen
 * @param {Ranking} ranking
 * @param {Probe} probe
 * @param {Cost[]} costs
 * @param {{quantity: string, unit: number}} chosen
 */
export function verdictLook({ words: { verdict: words }, numbers: limits }, ranking, probe, costs, { quantity, unit }) {
  const nothing = limits.ranked.nothing[ranking.measure];
  const { mostly } = limits.probed;
  const { measure, chance } = ranking;
  const averages = {
    on: meanOf(costs.map(({ on }) => on.cost)),
    off: meanOf(costs.map(({ off }) => off?.cost ?? 0)),
  };
  const scores = byUnit(ranking, quantity);
  const every = costs.map((cost, k) => judged(scores[k], chance, cost, averages, limits.judged));
  const own = every[unit];
  const best = bestOf(probe);
  const isMostly = (score, other) => score - nothing >= mostly * (other - nothing);
  const others = every.filter((one, k) => k !== unit && isAsGood(one));
  const isAlone = aloneness();
  const numbers = { score: own.score, chance, best, others: others.length };
  const needed = others.filter(({ matters }) => matters).length;
  const said = (name, values) => {
    const shown = Object.entries(values).map(([key, value]) => [key, digits(value)]);
    return fill(words[name], { measure: limits.judged.measures[measure], ...Object.fromEntries(shown) });
  };
  const isOnly = isAlone !== null;
  return {
    tells: own.tells,
    matters: own.matters,
    word: words[`word ${own.tells} ${own.matters}`],
    company: isOnly ? words[`alone ${isAlone}`] : "",
    reasons: {
      tells: [said(`tells ${own.tells}`, numbers)],
      matters: costReasons(own, measure, said, limits.judged),
      ...(isOnly && { company: [said(`company ${own.tells} ${isAlone}`, { ...numbers, needed })] }),
    },
  };

  /** Whether another unit tells nearly as much, or costs as much where one that does not tell matters. */
  function isAsGood(one) {
    if (own.tells) return one.tells && isMostly(one.score, own.score);
    const side = own.where === "off" ? one.off : one.on;
    return side !== null && side.own.cost >= limits.judged.asCostly * sideOf(own).own.cost;
  }
  function aloneness() {
    if (!own.tells) return own.matters ? others.length === 0 : null;
    return others.length === 0 && isMostly(own.score, best);
  }
}

/** @param {Numbers["judged"]} limits @returns {Judged} */
function judged(score, chance, { on, off }, averages, limits) {
  const sides = {
    on: { own: on, average: averages.on },
    off: off && { own: off, average: averages.off },
  };
  const where = sides.off !== null && isNeeded(sides.off, limits) && !isNeeded(sides.on, limits) ? "off" : "on";
  return { score, tells: score > chance, ...sides, matters: isNeeded(sides[where], limits), where };
}

/** @param {Judged} one */
const sideOf = (one) => one[one.where];

/** Whether the cost is surely above zero, and large. @param {Side} side @param {Numbers["judged"]} limits */
const isNeeded = ({ own, average }, { shareOfLoss }) =>
  own.low > 0 && own.cost >= Math.min(average, shareOfLoss * own.loss);

/** @param {Judged} one */
function costReasons(one, measure, said, limits) {
  const side = sideOf(one);
  const because = isNeeded(side, limits) ? "matters" : side.own.low > 0 ? "is small" : "may be 0";
  const found = [said(`cost ${one.where} ${because}`, { ...side.own, average: side.average })];
  if (one.where === "off") found.push(said("at label", one.on.own));
  else if (one.off) found.push(said(`elsewhere ${one.off.own.high < side.own.low}`, one.off.own));
  if (measure === "rho") found.push(said("on above", {}));
  return found;
}
