// The gradient of a parameter on the way back: a map that each step adds its own contribution to, the contributions of
// all steps to one of its numbers, and a finite difference of that very number beside their sum.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { fill, full, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { useLetters } from "../words/formula.js";
import { plainLetter, weightLetter } from "../words/labels.js";

// Two runs on either side of the weight; smaller, and rounding would show.
const NUDGE = 1e-5;
// The check waits for a reader who goes through the weights to stop.
const CHECKED_AFTER = 150;
const HEAD_LINE = 27;
const GUTTER = 20;
// Narrower maps of single steps show nothing; their bars stay.
const LEAST_STEP_MAP = 9;
const LEAST_ROOM = 84;
const LARGEST_CELL = 34;
// The width of the column of numbers, which stands below the rest on a phone.
const FACTS = 290;
const LEAST_STEPS = 90;

/** @param {Context} context */
export function gradients(context, width, height) {
  const { model, strings, notation, scale, narrow, go } = context;
  const { T } = model.sizes;
  const select = h("select", { class: "choice", "aria-label": strings.editName });
  const names = [...model.weights.keys()];
  select.append(...names.map((name) => h("option", { value: name }, plainLetter(notation, name, ""))));
  const formula = h("span", { class: "gradient-formula" });
  const facts = factsOf();
  const figures = h("div");
  const head = h("p", { class: "gradient-head" }, select, formula);
  const map = h("div");
  const side = h("div", { class: "gradient-side" }, map, figures, facts.element);
  const element = h("div", { class: "gradients" }, head, side);
  const room = height - (HEAD_LINE + 4) * scale;
  const checking = atRest(compare, CHECKED_AFTER);
  let state;
  let drawn = "";
  let drawing;

  select.addEventListener("change", () => choose({ name: select.value, at: largest(model.parameter(select.value)) }));

  /** The number that the place names, or the largest one of the first recurrent weight. */
  function choice() {
    const [, name, ...digits] = /^(.+)\.(\d+)\.(\d+)$/.exec(state.weight ?? "") ?? [];
    const [row, column] = digits.map(Number);
    const [rows, columns] = model.weights.get(name)?.shape ?? [0, 0];
    if (names.includes(name) && row >= 1 && row <= rows && column >= 1 && column <= columns) {
      return { name, at: (row - 1) * columns + (column - 1) };
    }
    const first = names.find((one) => model.uses(one).some(isRecurrent)) ?? names[0];
    return { name: first, at: largest(model.parameter(first)) };
  }

  function choose(next) {
    const { name, at } = { ...choice(), ...next };
    const [, columns] = model.weights.get(name).shape;
    go({ weight: `${name}.${Math.floor(at / columns) + 1}.${(at % columns) + 1}` });
  }

  /** @param {Place} place */
  function update(place) {
    state = place;
    const { name, at } = choice();
    const key = `${name} ${at} ${model.version} ${context.look.version}`;
    if (key !== drawn) {
      drawn = key;
      select.value = name;
      drawing = figuresOf(name, at);
      map.replaceChildren(drawing.map);
      figures.replaceChildren(drawing.steps);
      const isReached = model.uses(name).length > 0;
      formula.replaceChildren(useLetters(model, notation, name), isReached ? "" : ` ${strings.gradientNoPath}`);
      facts.check();
      checking.later();
    }
    drawing.update(place);
  }

  /** From which step on a parameter has what it gets: the place's own, once its phase is reached. */
  function reached(name, { t, phase }) {
    const sources = model.uses(name).map((use) => use.source);
    const made = model.phases.findIndex(({ target, inner }) => sources.includes(inner) || sources.includes(target));
    return phase >= made ? t : t + 1;
  }

  function figuresOf(name, at) {
    const [, width0] = model.weights.get(name).shape;
    const rows = rowsRead(name);
    const columns = Array.from({ length: width0 }, (_, k) => k);
    // The matrix as the notation has it.
    const [down, across] = notation.columns ? [columns, rows] : [rows, columns];
    const index = (i, j) => (notation.columns ? across[j] * width0 + down[i] : down[i] * width0 + across[j]);
    const own = Array.from({ length: T }, (_, t) => model.parameterAt(name, t));
    const end = endOfScale(own);
    const cell = Math.min(room / down.length, (width * 0.36) / across.length, LARGEST_CELL * scale);
    const size = [across.length * cell, down.length * cell];
    const sum = mapOf(size);
    const frame = sum.element;
    const mark = h("span", { class: "gradient-mark" });
    frame.append(mark);
    for (const [key, value] of Object.entries({ tabindex: "0", role: "img" })) frame.setAttribute(key, value);
    const [row, column] = [Math.floor(at / width0), at % width0];
    const [i, j] = notation.columns
      ? [down.indexOf(column), across.indexOf(row)]
      : [down.indexOf(row), across.indexOf(column)];
    const [left, top] = [(100 * j) / across.length, (100 * i) / down.length];
    set(mark, "style", `left:${left}%;top:${top}%;width:${100 / across.length}%;height:${100 / down.length}%`);
    frame.addEventListener("click", (event) => {
      const { column: to, row: from } = cellUnder(frame, event, across.length, down.length);
      choose({ at: index(from, to) });
    });
    frame.addEventListener("pointermove", (event) => {
      const { column: to, row: from } = cellUnder(frame, event, across.length, down.length);
      const k = index(from, to);
      frame.dataset.full = `${letterOf(name, k)}: ${full(sumNow()[k])}`;
    });
    frame.addEventListener("keydown", (event) => {
      const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const within = (k, most) => Math.min(most - 1, Math.max(0, k));
      choose({ at: index(within(i + by[0], down.length), within(j + by[1], across.length)) });
      /** @type {HTMLElement} */
      const drawn = map.querySelector(".gradient-map");
      drawn.focus();
    });
    const gutters = (narrow ? 1 : 2) * GUTTER * scale;
    const stepsWidth = Math.max(LEAST_STEPS * scale, width - size[0] - (narrow ? 0 : FACTS * scale) - gutters);
    const steps = stepsOf(
      own.map((numbers) => numbers[at]),
      own,
      { stepsWidth, aspect: size, paint, down, across },
    );

    /** @param {number[]} size */
    function mapOf([wide, high]) {
      const canvas = h("canvas", { width: across.length, height: down.length });
      const box = h("div", { class: "gradient-map", style: `width:${wide}px;height:${high}px` }, canvas);
      return { element: box, canvas };
    }

    function paint(canvas, numbers) {
      const picture = new ImageData(across.length, down.length);
      const pixels = new Uint32Array(picture.data.buffer);
      for (let from = 0; from < down.length; from += 1) {
        for (let to = 0; to < across.length; to += 1) {
          pixels[from * across.length + to] = context.signedRamp(numbers[index(from, to)] / end);
        }
      }
      canvas.getContext("2d").putImageData(picture, 0, 0);
    }

    function sumNow() {
      const from = reached(name, state);
      return from < T ? model.parameterUpTo(name, from) : new Float64Array(own[0].length);
    }

    /** @param {Place} place */
    function show(place) {
      const from = reached(name, place);
      const now = sumNow();
      paint(sum.canvas, now);
      const value = from < T ? now[at] : null;
      const told = facts.update(letterOf(name, at), value, model.parameter(name)[at], from);
      set(frame, "aria-label", `${told} ${strings.gradientKeys}`);
      steps.update(from, place.t, now[at]);
    }
    return { map: frame, steps: steps.element, update: show };

    function endOfScale(all) {
      let most = 1e-12;
      const partial = new Float64Array(all[0].length);
      for (const numbers of all.toReversed()) {
        for (let k = 0; k < partial.length; k += 1) {
          partial[k] += numbers[k];
          most = Math.max(most, Math.abs(partial[k]), Math.abs(numbers[k]));
        }
      }
      return most;
    }
  }

  /** Every step's own map, and under it what it adds to the chosen number; at the end their sum. */
  function stepsOf(values, own, { stepsWidth, aspect, paint, down, across }) {
    const sumWidth = 40 * scale;
    const one = (stepsWidth - sumWidth) / T;
    const mapWidth = Math.min(one - 4 * scale, 0.42 * room * (aspect[0] / aspect[1]), aspect[0] * 0.8);
    const hasMaps = mapWidth >= LEAST_STEP_MAP * scale && room > LEAST_ROOM * scale;
    const mapHeight = hasMaps ? Math.min(0.42 * room, (mapWidth * aspect[1]) / aspect[0]) : 0;
    const barsHeight = room - mapHeight - 26 * scale;
    const whole = values.reduce((sum, value) => sum + value, 0);
    let partial = 0;
    const partials = values.toReversed().map((value) => {
      partial += value;
      return partial;
    });
    const high = Math.max(0, ...values, ...partials, whole);
    const low = Math.min(0, ...values, ...partials, whole);
    const y = (value) => ((high - value) / (high - low || 1)) * barsHeight;
    const x = (t) => (t + 0.5) * one;
    const wide = Math.max(1.5, Math.min(26 * scale, one * 0.6));
    const maps = hasMaps
      ? own.map((numbers, t) => {
          const canvas = h("canvas", { width: across.length, height: down.length });
          paint(canvas, numbers);
          const style = `left:${x(t) - mapWidth / 2}px;width:${mapWidth}px;height:${mapHeight}px`;
          return h("div", { class: "gradient-map gradient-step", style }, canvas);
        })
      : [];
    const bars = values.map((value, t) =>
      barAt(x(t), value, fill(strings.gradientStep, { t: t + 1, value: full(value) })),
    );
    const sumX = stepsWidth - sumWidth / 2;
    const total = s("rect", { class: "total-bar", x: sumX - wide / 2, width: wide, rx: 2 });
    const outline = s("rect", { class: "outline", x: sumX - wide / 2, width: wide, rx: 2, ...heightOf(whole) });
    const every = Math.max(1, Math.ceil((14 * context.widestInput * scale) / one));
    const labels = values.map((_, t) =>
      s(
        "text",
        { class: "gradient-label", x: x(t), y: barsHeight + 17 * scale },
        t % every === 0 ? (model.inputs[t] ?? String(t + 1)) : "",
      ),
    );
    const svg = s(
      "svg",
      { width: stepsWidth, height: barsHeight + 22 * scale, role: "img" },
      s("line", { class: "axis", x1: 0, x2: stepsWidth, y1: y(0), y2: y(0) }),
      ...bars,
      total,
      outline,
      ...labels,
      s("text", { class: "gradient-label", x: sumX, y: barsHeight + 17 * scale }, "Σ"),
    );
    const row = h(
      "div",
      { class: "gradient-steps", style: `height:${mapHeight + (hasMaps ? 4 * scale : 0)}px;width:${stepsWidth}px` },
      ...maps,
    );
    const cursor = s("rect", { class: "gradient-cursor", y: 0, width: one, height: barsHeight + 22 * scale, rx: 3 });
    svg.prepend(cursor);

    function heightOf(value) {
      return { y: Math.min(y(0), y(value)), height: Math.max(1, Math.abs(y(value) - y(0))) };
    }
    function barAt(middle, value, words) {
      const hue = value < 0 ? "minus" : "plus";
      return s("rect", {
        class: hue,
        x: middle - wide / 2,
        width: wide,
        rx: 2,
        "data-full": words,
        ...heightOf(value),
      });
    }
    function show(from, t, sum) {
      bars.forEach((bar, step) => bar.classList.toggle("ghost", step < from));
      maps.forEach((map, step) => map.classList.toggle("ghost", step < from));
      labels.forEach((label, step) => label.classList.toggle("current", step === t));
      for (const [key, value] of Object.entries(heightOf(sum))) set(total, key, value);
      set(total, "data-full", full(sum));
      set(cursor, "x", x(t) - one / 2);
      const said = values.map((value, step) =>
        step < from ? "" : fill(strings.gradientStep, { t: step + 1, value: short(value) }),
      );
      set(svg, "aria-label", said.filter(Boolean).join("; "));
    }
    return { element: h("div", {}, row, svg), update: show };
  }

  /** Of an input weight the rows that the text reads; the others have no gradient. */
  function rowsRead(name) {
    const count = model.weights.get(name).shape[0];
    const all = Array.from({ length: count }, (_, k) => k);
    const uses = model.uses(name);
    if (uses.length === 0 || !uses.every(({ expression }) => isOfInput(expression))) return all;
    const isRead = (k) => model.inputs.some((_, t) => model.known("X", t, k) !== 0);
    const read = all.filter(isRead);
    return read.length > 0 ? read : all;
  }

  function letterOf(name, k) {
    const [, columns] = model.weights.get(name).shape;
    return `∂L/∂${weightLetter(notation, name, Math.floor(k / columns), k % columns)}`;
  }

  /** The derivative once more, by moving the weight a little to both sides. */
  function compare() {
    const { name, at } = choice();
    const gradient = model.parameter(name)[at];
    facts.check(model.difference(name, at, NUDGE), gradient);
  }

  /** The chosen number as far as the walk has come, and its check, in lines. */
  function factsOf() {
    const line = (words, title = "") => {
      const value = h("dd", { class: "number" });
      const label = h("dt", title ? { title } : {}, words);
      return { label, value, element: h("div", {}, label, value) };
    };
    const now = line("");
    const whole = line(strings.gradientWhole);
    const finite = line("(L(w+ε) − L(w−ε)) / 2ε", strings.gradientFinite);
    const apart = line(strings.gradientApart);
    const lines = [now, whole, finite, apart];
    const list = h(
      "dl",
      { class: "gradient-facts", style: `width:${narrow ? width : FACTS * scale}px` },
      ...lines.map((one) => one.element),
    );

    function put({ value }, number) {
      write(value, number === null ? "…" : short(number));
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
        return `${words}: ${said}. ${strings.gradientWhole}: ${short(all)}.`;
      },
      check(found = null, gradient = null) {
        put(finite, found);
        put(apart, found === null ? null : Math.abs(found - gradient));
        if (found === null) return;
        write(finite.value, found.toPrecision(7).replace("-", "−"));
      },
    };
  }
  return { element, update };
}

function isRecurrent({ expression }) {
  return expression.op === "outer" && expression.left.op === "tensor" && expression.left.before;
}

function isOfInput(expression) {
  const { op, left } = expression.op === "negative" ? expression.of : expression;
  return op === "outer" && left.op === "tensor" && left.name === "X";
}

/** The place of the largest number. */
function largest(numbers) {
  let best = 0;
  for (let k = 1; k < numbers.length; k += 1) if (Math.abs(numbers[k]) > Math.abs(numbers[best])) best = k;
  return best;
}
