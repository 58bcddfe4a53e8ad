// Linear attention in chunks: within one by scores, and what lies before it by the memory. Pure.

/** The scores Q_t · K_i of the steps t and i ≤ t that lie in one chunk of `size` steps, 0 elsewhere. */
export function scoresIn({ Q, K }, size) {
  const isIn = (t, i) => i <= t && Math.floor(t / size) === Math.floor(i / size);
  return Q.map((query, t) => K.map((key, i) => (isIn(t, i) ? dot(query, key) : 0)));
}

/** What is read at each step, (T, h), in chunks of `size` steps; of one step each, that is the loop. */
export function readInChunks({ Q, K, V }, size) {
  const scores = scoresIn({ Q, K }, size);
  let S = K[0].map(() => V[0].map(() => 0));
  return Q.map((query, t) => {
    // A chunk begins: all that was before it goes into the memory.
    if (t % size === 0) for (let i = Math.max(0, t - size); i < t; i += 1) S = added(S, K[i], V[i]);
    const inside = V[0].map((_, j) => V.reduce((sum, value, i) => sum + scores[t][i] * value[j], 0));
    return inside.map((one, j) => one + query.reduce((sum, number, row) => sum + number * S[row][j], 0));
  });
}
const added = (S, key, value) => S.map((row, k) => row.map((one, j) => one + key[k] * value[j]));
const dot = (one, other) => one.reduce((sum, value, k) => sum + value * other[k], 0);

/**
 * What chunks of `size` of `length` steps cost, with keys and values of d numbers: {rounds, products}. rounds: how many
 * wait for one another. A score takes d products, and so does its share of a value; a step of the memory, or a reading
 * of it, takes d². Nothing is read from an empty memory, and nothing is written that no chunk reads.
 */
export function costs(length, size, d) {
  const rounds = length / size;
  const scores = rounds * ((size * (size + 1)) / 2) * 2 * d;
  return { rounds, products: scores + 2 * (length - size) * d * d };
}
