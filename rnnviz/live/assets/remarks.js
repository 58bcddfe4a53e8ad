// Explanations of odd numbers, shown where they occur.

const LATELY = 50;
const FEWEST = 20;
// From this difference and this loss on, a reader wonders why validation is lower or the loss so small.
const WELL_BELOW = 0.97;
const NEAR_ZERO = 0.1;

/** metrics: of one run, {loss, validation}, nulls where nothing was measured. */
export function remarks({ loss, validation }) {
  const recent = loss.slice(-LATELY).filter((value) => value !== null);
  if (recent.length < FEWEST) return { isBelowTraining: false, isNearZero: false };
  const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length;
  const held = validation.findLast((value) => value !== null && value !== undefined);
  return { isBelowTraining: typeof held === "number" && held < WELL_BELOW * mean, isNearZero: mean < NEAR_ZERO };
}
