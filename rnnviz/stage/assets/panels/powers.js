// A logarithmic axis for sizes that may differ by many powers of ten. Pure.

// The steps between labels, of which the smallest that leaves few enough is taken.
const LABELLED_EVERY = [1, 2, 5, 10, 20, 50, 100, 200];
// The powers of ten that an axis has at least: with fewer its sizes could not be told apart.
const LEAST_SPAN = 2;
const ALMOST = 1e-9;

/**
 * The axis that holds some sizes: {low, high, ticks, share(size)}, with its ends and its labels as powers of ten, and
 * where a size stands on it, from 0 to 1. A size of 0 has no place on it, and is at its low end; so is one that is no
 * number. most: how many labels it may have.
 */
export function powersAxis(sizes, most = 3) {
  const some = sizes.filter((size) => size > 0 && size < Infinity);
  const ends = some.length > 0 ? [Math.min(...some), Math.max(...some)] : [1, 1];
  const high = Math.ceil(Math.log10(ends[1]) - ALMOST) + 0;
  const span = Math.max(high - Math.floor(Math.log10(ends[0]) + ALMOST), LEAST_SPAN);
  const low = high - span;
  const every = LABELLED_EVERY.find((step) => Math.floor(span / step) < most) ?? span;
  const ticks = Array.from({ length: Math.floor(span / every) + 1 }, (_, k) => high - k * every).reverse();
  function share(size) {
    if (size === Infinity) return 1;
    return size > 0 ? Math.min(1, Math.max(0, (Math.log10(size) - low) / (high - low))) : 0;
  }
  return { low, high, ticks, share };
}
