// The numbers that stand at an axis: round ones, as many as there is room for. Pure.

/** The round numbers within a range, `most` of them or a few more. least: from one to the next, at least. */
export function roundMarks([from, to], most, least = 0) {
  const rough = ((to - from) / most) * (1 - 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  const every = Math.max(least, power * [1, 2, 5, 10].find((one) => one * power >= rough));
  const first = Math.ceil(from / every - 1e-9);
  const last = Math.floor(to / every + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => Number(((first + k) * every).toPrecision(6)));
}

/**
 * The same for an axis of powers, whose range is of exponents of ten: powers of ten, or 1, 2 and 5 times them; round
 * numbers where not even two of those lie in the range.
 */
export function powerMarks([from, to], most) {
  const exponents = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, k) => Math.floor(from) + k);
  for (const factors of [[1], [1, 2, 5]]) {
    const marks = exponents
      .flatMap((exponent) => factors.map((factor) => Number(`${factor}e${exponent}`)))
      .filter((mark) => Math.log10(mark) >= from - 1e-9 && Math.log10(mark) <= to + 1e-9);
    if (marks.length > 1) return marks;
  }
  return roundMarks([10 ** from, 10 ** to], most);
}
