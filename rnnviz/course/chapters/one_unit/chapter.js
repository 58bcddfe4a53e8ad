// What a unit knows: a text coloured by one unit, a unit found, chance, telling and needing, one or many, when it was
// learnt.

/** @import {Definition} from "../../definition.d.ts" */

import { percent, short } from "../../../web/numbers.js";
import { chapter } from "../../reader/chapter.js";
import { CHANCE, FEWEST, lastOf, lineOf, lookedOf } from "./figures/chance.js";
import { COLOURED } from "./figures/coloured.js";
import { FOUND, sharesOf } from "./figures/found.js";
import { LEARNT, momentOf } from "./figures/learnt.js";
import { NEEDED, costsOf, verdictOf } from "./figures/needed.js";
import { SPREAD, spreadOf } from "./figures/spread.js";
import {
  CHOICES,
  MOST_SHIFTS,
  NUMBERS,
  castOf,
  chosenOf,
  countOf,
  onOf,
  pickedOf,
  placeOf,
  thresholdOf,
} from "./settings.js";

const plainName = (values, unit) => `${values.given.quantity}[${unit + 1}]`;
const named = (who) => (values) => plainName(values, castOf(values, who));
const told = (who) => (values) => short(values.given.units[castOf(values, who)].auc);
/** Of the cast, what it costs to hold one, once it has been asked. */
const cost =
  (who, name = "cost") =>
  (values) =>
    values.isOpen("needs") ? short(costsOf(values)[castOf(values, who)][name]) : "?";
const first = ({ given }) => given.moments[0];
/** Whether the unit says yes at a place. */
function saysYes(values, k) {
  const { all, direction } = chosenOf(values);
  return direction * all[k] > direction * values.given.units[chosenOf(values).unit].threshold;
}
/** Milliseconds from one shifted label to the next. */
const PACE = 40;

/** @type {Definition} */
export const ONE_UNIT = {
  numbers: NUMBERS,
  choices: CHOICES,
  symbols: { H: { hue: "state" }, C: { hue: "memory" }, k: { hue: "output" } },
  figures: {
    coloured: COLOURED,
    found: FOUND,
    chance: CHANCE,
    needed: NEEDED,
    spread: SPREAD,
    learnt: LEARNT,
  },
  computed: {
    cell: ({ given }) => given.cell,
    count: (values) => String(countOf(values)),
    characters: ({ given }) => String(given.text.length),
    trained: ({ given }) => String(given.steps),
    best: named("best"),
    spare: named("spare"),
    costly: named("costly"),
    bestAuc: told("best"),
    spareAuc: told("spare"),
    costlyAuc: told("costly"),
    bestCost: cost("best"),
    spareCost: cost("spare"),
    otherLabel: ({ given }) => given.other.title,
    otherAuc: ({ given }) => short(given.other.auc),
    spareLow: cost("spare", "low"),
    spareHigh: cost("spare", "high"),
    costlyCost: cost("costly"),
    average: ({ given, how }) => short(given.averages[how]),
    lossThere: ({ given }) => short(given.losses.on),
    firstHalf: ({ given, who }) => short(given.units[given.cast[who] ?? given.cast.best].first),
    chosen: (values) => plainName(values, chosenOf(values).unit),
    chosenAuc: (values) => short(chosenOf(values).auc),
    thresholdIs: (values) => short(thresholdOf(values)),
    found: (values) => percent(sharesOf(values).found),
    alarms: (values) => percent(sharesOf(values).alarms),
    last: (values) => (lastOf(values) === null ? "–" : short(lastOf(values))),
    line: (values) => (values.isOpen("chance") || values.draws >= FEWEST ? short(lineOf(values)) : "?"),
    lookedAt: (values) => String(lookedOf(values)),
    chanceAll: ({ given }) => short(given.chance),
    finds: ({ given }) => String(given.units.filter(({ auc }) => auc > given.chance).length),
    picked: (values) => plainName(values, pickedOf(values)),
    pickedSays: (values, words) => (values.isOpen("needs") ? verdictOf(costsOf(values)[pickedOf(values)], words) : "?"),
    below: (values) => String(costsOf(values).filter(({ high }) => high < 0).length),
    spreadSays: (values, words) => words[`spread_${spreadOf(values).word}`],
    learntSays: (values, words) => words[spreadOf(values).learnt ? "learnt_yes" : "learnt_no"],
    probeOne: (values) => short(spreadOf(values).probe[0]),
    probeAll: (values) => short(spreadOf(values).probe.at(-1)),
    beforeAll: (values) => short(spreadOf(values).before.at(-1)),
    controlAll: (values) => (values.isOpen("control") ? short(spreadOf(values).control?.at(-1)) : "?"),
    controlOne: (values) => (values.isOpen("control") ? short(spreadOf(values).control?.[0]) : "?"),
    firstBest: (values) => (values.isOpen("untrained") ? short(first(values).best.auc) : "?"),
    firstChance: (values) => (values.isOpen("untrained") ? short(first(values).chance) : "?"),
    firstChosen: (values) => short(first(values).chosen),
    stepAuc: (values) => short(momentOf(values).chosen),
    stepLoss: (values) => short(momentOf(values).loss),
  },
  actions: {
    draw: ({ draws }) => ({ draws: draws >= MOST_SHIFTS ? 1 : draws + 1 }),
    drawAll: {
      start: ({ draws }) => (draws >= MOST_SHIFTS ? { draws: 0 } : {}),
      frame: ({ draws }, elapsed) =>
        draws >= MOST_SHIFTS ? null : { draws: Math.min(MOST_SHIFTS, draws + Math.max(1, Math.round(elapsed / PACE))) },
    },
  },
  tasks: {
    wrong: {
      isDone: (values) => saysYes(values, placeOf(values)) !== Boolean(onOf(values)[placeOf(values)]),
    },
    part: {
      isDone: (values) => values.who === "best" && sharesOf(values).found >= 0.9 && sharesOf(values).alarms <= 0.15,
    },
    fewer: {
      isDone: ({ looked, draws }) => looked === "one" && draws >= FEWEST,
      solution: { looked: "one", draws: MOST_SHIFTS },
    },
    corner: {
      isDone: (values) => {
        const { tells, matters } = costsOf(values)[pickedOf(values)];
        return values.isOpen("needs") && !tells && matters;
      },
    },
  },
};

export const mount = (host, css) => chapter(host, css, ONE_UNIT);
