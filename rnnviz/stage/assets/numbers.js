// Numbers as people read them: three significant digits, a real minus sign, a steady width.

const MINUS = "−";

/** Three significant digits; very small and very large ones as powers of ten. */
export function short(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.0005 || size >= 99950) {
    const [mantissa, exponent] = size.toExponential(1).split("e");
    return sign(value) + mantissa + "·10" + superscript(Number(exponent));
  }
  const digits = size.toPrecision(3);
  return sign(value) + (digits.includes("e") ? String(Number(digits)) : digits);
}

/** Every digit that the float64 has. */
export function full(value) {
  return String(value).replace("-", MINUS).replace("e", "·10^").replace("^-", `^${MINUS}`);
}

/** In brackets if it carries a minus sign and something stands before it. */
export function bracketed(value) {
  return value < 0 ? `(${short(value)})` : short(value);
}

function sign(value) {
  return value < 0 ? MINUS : "";
}

function superscript(exponent) {
  const digits = [...String(Math.abs(exponent))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return (exponent < 0 ? "⁻" : "") + digits.join("");
}

/** A message with its {names} filled in. */
export function fill(message, values) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
