// How far a loss reaches back: a triangle of all pairs k ≤ t on a log scale, and the row of one t as a curve.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { fill, powerOfTen, short, subscript } from "../../../web/numbers.js";
import { slices } from "../../../web/slices.js";
import { createProbes, MOST_ROWS, movesOf, reachOf, recurrentPass } from "../model/probes.js";
import { flatTensors, flatWeights, heldIn } from "../model/changed.js";

// Powers of ten at the ends of the scale; what lies beyond has the colour of the end.
const DECADES = 6;
const MEASURES = ["loss", "state"];
// All pairs of a text of more steps than these are too many for a table.
const MOST_ROWS_TOLD = 90;
// The room of the triangle's axes on two sides, and how wide a digit is, before scaling.
const AXES = { room: 24, digits: 11 };
const LETTERS = {
  loss: ["|∂Lₜ/∂Hₖ|", "|∂L{t}/∂H{k}| = {value}"],
  state: ["|∂Hₜ/∂Hₖ|", "|∂H{t}/∂H{k}|/√h = {value}"],
};
// What a reader looked at last, so that a stage that is drawn anew shows it again.
const MEASURE_OF = new WeakMap();

/** Whether a model has such a triangle, or a reason to have none: losses, what the engine needs, and a state. */
export function hasReach({ program, targets, legs }) {
  return Boolean(program && targets && (recurrentPass(program) || legs.length > 1));
}

