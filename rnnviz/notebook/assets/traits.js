// A place of the stage as the traits of its widget: they count from 0, as Python does; an address counts from 1.

/** @import {Address} from "../../stage/place.d.ts" */
/** @import {PlaceTraits} from "../widget.d.ts" */

const FIRST_VIEW = "cell";

/** The traits that say where the stage is. */
export const PLACE_TRAITS = ["way", "losses", "track", "t", "phase", "unit", "view", "face", "notation", "changes"];

const FROM_ONE = ["track", "t", "unit"];

/**
 * What some traits are in an address.
 *
 * @param {Partial<PlaceTraits>} traits
 * @returns {Address}
 */
export function addressOf({ losses, ...traits }) {
  const named = Object.entries(traits).map(([name, value]) => [
    name,
    FROM_ONE.includes(name) ? Number(value) + 1 : value,
  ]);
  const loss = losses === undefined ? {} : { loss: (losses ?? []).map((step) => step + 1).join(",") };
  return { ...Object.fromEntries(named), ...loss };
}

/**
 * The traits of a place that an address names.
 *
 * @param {Address} address
 * @returns {PlaceTraits}
 */
export function traitsOf({ way, loss, track, t, unit, phase, view, face, notation, changes }) {
  return {
    way: way === "back" ? "back" : "forward",
    losses: loss ? String(loss).split(",").map(fromOne) : null,
    track: fromOne(track ?? 1),
    t: fromOne(t),
    phase: String(phase),
    unit: fromOne(unit),
    view: String(view ?? FIRST_VIEW),
    face: String(face ?? ""),
    notation: String(notation),
    changes: String(changes ?? ""),
  };
}

function fromOne(number) {
  return Number(number) - 1;
}
