// What a unit tells: AUC, a threshold, labels shifted around the text, the best of many. Pure; held to Python.

// Of shifted labels, the share for which the best unit passes the line of chance.
const PASSING = 0.05;

/** Numbers as Python packs them: {low, high, codes}, 16 bits each. */
export function unpacked({ low, high, codes }) {
  const bytes = Uint8Array.from(atob(codes), (one) => one.charCodeAt(0));
  return Float64Array.from(
    { length: bytes.length / 2 },
    (_, k) => low + ((bytes[2 * k] + 256 * bytes[2 * k + 1]) / 65535) * (high - low),
  );
}

/** Whether a label is on at each of `count` places; runs: from which place to before which. */
export function labelOf(runs, count) {
  const on = new Uint8Array(count);
  for (const [start, stop] of runs) on.fill(1, start, stop);
  return on;
}

/** How often a value where the label is on is above one where it is off; equal ones count half. */
export function auc(values, on) {
  const order = Array.from(values, (_, k) => k).sort((a, b) => values[a] - values[b]);
  let [ranks, count] = [0, 0];
  for (let start = 0, stop = 0; start < order.length; start = stop) {
    let inside = 0;
    while (stop < order.length && values[order[stop]] === values[order[start]]) inside += on[order[stop++]];
    ranks += (inside * (start + stop + 1)) / 2;
    count += inside;
  }
  return (ranks - (count * (count + 1)) / 2) / (count * (order.length - count));
}

/**
 * With this threshold: of the places where the label is on, the share that the unit finds; of the others, the share of
 * false alarms. direction: 1 if it says yes above the threshold, −1 below.
 */
export function shares(values, on, threshold, direction) {
  let [found, alarms, inside] = [0, 0, 0];
  for (let k = 0; k < values.length; k += 1) {
    inside += on[k];
    if (direction * values[k] > direction * threshold) {
      if (on[k]) found += 1;
      else alarms += 1;
    }
  }
  return { found: found / inside, alarms: alarms / (values.length - inside) };
}

/** The curve of these shares over all thresholds, from [0, 0] to [1, 1]: [alarms, found], a point for each value. */
export function roc(values, on, direction) {
  const order = Array.from(values, (_, k) => k).sort((a, b) => direction * (values[b] - values[a]));
  const inside = on.reduce((sum, one) => sum + one, 0);
  let [found, alarms] = [0, 0];
  const points = [[0, 0]];
  order.forEach((k, place) => {
    if (on[k]) found += 1;
    else alarms += 1;
    if (values[order[place + 1]] !== values[k]) points.push([alarms / (values.length - inside), found / inside]);
  });
  return points;
}

/** How many places of each kind are in each of some equal bins: {on, off}, as shares of all of their kind. */
export function histograms(values, on, { low, high }, bins) {
  const counts = [new Float64Array(bins), new Float64Array(bins)];
  values.forEach((value, k) => {
    counts[on[k]][Math.min(bins - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * bins)))] += 1;
  });
  const [off, inside] = counts.map((all) => {
    const sum = all.reduce((one, other) => one + other, 0);
    return all.map((one) => one / sum);
  });
  return { on: inside, off };
}

/** A label shifted around the text: at place k stands what it has at k + by. */
export const shifted = (on, by) => on.map((_, k) => on[(k + by) % on.length]);

/** For each shifted label, the best of the first `count` units. told: what each unit tells of it, a row a label. */
export const bests = (told, count) => told.map((row) => row.slice(0, count).reduce((most, one) => Math.max(most, one)));

/** The line of chance: what the best unit passes for 5 % of the labels. */
export function chanceLine(best) {
  const sorted = [...best].sort((a, b) => a - b);
  return sorted[sorted.length - Math.max(1, Math.floor(PASSING * (sorted.length + 1)))];
}
