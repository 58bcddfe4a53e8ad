// How far the gradient of a batch is off the gradient of all the data. Pure.

import { uniform } from "../../maths/random.js";

export const ALL = 4096;
// Where the gradient is taken, and what is true.
const [W, TRUE_W] = [0.5, 1.5];

/** The gradient of ½ (w x − y)² by w for each of 4096 samples of a noisy line, always the same. */
export function sampleGradients() {
  const draw = uniform(31);
  return Array.from({ length: ALL }, () => {
    const x = 2 * draw() - 1;
    const y = TRUE_W * x + 2 * draw() - 1;
    return (W * x - y) * x;
  });
}

/** The mean gradients of `count` batches of a size, drawn with replacement. */
export function batchGradients(gradients, size, count, seed) {
  const draw = uniform(seed, size);
  return Array.from({ length: count }, () => {
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += gradients[Math.floor(draw() * gradients.length)];
    return sum / size;
  });
}

/** {mean, spread} of numbers; spread: the standard deviation. */
export function momentsOf(numbers) {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return { mean, spread: Math.sqrt(numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / numbers.length) };
}
