// Loss and gradient norm over the steps, in one picture that is never made anew: what the reader has zoomed into, or
// left out, stays so while the curves grow.

import { pathOf } from "../../../course/plot/plot.js";
import { h, s, set } from "../../../web/dom.js";
import { fill, short } from "../../../web/numbers.js";
import { axesOf, baselines, ground } from "./axes.js";
import { curveHand } from "./hand.js";
import { closestTo, entriesOf, hasNorms, linesOf, placeOf, pointsOf, wholeRanges } from "./lines.js";
import { about } from "./zoom.js";

// A value is read where its step is at most so many pixels from the pointer.
const NEAR = 20;
// The keys go on by a pixel at least.
const STRIDE = 1;
// More values than these may lie over the place that they are of, where they would else wrap.
const MOST_BESIDE = 5;
const ZOOM = 0.7;
const DOT = 2.5;
// What lies this far outside the picture is as good as any farther place.
const FAR = 1e4;

/**
 * A click on the curves calls `onStep(step)`; focus() gives the keys back to the view.
 * Returns {element, update(view), remove()}.
 */
export function curves(context, onStep, focus) {
  const { strings, under } = context;
  const names = h("div", { class: "curve-names", role: "group", "aria-label": strings.curveNames });
  const whole = h("button", { type: "button", class: "key act", hidden: true }, strings.curveWhole);
  // What a drag does too, about what was read last.
  const [closer, further] = [
    ["+", strings.curveCloser, ZOOM],
    ["−", strings.curveFurther, 1 / ZOOM],
  ].map(([sign, title, factor]) => {
    const button = h("button", { type: "button", class: "key act", title, "aria-label": title }, sign);
    button.addEventListener("click", () => zoomBy(factor));
    return button;
  });
  const zoomKeys = h("div", { class: "curve-zoom" }, whole, closer, further);
  const clips = ["loss", "norm"].map((panel) => s("rect", { "data-panel": panel }));
  const back = s("g");
  const lines = {
    loss: s("g", { "clip-path": "url(#curves-loss)" }),
    norm: s("g", { "clip-path": "url(#curves-norm)" }),
  };
  const front = s("g");
  const then = s("line", { class: "curve-then", visibility: "hidden" });
  const guide = s("g", { class: "curve-guide" });
  const box = s("rect", { class: "curve-box", visibility: "hidden" });
  const svg = s(
    "svg",
    {
      class: "curves-picture",
      tabindex: "0",
      role: "slider",
      "aria-orientation": "horizontal",
      "aria-label": strings.curveKeys,
    },
    s("defs", {}, ...clips.map((rect) => s("clipPath", { id: `curves-${rect.dataset.panel}` }, rect))),
    back,
    lines.loss,
    lines.norm,
    then,
    front,
    guide,
    box,
  );
  const told = h("div", { class: "curve-told", hidden: true });
  const element = h("div", { class: "curves" }, names, h("div", { class: "curve-place" }, svg, zoomKeys, told));
  // What a reader has zoomed into, by the axis, and left out, by the name in the list.
  let zoomed = {};
  const leftOut = new Set();
  // What is read: {pixel} under a pointer, or {step} by the keys.
  let reading = null;
  let view = null;
  let drawn = null;
  let key = "";

  const hand = curveHand(svg, () => drawn?.axes, {
    zoom: (ranges) => zoomTo({ ...zoomed, ...ranges }),
    box: showBox,
    read: (pixel) => read(pixel === null ? null : { pixel }),
    choose: (pixel) => {
      const step = stepAt(pixel);
      if (step !== null && view.runs.length > 0) onStep(step);
    },
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
  names.addEventListener("click", (event) => toggle(event, event.detail > 1));

  // ---- what a reader does ----------------------------------------------------------------------------------------

  function zoomTo(ranges) {
    zoomed = ranges;
    draw();
  }

  function read(what) {
    reading = what;
    if (drawn) showReading();
  }

  /** A name shows its curves, or leaves them out; twice, it shows them alone, or all again. */
  function toggle(event, isTwice) {
    const name = event.target.closest("[data-entry]")?.dataset.entry;
    if (name === undefined) return;
    const all = drawn.entries.map(({ entry }) => entry);
    if (isTwice) {
      const isAlone = !leftOut.has(name) && all.every((one) => one === name || leftOut.has(one));
      leftOut.clear();
      if (!isAlone) for (const one of all) if (one !== name) leftOut.add(one);
    } else if (!leftOut.delete(name)) leftOut.add(name);
    draw();
    if (event.detail > 0) focus();
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
      Enter: () => readStep() !== null && view.runs.length > 0 && onStep(readStep()),
      Escape: () => zoomTo({}),
    };
    const isOurs = event.key === "Escape" ? isZoomed() : Object.hasOwn(acts, event.key);
    if (!isOurs) return;
    acts[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  const isZoomed = () => Object.values(zoomed).some(Boolean);
  const longest = () => seenLines().reduce((most, { steps }) => (steps.length > most.length ? steps : most), []);
  const readStep = () => (reading === null ? null : (reading.step ?? stepAt(reading.pixel)));

  /** To the next step that is to be told from this one. */
  function readOn(by) {
    const steps = longest();
    const from = readStep();
    if (from === null) return readEnd(-1);
    const { x } = drawn.axes;
    let k = closestTo(steps, from) + by;
    while (steps[k + by] !== undefined && Math.abs(x.at(steps[k]) - x.at(from)) < STRIDE) k += by;
    if (steps[k] !== undefined) read({ step: steps[k] });
    return follow();
  }

  function readEnd(k) {
    const { x } = drawn.axes;
    const step = longest()
      .filter((one) => one >= x.from && one <= x.to)
      .at(k);
    if (step !== undefined) read({ step });
  }

  /** What is read stays in the picture. */
  function follow() {
    const step = readStep();
    const { from, to } = drawn.axes.x;
    if (step === null || (step >= from && step <= to)) return;
    const by = step < from ? step - from : step - to;
    zoomTo({ ...zoomed, x: [from + by, to + by] });
  }

  function zoomBy(factor) {
    if (!drawn) return;
    const { x } = drawn.axes;
    zoomTo({ ...zoomed, x: about([x.from, x.to], readStep() ?? (x.from + x.to) / 2, factor, drawn.whole.x) });
  }

  // ---- what is drawn ---------------------------------------------------------------------------------------------

  const seenLines = () => drawn.lines.filter(({ entry }) => !leftOut.has(entry));

  function update(next) {
    // The loss in another unit has another range.
    if (view && view.unit !== next.unit) zoomed = { ...zoomed, loss: null };
    view = next;
    draw();
  }

  function draw() {
    const { runs, unit, at, isPresenting, lines: levels, steps } = view;
    const [width, height] = [svg.clientWidth, svg.clientHeight];
    const grown = runs.map(({ metrics }) => [metrics.step.length, metrics.step.at(-1)]);
    const now = [grown, unit, at, levels, steps, isPresenting, width, height];
    const next = JSON.stringify([now, zoomed, [...leftOut]]);
    if (next === key || width === 0) return;
    key = next;
    const training = { runs, under, unit, strings, lines: levels, steps };
    const all = wholeRanges(training);
    const ranges = Object.fromEntries(Object.entries(all).map(([name, range]) => [name, zoomed[name] ?? range]));
    const found = linesOf(training);
    drawn = {
      lines: found,
      entries: entriesOf(found, runs),
      whole: all,
      axes: axesOf({ width, height }, ranges, isPresenting, hasNorms(runs)),
    };
    const { axes } = drawn;
    for (const rect of clips) clip(rect, axes.x, axes[rect.dataset.panel]);
    const base = baselines(axes, training);
    back.replaceChildren(...ground(axes, { unit, strings, count: context.count, width, height }));
    for (const panel of ["loss", "norm"]) {
      const shown = seenLines().filter((line) => line.panel === panel);
      const marks = panel === "loss" ? base.lines : [];
      lines[panel].replaceChildren(...marks, ...shown.flatMap((line) => curveOf(line, axes)));
    }
    front.replaceChildren(...base.words);
    const isThen = at !== null && at >= axes.x.from && at <= axes.x.to;
    const place = isThen ? axes.x.at(at) : 0;
    set(then, "visibility", isThen ? "visible" : "hidden");
    for (const [name, value] of Object.entries({ x1: place, x2: place, y1: axes.loss.end, y2: axes.norm.start }))
      set(then, name, value);
    showNames();
    showReading();
  }

  function curveOf(line, axes) {
    const place = line.panel === "loss" ? placeOf(view.unit) : (value) => value;
    const points = pointsOf(line, axes.x, axes[line.panel], place).map(([across, up]) => [
      across,
      Math.min(FAR, Math.max(-FAR, up)),
    ]);
    const path = s("path", { class: `curve-line ${line.look}`, d: pathOf(points) });
    return line.dots ? [path, s("path", { class: `curve-dots ${line.look}`, d: dotsOf(points, line.dots) })] : [path];
  }

  function showNames() {
    const told = JSON.stringify(drawn.entries);
    if (names.dataset.told !== told) {
      names.dataset.told = told;
      names.replaceChildren(
        ...drawn.entries.map(({ entry, title, look, dots }) =>
          h("button", { type: "button", class: "curve-name", "data-entry": entry }, sampleOf(look, dots), title),
        ),
      );
    }
    for (const name of names.children) set(name, "aria-pressed", String(!leftOut.has(name.getAttribute("data-entry"))));
    whole.hidden = !isZoomed();
  }

  function showBox(corners) {
    set(box, "visibility", corners ? "visible" : "hidden");
    if (!corners) return;
    const [[x1, x2], [y1, y2]] = [corners.x, corners.y].map((pair) => [...pair].sort((a, b) => a - b));
    for (const [name, value] of Object.entries({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 }))
      set(box, name, value);
  }

  // ---- what is read ----------------------------------------------------------------------------------------------

  /** The step with a value that is closest to a pixel, or null. */
  function stepAt(pixel) {
    const { x } = drawn.axes;
    const steps = seenLines()
      .map((line) => line.steps[closestTo(line.steps, x.of(pixel))])
      .filter((step) => step !== undefined && Math.abs(x.at(step) - pixel) <= NEAR);
    const away = (step) => Math.abs(x.at(step) - pixel);
    return steps.length > 0 ? steps.reduce((a, b) => (away(b) < away(a) ? b : a)) : null;
  }

  /** The value of each line at a step, or close by: {line, step, value}. */
  function valuesAt(step) {
    const { x } = drawn.axes;
    return seenLines().flatMap((line) => {
      const k = closestTo(line.steps, step);
      const value = k < 0 ? null : line.valueAt(k);
      if (value === null || Math.abs(x.at(line.steps[k]) - x.at(step)) > NEAR) return [];
      return [{ line, step: line.steps[k], value }];
    });
  }

  function showReading() {
    const step = hand.isBusy() ? null : readStep();
    const values = step === null ? [] : valuesAt(step);
    told.hidden = values.length === 0;
    describe(step, values);
    if (told.hidden) return guide.replaceChildren();
    const { x, loss, norm } = drawn.axes;
    const across = x.at(step);
    guide.replaceChildren(
      s("line", { x1: across, x2: across, y1: loss.end, y2: norm.start }),
      ...values.flatMap(({ line, step: own, value }) => {
        const axis = drawn.axes[line.panel];
        const place = axis.at(line.panel === "loss" ? placeOf(view.unit)(value) : value);
        const isSeen = place >= axis.end && place <= axis.start;
        const d = dotsOf([[x.at(own), place]], line.dots || "circle", 1.6 * DOT);
        return isSeen ? [s("path", { class: `curve-dots ${line.look}`, d })] : [];
      }),
    );
    told.replaceChildren(
      h("strong", { class: "number" }, fill(strings.atStep, { step: context.count(step) })),
      ...values.map((one) =>
        h(
          "div",
          {},
          sampleOf(one.line.look, one.line.dots),
          h("span", {}, titleAt(one, step)),
          h("span", { class: "number" }, written(one)),
        ),
      ),
    );
    const isLeft = across < (x.start + x.end) / 2;
    const room = isLeft ? svg.clientWidth - across : across;
    const most = values.length > MOST_BESIDE ? svg.clientWidth : Math.max(room - 14, svg.clientWidth / 2);
    told.style.maxWidth = `${most}px`;
    const beside = isLeft ? across + 12 : across - 12 - told.offsetWidth;
    const at = Math.min(Math.max(0, beside), svg.clientWidth - told.offsetWidth);
    told.style.transform = `translate(${at}px, ${loss.end}px)`;
    return undefined;
  }

  const titleAt = ({ line, step }, read) =>
    step === read ? line.title : `${line.title}, ${fill(strings.atStep, { step: context.count(step) })}`;
  const written = ({ line, value }) => (line.panel === "loss" ? value.toFixed(3) : short(value));

  /** The same in words. */
  function describe(step, values) {
    const [from, to] = drawn.whole.x;
    const last = longest().at(-1) ?? from;
    const rows = values.map((one) => `${titleAt(one, step)} ${written(one)}`);
    const spoken = [fill(strings.atStep, { step: context.count(step ?? last) }), ...rows].join("; ");
    const told = { valuemin: from, valuemax: to, valuenow: step ?? last, valuetext: spoken };
    // While it is not read, a growing curve says nothing.
    if (step !== null || !svg.hasAttribute("aria-valuenow"))
      for (const [name, value] of Object.entries(told)) set(svg, `aria-${name}`, value);
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

function clip(rect, x, y) {
  const place = { x: x.start, y: y.end, width: Math.max(0, x.end - x.start), height: Math.max(0, y.start - y.end) };
  for (const [name, value] of Object.entries(place)) set(rect, name, value);
}

/** A short piece of a curve, as it looks, before its name. */
function sampleOf(look, dots) {
  return s(
    "svg",
    { class: "curve-sample", viewBox: "0 0 28 12", width: "28", height: "12", "aria-hidden": "true" },
    s("path", { class: `curve-line ${look}`, d: "M0,6H28" }),
    ...(dots ? [s("path", { class: `curve-dots ${look}`, d: dotsOf([[14, 6]], dots) })] : []),
  );
}

/** Dots of a shape at points in pixels, as one path. */
function dotsOf(points, shape, r = DOT) {
  const round = `m${-r},0a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
  const square = `m${-r},${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
  const diamond = `m0,${-1.4 * r}l${1.4 * r},${1.4 * r}l${-1.4 * r},${1.4 * r}l${-1.4 * r},${-1.4 * r}z`;
  const one = { circle: round, square, diamond }[shape];
  return points
    .filter(([x, y]) => Number.isFinite(x + y))
    .map(([x, y]) => `M${x.toFixed(2)},${y.toFixed(2)}${one}`)
    .join("");
}
