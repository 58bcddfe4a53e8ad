// Values as colours, on fixed scales. Mixed in linear light, so that half-way looks half-way.

/** "#rrggbb" as three numbers of linear light. */
export function parseColour(text) {
  const hex = text.trim().replace("#", "");
  return [0, 2, 4].map((k) => toLinear(parseInt(hex.slice(k, k + 2), 16) / 255));
}

/**
 * The colour of a value: from paper at 0 to full at ±high.
 * palette: {paper, below, above}, linear; a gate has the same colour both ways.
 */
export function colourOf(value, high, palette) {
  const share = Math.min(1, Math.abs(value) / high);
  const end = value < 0 ? palette.below : palette.above;
  const mixed = palette.paper.map((p, k) => toSrgb(p + (end[k] - p) * share));
  return `rgb(${mixed.join(",")})`;
}

function toLinear(x) {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

function toSrgb(x) {
  const y = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, y)));
}

/** Whether a CSS colour (as the browser computes it, "rgb(…)") is dark. */
export function isDark(rgb) {
  const [r, g, b] = (rgb.match(/[\d.]+/g) ?? [255, 255, 255]).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 128;
}
