// The ledger in numbers and words: what it shows at a place, how large its parts are, and where the bars of an account
// stand. Pure.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { fill, full, inPercent, short } from "../../../web/numbers.js";
import { colon, semicolon } from "../../../web/punctuation.js";
import { visible } from "../place/cursor.js";
import { letterParts, plainLetter } from "../words/labels.js";
import { lineCount } from "./geometry.js";
import { roomIn, WIDEST_STEP } from "./textline.js";

// Heights before scaling: a line of words, the characters, the numbers under the bars, a line of the note and its
// letters; the room between the parts; the least height of bars.
export const LEDGER = { title: 20, characters: 22, numbers: 17, note: 18, letters: 13, gap: 22, least: 28 };
// Before scaling: the room at both ends of an account, for what came before the text and for the sum, and how much of
// the panel the bars of a phone take.
const ENDS = 26;
const NARROW_BARS = 150;
// How much of a step its bar takes.
const BAR = 0.62;
// Bars that all are far from the scale's end still fill at least this share of it.
const LEAST_SPAN = 0.25;

/**
 * The parts of the panel in a width and height: {hasScores, gap, block, columns, bars, caveat}. block: the width of a
 * part; bars: the height of what is below its title; caveat: the words below all parts.
 *
 * @param {Pick<Context, "model" | "strings" | "notation" | "scale" | "narrow">} context
 */
export function ledgerParts({ model, strings, notation, scale, narrow }, width, height) {
  const hasScores = model.labels.length > 0 && !model.weights.get("W_hq").columns;
  const count = hasScores ? 3 : 2;
  const gap = LEDGER.gap * scale;
  const block = narrow ? width : (width - (count - 1) * gap) / count;
  const columns = narrow ? "minmax(0, 1fr)" : `repeat(${count}, ${block}px)`;
  const [H, C] = ["H", model.ledger.memory].map((name) => letterParts(notation, name)[0].base);
  const isAllotted = hasScores && !model.ledger.isLinear;
  const caveat = [
    strings.ledgerNote,
    ...(hasScores ? [strings.ledgerScoreNote] : []),
    ...(isAllotted ? [fill(strings.ledgerAllotted, { H, C })] : []),
  ].join(" ");
  const noteLines = lineCount(`${caveat} ${strings.riverOfAll}`, width, LEDGER.letters * scale);
  const below = narrow ? NARROW_BARS * scale : height - noteLines * LEDGER.note * scale;
  return { hasScores, gap, block, columns, bars: below - LEDGER.title * scale, caveat };
}

/**
 * What the ledger is about at a place: {t, isScored, unit, output}. t: the last step whose memory is there, −1 for
 * none.
 *
 * @param {Pick<Context, "model">} context
 * @param {Place} place
 */
export function ledgerAt({ model }, place, hasScores, units) {
  const t = visible(place, model.quantity(model.ledger.memory), place.t) ? place.t : place.t - 1;
  return {
    t,
    isScored: hasScores && t === place.t && visible(place, model.quantity("logits"), t),
    unit: Math.min(place.unit, units - 1),
    output: hasScores ? (place.choice ?? model.targets?.[place.t] ?? model.likeliest[place.t][0]) : 0,
  };
}

/**
 * The account of a unit's memory: its entries with their shares, and what they add up to.
 *
 * @param {Pick<Context, "model" | "notation" | "high">} context
 */
export function unitAccount({ model, notation, high }, ledger, entries, { t, unit }) {
  const { memory } = model.ledger;
  const quantity = model.quantity(memory);
  const letter = plainLetter(notation, memory, t + 1, unit + 1);
  return {
    t,
    unit,
    entries: entries.map((entry) => entry[unit]),
    title: (total) => `${letter} = ${total}`,
    hue: quantity.hue,
    end: high(quantity),
    inkEnd: ledger.most,
    total: model.value(memory, t, unit),
    shares: sharesLeft(ledger, t, unit),
  };
}

/**
 * The account of an output's score.
 *
 * @param {Pick<Context, "model" | "strings">} context
 */
export function scoreAccount({ model, strings }, ledger, { t, output }) {
  const entries = ledger.scores(t, output);
  const total = entries.reduce((sum, one) => sum + one, 0);
  const words = total < 0 ? strings.ledgerBelow : strings.ledgerAbove;
  const character = model.labels[output];
  const title = (score) => fill(words, { character, score: score.replace("−", "") });
  return { t, unit: 0, entries, title, hue: "output", end: 0, inkEnd: 0, total, shares: [] };
}

/** @typedef {ReturnType<typeof unitAccount>} Account */

/** What is left at step t of what each step wrote, as a share of it; null where it wrote nothing. */
function sharesLeft(ledger, t, unit) {
  const found = [];
  let share = 1;
  for (let step = t; step >= 0; step -= 1) {
    found[step] = ledger.written(step, unit) === 0 ? null : share;
    share *= ledger.kept(step, unit);
  }
  return found;
}

