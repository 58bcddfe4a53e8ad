// What the reader of this chapter changes.

export const LONGEST = 6;
export const NS = [1, 2, 3, 4, 5, 6];
export const KINDS = 27;
export const LETTERS = " abcdefghijklmnopqrstuvwxyz";
const share = { usual: 0.5, least: 0, most: 1, step: 0.01, digits: 2, hue: "text" };
const cost = { usual: 2, least: 0.5, most: 3.5, step: 0.05, digits: 2, hue: "text" };
export const SHARES = NS.map((n) => `share${n}`);
export const COSTS = NS.map((n) => `cost${n}`);
export const NUMBERS = {
  alpha: { usual: 0.1, least: 0, most: 2, step: 0.01, hue: "gate2", symbol: "α" },
  kinds: { usual: KINDS, least: 2, most: 10000, step: 1, whole: true, hue: "input", symbol: "V" },
  units: { usual: 64, least: 1, most: 1000, step: 1, whole: true, hue: "state", symbol: "h" },
  smooth: { usual: 0.1, least: 0.01, most: 2, step: 0.01, hue: "gate2", symbol: "α" },
  // Which letter the reader expects next, as a place of LETTERS, and how often.
  guessShare: { ...share, hue: "text" },
  guessNext: { usual: 0, least: 0, most: KINDS - 1, step: 1, whole: true, hue: "text" },
  line: { usual: 1, least: 1, most: 8, step: 1, whole: true, hue: "right" },
  ...Object.fromEntries(SHARES.map((name) => [name, share])),
  ...Object.fromEntries(COSTS.map((name) => [name, cost])),
};
export const CHOICES = {
  seenNext: { usual: "no", of: ["no", "yes"] },
  seenShares: { usual: "no", of: ["no", "yes"] },
  seenCosts: { usual: "no", of: ["no", "yes"] },
};
export const TEXTS = {
  beginning: { usual: "the", longest: LONGEST - 1, of: LETTERS },
}; /** Spaces made visible, for where one stands alone or at an end. */
export const visible = (text) => text.replaceAll(" ", "·");
