// Counting, once for each n.

import { backOffLosses, countedGrams, countsAt, lossOfCounts, newShare } from "../../maths/counting.js";
import { KINDS, NS } from "./settings.js";

const READ = { key: null };
/** The texts as numbers, and what has been counted in them so far. */
function readingOf({ read, held, symbols }) {
  if (READ.key !== read) {
    const codes = [...read, ...held].map((one) => symbols.indexOf(one));
    const places = Array.from(held, (_, k) => read.length + k);
    Object.assign(READ, { key: read, codes, places, learnt: read.length, grams: new Map(), counts: new Map() });
  }
  return READ;
}
export function gramsOf(given, n) {
  const reading = readingOf(given);
  if (!reading.grams.has(n)) {
    const places = Array.from({ length: reading.learnt - n + 1 }, (_, k) => k + n - 1);
    reading.grams.set(n, countedGrams(reading.codes, places, n, KINDS));
  }
  return reading.grams.get(n);
}
function countsOf(given, n) {
  const reading = readingOf(given);
  if (!reading.counts.has(n)) reading.counts.set(n, countsAt(gramsOf(given, n), reading.codes, reading.places));
  return reading.counts.get(n);
}
export const seenOf = (given, n) => gramsOf(given, n).grams.size;
export const unseen = ({ given }) => NS.map((n) => newShare(countsOf(given, n)));
export const added = ({ given, smooth }) => NS.map((n) => lossOfCounts(countsOf(given, n), smooth, KINDS));
export const backedOff = ({ given }) =>
  backOffLosses(
    NS.map((n) => countsOf(given, n)),
    KINDS,
  );
