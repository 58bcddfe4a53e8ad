// The gradient of a parameter on the way back: a map that each step adds its own contribution to, the contributions of
// all steps to one of its numbers, and a finite difference of that very number beside their sum.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { fill, full, short } from "../../../web/numbers.js";
import { colon, fullStop } from "../../../web/punctuation.js";
import { atRest } from "../../../web/rest.js";
import { useLetters } from "../words/formula.js";
import { plainLetter } from "../words/labels.js";
import {
  endOfScale,
  frameAt,
  gradientLetters,
  largest,
  mapSize,
  matrixRead,
  numberAt,
  reachedFrom,
  stepsLayout,
  weightNamed,
} from "./gradientslayout.js";

// Two runs on either side of the weight; smaller, and rounding would show.
const NUDGE = 1e-5;
// The check waits for a reader who goes through the weights to stop.
const CHECKED_AFTER = 150;
const HEAD_LINE = 27;
const GUTTER = 20;
// The width of the column of numbers, which stands below the rest on a phone.
const FACTS = 290;
const LEAST_STEPS = 90;

/** @param {Context} context */
export function gradients(context, width, height) {
  const { model, forward, strings, notation, scale, go } = context;
  const select = h("select", { class: "choice", "aria-label": strings.editName });
  const names = [...model.weights.keys()];
  select.append(...names.map((name) => h("option", { value: name }, plainLetter(notation, name, ""))));
  const formula = h("span", { class: "gradient-formula" });
  const facts = factsOf(context, width);
  const figures = h("div");
  const said = h("p", { class: "finding" });
  const hint = h("span", { class: "hint instruction" });
  const head = h("p", { class: "gradient-head" }, select, formula, hint);
  const map = h("div");
  const side = h("div", { class: "gradient-side" }, map, figures, facts.element);
  const element = h("div", { class: "gradients" }, head, side);
  const room = height - (HEAD_LINE + 4) * scale;
  // What stands around a cell of somebody's own is not here: there is no loss that could be computed once more.
  const checking = forward.arriving ? null : atRest(compare, CHECKED_AFTER);
  let state;
  let drawn = "";
  let drawing;

  select.addEventListener("change", () => choose({ name: select.value, at: largest(model.parameter(select.value)) }));

  function chosen() {
    return numberAt(model, state.weight);
  }

  function choose(next) {
    go({ weight: weightNamed(model, { ...chosen(), ...next }) });
  }

  /** By keys, after which the map is another one. */
  function walk(at) {
    choose({ at });
    drawing.map.focus();
  }

  /** @param {Place} place */
  function update(place) {
    state = place;
    const { name, at } = chosen();
    const key = `${name} ${at} ${model.version} ${context.look.version}`;
    if (key !== drawn) {
      drawn = key;
      select.value = name;
      drawing = numberPart(context, { name, at }, { width, room, choose: (k) => choose({ at: k }), walk });
      map.replaceChildren(drawing.map);
      figures.replaceChildren(drawing.steps);
      const isReached = model.uses(name).length > 0;
      formula.replaceChildren(useLetters(model, notation, name), isReached ? "" : ` ${strings.gradientNoPath}`);
      facts.check();
      checking?.later();
    }
    const { from, value } = drawing.update(place);
    write(said, sentence(name, at));
    write(hint, value === null ? strings.gradientsBefore : strings.gradientsHint);
    const told = facts.update(gradientLetters(model, notation, name, at), value, model.parameter(name)[at], from);
    set(drawing.map, "aria-label", `${told} ${strings.gradientKeys}`);
  }

  /** The number, and the step that adds most to it. */
  function sentence(name, at) {
    const gradient = gradientLetters(model, notation, name, at);
    const whole = model.parameter(name)[at];
    const most = largest(drawing.values);
    if (drawing.values[most] === 0) return fill(strings.gradientSaysNone, { gradient });
    const given = { gradient, whole: short(whole), t: most + 1, input: forward.inputWord(most) };
    return fill(strings.gradientSays, { ...given, part: short(drawing.values[most]) });
  }

  /** The derivative once more, by moving the weight a little to both sides. */
  function compare() {
    const { name, at } = chosen();
    facts.check(model.difference(name, at, NUDGE), model.parameter(name)[at]);
  }
  return { element, aside: said, update };
}

/**
 * The map of a parameter with one number framed, and what each step adds to that. choose(at), walk(at): take another
 * number, by a click and by keys. `update(place)` gives from which step on the sum goes, and what it is.
 *
 * @param {Context} context
 */
