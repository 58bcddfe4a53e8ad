// Loss and gradient norm over the steps, in one picture that is never made anew: what the reader has zoomed into, or
// left out, stays so while the curves grow.

/** @import {FirstPage} from "../../run.d.ts" */

import { h } from "../../../web/dom.js";
import { axesOf } from "./axes.js";
import { curveHand } from "./hand.js";
import { entriesOf, hasNorms, linesOf, wholeRanges } from "./lines.js";
import { curveNames } from "./names.js";
import { curvePicture } from "./picture.js";
import { longest, rangeWith, stepAt, stepAtEnd, stepBeside, valuesAt } from "./readings.js";
import { curveTold } from "./told.js";
import { about } from "./zoom.js";

const ZOOM = 0.7;

/**
 * first: a training that was recorded, shown before one begins. A click on the curves calls `onStep(step)`; focus()
 * gives the keys back to the view. Returns {element, update(view), remove()}.
 *
 * @param {FirstPage | null} first
 */
export function curves(context, first, onStep, focus) {
  const { strings, under } = context;
  const names = curveNames(strings, (isByPointer) => {
    draw();
    if (isByPointer) focus();
  });
  const whole = h("button", { type: "button", class: "key act", hidden: true }, strings.curveWhole);
  // What a drag does too, about what was read last.
  const closer = zoomKey("+", strings.curveCloser, () => zoomBy(ZOOM));
  const further = zoomKey("−", strings.curveFurther, () => zoomBy(1 / ZOOM));
  const zoomKeys = h("div", { class: "curve-zoom" }, whole, closer, further);
  const { svg, ...picture } = curvePicture(context);
  const told = curveTold(context, svg, picture.guide);
  const place = h("div", { class: "curve-place" }, svg, zoomKeys, told.element);
  const words = h("p", { class: "page-words", hidden: true }, first?.title);
  const element = h("div", { class: "curves" }, words, names.element, place);
  // What a reader has zoomed into, by the axis.
  let zoomed = {};
  // What is read: {pixel} under a pointer, or {step} by the keys.
  let reading = null;
  let view = null;
  let drawn = null;
  let key = "";

  const hand = curveHand(svg, () => drawn?.axes, {
    zoom: (ranges) => zoomTo({ ...zoomed, ...ranges }),
    box: picture.showBox,
    read: (pixel) => read(pixel === null ? null : { pixel }),
    choose: (pixel) => choose(stepAt(seenLines(), drawn.axes.x, pixel)),
    whole: () => zoomTo({}),
  });
  whole.addEventListener("click", () => {
    zoomTo({});
    focus();
  });
  // A click leaves the keys where they are read: with the view.
  svg.addEventListener("mousedown", (event) => {
    event.preventDefault();
    focus();
  });
  svg.addEventListener("keydown", onKey);
  svg.addEventListener("blur", () => read(null));

  // ---- what a reader does ----------------------------------------------------------------------------------------

  const isBefore = () => view.runs[0] === first;
  const isZoomed = () => Object.values(zoomed).some(Boolean);
  const seenLines = () => drawn.lines.filter(({ entry }) => !names.leftOut.has(entry));
  const readStep = () => (reading === null ? null : (reading.step ?? stepAt(seenLines(), drawn.axes.x, reading.pixel)));

  function zoomTo(ranges) {
    zoomed = ranges;
    draw();
  }
  function zoomBy(factor) {
    if (!drawn) return;
    const { x } = drawn.axes;
    zoomTo({ ...zoomed, x: about([x.from, x.to], readStep() ?? (x.from + x.to) / 2, factor, drawn.whole.x) });
  }
  function read(what) {
    reading = what;
    if (drawn) showReading();
  }
  function choose(step) {
    if (step !== null && view.runs.length > 0 && !isBefore()) onStep(step);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !drawn) return;
    const acts = {
      ArrowLeft: () => readOn(-1),
      ArrowRight: () => readOn(1),
      Home: () => readEnd(0),
      End: () => readEnd(-1),
      ArrowUp: () => zoomBy(ZOOM),
      ArrowDown: () => zoomBy(1 / ZOOM),
      Enter: () => choose(readStep()),
      Escape: () => zoomTo({}),
    };
    const isOurs = event.key === "Escape" ? isZoomed() : Object.hasOwn(acts, event.key);
    if (!isOurs) return;
    acts[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the next step that is to be told; what is read stays in the picture. */
  function readOn(by) {
    const from = readStep();
    if (from === null) return readEnd(-1);
    const step = stepBeside(longest(seenLines()), drawn.axes.x, from, by);
    if (step !== undefined) read({ step });
    const x = rangeWith(readStep(), drawn.axes.x);
    return x && zoomTo({ ...zoomed, x });
  }

  function readEnd(k) {
    const step = stepAtEnd(longest(seenLines()), drawn.axes.x, k);
    if (step !== undefined) read({ step });
  }

  // ---- what is drawn ---------------------------------------------------------------------------------------------

  function update(next) {
    // The loss in another unit has another range.
    if (view && view.unit !== next.unit) zoomed = { ...zoomed, loss: null };
    view = first && next.runs.length === 0 ? { ...next, runs: [first], lines: first.lines, at: null } : next;
    words.hidden = !isBefore();
    place.classList.toggle("pale", isBefore());
    draw();
  }

  function draw() {
    const { runs, unit, at, lines: levels, steps } = view;
    const [width, height] = [svg.clientWidth, svg.clientHeight];
    const letters = Number.parseFloat(getComputedStyle(svg).fontSize);
    const grown = runs.map(({ metrics }) => [metrics.step.length, metrics.step.at(-1)]);
    const now = [grown, unit, at, levels, steps, letters, width, height];
    const next = JSON.stringify([now, zoomed, [...names.leftOut]]);
    if (next === key || width === 0) return;
    key = next;
    const training = { runs, under: isBefore() ? [] : under, unit, strings, lines: levels, steps };
    const all = wholeRanges(training);
    const ranges = Object.fromEntries(Object.entries(all).map(([name, range]) => [name, zoomed[name] ?? range]));
    const axes = axesOf({ width, height }, ranges, letters, hasNorms(runs));
    drawn = { lines: linesOf(training), whole: all, axes };
    picture.draw({ axes, lines: seenLines() }, training, at);
    names.update(entriesOf(drawn.lines, runs));
    whole.hidden = !isZoomed();
    showReading();
  }

  function showReading() {
    const lines = seenLines();
    const step = hand.isBusy() ? null : readStep();
    const values = step === null ? [] : valuesAt(lines, drawn.axes.x, step);
    told.say(step, values, longest(lines).at(-1) ?? drawn.whole.x[0], drawn.whole.x);
    told.show(step, values, drawn.axes, view.unit);
  }

  // Names that take another row leave less room for the curves.
  const sizes = new ResizeObserver(() => view && draw());
  sizes.observe(svg);

  // A finger that touches anything else has read enough.
  const look = (event) => reading && !event.composedPath().includes(svg) && read(null);
  document.addEventListener("pointerdown", look);

  function remove() {
    sizes.disconnect();
    document.removeEventListener("pointerdown", look);
  }
  return { element, update, remove };
}

function zoomKey(sign, title, act) {
  const button = h("button", { type: "button", class: "key act", title, "aria-label": title }, sign);
  button.addEventListener("click", act);
  return button;
}
