// What Python takes for blanks and for the end of a line; and lines of Python files, as `rnnviz/export/script.py`
// writes them. What JSON writes, Python reads.

const WIDTH = 96;
const INDENT = "    ";

/** Blanks, for a class of a regular expression. */
export const BLANKS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
export const LINE_ENDS = "\\r\\n|[\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029]";

/** Lines that give a list a name. A line breaks between two values only. */
export function listed(name, values) {
  const lines = [`${name} = [`];
  for (const value of values) {
    const item = `${JSON.stringify(value)}, `;
    if (lines.at(-1).length + item.length > WIDTH) lines.push(INDENT);
    lines[lines.length - 1] += item;
  }
  return `${lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/,$/, "")}]`;
}

/** Lines that give bytes a name, as base64. */
export function literal(name, base64) {
  return [`${name} = """`, ...base64.match(/.{1,96}/g), '"""'].join("\n");
}
