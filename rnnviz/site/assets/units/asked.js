// What is asked of the units of a text that was read, each in the numbers that the app's server gives; see `LOOKS` in
// `pages/server/units.py`.

/** @import {Asked, Numbers, Reading, Seen, UnitsQuery} from "../../units.d.ts" */

import { fill } from "../../../web/numbers.js";
import { base64OfBytes } from "../../../web/bytes.js";
import {
  expectedLook,
  overviewLook,
  placesNear,
  readText,
  similarLook,
  unitLook,
  weightsOf,
} from "../../../units/browser/reading.js";
import { visible } from "../../../web/characters.js";
import { generator } from "../../../web/pcg64.js";
import { costsOf, heldLoss } from "../../../units/browser/ablation.js";
import { axesOf, cloudLook } from "../../../units/browser/states.js";
import { labelOf, offeredNames, parted } from "../../../units/browser/labels.js";
import { enoughLook } from "../../../units/browser/patching.js";
import { controlOf, probe, spreadLook } from "../../../units/browser/probe.js";
import { learntSince } from "../../../units/browser/learning.js";
import { byLikeness } from "../../../units/browser/likeness.js";
import { byUnit, rank, rankingLook } from "../../../units/browser/ranking.js";
import { Refusal } from "../../../units/browser/refusal.js";
import { restLook } from "../../../units/browser/rest.js";
import { marked } from "../../../units/browser/spans.js";
import { ascending, columnOf, countsOf, meanOf, medianOf, quantileOf } from "../../../units/browser/statistics.js";
import { turnOf } from "../../../units/browser/turns.js";
import { verdictLook } from "../../../units/browser/verdict.js";

// Answers, rankings and losses that are kept.
const KEPT = 400;

/**
 * Reads a text. once(key, make): what several looks need is made once.
 *
 * @param {Omit<Seen, keyof Reading | "weights" | "kinds" | "breaks" | "once"> & {weights: object}} of
 * @returns {Seen}
 */
export function seenBy({ program, weights, tokens, outputs, names, states, ...more }) {
  const place = new Map(outputs.map((output, k) => [output, k]));
  const indices = tokens.map((token) => place.get(token));
  const parameters = weightsOf(weights);
  const found = new Map();
  return /** @type {Seen} */ ({
    ...more,
    // The H in which the states of parts are joined is none of the quantities; states are likened by it.
    ...readText(program, parameters, indices, [...new Set([...names, "H"])]),
    program,
    weights: parameters,
    tokens,
    outputs,
    names,
    states,
    kinds: outputs.length,
    breaks: tokens.slice(0, -1).map((token) => Number(token.endsWith("\n"))),
    once(key, make) {
      if (!found.has(key)) found.set(key, make());
      if (found.size > KEPT) found.delete(found.keys().next().value);
      return found.get(key);
    },
  });
}

/** What is asked, at each place. @param {Seen} seen @param {UnitsQuery} query @returns {Asked} */
function askedOf(seen, { label, matches, spans }) {
  if (!label) throw new Refusal("nothingAsked");
  if (label === "regex") return { values: Float64Array.from(matches), isNumber: false };
  if (label === "spans")
    return seen.once(`spans ${spans}`, () => marked(spans, seen.tokens.length, seen.numbers.labels.mostSpans));
  return seen.once(`label ${label}`, () => labelOf(label, seen));
}

/** What is asked; null where nothing is, or it cannot be. @param {Seen} seen @param {UnitsQuery} query */
function askedOrNull(seen, query) {
  try {
    return askedOf(seen, query);
  } catch (reason) {
    if (reason instanceof Refusal) return null;
    throw reason;
  }
}

/** What tells one label from another. @param {UnitsQuery} query */
const keyOf = ({ label, pattern = "", spans = "" }) =>
  `${label} ${label === "regex" ? pattern : ""} ${label === "spans" ? spans : ""}`;

/** @param {Seen} seen @param {UnitsQuery} query */
function rankingOf(seen, query) {
  return seen.once(`ranking ${keyOf(query)}`, () => rank(seen, askedOf(seen, query), seen.names));
}

/** @param {Seen} seen @param {UnitsQuery} query */
const probeOf = (seen, query) => seen.once(`probe ${keyOf(query)}`, () => probe(seen, askedOf(seen, query)));

/**
 * @param {Seen} seen
 * @param {{quantity: string, how: string}} held
 * @param {number[]} units
 */
