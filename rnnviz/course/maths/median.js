/**
 * The middle of some numbers in any order; of an even count the mean of the two in the middle.
 *
 * @param {Iterable<number>} numbers
 */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}
