// The address of the Step page where a unit is held at its mean. Pure.

/** @import {Place, Source} from "../units.d.ts" */

/**
 * The Step page at the place, as homes name it, with the unit held at its mean over the text at every step; "" where
 * the Step page cannot open the network. A run reads there what stands around the place; a network of the Step page
 * has learnt its text by heart, and reads no other.
 *
 * @param {Pick<Source, "kind" | "at" | "characters">} source
 * @param {Place} place
 * @param {ArrayLike<number>} values of the unit
 * @param {number} most characters that the Step page reads; half of them stand before the place
 */
export function addressOnStage({ kind, at, characters }, place, values, most) {
  const { quantity, unit, k, run, step, text, kept, corpus } = place;
  const isOwn = kind === "step" && !text && !kept && !corpus;
  if (kind !== "run" && !isOwn) return "";
  const query = new URLSearchParams(isOwn ? String(step) : { run: String(run), at: String(at) });
  const first = isOwn ? 0 : Math.max(0, Math.min(k - most / 2, characters.length - most));
  const around = characters.slice(first, isOwn ? undefined : first + most);
  if (!isOwn) query.set("text", around.join(""));
  // The last character is only predicted there.
  query.set("t", String(Math.min(k - first + 1, around.length - 1)));
  query.set("unit", String(unit + 1));
  const mean = Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  query.set("changes", `${quantity}.${unit + 1}.*=${Number(mean.toPrecision(4))}`);
  return `step?${query}`;
}
