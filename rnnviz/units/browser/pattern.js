// A pattern as Python's `regex` reads it, written for JavaScript: letters of all scripts are letters, and what is no
// sign of its own stands for itself. Pure.

/** @type {Record<string, string>} what stands between square brackets */
const CLASSES = {
  w: String.raw`\p{L}\p{M}\p{N}\p{Pc}`,
  d: String.raw`\p{Nd}`,
  s: String.raw`\s\x1c-\x1f\x85`,
};
const WORD = `[${CLASSES.w}]`;
/** @type {Record<string, string>} */
const PLACES = {
  b: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  B: `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
  A: "(?<![^])",
  Z: "(?![^])",
};
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const QUANTITY = /^\{\d*,?\d*\}/;
const FLAGS = /^\(\?([a-z]+)\)/;

/**
 * The expression, which finds all matches; null where JavaScript has nothing of the kind.
 *
 * @param {string} pattern
 */
export function expressionOf(pattern) {
  const [, own = ""] = FLAGS.exec(pattern) ?? [];
  if (/[^ims]/.test(own)) return null;
  const source = translated(own ? pattern.slice(own.length + 3) : pattern);
  if (source === null) return null;
  try {
    return new RegExp(source, [...new Set(`gmu${own}`)].join(""));
  } catch {
    return null;
  }
}

function translated(pattern) {
  let made = "";
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const sign = [...rest][0];
    if (sign === "\\") {
      const code = escaped(rest, false);
      if (code === null) return null;
      made += code.written;
      at += code.length;
    } else if (sign === "[") {
      const set = bracketed(rest);
      if (set === null) return null;
      made += set.written;
      at += set.length;
    } else if (sign === "(" && rest.startsWith("(?P")) {
      const named = /^\(\?P(?:<(\w+)>|=(\w+)\))/.exec(rest);
      if (named === null) return null;
      made += named[1] ? `(?<${named[1]}>` : `\\k<${named[2]}>`;
      at += named[0].length;
    } else if (rest.startsWith("(?>")) {
      return null;
    } else if (sign === ".") {
      made += "[^\n]";
      at += 1;
    } else if (sign === "{") {
      const [quantity = ""] = QUANTITY.exec(rest) ?? [];
      const isOne = /\d/.test(quantity);
      made += isOne ? quantity.replace("{,", "{0,") : "\\{";
      at += isOne ? quantity.length : 1;
    } else if (sign === "}" || sign === "]") {
      made += `\\${sign}`;
      at += 1;
    } else {
      made += sign;
      at += sign.length;
    }
  }
  return made;
}

/** What begins with a backslash, on its own or between square brackets. */
function escaped(rest, isInside) {
  const whole = /^\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[pP]\{[^}]*\}|\d+)/.exec(rest)?.[0];
  if (whole) return { written: whole.replace(/^(\\[pP]\{)(?=[A-Z][a-z]{2,}\}$)/, "$1sc="), length: whole.length };
  const sign = [...rest.slice(1)][0];
  if (sign === undefined) return null;
  const length = 1 + sign.length;
  const lower = sign.toLowerCase();
  if (Object.hasOwn(CLASSES, lower)) {
    if (sign === lower) return { written: isInside ? CLASSES[lower] : `[${CLASSES[lower]}]`, length };
    return isInside ? null : { written: `[^${CLASSES[lower]}]`, length };
  }
  if (!isInside && Object.hasOwn(PLACES, sign)) return { written: PLACES[sign], length };
  if ("nrtfv".includes(sign)) return { written: `\\${sign}`, length };
  if (/[A-Za-z]/.test(sign)) return null;
  return { written: SYNTAX.test(sign) || sign === "-" ? `\\${sign}` : sign, length };
}

/** A set such as [^\w,-]. */
function bracketed(rest) {
  const [head] = /^\[\^?\]?/.exec(rest);
  let made = head.endsWith("]") ? `${head.slice(0, -1)}\\]` : head;
  let at = head.length;
  while (at < rest.length && rest[at] !== "]") {
    if (rest[at] === "\\") {
      const code = escaped(rest.slice(at), true);
      if (code === null) return null;
      made += code.written;
      at += code.length;
    } else {
      const sign = [...rest.slice(at)][0];
      made += sign === "[" ? "\\[" : sign;
      at += sign.length;
    }
  }
  return at < rest.length ? { written: `${made}]`, length: at + 1 } : null;
}
