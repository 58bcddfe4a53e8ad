// What the reader of this chapter changes.

export const HUES = { sigmoid: "gate1", tanh: "state", relu: "memory" };
export const TITLES = { sigmoid: "sigmoid", tanh: "tanh", relu: "ReLU" };
export const KINDS = Object.keys(HUES);
export const LEAST = -24;
export const HIGHEST = 6;
const level = (usual) => ({ usual, least: LEAST, most: HIGHEST, step: 0.1, digits: 1, hue: "text" });
export const NUMBERS = {
  depth: { usual: 20, least: 1, most: 50, step: 1, whole: true },
  gain: { usual: 1, least: 0.2, most: 3, step: 0.05, hue: "candidate", symbol: "W" },
  seed: { usual: 1, least: 1, most: 1000, step: 1, whole: true },
  guess0: level(-2),
  guess1: level(-1),
  w: { usual: 1, least: -3, most: 3, step: 0.05, hue: "candidate", symbol: "w" },
  h0: { usual: 0.5, least: -2, most: 2, step: 0.05, hue: "state", symbol: "h" },
  links: { usual: 10, least: 1, most: 30, step: 1, whole: true },
};
export const CHOICES = {
  seen: { usual: "no", of: ["no", "yes"] },
  wiring: { usual: "residual", of: ["plain", "residual", "auxiliary"] },
  link: { usual: "sigmoid", of: KINDS },
  weights: { usual: "tied", of: ["free", "tied"] },
};
