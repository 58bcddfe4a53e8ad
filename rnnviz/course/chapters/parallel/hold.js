// What a step of length delta writes of B U, where A is −rate. Pure.

/** By the paper's equation, which holds the input still; and by the code, Δ itself. */
export const writtenBy = (delta, rate) => ({ paper: -Math.expm1(-rate * delta) / rate, code: delta });

/** By how much the code writes more. Where both are nearly equal, their difference would lose its digits. */
export function gap(delta, rate) {
  const z = rate * delta;
  if (z > 0.01) return delta - writtenBy(delta, rate).paper;
  return (delta * z * (1 - (z / 3) * (1 - (z / 4) * (1 - (z / 5) * (1 - z / 6))))) / 2;
}
