// How far a loss reaches back: a triangle of all pairs k ≤ t on a log scale, and the row of one t as a curve.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { factor, fill, numberedMessage, percent, powerOfTen, short, subscript } from "../../../web/numbers.js";
import { colon, fullStop, semicolon, sentenceGap } from "../../../web/punctuation.js";
import { slices } from "../../../web/slices.js";
import { createProbes, MOST_ROWS, movesOf, reachOf, recurrentPass } from "../model/probes.js";
import { flatTensors, flatWeights, heldIn } from "../model/changed.js";
import { inkOf, layoutRow, numberedSteps, SHADES } from "./reachlayout.js";

// Each has the hue of its own name.
const MEASURES = ["loss", "state"];
// All pairs of a text of more steps than these are too many for a table.
const MOST_ROWS_TOLD = 90;
// So many steps back the median of all losses is said, or as many as a short text has.
const USUAL_STEPS = 5;
// A share is written above its bar where the bar has so many letters' room.
const ROOM_OF_SHARE = 3.4;
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
  const axesDrawn = triangleAxes(T, side, axes, scale);
  const whole = h("div", { class: "triangle", style: `padding:0 0 ${axes}px ${axes}px` }, frame, axesDrawn);
  const buttons = MEASURES.map((name) => h("button", { type: "button", class: "tab" }, LETTERS[name][0]));
  const said = h("p", { class: "finding" });
  const value = h("output", { class: "reach-value", title: strings.reachHint });
  const done = h("progress", { max: 1, "aria-label": strings.reachProgress });
  const walkButton = h("button", { type: "button", class: "reach-walk" }, strings.reachWalk);
  const chart = s("svg", { class: "reach-chart", role: "img" });
  const shades = legend(strings);
  const size = 12 * scale;
  const place = {
    T,
    width: width - side - axes - 2 * size,
    height: Math.max(5 * size, side + axes - 78 * scale),
    size,
  };
  const right = h(
    "div",
    { class: "reach-side", style: `width:${place.width}px` },
    h("p", { class: "reach-head" }, ...buttons, done),
    shades.element,
    h("p", { class: "reach-head" }, value, walkButton),
    chart,
  );
  const element = h("div", { class: "reach" }, whole, right);
  const picture = new ImageData(T, T);
  const paper = canvas.getContext("2d");
  const work = slices(() => element.isConnected);
  let state;
  // Of each pair, the loss's T rows after one another; a row is there once its last one is.
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
  chart.addEventListener("click", ({ target }) => {
    const { step } = /** @type {SVGElement} */ (target).dataset;
    if (step !== undefined) walkBack(pair()[0], Number(step));
  });

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
  const isShown = (t) => state.cover === null || state.cover === undefined || t < state.cover;
  const isReady = (t) => norms[t * T + t] > 0;
  function sentence(t, k) {
    const said = norms[t * T + k] > 0 || isReady(t) ? short(norms[t * T + k]) : "…";
    return fill(LETTERS[measure()][1], { t: subscript(t + 1), k: subscript(k + 1), value: said });
  }

  /** What is left of a loss's gradient at a step, as a share of what it has at its own; of a state it is the norm. */
  const leftOf = (t, k) => norms[t * T + k] / (measure() === "loss" ? norms[t * T + t] : 1);

  /** The pair in words, and what is left of all losses a few steps back. */
  function answer(t, k) {
    if (!isShown(t) || !isReady(t)) return strings.notYet;
    const isLoss = measure() === "loss";
    const saidOf = (from, to) => {
      const given = { steps: from - to, t: from + 1, k: to + 1, share: percent(leftOf(from, to)) };
      return fill(isLoss ? numberedMessage(strings, "reachSays", from - to) : strings.reachMoves, given);
    };
    const own = t === k ? "" : saidOf(t, k);
    const steps = Math.min(USUAL_STEPS, T - 1);
    const all = Array.from({ length: T - steps }, (_, from) => from + steps).filter((one) => isShown(one));
    if (steps < 1 || all.length === 0 || !all.every(isReady)) return own;
    // One alone has no median.
    if (all.length === 1) return own || saidOf(all[0], all[0] - steps);
    const share = percent(median(all.map((one) => leftOf(one, one - steps))));
    const usual = fill(isLoss ? strings.reachUsual : strings.reachUsualMoves, { steps, share });
    return own ? `${usual}${sentenceGap()}${own}` : usual;
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
    work.start(triangle(forward, measure(), pair()[0], norms), (share) => {
      done.value = share;
      done.hidden = share === 1;
      frame.dataset.whole = share === 1 ? key : "";
      draw();
    });
  }

  function draw() {
    const [t, k] = pair();
    const pixels = new Uint32Array(picture.data.buffer).fill(0);
    const shade = context.inkRamp(measure());
    for (let row = 0; row < T; row += 1) {
      if (!isReady(row) || !isShown(row)) continue;
      for (let column = 0; column <= row; column += 1) {
        pixels[(T - 1 - row) * T + column] = shade(inkOf(leftOf(row, column)));
      }
    }
    paper.putImageData(picture, 0, 0);
    const one = 100 / T;
    set(cursor, "style", `left:${k * one}%;top:${(T - 1 - t) * one}%;width:${one}%;height:${one}%`);
    write(value, isShown(t) ? sentence(t, k) : strings.notYet);
    write(said, answer(t, k));
    shades.update(measure());
    set(canvas, "aria-label", `${strings.reachTab}${fullStop()}${isShown(t) ? sentence(t, k) : ""}`);
    drawRow(t, k);
  }

  /** The row of t: what is left of it at each step, to the left the first. */
  function drawRow(t, k) {
    const own = norms.subarray(t * T, t * T + t + 1);
    const isSeen = isReady(t) && isShown(t);
    const row = layoutRow(Array.from(own, Math.log10), place);
    set(chart, "width", place.width);
    set(chart, "height", place.height + 4 * scale);
    set(chart, "font-size", size);
    const heard = isSeen ? Array.from(own, (norm, step) => `${step + 1}: ${short(norm)}`).join(", ") : strings.notYet;
    set(chart, "aria-label", `${strings.reachTab}${fullStop()}${heard}`);
    const isWide = row.one >= ROOM_OF_SHARE * size;
    chart.replaceChildren(
      ...row.lines.flatMap(({ power, y }) => [
        s("line", { class: power === 0 ? "one" : "line", x1: row.from, x2: row.to, y1: y, y2: y }),
        s("text", { class: "tick", x: row.from - 5 * scale, y: y + 0.35 * size }, powerOfTen(power)),
      ]),
      ...(isSeen ? row.bars : []).flatMap((bar, step) => [
        s("rect", {
          class: `bar hue-${measure()}${step === k ? " now" : ""}`,
          ...bar,
          "data-step": step,
          "data-full": barWords(t, step),
        }),
        ...(isWide ? [shareAbove(bar, row.middles[step], leftOf(t, step))] : []),
      ]),
      ...(row.one >= size * context.widestInput ? model.inputs : []).map((input, step) =>
        s("text", { class: "reach-character", x: row.middles[step], y: place.height }, input),
      ),
    );
  }
  function barWords(t, step) {
    return `${sentence(t, step)}${semicolon()}${percent(leftOf(t, step))}`;
  }

  function shareAbove({ y }, x, share) {
    return s("text", { class: "reach-share", x, y: y - 0.3 * size }, percent(share));
  }

  /** All pairs: a row a loss, a column a step; of a text that is too long, the row of the loss that one looks at. */
  function tables() {
    const [own] = pair();
    const isAll = T <= MOST_ROWS_TOLD;
    const losses = isAll ? [...Array(T).keys()] : [own];
    const steps = [...Array(isAll ? T : own + 1).keys()];
    const cell = (t, k) => (k > t ? "" : isShown(t) && isReady(t) ? norms[t * T + k] : strings.notYet);
    const table = {
      corner: "t",
      columns: steps.map((k) => `k = ${k + 1}`),
      rows: losses.map((t) => ({ head: String(t + 1), cells: steps.map((k) => cell(t, k)) })),
      note: strings.reachHint,
    };
    return [{ name: "reach", title: `${strings.reachTab}${colon()}${LETTERS[measure()][0]}`, make: () => table }];
  }
  return { element, aside: said, update, tables };
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What the shades mean, in words: {element, update(hue)}. */
function legend(strings) {
  const least = fill(strings.reachLeast, { share: percent(10 ** -SHADES) });
  const most = fill(strings.reachMost, { factor: factor(10 ** SHADES) });
  const [left, grown] = ["ramp to-all", "ramp to-more"].map((name) => ({ name, element: h("i", { class: name }) }));
  // A line that is too short for both ends of the scale is broken between them.
  const words = [h("span", {}, least, left.element, strings.reachAll), h("span", {}, grown.element, most)];
  const update = (hue) => {
    for (const { name, element } of [left, grown]) set(element, "class", `${name} hue-${hue}`);
  };
  return { element: h("p", { class: "reach-legend" }, ...words), update };
}

