// Forecasts that need no network, and what a forecast is worth beside them. Pure.
//
// A forecast has the number that it expected at each step t, from what was there before t; NaN where there was too
// little. All are judged on the second half of the series, the test.

/** Always the mean of what was learnt from. */
export function meanForecast({ numbers, learnt }) {
  return numbers.map(() => mean(numbers.subarray(0, learnt)));
}

/** The value before, again: persistence. A season: the value of so many steps ago. */
export function earlierForecast({ numbers, learnt }, steps = 1) {
  const far = Math.min(steps, learnt);
  return numbers.map((_, t) => (t < far ? Number.NaN : numbers[t - far]));
}

/** AR(p): x̂_t = c + a_1 x_{t−1} + … + a_p x_{t−p}, by least squares on what is learnt from. */
export function linearForecast({ numbers, learnt }, p) {
  const order = Math.min(p, Math.floor(learnt / 3));
  const rowAt = (t) => [1, ...Array.from({ length: order }, (_, k) => numbers[t - 1 - k])];
  const rows = Array.from({ length: learnt - order }, (_, k) => rowAt(order + k));
  const weights = leastSquares(rows, numbers.subarray(order, learnt));
  return numbers.map((_, t) => (t < order ? Number.NaN : rowAt(t).reduce((sum, one, k) => sum + one * weights[k], 0)));
}

/**
 * The weights w for which the rows times w come nearest to the targets: Gram and Schmidt, modified, each column twice.
 * A column that the ones before it say already gets the weight 0.
 */
export function leastSquares(rows, targets) {
  const count = rows[0].length;
  /** @type {Float64Array[]} */
  const directions = [];
  const R = Array.from({ length: count }, () => new Float64Array(count));
  for (let k = 0; k < count; k += 1) {
    const rest = Float64Array.from(rows, (row) => row[k]);
    const whole = Math.sqrt(dot(rest, rest));
    for (const j of [...directions.keys(), ...directions.keys()]) R[j][k] += takeOut(directions[j], rest);
    const size = Math.sqrt(dot(rest, rest));
    R[k][k] = size > 1e-9 * whole ? size : 0;
    directions.push(rest.map((one) => (R[k][k] === 0 ? 0 : one / size)));
  }
  const left = Float64Array.from(targets);
  const weights = directions.map((direction) => takeOut(direction, left));
  for (let k = count - 1; k >= 0; k -= 1) {
    for (let j = k + 1; j < count; j += 1) weights[k] -= R[k][j] * weights[j];
    weights[k] = R[k][k] === 0 ? 0 : weights[k] / R[k][k];
  }
  return weights;
}

/** Takes out of a vector what lies in a direction of length 1, and gives how much that was. */
function takeOut(direction, vector) {
  const much = dot(direction, vector);
  for (let k = 0; k < vector.length; k += 1) vector[k] -= much * direction[k];
  return much;
}
function dot(one, other) {
  let sum = 0;
  for (let k = 0; k < one.length; k += 1) sum += one[k] * other[k];
  return sum;
}

/** The mean square of a forecast's errors in the test; back: as if it had been made for so many steps earlier. */
export function errorOf({ numbers, learnt }, forecast, back = 0) {
  const errors = [];
  for (let t = learnt; t < numbers.length; t += 1) {
    const error = forecast[t] - numbers[t - back];
    if (Number.isFinite(error)) errors.push(error * error);
  }
  return mean(errors);
}

/** The mean square of what the test's numbers differ from their own mean. */
export function spread({ numbers, learnt }) {
  const test = numbers.subarray(learnt);
  const middle = mean(test);
  return mean(test.map((one) => (one - middle) ** 2));
}

/** The share of persistence's error that a forecast saves; below 0 where it is worse than that. */
export const skill = (series, error) => 1 - error / errorOf(series, earlierForecast(series));

export const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
