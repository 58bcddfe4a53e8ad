// A number as a reader types it: full-width digits and a comma as the decimal sign are taken, too. Pure.

import { TYPED_NUMBER } from "./numbers.js";

/** The longest that a field takes. */
export const LONGEST = 24;

/**
 * What was typed: {value, isComma}; value: null where nothing was, NaN where it is no number. isComma: whether a comma
 * was taken as the decimal sign.
 */
export function typedNumber(text) {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/[−–﹣]/g, "-")
    .replace("。", ".");
  if (plain === "") return { value: null, isComma: false };
  const isComma = /^[^.,]*,[^.,]*$/.test(plain);
  const written = isComma ? plain.replace(",", ".") : plain;
  return { value: TYPED_NUMBER.test(written) ? Number(written) : Number.NaN, isComma };
}

/** To the two decimals of all numbers of a task; 0 has no sign. */
export function twoDecimals(value) {
  const size = Math.abs(value).toFixed(2);
  return (value < 0 && Number(size) !== 0 ? "−" : "") + size;
}

/** Whole numbers as such, others to two decimals. */
export function asShown(value) {
  return Number.isInteger(value) ? String(value).replace("-", "−") : twoDecimals(value);
}
