// What is read where that is numbers: of a few, a curve each through the steps; of more, a strip at each step.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { s, set } from "../../../web/dom.js";

// More curves would not be told apart in a line's height.
const MOST_CURVES = 3;
// What is left free above and below the curves, as a share of their height.
const MARGIN = 0.16;
const [DOT, NOW] = [3, 5];

/**
 * Whether a model's inputs are curves, a strip at each step, or words: "curves", "strips" or "words".
 *
 * @param {Context["forward"]} forward
 */
export function formOfInputs({ inputs, readings, sizes }) {
  if (inputs.length > 0 && !readings) return "words";
  return sizes.d <= MOST_CURVES ? "curves" : "strips";
}

/**
 * The curves of all inputs below the columns of a ribbon: {element, update(first, place)}. first: the step of the first
 * column.
 *
 * @param {Context} context
 */
export function inputCurves({ forward, go }, { chip, columnWidth, count, unit }) {
  const { T, d } = forward.sizes;
  const features = [...Array(d).keys()];
  // Each on a scale of its own: they may be degrees and volts.
  const scales = features.map((k) => bounds(forward, k));
  const y = (t, k) => {
    const [low, high] = scales[k];
    const share = (forward.value("X", t, k) - low) / (high - low);
    return chip.top + chip.height * (1 - MARGIN - (1 - 2 * MARGIN) * share);
  };
  const lines = features.map((k) => s("path", { class: `input-curve is-${k + 1}` }));
  const dots = features.map(() => Array.from({ length: count }, () => s("circle", { class: "input-dot" })));
  const element = s("g", { class: "input-curves" }, ...lines, ...dots.flat());
  let start = 0;
  // A dot lies over its column, so that a pointer finds its number.
  for (const row of dots) row.forEach((dot, column) => dot.addEventListener("click", () => go({ t: start + column })));

  /** @param {number} first @param {Place} place */
  function update(first, place) {
    const now = place.t;
    start = first;
    // The lines go on to the steps beyond both edges.
    const steps = Array.from({ length: count + 2 }, (_, k) => first + k - 1).filter((t) => t >= 0 && t < T);
    const x = (t) => (t - first + 0.5) * columnWidth;
    for (const k of features) {
      const at = (t) => [x(t), y(t, k)].map((one) => one.toFixed(1)).join(" ");
      set(lines[k], "d", `M${steps.map(at).join("L")}`);
      dots[k].forEach((dot, column) => {
        const t = first + column;
        if (t >= T) return;
        set(dot, "cx", x(t));
        set(dot, "cy", y(t, k));
        set(dot, "r", (t === now ? NOW : DOT) * unit);
        dot.classList.toggle("is-now", t === now);
        set(dot, "data-full", forward.inputDetail(t));
      });
    }
  }
  return { element, update };
}

/** The least and the largest number of a feature; around a line that never moves there is room. */
function bounds(forward, k) {
  const all = Array.from({ length: forward.sizes.T }, (_, t) => forward.value("X", t, k));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return low === high ? [low - 1, high + 1] : [low, high];
}
