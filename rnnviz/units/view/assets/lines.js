// The text as lines of a fixed-width font: where each character stands. Pure.

const TAB = 4;
// A word is not cut if it began at most this number of columns ago, or fewer than half a line.
const LONGEST_WORD = 30;

/**
 * The places of a text's characters on lines of `columns` columns. widths: of each character, "1" or "2". A line break
 * takes a column of its own at its line's end, beyond the last one if need be. What does not fit goes on below, with
 * its whole word if that is not too long.
 *
 * Returns {count, starts, line, column, wide}: how many lines; the first character of each, and at the end the number
 * of characters; and of each character its line, its column, and how many columns it takes.
 */
export function layoutLines(characters, widths, columns) {
  const N = characters.length;
  const line = new Int32Array(N);
  const column = new Uint16Array(N);
  const wide = new Uint8Array(N);
  const starts = [0];
  let at = 0;
  let afterSpace = 0;

  for (let k = 0; k < N; k += 1) {
    const character = characters[k];
    const isBreak = isLineBreak(character);
    wide[k] = character === "\t" ? TAB - (at % TAB) : Number(widths[k]);
    if (!isBreak && at + wide[k] > columns && at > 0) {
      const start = starts.at(-1);
      const word = k - afterSpace;
      const isWhole = character !== " " && afterSpace > start && word <= Math.min(LONGEST_WORD, columns / 2);
      const first = isWhole ? afterSpace : k;
      starts.push(first);
      at = 0;
      for (let j = first; j < k; j += 1) {
        line[j] = starts.length - 1;
        column[j] = at;
        at += wide[j];
      }
    }
    line[k] = starts.length - 1;
    column[k] = at;
    at += wide[k];
    if (character === " " || character === "\t" || wide[k] === 2) afterSpace = k + 1;
    if (isBreak && k + 1 < N) {
      starts.push(k + 1);
      at = 0;
      afterSpace = k + 1;
    }
  }
  const count = starts.length;
  return { count, starts: Int32Array.from([...starts, N]), line, column, wide };
}

export const isLineBreak = (character) => character === "\n" || character === "\r\n" || character === "\r";

/** The character `by` lines below another one, in its column or the nearest; the text's ends beyond its lines. */
export function below(lines, k, by) {
  const target = lines.line[k] + by;
  if (target < 0) return 0;
  if (target >= lines.count) return lines.line.length - 1;
  return at(lines, target, lines.column[k]);
}

/** The character on a line that covers a column, or the line's last one. */
export function at(lines, line, column) {
  let k = lines.starts[line];
  const end = lines.starts[line + 1];
  while (k + 1 < end && lines.column[k + 1] <= column) k += 1;
  return k;
}
