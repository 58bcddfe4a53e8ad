// A step of training: gradients are clipped to a norm, and Adam moves the parameters (Kingma and Ba 2015). Pure.

// torch's defaults.
export const BETA_1 = 0.9;
export const BETA_2 = 0.999;
export const EPSILON = 1e-8;
/** Of the gradient before, where a step has momentum alone. */
export const MOMENTUM = 0.9;

/** Adam's running means for `count` parameters, before the first step: of the gradient, and of its square. */
export function momentsOf(count) {
  return { m: new Float64Array(count), v: new Float64Array(count) };
}

/** Moves the parameters θ, and the moments with them, in place. step: from 1. */
export function adamStep(theta, gradient, { m, v }, rate, step) {
  const [first, second] = [1 - BETA_1 ** step, 1 - BETA_2 ** step];
  for (let k = 0; k < theta.length; k += 1) {
    m[k] = BETA_1 * m[k] + (1 - BETA_1) * gradient[k];
    v[k] = BETA_2 * v[k] + (1 - BETA_2) * gradient[k] * gradient[k];
    theta[k] -= (rate * (m[k] / first)) / (Math.sqrt(v[k] / second) + EPSILON);
  }
}

/** Scales a gradient down to a norm, its direction kept; gives the norm it had. */
export function clipTo(gradient, most) {
  const was = norm(gradient);
  if (was > most) for (let k = 0; k < gradient.length; k += 1) gradient[k] *= most / was;
  return was;
}

/** The Euclidean norm of n numbers. */
export function norm(numbers, start = 0, n = numbers.length) {
  let sum = 0;
  for (let k = start; k < start + n; k += 1) sum += numbers[k] * numbers[k];
  return Math.sqrt(sum);
}
