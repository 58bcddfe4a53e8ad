// How much is said of a step to those who hear the stage: chosen once, and kept by the browser.

/** From the least to the most; while the stage plays, only what a step has come to. */
export const AMOUNTS = ["short", "usual", "all"];
export const PLAYED = "played";
const KEPT = "rnnviz spoken amount";
const USUAL = "usual";

let chosen = "";

/** How much is said in this browser: one of AMOUNTS. */
export function spokenAmount() {
  if (chosen) return chosen;
  try {
    const kept = globalThis.localStorage?.getItem(KEPT);
    return AMOUNTS.includes(kept) ? kept : USUAL;
  } catch {
    return USUAL;
  }
}

/** Choose it; a browser that keeps nothing knows it until the page is left. */
export function sayAmount(amount) {
  chosen = amount;
  try {
    localStorage.setItem(KEPT, amount);
  } catch {
    // Then it holds for this page alone.
  }
}
