// A sum with enough digits to be true for a reader who adds them up.

import { short } from "../../web/numbers.js";

const DIGITS = 3;
const MOST_DECIMALS = 12;

/**
 * first + second = sum, each as it is to be written: with as many decimals as show three digits of
 * the smaller one, and more where rounding would make the sum look wrong.
 */
export function addition(first, second) {
  const least = Math.min(...[first, second].map(Math.abs).filter((size) => size > 0));
  const wanted = Math.max(0, DIGITS - 1 - Math.floor(Math.log10(least)));
  if (!Number.isFinite(least) || wanted > MOST_DECIMALS)
    return { first: short(first), second: short(second), sum: short(first + second) };
  const rounded = (value, decimals) => Math.round(value * 10 ** decimals);
  const isTrue = (decimals) =>
    rounded(first, decimals) + rounded(second, decimals) === rounded(first + second, decimals);
  const decimals = [0, 1, 2, 3, 4, 5].map((more) => wanted + more).find(isTrue) ?? wanted;
  const written = (whole) => `${whole < 0 ? "−" : ""}${(Math.abs(whole) / 10 ** decimals).toFixed(decimals)}`;
  return {
    first: written(rounded(first, decimals)),
    second: written(rounded(second, decimals)),
    sum: written(rounded(first + second, decimals)),
  };
}
