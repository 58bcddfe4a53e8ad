// Numbers as people read them: three significant digits, a real minus sign, a steady width.

const MINUS = "−";
/** A number as people type it, as `NUMBER` in `rnnviz/fields.py`. */
export const TYPED_NUMBER = /^[-+]?([0-9]{1,9}(\.[0-9]{0,12})?|\.[0-9]{1,12})(e[-+]?[0-9]{1,2})?$/i;

/**
 * Three significant digits, or all of a whole part that has more; very small and very large ones
 * as powers of ten, with two.
 */
export function short(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size === Infinity) return `${sign(value)}∞`;
  if (size < 0.0005 || size >= 99950) {
    const [mantissa, exponent] = size.toExponential(1).split("e");
    return `${sign(value)}${mantissa}·10${superscript(Number(exponent))}`;
  }
  return sign(value) + (size >= 999.5 ? size.toFixed(0) : size.toPrecision(3));
}

/**
 * The numbers of a row that is read as a whole, to the place of the largest one's third digit: 5.77, 0.13, −0.02. Where
 * that one is written as a power of ten, each is, and 0 stands for what would not change it.
 */
export function alike(values) {
  const largest = Math.max(0, ...Array.from(values, Math.abs));
  const most = short(largest);
  const powers = (value) => (Math.abs(value) < largest / 2000 ? "0" : short(value));
  if (most.includes("·")) return Array.from(values, powers);
  const places = (most.split(".")[1] ?? "").length;
  return Array.from(values, (value) => {
    const size = Math.abs(value).toFixed(places);
    return Number(size) === 0 ? size : sign(value) + size;
  });
}

/** A round number, such as the end of a scale, with no more digits than it needs: 0.02, 3.5, 2·10⁻⁵. */
export function brief(value) {
  return short(value).replace(/\.0+(?=·|$)|(\.\d*?[1-9])0+(?=·|$)/, "$1");
}

/** Where `short` has no room: two decimals, of which a number near 0 keeps no sign. */
export function rough(value) {
  const size = Math.abs(value);
  if (size === 0 || size >= 9.995) return short(value);
  return (size < 0.005 ? "" : sign(value)) + size.toFixed(2);
}

/** Every digit that the float64 has. */
export function full(value) {
  return String(value).replace("e+", "·10^").replace("e-", `·10^${MINUS}`).replace("-", MINUS);
}

// A number as `full` writes it, where it has more digits than three, and what becomes of one; a whole number is left as
// it is.
const MANY_DIGITS = /−?(?:\d+\.\d+|\d+(?=·10\^))(?:·10\^−?\d+)?/;
const LONG = new RegExp(`(${MANY_DIGITS.source}) → (${MANY_DIGITS.source})|${MANY_DIGITS.source}`, "g");

/**
 * A sentence with three digits of each number that `full` has written in it, or as many more as it takes to show what
 * one becomes: "0.0193", and "0.01932 → 0.01933".
 */
export function inShort(text) {
  return text.replace(LONG, (alone, one, other) => {
    const written = one ? [one, other] : [alone];
    const values = written.map((digits) => Number(digits.replace("·10^", "e").replaceAll(MINUS, "-")));
    const brought = one ? toldApart(values[0], values[1]) : [short(values[0])];
    return written.map((digits, k) => (brought[k].length < digits.length ? brought[k] : digits)).join(" → ");
  });
}

// Of two numbers that agree in more digits than these, one says how far they are apart.
const MOST_TOLD = 7;

/**
 * Two numbers with as many digits as show that they differ: ["0.0199", "0.0212"], ["0.01991", "0.01988"]; the same text
 * twice where they are equal, or so close that it would take more than seven.
 */
export function toldApart(one, other) {
  const [first, second] = [short(one), short(other)];
  if (first !== second || one === other) return [first, second];
  for (let digits = 4; digits <= MOST_TOLD; digits += 1) {
    const both = [one, other].map((value) => sign(value) + Math.abs(value).toPrecision(digits));
    if (both[0] !== both[1] && !both.join().includes("e")) return both;
  }
  return [first, second];
}

/** After another term: in brackets if it carries a minus sign. */
export function bracketed(value) {
  return value < 0 ? `(${short(value)})` : short(value);
}

/** As a factor: in brackets if it carries a minus sign, or a dot of its own. */
export function factor(value) {
  const text = short(value);
  return value < 0 || text.includes("·") ? `(${text})` : text;
}

// A share that is no farther from nothing, or from all, is it: the rest is what rounding has left.
const DUST = 1e-12;

/**
 * A share as a number of hundredths: whole from 10 to 99, with a digit more below. "0" and "100" stand for nothing and
 * for all alone; next to them there are as many digits as it takes, from "< 0.001" and "0.03" to "99.96" and
 * "> 99.999".
 */
export function inPercent(share) {
  const size = Math.abs(share);
  if (size < DUST) return "0";
  if (size < 0.0995) {
    const tenths = (100 * size).toFixed(1);
    if (tenths !== "0.0") return sign(share) + tenths;
    return size < 0.00001 ? "< 0.001" : sign(share) + brief(Number((100 * size).toPrecision(1)));
  }
  if (size < 0.995 || size > 1 - DUST) return sign(share) + (100 * size).toFixed(0);
  for (let digits = 1; digits <= 3; digits += 1) {
    const told = (100 * size).toFixed(digits);
    if (Number(told) < 100) return sign(share) + told;
  }
  return "> 99.999";
}

/** A share with its sign: "42 %". */
export const percent = (share) => `${inPercent(share)} %`;

/** A power of ten, as an axis names it: "1", "10⁻³". */
export const powerOfTen = (exponent) => (exponent === 0 ? "1" : `10${superscript(exponent)}`);

/** A whole number as a subscript: 12 as ₁₂. */
export function subscript(number) {
  return [...String(number)].map((sign) => (sign === "-" ? "₋" : "₀₁₂₃₄₅₆₇₈₉"[Number(sign)])).join("");
}

function sign(value) {
  return value < 0 ? MINUS : "";
}

/** @type {Map<string, string>} */
const RAISED = new Map();
for (const [sign, raised] of ["0⁰", "1¹", "2²", "3³", "4⁴", "5⁵", "6⁶", "7⁷", "8⁸", "9⁹", "-⁻", "(⁽", ")⁾", "fᶠ", "bᵇ"])
  RAISED.set(sign, raised);

/** A number or a mark as a superscript: -12 as ⁻¹², (2) as ⁽²⁾; a sign that has none stays. */
export function superscript(mark) {
  return [...String(mark)].map((sign) => RAISED.get(sign) ?? sign).join("");
}

/** The message for `count` things: of the strings `key`, or `keyOne` for one. */
export function numberedMessage(strings, key, count) {
  return strings[count === 1 ? `${key}One` : key];
}

/**
 * A message with its {names} filled in.
 *
 * @param {string} message
 * @param {object} values what has these names, whatever else it has
 */
export function fill(message, values) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
