// How the values of the chosen unit part where the label is on and where it is off: two histograms with a threshold
// that one moves, or the quartiles at each level of a number.

/** @import {Page} from "../units.d.ts" */

import { paint } from "../../../course/reader/paint.js";
import { h, s } from "../../../web/dom.js";
import { fill, percent, short } from "../../../web/numbers.js";
import { drawHistograms, layoutHistograms, sharesAt } from "./apart.js";
import { drawLevels, layoutLevels } from "./levels.js";
import { sized } from "./sizes.js";
import { numberTerm, term, withTerms } from "./term.js";

// By what share of the axis a key moves the threshold.
const STEP = 0.01;
const DIGITS = 6;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

/**
 * found: {told, title, values, mask}, as `find.js` asks for it. Returns {elements, receive(found), draw()}.
 *
 * @param {Page} page
 */
export function partedPlot(page) {
  const { strings } = page;
  const plot = s("svg", { class: "plot parted", role: "group", "aria-label": strings.threshold });
  const frame = h("div", { class: "find-parted" }, plot);
  const shares = h("p", { class: "units-words" });
  let found = null;
  let histograms = null;
  let threshold = 0;

  function receive(told) {
    found = told;
  }
  function draw() {
    histograms = null;
    if (found.told.own.levels) drawLevelsOf();
    else drawHistogramsOf();
  }

  function drawHistogramsOf() {
    const { own } = found.told;
    threshold = page.place().threshold ?? own.threshold;
    histograms = layoutHistograms(own, sized(plot, frame));
    const { found: hits, alarms } = sharesAt(found.values, found.mask, threshold, own.direction);
    const sentence = own.direction > 0 ? strings.thresholdAbove : strings.thresholdBelow;
    const said = fill(sentence, {
      threshold: short(threshold),
      found: percent(hits),
      alarms: percent(alarms),
      alarmsWord: strings.alarms,
    });
    const count = (bins) => bins.reduce((sum, one) => sum + one, 0);
    paint(
      plot,
      drawHistograms(histograms, {
        threshold,
        direction: own.direction,
        words: [fill(strings.labelOn, { count: count(own.on) }), fill(strings.labelOff, { count: count(own.off) })],
        slider: {
          role: "slider",
          tabindex: "0",
          "aria-label": strings.threshold,
          "aria-valuemin": histograms.x.from,
          "aria-valuemax": histograms.x.to,
          "aria-valuenow": threshold,
          "aria-valuetext": said,
        },
      }),
    );
    shares.replaceChildren(
      ...withTerms(sentence, {
        threshold: numberTerm(page, threshold),
        found: h("b", {}, percent(hits)),
        alarms: h("b", {}, percent(alarms)),
        alarmsWord: term(strings.alarms, strings.alarmsHint),
      }),
    );
  }

  function drawLevelsOf() {
    const layout = layoutLevels(found.told.own.levels, sized(plot, frame));
    const said = (level) => fill(strings.level, level);
    paint(
      plot,
      drawLevels(layout, { title: found.title, hue: page.quantity(found.told.own.quantity)?.hue ?? "state", said }),
    );
    shares.replaceChildren(...withTerms(strings.levels, { quartile: term(strings.quartile, strings.quartileHint) }));
  }

  function moveTo(value) {
    const { from, to } = histograms.x;
    // With so many digits as a link may have.
    page.go({ threshold: Number(Math.min(to, Math.max(from, value)).toPrecision(DIGITS)) });
    drawHistogramsOf();
  }
  plot.addEventListener("keydown", (event) => {
    if (histograms === null || !(/** @type {Element} */ (event.target).closest(".threshold"))) return;
    const { from, to } = histograms.x;
    const ends = { Home: from, End: to }[event.key];
    if (ends === undefined && !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    moveTo(ends ?? threshold + KEYS[event.key] * STEP * (to - from));
  });
  const valueUnder = (event) => {
    const box = plot.getBoundingClientRect();
    const { width } = plot.viewBox.baseVal;
    return histograms.x.of(((event.clientX - box.left) * width) / box.width);
  };
  plot.addEventListener("pointerdown", (event) => {
    if (histograms === null || event.button !== 0) return;
    plot.setPointerCapture(event.pointerId);
    moveTo(valueUnder(event));
    /** @type {SVGElement | null} */ (plot.querySelector(".threshold"))?.focus();
    event.preventDefault();
  });
  plot.addEventListener("pointermove", (event) => {
    if (histograms !== null && plot.hasPointerCapture(event.pointerId)) moveTo(valueUnder(event));
  });
  plot.addEventListener("dblclick", () => histograms !== null && page.go({ threshold: null }));
  return { elements: [frame, shares], receive, draw };
}