/** The steps of the losses on the left, from below, and below the triangle those of the states. */
function triangleAxes(T, long, axes, scale) {
  const digits = AXES.digits * scale;
  const [left, below] = [axes - 4 * scale, long + 11 * scale];
  return s(
    "svg",
    { class: "triangle-axes", width: axes + long, height: long + axes, "aria-hidden": "true" },
    ...numberedSteps(T, long, digits).flatMap(({ step, at }) => [
      s("text", { class: "tick small end", x: left, y: long - at + 0.4 * digits }, String(step + 1)),
      s("text", { class: "tick small middle", x: axes + at, y: below }, String(step + 1)),
    ]),
    s("text", { class: "small letter end", x: left, y: long + axes - 1 * scale }, "t"),
    s("text", { class: "small letter end", x: axes + long, y: long + axes - 1 * scale }, "k"),
  );
}

/**
 * Computes the norms of all pairs into `found`. What there is to prepare takes slices of its own. Of the states the row
 * `first`, at which one looks, comes first.
 */
function* triangle(forward, measure, first, found) {
  const weights = flatWeights(forward);
  const tensors = flatTensors(forward);
  yield 0;
  const probes = createProbes(forward.program, weights, tensors, {
    targets: forward.targets,
    held: (name) => heldIn(forward, name),
  });
  yield 0;
  if (measure === "loss") return yield* reachOf(probes, undefined, found);
  const { T } = forward.sizes;
  const others = [...Array(T).keys()].filter((t) => t !== first).reverse();
  const each = Math.max(1, Math.floor(MOST_ROWS / probes.h));
  let rows = 0;
  for (const some of [[first], ...groups(others, each)]) {
    for (const share of movesOf(probes, some, found)) yield (rows + share * some.length) / T;
    rows += some.length;
  }
  return found;
}

function groups(all, size) {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, k) => all.slice(k * size, (k + 1) * size));
}
