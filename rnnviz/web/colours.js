// Values as colours, on fixed scales. Mixed in linear light, so that half-way looks half-way.

// The shares of a ramp are finer than what a screen tells apart.
const RAMP_SHARES = 1000;

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
  return `rgb(${mixed(Math.min(1, Math.max(-1, value / high)), palette).join(",")})`;
}

/** Black or white, whichever is easier to read on the colour of a value. */
export function inkOver(value, high, palette) {
  const [r, g, b] = mixed(Math.min(1, Math.max(-1, value / high)), palette).map((x) => toLinear(x / 255));
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000" : "#fff";
}

/**
 * The colours of a scale as a function from a share of its end, from −1 to 1, to a pixel of an image: four bytes in one
 * number, red in the lowest.
 */
export function rampOf(palette) {
  const pixels = Uint32Array.from({ length: 2 * RAMP_SHARES + 1 }, (_, k) => {
    const [r, g, b] = mixed((k - RAMP_SHARES) / RAMP_SHARES, palette);
    return (255 << 24) | (b << 16) | (g << 8) | r;
  });
  return (share) => pixels[Math.round(Math.min(1, Math.max(-1, share)) * RAMP_SHARES) + RAMP_SHARES];
}

function mixed(share, { paper, below, above }) {
  const end = share < 0 ? below : above;
  return paper.map((p, k) => toSrgb(p + (end[k] - p) * Math.abs(share)));
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

/** Whether a colour is light, however CSS writes it. */
export function isLight(colour) {
  const [r, g, b] = bytesOf(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b >= 128;
}

/** A colour as three numbers of linear light, however CSS writes it. */
export function readColour(colour) {
  return bytesOf(colour).map((byte) => toLinear(byte / 255));
}

function bytesOf(colour) {
  const paper = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  paper.fillStyle = colour;
  paper.fillRect(0, 0, 1, 1);
  return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
}
