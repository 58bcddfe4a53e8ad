// How large the gradient is that arrives at each step: a bar for each state, on a logarithmic axis that all steps and
// all networks share.

/** @import {Place} from "../../place.d.ts" */
/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { s, set, write } from "../../../web/dom.js";
import { full, powerOfTen, short } from "../../../web/numbers.js";
import { visible } from "../place/cursor.js";
import { powersAxis } from "./powers.js";
import { plainLetter } from "../words/labels.js";

const BAR = 12;
const LETTERS_HIGH = 14;

/**
 * The norms of the gradients of some states, `states[k]` those of the k-th of `contexts`: {axis(), at(k, name, t)}.
 * They are found again when the numbers of a model have changed.
 */
export function normsOf(contexts, states) {
  let found = "";
  let axis;
  let norms;

  function current() {
    const versions = contexts.map(({ model }) => model.version).join();
    if (versions === found) return;
    found = versions;
    norms = contexts.map(({ model }, k) => new Map(states[k].map((name) => [name, everyStep(model, name)])));
    axis = powersAxis(norms.flatMap((one) => [...one.values()].flat()));
  }
  return {
    axis() {
      current();
      return axis;
    },
    at(k, name, t) {
      current();
      return norms[k].get(name)[t];
    },
  };
}

/** @param {AnyModel} model */
function everyStep(model, name) {
  return Array.from({ length: model.sizes.T }, (_, t) => model.norm(name, t));
}

/** The norm of a gradient with all its digits: "‖∂L/∂H₃‖ = 0.0123…". */
export function normWords({ notation }, name, t, norm) {
  return `‖∂L/∂${plainLetter(notation, name, t + 1)}‖ = ${full(norm)}`;
}

/** The lines of the axis across a band of the drawing, with their powers of ten at its left. */
export function normLines(norms, { top, height, width, unit }) {
  const element = s("g", { class: "norm-lines" });
  let drawn;
  function update() {
    const axis = norms.axis();
    if (axis === drawn) return;
    drawn = axis;
    const y = (tick) => top + height * (1 - (tick - axis.low) / (axis.high - axis.low));
    element.replaceChildren(
      ...axis.ticks.flatMap((tick) => [
        s("line", { class: "axis", x1: 0, x2: width, y1: y(tick), y2: y(tick) }),
        s("text", { class: "small power", x: 0, y: y(tick) + LETTERS_HIGH * 0.32 * unit }, powerOfTen(tick)),
      ]),
    );
  }
  return { element, update };
}

/**
 * The bars of one column of a band, for the rows of the k-th context, left of its middle: {elements, update(place, t)}.
 * `width` is what they have with their numbers, which stand to the right if there is room.
 *
 * @param {Context} context
 */
export function normBars(context, norms, k, { middle, top, height, width, unit }) {
  const { model, strings } = context;
  const names = model.rows;
  const bar = Math.min(BAR * unit, (width / 2 - 10 * unit) / names.length - 3 * unit);
  const isNumbered = width > 150 * unit && names.length * LETTERS_HIGH * unit <= height + 6 * unit;
  const bars = names.map((name, row) => {
    const { hue } = model.quantity(name);
    const x = middle - 12 * unit - (names.length - row) * (bar + 3 * unit);
    const block = s("rect", { class: `norm hue-${hue}`, x, width: bar });
    const foot = s("line", { class: `norm-foot hue-${hue}`, x1: x, x2: x + bar, y1: top + height, y2: top + height });
    const line = (row + 0.5 - names.length / 2) * LETTERS_HIGH * unit;
    const number = s("text", {
      class: `small norm-number hue-${hue}`,
      x: middle + 12 * unit,
      y: top + height / 2 + line + 4.5 * unit,
    });
    const over = s("rect", { class: "hit", x: x - 1.5 * unit, y: top, width: bar + 3 * unit, height });
    return { name, block, foot, number, over };
  });

  /** @param {Place} place */
  function update(place, t) {
    const axis = norms.axis();
    for (const { name, block, foot, number, over } of bars) {
      const isReached = visible(place, model.quantity(name), t);
      const norm = norms.at(k, name, t);
      const high = isReached ? axis.share(norm) * height : 0;
      set(block, "y", top + height - high);
      set(block, "height", high);
      foot.classList.toggle("ghost", !isReached);
      const words = isReached ? normWords(context, name, t, norm) : strings.notReached;
      for (const one of [block, number, over]) set(one, "data-full", words);
      if (isNumbered) write(number, isReached ? short(norm) : "");
    }
  }
  return { elements: bars.flatMap(({ block, foot, number, over }) => [over, foot, block, number]), update };
}

/**
 * The phase in which a state's gradient goes on to the step before, as its cell reads; the last where none does.
 *
 * @param {AnyModel} model
 */
export function onwardsPhase(model, state) {
  const found = model.phases.findIndex(({ target, before }) => target === state && before);
  const phase = found < 0 ? model.phases.length - 1 : found;
  return { phase, leg: model.legAt(phase) };
}