const lossOf = (seen, { quantity, how }, units) =>
  seen.once(`held ${quantity} ${units} ${how}`, () => heldLoss(seen, quantity, units, how));

/**
 * The losses while each of some groups of units is held.
 *
 * @param {Seen} seen
 * @param {UnitsQuery} query
 * @param {number[][]} groups
 * @param {() => Promise<void>} breath
 */
async function losses(seen, query, groups, breath) {
  const found = [];
  for (const units of groups) {
    await breath();
    found.push(lossOf(seen, query, units));
  }
  return found;
}

const each = (count) => Array.from({ length: count }, (_, unit) => [unit]);

/** How often the text goes on alike at places with similar states. @param {Seen} seen */
function alike(seen, quantity, isCosine) {
  const { rows, lookedAt } = seen.numbers.similar;
  const last = seen.indices.length - 1;
  const drawn = generator(0).choice(last, Math.min(last, lookedAt));
  const counts = countsOf(seen.indices.slice(1), seen.kinds);
  let [near, random] = [0, 0];
  for (const place of drawn) {
    const following = seen.indices[place + 1];
    const places = placesNear(seen, quantity, place, isCosine, rows, last);
    near += meanOf(places.map((one) => Number(seen.indices[one + 1] === following)));
    random += (counts[following] - 1) / (last - 1);
  }
  return { near: near / drawn.length, random: random / drawn.length, count: drawn.length };
}

/** Where a label is on, or how large it is. @param {Asked} label @param {Numbers["labels"]} limits */
function toldOf({ values, isNumber }, { lowest, highest }) {
  const ordered = ascending(values);
  const [low, high] = isNumber ? [lowest, highest].map((share) => quantileOf(ordered, share)) : [0, 1];
  const middle = isNumber ? medianOf(values) : 0;
  const shares = Uint8Array.from(values, (one) =>
    Math.round(255 * Math.min(1, Math.max(0, (one - low) / (high - low || 1)))),
  );
  const on = values.filter((one) => one > middle).length;
  return { isNumber, on, of: values.length, mask: base64OfBytes(shares) };
}

/** A label among `words`, such as titles, by the names of labels; of one about a character its own is filled in. */
function wordsOf(words, name, pattern = "") {
  if (Object.hasOwn(words, name)) return fill(words[name], { pattern });
  const { about, character } = parted(name);
  return fill(words[`${about}:`], { character: visible(character) });
}

/**
 * Each takes what was read, the words of the link with what else it needs, and `breath`, which lets others be answered;
 * it gives any, because each has its own shape.
 *
 * @type {Record<string, (seen: Seen, query: UnitsQuery, breath: () => Promise<void>) => any>}
 */
