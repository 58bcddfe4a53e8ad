// In how many orders letters can stand, and the uncertainty that is left of it per letter (Boltzmann 1877, Shannon
// 1948). Pure.

const LOGS = [0];
/** log n!, of a whole number. */
function logFactorial(n) {
  for (let k = LOGS.length; k <= n; k += 1) LOGS.push(LOGS[k - 1] + Math.log(k));
  return LOGS[n];
}

/** How many of N letters each share gets, N in all: rounded down, and the rest to the largest remainders. */
export function countsOf(shares, N) {
  const exact = shares.map((share) => share * N);
  const counts = exact.map((one) => Math.floor(one + 1e-9));
  const left = N - counts.reduce((sum, one) => sum + one, 0);
  const order = exact.map((one, k) => [one - counts[k], k]).sort(([a], [b]) => b - a);
  for (const [, k] of order.slice(0, left)) counts[k] += 1;
  return counts;
}

/** log W, W = N! / (n_1! n_2! …): the number of different orders of the letters, n_k of each kind. */
export function logArrangements(counts) {
  const N = counts.reduce((sum, one) => sum + one, 0);
  return counts.reduce((sum, one) => sum - logFactorial(one), logFactorial(N));
}

/** H(p) = −Σ p_k log p_k, in nats. */
export const uncertainty = (shares) => shares.reduce((sum, p) => (p > 0 ? sum - p * Math.log(p) : sum), 0);

/** A choice in two steps, of the first or the others, then among the others: {whole, first, second, weight}. */
export function inTwoSteps(shares) {
  const [first, ...others] = shares;
  const weight = others.reduce((sum, one) => sum + one, 0);
  return {
    whole: uncertainty(shares),
    first: uncertainty([first, weight]),
    weight,
    second: weight > 0 ? uncertainty(others.map((one) => one / weight)) : 0,
  };
}