function numberPart(context, { name, at }, { width, room, choose, walk }) {
  const { model, notation, scale, narrow } = context;
  const { T } = model.sizes;
  const matrix = matrixRead(model, notation, name);
  const { down, across, index } = matrix;
  const own = Array.from({ length: T }, (_, t) => model.parameterAt(name, t));
  const end = endOfScale(own);
  const [wide, tall] = mapSize(matrix, width, room, scale);
  const sum = canvasOf(matrix);
  const framed = frameAt(matrix, at);
  const inPercent = Object.entries(framed).map(([key, value]) => `${key}:${value}%`);
  const mark = h("span", { class: "gradient-mark", style: inPercent.join(";") });
  const style = `width:${wide}px;height:${tall}px`;
  const frame = h("div", { class: "gradient-map", style, tabindex: "0", role: "img" }, sum, mark);
  const gutters = (narrow ? 1 : 2) * GUTTER * scale;
  const stepsWidth = Math.max(LEAST_STEPS * scale, width - wide - (narrow ? 0 : FACTS * scale) - gutters);
  const values = own.map((numbers) => numbers[at]);
  const laid = stepsLayout(context, values, { width: stepsWidth, room, map: [wide, tall] });
  const maps = laid.maps.map((_, t) => paint(canvasOf(matrix), own[t]));
  const steps = stepsPart(laid, maps);
  let now = sumFrom(T);

  const under = (event) => {
    const { column, row } = cellUnder(frame, event, across.length, down.length);
    return index(row, column);
  };
  frame.addEventListener("click", (event) => choose(under(event)));
  frame.addEventListener("pointermove", (event) => {
    const k = under(event);
    frame.dataset.full = `${gradientLetters(model, notation, name, k)}: ${full(now[k])}`;
  });
  frame.addEventListener("keydown", (event) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const within = (k, most) => Math.min(most - 1, Math.max(0, k));
    const [i, j] = matrix.placeOf(at);
    walk(index(within(i + by[0], down.length), within(j + by[1], across.length)));
  });

  function paint(canvas, numbers) {
    const picture = new ImageData(across.length, down.length);
    const pixels = new Uint32Array(picture.data.buffer);
    for (let i = 0; i < down.length; i += 1) {
      for (let j = 0; j < across.length; j += 1) {
        pixels[i * across.length + j] = context.signedRamp(numbers[index(i, j)] / end);
      }
    }
    canvas.getContext("2d").putImageData(picture, 0, 0);
    return canvas;
  }

  function sumFrom(step) {
    return step < T ? model.parameterUpTo(name, step) : new Float64Array(own[0].length);
  }

  /** @param {Place} place */
  function update(place) {
    const from = reachedFrom(model, name, place);
    now = sumFrom(from);
    paint(sum, now);
    steps.update(from, place.t, now[at]);
    return { from, value: from < T ? now[at] : null };
  }
  return { map: frame, steps: steps.element, values, update };
}

function canvasOf({ down, across }) {
  return h("canvas", { width: across.length, height: down.length });
}

/**
 * Every step's own map, and under it what it adds to the chosen number; at the end their sum.
 *
 * @param {ReturnType<typeof stepsLayout>} laid
 * @param {HTMLElement[]} canvases
 */
function stepsPart(laid, canvases) {
  const maps = laid.maps.map(({ left, width, height }, t) => {
    const style = `left:${left}px;width:${width}px;height:${height}px`;
    return h("div", { class: "gradient-map gradient-step", style }, canvases[t]);
  });
  const bars = laid.bars.map(({ box, isMinus, full: words }) =>
    s("rect", { class: isMinus ? "minus" : "plus", ...box, rx: 2, "data-full": words }),
  );
  const labels = laid.labels.map(({ x, y, text }) => s("text", { class: "gradient-label", x, y }, text));
  const total = s("rect", { class: "total-bar", ...laid.sum, rx: 2 });
  const cursor = s("rect", { class: "gradient-cursor", y: 0, ...laid.cursor, rx: 3 });
  const svg = s(
    "svg",
    { ...laid.size, role: "img" },
    cursor,
    s("line", { class: "axis", ...laid.axis }),
    ...bars,
    total,
    s("rect", { class: "outline", ...laid.whole, rx: 2 }),
    ...labels,
    s("text", { class: "gradient-label", ...laid.sign }, "Σ"),
  );
  const size = `height:${laid.mapsHeight}px;width:${laid.size.width}px`;
  const row = h("div", { class: "gradient-steps", style: size }, ...maps);

  function update(from, t, sum) {
    bars.forEach((bar, step) => bar.classList.toggle("ghost", step < from));
    maps.forEach((map, step) => map.classList.toggle("ghost", step < from));
    labels.forEach((label, step) => label.classList.toggle("current", step === t));
    for (const [key, value] of Object.entries(laid.upright(sum))) set(total, key, value);
    set(total, "data-full", full(sum));
    set(cursor, "x", laid.cursorAt(t));
    set(svg, "aria-label", laid.words(from));
  }
  return { element: h("div", {}, row, svg), update };
}

/**
 * The chosen number as far as the walk has come, and its check, in lines.
 *
 * @param {Context} context
 */
function factsOf({ model, forward, strings, narrow, scale }, width) {
  const { T } = model.sizes;
  const line = (words, title = "") => {
    const value = h("dd", { class: "number" });
    const label = h("dt", title ? { title } : {}, words);
    return { label, value, element: h("div", {}, label, value) };
  };
  const now = line("");
  const wholeWords = forward.arriving ? strings.gradientOfSample : strings.gradientWhole;
  const whole = line(wholeWords);
  const finite = line("(L(w+ε) − L(w−ε)) / 2ε", strings.gradientFinite);
  const apart = line(strings.gradientApart);
  const lines = forward.arriving ? [now, whole] : [now, whole, finite, apart];
  const list = h(
    "dl",
    { class: "gradient-facts", style: `width:${narrow ? width : FACTS * scale}px` },
    ...lines.map((one) => one.element),
  );

  function put({ value }, number) {
    write(value, number === null ? "–" : short(number));
    set(value, "data-full", number === null ? "" : full(number));
  }
  return {
    element: list,
    /** Gives the same as a sentence. */
    update(letter, value, all, from) {
      const words = value === null ? letter : fill(strings.gradientSoFar, { name: letter, from: from + 1, T });
      write(now.label, words);
      put(now, value);
      put(whole, all);
      const said = value === null ? strings.notReached : short(value);
      const sentences = [`${words}${colon()}${said}`, `${wholeWords}${colon()}${short(all)}`, ""];
      return sentences.join(fullStop()).trim();
    },
    check(found = null, gradient = null) {
      put(finite, found);
      put(apart, found === null ? null : Math.abs(found - gradient));
      if (found === null) return;
      write(finite.value, found.toPrecision(7).replace("-", "−"));
    },
  };
}
