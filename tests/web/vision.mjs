// Colours as eyes see them: the linear simulations of dichromacy of Viénot, Brettel and Mollon (1999) and of Machado,
// Oliveira and Fernandes (2009, severity 1), and CIEDE2000 distances (Sharma, Wu and Dalal 2005). Colours are sRGB,
// three numbers from 0 to 255.

const linear = (x) => (x <= 0.04045 * 255 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
const times = (matrix, v) => matrix.map((row) => row.reduce((sum, a, k) => sum + a * v[k], 0));

const LMS = [
  [17.8824, 43.5161, 4.11935],
  [3.45565, 27.1554, 3.86714],
  [0.0299566, 0.184309, 1.46709],
];
const BACK = [
  [0.0809444479, -0.130504409, 0.116721066],
  [-0.0102485335, 0.0540193266, -0.113614708],
  [-0.000365296938, -0.00412161469, 0.693511405],
];
const vienot = (missing) => (rgb) => times(BACK, missing(times(LMS, rgb)));
const machado = (matrix) => (rgb) => times(matrix, rgb);
/** From linear light to linear light, as a reader without one kind of cones sees it. */
export const EYES = {
  usual: (rgb) => rgb,
  "deuteranopia, Viénot": vienot(([l, , s]) => [l, 0.494207 * l + 1.24827 * s, s]),
  "protanopia, Viénot": vienot(([, m, s]) => [2.02344 * m - 2.52581 * s, m, s]),
  "deuteranopia, Machado": machado([
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ]),
  "protanopia, Machado": machado([
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ]),
  "tritanopia, Machado": machado([
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ]),
};

/** How far apart two colours are for such eyes, in CIEDE2000; 1 is just seen side by side, 2.3 at a glance. */
export function distance(one, other, eyes = EYES.usual) {
  const seen = (rgb) => labOf(eyes(rgb.map(linear)).map((x) => Math.min(1, Math.max(0, x))));
  return ciede2000(seen(one), seen(other));
}

/** @returns {[number, number, number]} */
function labOf(rgb) {
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb,
  );
  const [x, y, z] = xyz.map((v, k) => {
    const t = v / [0.95047, 1, 1.08883][k];
    return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const DEGREE = Math.PI / 180;
const turnOf = (a, b) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / DEGREE + 360) % 360);

/** The hue of a colour in CIELAB, in degrees. */
export function hueOf(rgb) {
  const [, a, b] = labOf(rgb.map(linear));
  return turnOf(a, b);
}

/** Of two colours in CIELAB, [L, a, b]. */
export function ciede2000([l1, a1, b1], [l2, a2, b2]) {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(stretch * a1, b1), Math.hypot(stretch * a2, b2)];
  const [h1, h2] = [turnOf(stretch * a1, b1), turnOf(stretch * a2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hue = isGrey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const cos = (angle) => Math.cos(angle * DEGREE);
  const t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const hues = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * DEGREE)) / (1 + 0.015 * c * t);
  const rotation = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const mixed = -Math.sin(2 * rotation * DEGREE) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hues ** 2 + mixed * chroma * hues);
}
