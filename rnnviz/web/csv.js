// Rows of cells as a file that spreadsheets open.

// A spreadsheet takes a cell that begins with one of these for a formula.
const FORMULA = /^[=+\-@\t\r]/;

/** The text of such a file. */
export function csvOf(rows) {
  return rows.map((row) => `${row.map(quotedCell).join(",")}\r\n`).join("");
}

/** A word as a spreadsheet shows it, never as a formula. */
export function asWord(text) {
  return text.length > 1 && FORMULA.test(text) ? `'${text}` : text;
}

function quotedCell(cell) {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
