// The trainings on the spot, at the step that the time machine shows.

import { training } from "../../reader/training.js";
import { firstState, gradientStep, measures } from "./recall.js";
import { MOST, PACE } from "./settings.js";

export const RUN = training({
  steps: "steps",
  most: MOST,
  of: ({ cell, k, way, bias, clip, seed }, { cells }) => ({
    cell,
    k,
    way,
    clip,
    seed,
    bias: hasBias(cells, cell) ? Number(bias) : 0,
    ...cells[cell],
  }),
  begin: firstState,
  step: gradientStep,
});
export const hasBias = (cells, cell) => Object.keys(cells[cell].keep).length > 0;
const nameOf = ({ cell, k, way, bias, clip, seed }) => [cell, k, way, bias, clip, seed].join(" ");
const KEPT = new Map();
let latest = null;
/** What weights can do, kept by the training and its moment; while the steps are being taken, the last one known. */
export function momentOf(values) {
  const { what, state, done } = RUN.at(values, values.given);
  const name = nameOf(what);
  if (done !== values.steps && latest?.name === name) return latest;
  latest = kept(`${name} ${done}`, () => ({ name, done, rows: measures(state.theta, what) }));
  return latest;
}
/** Whether what was asked for is still far ahead of what is known: a link asks for 400 steps at once. */
export const isPending = (values) => values.steps - momentOf(values).done > PACE;
/** A number of the asked moment, once there is one. */
export const onceKnown = (read) => (values) => (isPending(values) ? "–" : read(momentOf(values)));
/** The same before the first step. */
export function untrained(values) {
  const { what } = RUN.at(values, values.given);
  return kept(`${nameOf(what)} 0`, () => ({
    name: nameOf(what),
    done: 0,
    rows: measures(firstState(what).theta, what),
  }));
}
function kept(key, make) {
  if (!KEPT.has(key)) {
    if (KEPT.size > 200) KEPT.clear();
    KEPT.set(key, make());
  }
  return KEPT.get(key);
}

export const meanRight = ({ rows }) => rows.reduce((sum, one) => sum + one.right, 0) / rows.length;
export const farthest = ({ rows }) => rows.at(-1);
/** The share of the gradient at the last step that reaches the first. */
export const shareThatArrives = ({ reach }) => reach[0] / reach.at(-1);