/** @param {Context} context */
export function reach(context, width, height) {
  const { model, strings, go, scale, narrow } = context;
  const forward = model.forward ?? model;
  if (!recurrentPass(forward.program)) {
    const element = h("p", { class: "no-ledger" }, strings.reachOff);
    return { element, update: () => {}, words: () => "" };
  }
  const { T } = model.sizes;
  const axes = AXES.room * scale;
  const side = Math.max(70, Math.min(height - 6 * scale, narrow ? 0.45 * width : 0.4 * width) - axes);
  const canvas = h("canvas", { width: T, height: T, role: "img" });
  const cursor = h("span", { class: "pair" });
  const frame = h("div", { class: "triangle-frame", style: `width:${side}px;height:${side}px` }, canvas, cursor);
  const whole = h("div", { class: "triangle", style: `padding:0 0 ${axes}px ${axes}px` }, frame, triangleAxes(side));
  const buttons = MEASURES.map((name) => h("button", { type: "button", class: "tab" }, LETTERS[name][0]));
  const value = h("output", { class: "reach-value" });
  const done = h("progress", { max: 1, "aria-label": strings.reachProgress });
  const walkButton = h("button", { type: "button", class: "reach-walk" }, strings.reachWalk);
  const chart = s("svg", { class: "reach-chart", role: "img" });
  const chartWidth = width - side - axes - 24 * scale;
  const chartHeight = Math.max(60 * scale, side + axes - 56 * scale);
  const legend = h(
    "span",
    { class: "reach-legend" },
    h("span", {}, "10⁻⁶"),
    h("i", { class: "ramp" }),
    h("span", {}, "10⁶"),
  );
  const right = h(
    "div",
    { class: "reach-side", style: `width:${chartWidth}px` },
    h("p", { class: "reach-head" }, ...buttons, legend, done),
    h("p", { class: "reach-head" }, value, walkButton),
    chart,
  );
  const element = h("div", { class: "reach" }, whole, right);
  const picture = new ImageData(T, T);
  const paper = canvas.getContext("2d");
  const work = slices(() => element.isConnected);
  let state;
  let norms = null;
  let computed = "";

  const measure = () => MEASURE_OF.get(forward) ?? MEASURES[0];
  buttons.forEach((button, k) =>
    button.addEventListener("click", () => {
      MEASURE_OF.set(forward, MEASURES[k]);
      update(state);
    }),
  );
  frame.addEventListener("pointermove", (event) => {
    const [t, k] = pairUnderPointer(event);
    frame.dataset.full = k <= t && isShown(t) ? sentence(t, k) : "";
  });
  frame.addEventListener("click", (event) => {
    const [t, k] = pairUnderPointer(event);
    if (k <= t && isShown(t)) walkBack(t, k);
  });
  walkButton.addEventListener("click", () => walkBack(...pair()));

  /** The steps of the losses on the left, from below, and below the triangle those of the states. */
  function triangleAxes(long) {
    const one = long / T;
    const every = Math.ceil((AXES.digits * String(T).length * scale) / one);
    const steps = [...Array(T).keys()].filter((step) => step % every === 0);
    const [left, below] = [axes - 4 * scale, long + 11 * scale];
    const down = AXES.digits * 0.4 * scale;
    return s(
      "svg",
      { class: "triangle-axes", width: axes + long, height: long + axes, "aria-hidden": "true" },
      ...steps.flatMap((step) => [
        s("text", { class: "tick small end", x: left, y: long - (step + 0.5) * one + down }, String(step + 1)),
        s("text", { class: "tick small middle", x: axes + (step + 0.5) * one, y: below }, String(step + 1)),
      ]),
      s("text", { class: "small letter", x: 0, y: 10 * scale }, "t"),
      s("text", { class: "small letter end", x: axes + long, y: long + axes - 1 * scale }, "k"),
    );
  }

  /** The first loss is below, the first step at the left. */
  function pairUnderPointer(event) {
    const { row, column } = cellUnder(frame, event, T, T);
    return [T - 1 - row, column];
  }
  function walkBack(t, k) {
    go({ way: "back", losses: [t], t: k });
  }
  /** The pair of the place: forwards the loss of its step and the first step, backwards the loss and its own step. */
  function pair() {
    if (state.way !== "back") return [state.t, 0];
    const t = state.losses?.at(-1) ?? T - 1;
    return [Math.max(t, state.t), state.t];
  }
  /** Before a question is answered, the losses that follow are nobody's to see. */
  function isShown(t) {
    return state.cover === null || state.cover === undefined || t < state.cover;
  }
  function sentence(t, k) {
    const said = norms[t * T + k] > 0 || isReady(t) ? short(norms[t * T + k]) : "…";
    return fill(LETTERS[measure()][1], { t: subscript(t + 1), k: subscript(k + 1), value: said });
  }
  function isReady(t) {
    return norms[t * T + t] > 0;
  }

  /** @param {Place} place */
  function update(place) {
    state = place;
    buttons.forEach((button, k) => set(button, "aria-pressed", MEASURES[k] === measure()));
    const key = `${forward.version} ${measure()}`;
    if (key !== computed) compute(key);
    else draw();
  }

  function compute(key) {
    computed = key;
    norms = new Float64Array(T * T);
    frame.dataset.whole = "";
    work.start(triangle(norms), (share) => {
      done.value = share;
      done.hidden = share === 1;
      frame.dataset.whole = share === 1 ? key : "";
      draw();
    });
  }
  /** What there is to prepare takes slices of its own. Of the states the row that one looks at comes first. */
  function* triangle(found) {
    const weights = flatWeights(forward);
    const tensors = flatTensors(forward);
    yield 0;
    const probes = createProbes(forward.program, weights, tensors, {
      targets: forward.targets,
      held: (name) => heldIn(forward, name),
    });
    yield 0;
    if (measure() === "loss") return yield* reachOf(probes, undefined, found);
    const [first] = pair();
    const others = [...Array(T).keys()].filter((t) => t !== first).reverse();
    const each = Math.max(1, Math.floor(MOST_ROWS / probes.h));
    let rows = 0;
    for (const some of [[first], ...groups(others, each)]) {
      for (const share of movesOf(probes, some, found)) yield (rows + share * some.length) / T;
      rows += some.length;
    }
    return found;
  }

  function draw() {
    const [t, k] = pair();
    const pixels = new Uint32Array(picture.data.buffer).fill(0);
    for (let row = 0; row < T; row += 1) {
      if (!isReady(row) || !isShown(row)) continue;
      for (let column = 0; column <= row; column += 1) {
        pixels[(T - 1 - row) * T + column] = context.signedRamp(shareOf(norms[row * T + column]));
      }
    }
    paper.putImageData(picture, 0, 0);
    set(cursor, "style", placeOf(t, k));
    write(value, isShown(t) ? sentence(t, k) : strings.notYet);
    set(canvas, "aria-label", `${strings.reachTab}. ${isShown(t) ? sentence(t, k) : ""}`);
    drawCurve(t, k);
  }
  function placeOf(t, k) {
    const one = 100 / T;
    return `left:${k * one}%;top:${(T - 1 - t) * one}%;width:${one}%;height:${one}%`;
  }

  /** The row of t: what is left of it at each step, to the left the first. */
  function drawCurve(t, k) {
    const size = 12 * scale;
    const [from, to] = [3.2 * size, chartWidth - 0.6 * size];
    const [low, high] = [chartHeight - 1.5 * size, 0.7 * size];
    const own = Array.from({ length: t + 1 }, (_, step) => Math.log10(norms[t * T + step]));
    const finite = own.filter(Number.isFinite);
    const top = Math.max(0, Math.ceil(Math.max(...finite, 0)));
    const bottom = Math.max(-2 * DECADES, Math.min(-2, Math.floor(Math.min(...finite, 0))));
    const x = (step) => from + ((step + 0.5) / T) * (to - from);
    const y = (power) => low - ((Math.max(bottom, power) - bottom) / (top - bottom)) * (low - high);
    const rows = Math.max(1, Math.floor((low - high) / (1.3 * size)));
    const every = Math.max(1, Math.ceil((top - bottom) / rows));
    const lines = [];
    for (let power = top; power >= bottom; power -= every) {
      lines.push(
        s("line", { class: power === 0 ? "one" : "line", x1: from, x2: to, y1: y(power), y2: y(power) }),
        s("text", { class: "tick", x: from - 5 * scale, y: y(power) + 0.35 * size }, powerOfTen(power)),
      );
    }
    const isSeen = isReady(t) && isShown(t);
    const bars = isSeen ? own.map((power, step) => barAt(step, power)) : [];
    function barAt(step, power) {
      const wide = Math.max(1, ((to - from) / T) * 0.7);
      const at = Number.isFinite(power) ? y(power) : y(bottom);
      return s("rect", {
        class: step === k ? "bar now" : "bar",
        x: x(step) - wide / 2,
        width: wide,
        y: Math.min(at, y(bottom)),
        height: Math.max(1, y(bottom) - at),
      });
    }
    const room = (to - from) / T >= size * context.widestInput;
    const named = room ? model.inputs : [];
    const letters = named.map((input, step) =>
      s("text", { class: "reach-character", x: x(step), y: chartHeight }, input),
    );
    set(chart, "width", chartWidth);
    set(chart, "height", chartHeight + 4 * scale);
    set(chart, "font-size", size);
    set(chart, "aria-label", isSeen ? rowWords(own) : strings.notYet);
    chart.replaceChildren(...lines, ...bars, ...letters);
  }
  /** All pairs: a row a loss, a column a step; of a text that is too long, the row of the loss that one looks at. */
  function tables() {
    const [own] = pair();
    const isAll = T <= MOST_ROWS_TOLD;
    const losses = isAll ? [...Array(T).keys()] : [own];
    const cell = (t, k) => (k > t ? "" : isShown(t) && isReady(t) ? norms[t * T + k] : strings.notYet);
    const table = {
      corner: "t",
      columns: Array.from({ length: isAll ? T : own + 1 }, (_, k) => `k = ${k + 1}`),
      rows: losses.map((t) => ({
        head: String(t + 1),
        cells: Array.from({ length: isAll ? T : own + 1 }, (_, k) => cell(t, k)),
      })),
      note: strings.reachHint,
    };
    return [{ name: "reach", title: `${strings.reachTab}: ${LETTERS[measure()][0]}`, make: () => table }];
  }
  function rowWords(own) {
    return own.map((power, k) => `${k + 1}: ${short(10 ** power)}`).join(", ");
  }
  return { element, update, tables };
}

function groups(all, size) {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, k) => all.slice(k * size, (k + 1) * size));
}

function shareOf(norm) {
  return Math.log10(Math.max(norm, 1e-300)) / DECADES;
}
