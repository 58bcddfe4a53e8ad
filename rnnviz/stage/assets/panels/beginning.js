// Where the way back begins: the loss of every step, which of them L is the mean of, and the last one of these. It has
// the cell's place before there is a gradient in the cell.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set } from "../../../web/dom.js";
import { fill, full, short } from "../../../web/numbers.js";
import { colon, semicolon } from "../../../web/punctuation.js";
import { isSource, lastSource } from "../place/cursor.js";
import { layoutBeginning } from "./beginninglayout.js";

// Before scaling.
const LETTER = 15;

/**
 * The losses in a width and height: {element, update(place)}.
 *
 * @param {Context} context
 */
export function beginning(context, width, height) {
  const { forward, strings, act, scale, widestInput } = context;
  const { T } = forward.sizes;
  const size = LETTER * scale;
  const chart = s("svg", { class: "beginning-chart", role: "img", width, height, "font-size": size });
  const element = h("div", { class: "beginning" }, chart);
  chart.addEventListener("click", ({ target }) => {
    const { step } = /** @type {SVGElement} */ (target).dataset;
    if (step !== undefined) act({ do: "loss", t: Number(step) });
  });
  let drawn = "";

  /** @param {Place} place */
  function update(place) {
    const key = `${forward.version} ${place.losses}`;
    if (key === drawn) return;
    drawn = key;
    draw(place);
  }

  /** @param {Place} place */
  function draw(place) {
    const losses = Array.from({ length: T }, (_, t) => forward.value("loss", t, 0));
    const counted = losses.filter((_, t) => isSource(place, t));
    const mean = counted.reduce((sum, loss) => sum + loss, 0) / counted.length;
    const from = lastSource(place, forward.sizes);
    const laid = layoutBeginning(losses, { from, mean, width, height, size, letter: size * widestInput });
    const whole =
      counted.length === 1
        ? fill(strings.beginOne, { t: from + 1, loss: short(mean) })
        : fill(strings.beginMean, { count: counted.length, loss: short(mean) });
    const said = losses.map((loss, t) => `t = ${t + 1}: ${short(loss)}`).join(semicolon());
    set(chart, "aria-label", `${whole}${colon()}${said}`);
    const { isEnd, ...begins } = laid.begins;
    chart.replaceChildren(
      s("rect", { class: "beginning-ground", rx: 6 * scale, ...laid.ground }),
      s("line", { class: "axis", ...laid.axis }),
      ...laid.bars.map((bar, t) =>
        s("rect", {
          class: isSource(place, t) ? "beginning-bar" : "beginning-bar is-left",
          ...bar,
          rx: 2,
          "data-step": t,
          "data-full": barWords(place, t, losses[t]),
        }),
      ),
      ...(counted.length > 1 ? [s("line", { class: "beginning-mean", ...laid.mean })] : []),
      ...laid.values.map((at, t) => s("text", { class: "beginning-value", ...at }, short(losses[t]))),
      ...laid.letters.map(({ t, isNumber, ...at }) =>
        s("text", { class: "beginning-letter", ...at }, isNumber ? String(t + 1) : forward.inputs[t]),
      ),
      s("text", { class: "beginning-title", ...laid.title }, whole),
      s("text", { class: isEnd ? "end" : "start", ...begins }, `← ${strings.beginHere}`),
    );
  }

  /** @param {Place} place */
  function barWords(place, t, loss) {
    const said = place.losses === null ? strings.lossAlone : isSource(place, t) ? strings.lossTaken : strings.lossLeft;
    return fill(said, { t: t + 1, loss: full(loss) });
  }
  return { element, update };
}

/**
 * Whether a place is that at which the way back begins: nothing has gone into the cell yet.
 *
 * @param {Context} context
 * @param {Place} place
 */
export function isBeginning({ isBack, forward }, place) {
  return isBack && !forward.arriving && place.phase === 0 && place.t === lastSource(place, forward.sizes);
}
