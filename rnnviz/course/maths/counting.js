// n-grams counted in the browser, and what they predict, as `rnnviz/explain/ngrams.py` does (000, 002). Pure.

/** The n − 1 tokens before a place as one number, its digits in base V. */
function beginningAt(codes, place, n, V) {
  let key = 0;
  for (let k = place - n + 1; k < place; k += 1) key = key * V + codes[k];
  return key;
}

/**
 * How often some places of a text show each n-gram: {n, V, totals, grams, kinds}, maps from a beginning of n − 1
 * tokens, and from an n-gram, to counts; kinds: how many different tokens follow a beginning. A place has n − 1 tokens
 * before it.
 */
export function countedGrams(codes, places, n, V) {
  const [totals, grams, kinds] = [new Map(), new Map(), new Map()];
  for (const place of places) {
    const beginning = beginningAt(codes, place, n, V);
    const gram = beginning * V + codes[place];
    if (!grams.has(gram)) kinds.set(beginning, (kinds.get(beginning) ?? 0) + 1);
    totals.set(beginning, (totals.get(beginning) ?? 0) + 1);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return { n, V, totals, grams, kinds };
}

/** At each place: how often its n-gram was counted, its beginning, and how many kinds of token followed that. */
export function countsAt({ n, V, totals, grams, kinds }, codes, places) {
  return places.map((place) => {
    const beginning = beginningAt(codes, place, n, V);
    return [grams.get(beginning * V + codes[place]) ?? 0, totals.get(beginning) ?? 0, kinds.get(beginning) ?? 0];
  });
}

/** The mean of −log of (count + alpha) / (count of the beginning + alpha V), over counts as `countsAt` gives them. */
export function lossOfCounts(counts, alpha, V) {
  return (
    counts.reduce((sum, [count, total]) => sum - Math.log((count + alpha) / (total + alpha * V)), 0) / counts.length
  );
}

/** The same at some places of a text. */
export function addedLoss(grams, codes, places, alpha) {
  return lossOfCounts(countsAt(grams, codes, places), alpha, grams.V);
}

/** The losses of backing off (Witten and Bell 1991), one an n: counts of n = 1, 2, …, each mixed with that before. */
export function backOffLosses(counts, V) {
  let shorter = counts[0].map(() => 1 / V);
  return counts.map((places) => {
    shorter = places.map(([count, total, kinds], k) =>
      total > 0 ? (count + kinds * shorter[k]) / (total + kinds) : shorter[k],
    );
    return shorter.reduce((sum, p) => sum - Math.log(p), 0) / shorter.length;
  });
}

/** What follows a beginning: for each of the V tokens how often, and its share with alpha added to each count. */
export function followers({ V, totals, grams }, beginning, alpha) {
  const key = beginning.reduce((sum, code) => sum * V + code, 0);
  const total = totals.get(key) ?? 0;
  return Array.from({ length: V }, (_, code) => {
    const count = grams.get(key * V + code) ?? 0;
    return { code, count, share: total + alpha * V > 0 ? (count + alpha) / (total + alpha * V) : 0 };
  });
}

/** The share of some places whose n-gram was never counted. */
export function newShare(counts) {
  return counts.filter(([count]) => count === 0).length / counts.length;
}
