// The heights of gradients' norms.

// Powers of ten of a gradient's norm; what lies outside is drawn at the edge.
export const POWERS = [-8, 2];

export const log = (value) => Math.min(POWERS[1], Math.max(POWERS[0], Math.log10(value)));
