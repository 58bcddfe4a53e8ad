// Lines of Python files, as `rnnviz/export/script.py` writes them. What JSON writes, Python reads.

const WIDTH = 96;
const INDENT = "    ";

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
