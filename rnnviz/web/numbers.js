// Numbers as people read them: three significant digits, a real minus sign, a steady width.

const MINUS = "−";

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

/** A round number, such as the end of a scale, with no more digits than it needs: 0.02, 3.5, 2·10⁻⁵. */
export function brief(value) {
  return short(value).replace(/\.0+(?=·|$)|(\.\d*?[1-9])0+(?=·|$)/, "$1");
}

/** Every digit that the float64 has. */
export function full(value) {
  return String(value).replace("-", MINUS).replace("e+", "·10^").replace("e-", `·10^${MINUS}`);
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

/** A whole number as a subscript: 12 as ₁₂. */
export function subscript(number) {
  return [...String(number)].map((sign) => (sign === "-" ? "₋" : "₀₁₂₃₄₅₆₇₈₉"[Number(sign)])).join("");
}

function sign(value) {
  return value < 0 ? MINUS : "";
}

const RAISED = new Map(
  ["0⁰", "1¹", "2²", "3³", "4⁴", "5⁵", "6⁶", "7⁷", "8⁸", "9⁹", "-⁻", "(⁽", ")⁾", "fᶠ", "bᵇ"].map((pair) => [...pair]),
);

/** A number or a mark as a superscript: -12 as ⁻¹², (2) as ⁽²⁾; a sign that has none stays. */
export function superscript(mark) {
  return [...String(mark)].map((sign) => RAISED.get(sign) ?? sign).join("");
}

/** A message with its {names} filled in. */
export function fill(message, values) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}
