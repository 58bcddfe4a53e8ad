// What became of a training, from its recorded numbers: facts, which the view says in words; see
// `../verdict.py`, which is held to the same cases. Pure.

/** @import {Fact, Metrics, Writing} from "../../live/run.d.ts" */
/** @import {Trial} from "./train.d.ts" */

import { tooHigh } from "./trials.js";

// A run is looked at in this many parts of equal length, each with this many steps at least.
const [PARTS, LEAST_STEPS] = [10, 5];
// The loss has fallen from one part to the next if its mean is lower by this many nats, and by this many standard
// errors of the difference.
const [FALLEN, ERRORS] = [0.01, 2];
// Fewer parts than these are no time to speak of.
const LEAST_STILL = 2;
// The validation loss has risen if it ends this much above its lowest, in nats.
const RISEN = 0.05;
// What is this close to the true entropy has nothing left to learn.
const CLOSE = 0.03;
// A training is held back by clipping if this share of its steps is clipped.
const OFTEN = 0.5;
// Of this many last steps the mean loss stands where nothing is validated.
const LAST = 50;
// What the parts of a rate that are tried are called, the smallest first.
const PARTS_OF_RATE = ["Hundredth", "Tenth", "Third"];

/** @returns {Fact} */
const fact = (name, values = {}) => ({ name, values });

/**
 * The facts in the order in which they are said, the last of them what to change first; [] before the first step.
 *
 * @param {Metrics} metrics
 * @param {Writing[]} writings
 * @param {Trial[]} trials
 * @param {{status: string, diverged: boolean, steps: number, hidden: number, clip: number | null,
 *   bigram: number | null, entropy: number | null}} run
 * @returns {Fact[]}
 */
export function verdictOf(metrics, writings, trials, { status, diverged, steps, hidden, clip, bigram, entropy }) {
  const { step, loss, scale, validation } = metrics;
  const trained = [...loss.keys()].filter((k) => loss[k] !== null);
  if (trained.length === 0 || bigram === null) return [];
  const losses = trained.map((k) => loss[k]);
  const parts = partsOf(
    trained.map((k) => step[k]),
    losses,
  );
  const measured = [...validation.keys()].filter((k) => validation[k] !== null);
  const isValidated = measured.length > 0;
  const end = isValidated ? validation[measured.at(-1)] : meanOf(losses.slice(-LAST));
  const clipped = trained.filter((k) => scale[k] < 1).length;
  const still = stillOf(parts);
  const falls = parts.length > 0 && hasFallen(parts.at(-2), parts.at(-1));
  const lowest = measured.reduce((least, k) => (validation[k] < validation[least] ? k : least), measured[0]);
  const risen = isValidated ? end - validation[lowest] : 0;
  // It learns by heart: the validation loss has risen, and the training loss has not gone with it.
  const hasRisen = risen > RISEN && parts.length > 0 && riseOf(parts) < risen / 2;
  const [done, count] = [step.at(-1), trained.length];

  const facts = status === "failed" ? [fact("failed", { step: done })] : [];
  const against = end < bigram ? "belowBigram" : "aboveBigram";
  facts.push(fact(isValidated ? against : `${against}Training`, { loss: end, by: Math.abs(bigram - end) }));
  if (entropy !== null) facts.push(fact("aboveEntropy", { by: Math.max(0, end - entropy) }));
  facts.push(...wordsIn(writings));
  if (clip !== null) facts.push(fact(clipped > 0 ? "clipped" : "neverClipped", { count: clipped, of: count }));
  const tried = factsOfRate(trials, diverged);
  if (tried.length > 0) return [...facts, ...tried];
  const restsSince = still.length > 0 && still.at(-1) === parts.at(-2) && !falls ? still[0].first : null;
  if (still.length > 0 && (restsSince === null || hasRisen))
    facts.push(fact("stoodStill", { from: still[0].first, to: still.at(-1).last }));
  if (hasRisen) facts.push(fact("risen", { step: step[lowest], by: risen }));
  else if (falls) {
    const [before, after] = parts.slice(-2);
    facts.push(fact("falls", { by: before.mean - after.mean, steps: after.last - before.last }));
  } else if (restsSince !== null) facts.push(fact("restsSince", { step: restsSince }));
  else if (parts.length > 0) facts.push(fact("rests"));

  const advice = () => {
    if (diverged) return fact(clip === null ? "changeClip" : "changeThird");
    if (parts.length === 0) return fact("changeLonger");
    if (hasRisen) return fact("changeEnd", { step: step[lowest] });
    if (entropy !== null && end - entropy < CLOSE) return fact("changeNothing");
    if (falls) return fact(done >= steps ? "changeSteps" : "changeGoOn", { steps: 2 * steps });
    if (clip !== null && clipped > OFTEN * count) return fact("changeThird");
    return end >= bigram ? fact("changeFaster") : fact("changeUnits", { units: 2 * hidden });
  };
  return [...facts, advice()];
}

/**
 * That the rate is too high, and by how much to lower it, where a trial proves it; also while it trains.
 *
 * @param {Trial[]} trials
 * @returns {Fact[]}
 */
export function factsOfRate(trials, isDiverged = false) {
  const tried = tooHigh(trials, isDiverged);
  if (tried === null) return [];
  const { step, part, raised, lowered } = tried;
  const own = Number.isFinite(raised)
    ? fact(`raises${PARTS_OF_RATE[part]}`, { step, raised, lowered })
    : fact(`breaks${PARTS_OF_RATE[part]}`, { step, lowered });
  return [own, fact(`change${PARTS_OF_RATE[part]}`)];
}

/** The run in PARTS parts, {first, last, mean, error}; [] if it is too short for them. */
function partsOf(steps, losses) {
  if (steps.length < PARTS * LEAST_STEPS) return [];
  return Array.from({ length: PARTS }, (_, k) => {
    const [from, to] = [k, k + 1].map((one) => Math.floor((one * steps.length) / PARTS));
    const own = losses.slice(from, to);
    const mean = meanOf(own);
    const spread = meanOf(own.map((one) => (one - mean) ** 2));
    return { first: steps[from], last: steps[to - 1], mean, error: Math.sqrt(spread / own.length) };
  });
}

const riseOf = (parts) => parts.at(-1).mean - Math.min(...parts.map(({ mean }) => mean));

const meanOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

const hasFallen = (before, after) =>
  before.mean - after.mean > Math.max(FALLEN, ERRORS * Math.hypot(before.error, after.error));

/** The longest stretch of parts in which the loss did not fall, up to the one before the last. */
function stillOf(parts) {
  let [longest, run] = [[], []];
  for (let k = 1; k < parts.length - 1; k += 1) {
    run = hasFallen(parts[k - 1], parts[k]) ? [] : [...run, parts[k]];
    if (run.length > longest.length) longest = run;
  }
  return longest.length >= LEAST_STILL ? longest : [];
}

/** From which checkpoint on each one writes real words, and how much of the last writing is such. */
function wordsIn(writings) {
  const counted = writings.filter(({ words }) => words !== null);
  if (counted.length === 0) return [];
  const { tokens, words } = counted.at(-1);
  if (words.length === 0) return [fact("noWords")];
  const without = counted.findLastIndex((one) => one.words.length === 0);
  const share = words.reduce((sum, [from, to]) => sum + to - from, 0) / tokens.length;
  return [fact("words", { step: counted[without + 1].step, share })];
}
