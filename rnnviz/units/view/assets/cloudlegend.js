// What the colours and shapes of the cloud mean.

/** @import {CloudHues, Coloured} from "../states.d.ts" */

import { h, s } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { visible } from "./symbols.js";

const SIDE = 12;
const MARKS = {
  circle: "M6 2.5A3.5 3.5 0 1 1 5.99 2.5Z",
  square: "M2.5 2.5H9.5V9.5H2.5Z",
  diamond: "M6 1L11 6L6 11L1 6Z",
  "triangle-up": "M6 1.5L11 10.5H1Z",
  x: "M3 1L6 4L9 1L11 3L8 6L11 9L9 11L6 8L3 11L1 9L4 6L1 3Z",
  star: "M6 .5L7.4 4.3L11.5 4.4L8.3 6.9L9.4 10.9L6 8.6L2.6 10.9L3.7 6.9L.5 4.4L4.6 4.3Z",
};

/** Returns {element, show(by, coloured, {own, unit})}. */
export function cloudLegend(strings) {
  const element = h("div", { class: "cloud-legend" });

  /**
   * @param {string} by
   * @param {Coloured} coloured
   * @param {{own: CloudHues, unit: string}} what own: the hues; unit: the name of the unit that colours
   */
  function show(by, coloured, { own, unit }) {
    if (coloured.legend) {
      const named = coloured.legend.map((one) => entry(one.shape, one.hue, `${visible(one.character)} ${one.count}`));
      const others =
        coloured.rest > 0 ? [entry("circle", own.pale, fill(strings.cloudOthers, { count: coloured.rest }))] : [];
      element.replaceChildren(...named, ...others);
    } else if (coloured.range) {
      const [low, high] = coloured.range;
      const middle = by === "unit" ? [own.below, own.pale, own.above] : [own.pale, own.full];
      const name = { unit, place: strings.cloudBy_place, label: strings.cloudBy_label }[by];
      element.replaceChildren(
        h("span", {}, name),
        h("span", { class: "number" }, short(low)),
        h("span", { class: "cloud-ramp", style: `background: linear-gradient(90deg, ${middle.join(", ")})` }),
        h("span", { class: "number" }, short(high)),
      );
    } else {
      element.replaceChildren(
        entry("diamond", own.label, strings.cloudOn),
        entry("circle", own.pale, strings.cloudOff),
      );
    }
  }
  return { element, show };
}

function entry(shape, hue, words) {
  const sign = s(
    "svg",
    { width: SIDE, height: SIDE, "aria-hidden": "true" },
    s("path", { d: MARKS[shape], fill: hue }),
  );
  return h("span", { class: "cloud-sign" }, sign, words);
}