export const LOOKS = {
  unit: (seen, { quantity, unit }) => unitLook(seen, quantity, unit),
  expected: (seen, { block }) => expectedLook(seen, block),
  turn(seen, query) {
    const values = columnOf(seen.values.get(query.quantity), seen.widths.get(query.quantity), query.unit);
    return { k: turnOf(values, askedOrNull(seen, query)) };
  },
  overview: (seen, { quantity, columns }) => ({
    ...overviewLook(seen, quantity, columns),
    alike: seen.once(`likeness ${quantity}`, () => byLikeness(seen.values.get(quantity), seen.widths.get(quantity))),
  }),
  similar: (seen, { quantity, k, metric, count }) => ({
    ...similarLook(seen, quantity, k, metric, count),
    whole: seen.once(`alike ${quantity} ${metric}`, () => alike(seen, quantity, metric === "cosine")),
  }),
  labels: (seen) => ({
    labels: seen
      .once("labels", () => offeredNames(seen.tokens, seen.grammar))
      .map((name) => ({
        name,
        title: wordsOf(seen.words.titles, name),
        clause: wordsOf(seen.words.clauses, name),
        hint: seen.words.hints[name] ?? "",
        hasPairs: seen.grammar.pairs.includes(name),
      })),
  }),
  asked: (seen, query) => ({
    ...toldOf(askedOf(seen, query), seen.numbers.labels),
    title: query.label === "regex" ? `/${query.pattern}/` : wordsOf(seen.words.titles, query.label),
    clause: wordsOf(seen.words.clauses, query.label, query.pattern),
  }),
  ranking: (seen, query) => rankingLook(seen, rankingOf(seen, query), query),
  async held(seen, query) {
    const { ways } = seen.numbers.held;
    const rows = ways.map((how) => lossOf(seen, { ...query, how }, [query.unit]));
    const found = costsOf(seen, askedOf(seen, query), rows);
    return { ways: Object.fromEntries(ways.map((how, k) => [how, found[k]])) };
  },
  async costs(seen, query, breath) {
    const units = seen.widths.get(query.quantity);
    const { together } = seen.numbers.held;
    const first = together * query.chunk;
    const own = each(units).slice(first, first + together);
    const label = askedOf(seen, query);
    const found = costsOf(seen, label, await losses(seen, query, own, breath));
    const told = ({ on, off }, k) => ({
      unit: first + k,
      on: on.cost,
      low: on.low,
      high: on.high,
      off: off?.cost ?? null,
    });
    return { units, costs: found.map(told) };
  },
  async verdict(seen, query, breath) {
    const label = askedOf(seen, query);
    const rows = await losses(seen, query, each(seen.widths.get(query.quantity)), breath);
    return verdictLook(seen, rankingOf(seen, query), probeOf(seen, query), costsOf(seen, label, rows), query);
  },
  async pairs(seen, query, breath) {
    const label = askedOf(seen, query);
    const { scores } = rankingOf(seen, query);
    const own = scores.filter(({ quantity }) => quantity === query.quantity).slice(0, seen.numbers.held.paired);
    const units = own.map(({ unit }) => unit);
    const alone = await losses(
      seen,
      query,
      units.map((unit) => [unit]),
      breath,
    );
    const both = units.flatMap((a, i) => units.slice(i + 1).map((b, j) => [a, b, i, i + 1 + j]));
    const together = await losses(
      seen,
      query,
      both.map(([a, b]) => [a, b]),
      breath,
    );
    const beyond = both.map(([, , i, j], k) =>
      together[k].map((one, at) => one - alone[i][at] - alone[j][at] + 2 * seen.loss[at]),
    );
    const found = costsOf(seen, label, beyond);
    return {
      pairs: both.map(([a, b], k) => ({ units: [a, b], ...found[k].on })).sort((one, other) => other.cost - one.cost),
    };
  },
  enough: (seen, query) => enoughLook(seen, query.pairs, query),
  async spread(seen, query, breath) {
    const label = askedOf(seen, query);
    const own = rank(seen, label, seen.states);
    await breath();
    const found = probeOf(seen, query);
    const control = await controlOf(seen, label, breath);
    const before = query.before && probe(momentOf(seen, query.before), label);
    return spreadLook(seen, { measure: own.measure, chance: own.chance, probe: found, control, before });
  },
  async learnt(seen, query, breath) {
    const rows = [];
    for (const [step, weights] of query.moments) {
      await breath();
      const then = momentOf(seen, weights);
      const label = query.label === "loss" ? { values: then.loss, isNumber: true } : askedOf(seen, query);
      const ranking = rank(then, label, [query.quantity]);
      const all = probe(then, label, false).told[0][1];
      rows.push({ step, loss: meanOf(then.loss), ranking, all });
    }
    const best = rows.map(({ ranking }) => ranking.scores[0]);
    const [steps, chance] = [rows.map(({ step }) => step), rows.map(({ ranking }) => ranking.chance)];
    const units = rows.map(({ ranking }) => byUnit(ranking, query.quantity));
    return {
      steps,
      loss: rows.map(({ loss }) => loss),
      measure: rows[0]?.ranking.measure ?? null,
      units,
      best: best.map(({ auc }) => auc),
      bestUnits: best.map(({ quantity, unit }) => [quantity, unit]),
      chance,
      since: learntSince(steps, units, { best: best.map(({ auc }) => auc), chance }),
      probe: rows.map(({ all }) => all),
    };
  },
  cloud(seen, { quantity, moment, own }) {
    if (!moment) return cloudLook(seen, quantity, axesOf(seen, quantity));
    const then = momentOf(seen, moment);
    return cloudLook(then, quantity, axesOf(own ? then : seen, quantity));
  },
  rest: (seen, { quantity, output, whole }, breath) => restLook(seen, quantity, output, whole, breath),
};

/** The same text, read by the network after another step. @param {Seen} seen */
function momentOf(seen, weights) {
  return seenBy({ ...seen, weights });
}