/**
 * How large an account is in a width and height: {ends, step, room, width, height}, of which `height` is that of its
 * bars and `room` says what fits a step.
 *
 * @param {Pick<Context, "model" | "scale" | "widestInput">} context
 */
export function accountSizes(context, wide, tall) {
  const { scale } = context;
  const { T } = context.model.sizes;
  const ends = ENDS * scale;
  const step = Math.min(WIDEST_STEP * scale, (wide - 2 * ends) / T);
  const room = roomIn(context, step);
  const under = room.number ? LEDGER.numbers * scale : 0;
  const height = Math.max(LEDGER.least * scale, tall - LEDGER.characters * scale - under);
  return { ends, step, room, width: 2 * ends + T * step, height };
}

/**
 * An account as bars that add up, from left to right, and as the cells of the text above and the numbers below.
 *
 * @param {Pick<Context, "model" | "strings" | "scale">} context
 * @param {Account} account
 */
export function accountLayout(
  context,
  { t, entries, title, end, inkEnd, total, shares },
  { ends, step, room, width, height },
) {
  const { scale } = context;
  const { inputs, sizes } = context.model;
  const sums = [0];
  for (const entry of entries) sums.push(sums.at(-1) + entry);
  const largest = Math.max(...entries.map(Math.abs), 1e-12);
  const reach = Math.max(end, ...sums.map(Math.abs));
  const [low, top] = [Math.min(0, ...sums), Math.max(0, ...sums)];
  const span = Math.max(top - low, reach * LEAST_SPAN);
  const y = (value) => 4 * scale + ((top - value) / span) * (height - 8 * scale);
  const upright = (from, to) => ({
    y: Math.min(y(from), y(to)),
    height: Math.max(1.5, Math.abs(y(to) - y(from))),
  });
  const said = entries.map((entry, k) => entryWords(context, entry, k, shares));
  const last = ends + sizes.T * step + ends * 0.25;

  const bars = entries.flatMap((entry, k) => {
    if (k === 0 && entry === 0) return [];
    // The first state stands before the text.
    const [x, wide] = k === 0 ? [0, ends] : [ends + (k - 1) * step, step];
    const left = x + (wide - wide * BAR) / 2;
    const next = k === entries.length - 1 ? last : ends + k * step + step * 0.19;
    return [
      {
        thread: { x1: left, x2: next, y1: y(sums[k + 1]), y2: y(sums[k + 1]) },
        bar: { x: left, width: Math.max(1, wide * BAR), ...upright(sums[k], sums[k + 1]) },
        isMinus: entry < 0,
        full: said[k],
      },
    ];
  });
  const colours = inkEnd || largest;
  const most = entries.reduce((k, entry, at) => (Math.abs(entry) > Math.abs(entries[k]) ? at : k), 0);
  const summed = title(short(total));
  return {
    title: { text: summed, full: title(full(total)) },
    axis: { x1: 0, x2: width, y1: y(0), y2: y(0) },
    bars,
    total: { x: last, width: ends * 0.5, ...upright(0, sums.at(-1)), full: full(total) },
    text: inputs.map((input, k) =>
      k > t ? null : { share: entries[k + 1] / colours, text: room.character ? input : "", full: said[k + 1] },
    ),
    numbers: inputs.map((_, k) => (k > t ? {} : { text: short(entries[k + 1]), full: said[k + 1] })),
    said,
    words: `${summed}${colon()}${said.join(semicolon())}`,
    most: said[most],
    brief: `${summed}${semicolon()}${said[most]}`,
  };
}

/**
 * An entry in words: "直, t = 4: −0.310 is left, 50 % of what it wrote".
 *
 * @param {Pick<Context, "model" | "strings">} context
 */
export function entryWords({ model, strings }, entry, k, shares = []) {
  if (k === 0) return fill(strings.ledgerFirst, { value: full(entry) });
  const share = shares[k - 1];
  const values = { character: characterAt(model, k), t: k, value: full(entry) };
  if (share === undefined || share === null) return fill(strings.ledgerEntry, values);
  return fill(strings.ledgerLeft, { ...values, share: inPercent(share) });
}

/**
 * The unit and the step of the largest entry up to step t, in words whose value `digits` writes.
 *
 * @param {Pick<Context, "model" | "strings">} context
 */
export function largestWords({ model, strings }, t, entries, digits) {
  let most = { k: 1, unit: 0, entry: 0 };
  for (let k = 1; k <= t + 1; k += 1) {
    entries[k].forEach((entry, unit) => {
      if (Math.abs(entry) > Math.abs(most.entry)) most = { k, unit, entry };
    });
  }
  const { k, unit, entry } = most;
  const character = characterAt(model, k);
  return fill(strings.ledgerLargest, { unit: unit + 1, character, value: digits(entry) });
}

function characterAt(model, k) {
  return model.inputs[k - 1] ?? `x${k}`;
}
