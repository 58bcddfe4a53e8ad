// The range of what is drawn, and the ticks of its axis.

/** The least and the greatest of all the numbers, a little apart. @param {Iterable<number>[]} rows */
export function rangeOf(rows) {
  const all = rows.flatMap((row) => [...row]).filter(Number.isFinite);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const rest = (most - least || 1) * 0.05;
  return [least - rest, most + rest];
}

/** Between three and seven round numbers within a range. */
export function roundTicks({ from, to }) {
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: count }, (_, k) => Number(((first + k) * step).toPrecision(10)));
}

/** 1, 2 and 5 of each power of ten within a range of decimal logarithms; powers alone where these are many. */
export function logTicks({ from, to }) {
  const isWide = to - from > 2.2;
  const powers = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, k) => Math.floor(from) + k);
  return powers
    .flatMap((power) => (isWide ? [power] : [1, 2, 5].map((one) => power + Math.log10(one))))
    .filter((one) => one >= from && one <= to);
}
