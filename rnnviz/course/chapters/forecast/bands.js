// A forecast that says how sure it is: three quantiles in the place of one number. Pure.

import { mean } from "./baselines.js";

/** The shares of what comes that shall lie below each answer. */
export const SHARES = [0.1, 0.5, 0.9];
// Of a standard normal, the expected loss of its own quantiles, SHARES in turn: the density there.
const OF_NORMAL = [0.17549833193248685, 0.3989422804014327, 0.17549833193248685];

/** What a quantile of a share costs that says `said` where `came` came (Koenker and Bassett 1978). */
export function pinball(share, said, came) {
  return came > said ? share * (came - said) : (1 - share) * (said - came);
}

/** Its slope by what is said. */
export const pinballSlope = (share, said, came) => (came > said ? -share : 1 - share);

/** The mean of what the three quantiles cost in the test; bands: three forecasts. */
export function bandLoss({ numbers, learnt }, bands) {
  return mean(
    SHARES.map((share, k) =>
      mean(numbers.subarray(learnt).map((came, t) => pinball(share, bands[k][learnt + t], came))),
    ),
  );
}

/**
 * The shares of the test's numbers below, within and above a band.
 *
 * @param {{numbers: Float64Array, learnt: number}} series
 * @param {Float64Array[]} bands
 */
export function covered({ numbers, learnt }, bands) {
  const [low, , high] = bands;
  const test = [...numbers.subarray(learnt)];
  const share = (isThere) => test.filter(isThere).length / test.length;
  const below = share((came, t) => came < low[learnt + t]);
  const above = share((came, t) => came > high[learnt + t]);
  return { below, within: 1 - below - above, above };
}

/**
 * How far the width of a band goes along with the noise in the test: their correlation; null where the noise is the
 * same in each step, or unknown.
 *
 * @param {{deviations: Float64Array | null, learnt: number}} series
 * @param {Float64Array[]} bands
 */
export function follows({ deviations, learnt }, bands) {
  if (deviations === null) return null;
  const noise = centred(deviations.slice(learnt));
  if (noise.every((one) => one === 0)) return null;
  const [low, , high] = bands;
  const width = centred(high.map((one, t) => one - low[t]).slice(learnt));
  const sum = (one, other) => mean(one.map((value, t) => value * other[t]));
  return sum(width, noise) / Math.sqrt(sum(width, width) * sum(noise, noise));
}

function centred(numbers) {
  const middle = mean(numbers);
  return numbers.map((one) => one - middle);
}

/** The quantiles of all numbers that are learnt from, at each step the same. */
export function bandOfAll({ numbers, learnt }) {
  const known = numbers.slice(0, learnt).sort();
  return SHARES.map((share) => numbers.map(() => known[Math.floor(share * learnt)]));
}

/** The last value, and around it the quantiles of how far the next one has been, in what is learnt from. */
export function bandOfLast({ numbers, learnt }) {
  const changes = numbers
    .slice(0, learnt)
    .map((one, t) => one - (t === 0 ? Number.NaN : numbers[t - 1]))
    .slice(1)
    .sort();
  return SHARES.map((share) =>
    numbers.map((_, t) => (t === 0 ? Number.NaN : numbers[t - 1] + changes[Math.floor(share * changes.length)])),
  );
}

/** What whoever knows the rule would pay in the test; null where nobody does. */
export function bandFloor({ deviations, learnt }) {
  return deviations === null ? null : mean(deviations.slice(learnt)) * mean(OF_NORMAL);
}
