// Softmax and cross-entropy, with natural logarithms (003, "softmax", "cross entropy"). Pure.

/** e^{z_k} / Σ_j e^{z_j}. The largest score is subtracted first, which changes nothing but overflows nowhere. */
export function softmax(z) {
  const largest = Math.max(...z);
  const powers = z.map((score) => Math.exp(score - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The same as it is written, which float64 cannot do for large scores: then it is not a number. */
export function naiveSoftmax(z) {
  const powers = z.map(Math.exp);
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** −p_k log q_k for each k; 0 where p_k is 0, whatever q_k is. */
export function crossEntropyTerms(p, q) {
  return p.map((share, k) => (share === 0 ? 0 : -share * Math.log(q[k])));
}

/** H(p, q) = −Σ p_k log q_k, in nats; H(p, p) is the entropy of p. */
export function crossEntropy(p, q) {
  return crossEntropyTerms(p, q).reduce((sum, term) => sum + term, 0);
}

/** The loss −log softmax(z)[target]. */
export function scoreLoss(z, target) {
  const largest = Math.max(...z);
  const total = z.reduce((sum, score) => sum + Math.exp(score - largest), 0);
  return Math.log(total) + largest - z[target];
}

/** Its gradient by the scores: softmax(z) − y, y being 1 at the target and 0 elsewhere. */
export function scoreGradient(z, target) {
  return softmax(z).map((share, k) => share - (k === target ? 1 : 0));
}

/** The same by central differences, two losses a score. */
export function scoreDifferences(z, target, width = 1e-5) {
  return z.map((_, k) => {
    const moved = (by) => scoreLoss(z.with(k, z[k] + by), target);
    return (moved(width) - moved(-width)) / (2 * width);
  });
}
