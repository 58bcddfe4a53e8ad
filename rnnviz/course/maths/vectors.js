// Words as vectors: how far apart, how alike, and which are near. Pure.

/** The length of the difference of two vectors. */
export function distance(a, b) {
  return Math.sqrt(a.reduce((sum, one, k) => sum + (one - b[k]) ** 2, 0));
}

/** The cosine of the angle between two vectors: 1 the same direction, 0 nothing in common; 0 for a vector of zeros. */
export function cosine(a, b) {
  const dot = (one, two) => one.reduce((sum, value, k) => sum + value * two[k], 0);
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths > 0 ? dot(a, b) / lengths : 0;
}

/** A word as V numbers, all 0 but one. */
export function oneHot(word, V) {
  return Array.from({ length: V }, (_, k) => (k === word ? 1 : 0));
}

/** The rows of a matrix (rows, d) that lies in one array. */
export function rowsOf(E, d) {
  return Array.from({ length: E.length / d }, (_, k) => Array.from(E.slice(k * d, (k + 1) * d)));
}

/** All vectors by their distance from one of them, the nearest first: [{word, away, alike}]. */
export function neighbours(vectors, from) {
  return vectors
    .map((one, word) => ({ word, away: distance(vectors[from], one), alike: cosine(vectors[from], one) }))
    .sort((one, two) => one.away - two.away || (one.word === from ? -1 : one.word - two.word));
}

/** The vectors turned by an angle in the plane of each pair of neighbouring axes: no distance changes. */
export function turned(vectors, degrees) {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return vectors.map((one) => {
    const made = [...one];
    for (let k = 0; k + 1 < made.length; k += 1) {
      [made[k], made[k + 1]] = [c * made[k] - s * made[k + 1], s * made[k] + c * made[k + 1]];
    }
    return made;
  });
}

/** A one-hot row times a matrix, as far as its first `terms` terms: Σ x_k E_k. */
export function productSoFar(x, rows, terms) {
  return rows[0].map((_, i) => rows.slice(0, terms).reduce((sum, row, k) => sum + x[k] * row[i], 0));
}
