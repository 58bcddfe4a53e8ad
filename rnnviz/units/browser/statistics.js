// What NumPy does with arrays of numbers, to the same digits. Pure.

/** The places of numbers, from the smallest; equal ones stay in order. */
export function argsort(values) {
  const order = Int32Array.from({ length: values.length }, (_, k) => k);
  return order.sort((a, b) => values[a] - values[b] || a - b);
}

export const sumOf = (values) => values.reduce((sum, one) => sum + one, 0);
export const meanOf = (values) => sumOf(values) / values.length;

/** The quantile of ascending numbers, between its two neighbours in proportion. */
export function quantileOf(ordered, share) {
  const at = (ordered.length - 1) * share;
  const below = Math.floor(at);
  const [low, high] = [ordered[below], ordered[Math.min(below + 1, ordered.length - 1)]];
  const part = at - below;
  return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
}

export const ascending = (values) => Float64Array.from(values).sort();
export const medianOf = (values) => quantileOf(ascending(values), 0.5);

/** The different numbers, ascending. */
export const distinct = (values) => Float64Array.from(new Set(ascending(values)));

/** How many of ascending numbers are at most this one. */
export function countUpTo(ordered, value) {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How often each number from 0 stands among some. */
export function countsOf(numbers, kinds) {
  const counts = new Int32Array(kinds);
  for (const one of numbers) counts[one] += 1;
  return counts;
}

/** One column of values that stand row by row. */
export function columnOf(values, width, column) {
  const made = new Float64Array(values.length / width);
  for (let k = 0; k < made.length; k += 1) made[k] = values[k * width + column];
  return made;
}

/** Three significant digits and no exponent, as `../digits.py` writes them. */
export function digits(value) {
  const [, exponent] = value.toExponential(2).split("e");
  const isShort = Number(exponent) >= -4 && Number(exponent) < 3;
  const shown = isShort ? String(Number(value.toPrecision(3))) : value.toFixed(Math.abs(value) < 1 ? 4 : 0);
  return (Number(shown) === 0 ? "0" : shown).replace("-", "−");
}
