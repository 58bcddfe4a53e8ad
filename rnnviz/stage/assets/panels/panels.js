// The panels of the stage and how they stand: under each other on a phone, in two columns on a
// page, one alone where a digit has asked for it.

/** @import {Place} from "../../place.d.ts" */
/** @import {ReadPhase} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { diagrams } from "./diagram.js";
import { h, hide, set, write } from "../../../web/dom.js";
import { DENSITIES, equations } from "./equations.js";
import { diagramNeeds, lineCount, withRows } from "./geometry.js";
import { fill } from "../../../web/numbers.js";
import { output } from "./output.js";
import { lanes } from "./lanes.js";
import { question } from "../hands/question.js";
import { ribbon } from "./ribbon.js";
import { HEADING } from "../../../web/heading.js";
import { insteadOf, offeredViews, VIEWS, viewAt } from "./views.js";

const CELL_HEAD = 52;
// A line of a phase's meaning and its letters.
const MEANING = { line: 22, letters: 14 };
const LOWER_HEAD = 36;
// What is largest stands in a line of its own below the tabs.
const FOREMOST_LINE = 17;
// On a projector the words beside the tabs take a line of their own.
const LOWER_HEAD_PRESENTED = 62;
const LINE = 24;
const ROW = 26;
const SLIDE_ROW = 24;
const GAP = 24;
// The height of the worked numbers: the numbers, their names, and their shapes.
const NUMBERS = 88;
// On the way back: how many numbers with their names stand in a line, how high it is, and what is around all lines. A
// product with a matrix has a long name.
const NUMBERS_LINES = {
  presented: { count: 4.4, high: 44 },
  compact: { count: 5.4, high: 34 },
  usual: { count: 5.5, high: 37 },
};
const [NUMBERS_AROUND, LONG_NAME] = [12, 1.3];
// A panel alone is seen from further away than one of five.
const ALONE = { ribbon: 1.35, cell: 1.35, equations: 1.5, memory: 1.2, prediction: 1.6 };
const LEAST_MAPS = 96;
// How many outputs are named under the softmax where the letters are large.
const FEW_POWERS = 3;
const SLIDER = 20;
// A prediction has a heading, and at least three outputs; six are looked for.
const ANSWER_HEAD = 34;
const [FEWEST_BARS, WANTED_BARS, LEAST_BARS_BACK] = [3, 6, 2];
// On the way back the factors of the lowest wires stand below them.
const FACTORS = 14;
// What the way back spares where nothing stands below the columns.
const SPARED_BACK = 34;
// What is above the columns, within their box.
const UPPER_EDGE = 9;
// Between what stands below each other in a column.
const BETWEEN_PANELS = 8;
// Going back, equations are longer.
const SHARE_BACK = 0.57;

/**
 * Everything below the bar, for a width. act: sends the cursor an action. tracks: of several networks what `lanes`
 * needs, else null. rows: what stands between the ribbon and the cell, {element, update}. zoom: the panel to show
 * alone, or "". Returns {elements, fit(), update(state), locate, tables()}: `fit`, once they are in the page and before
 * the first update, shares out the room; `locate` says which step and unit of a map a pointer is over; `tables` gives
 * those of what is computed in the panel that is in sight, and not in the place.
 *
 * @param {Context} context
 */
export function drawPanels(context, width, sizes, { act, rows, tracks = null, zoom = "" }) {
  const unroll = (one, w, height) => {
    const made = tracks ? lanes(tracks, w, height, act) : ribbon(one, w, height, act);
    // The other panels have a heading that is seen.
    made.element.prepend(h("h2", { class: "unseen" }, one.strings.ribbon));
    return made;
  };
  const parts = { act, rows, unroll };
  if (zoom) return alone(context, width, sizes, parts, zoom);
  if (context.isBack && !sizes.stacked) return night(context, width, sizes, parts);
  return (sizes.mode === "beside" ? beside : below)(context, width, sizes, parts);
}

/**
 * Memory and prediction stand below cell and equations.
 *
 * @param {Context} context
 */
function below(context, width, usual, { act, rows, unroll }) {
  const { scale } = context;
  const unrolled = unroll(context, width, usual.ribbon);
  const slider = scrubber(context);
  const sizes = slider ? withRows(usual, SLIDER * scale) : usual;
  const [left, right] = columnsOf(width, sizes, 0.6);
  const answerHeight = sizes.lower - LOWER_HEAD * scale;
  const lowerHeight = answerHeight - (sizes.stacked ? 0 : FOREMOST_LINE * scale);
  const told = meaningLines(context, left);
  const further = (told - 1) * MEANING.line * scale;
  const cell = cellPanel(context, diagrams(context, left, sizes.cell - CELL_HEAD * scale - further), told);
  const lines = equations(context, act, sizes.stacked ? FEW_POWERS : undefined);
  const lower = tabs(context, left, lowerHeight);
  const bars = sizes.stacked ? 6 : Math.max(FEWEST_BARS, Math.floor((answerHeight + 2 * scale) / (ROW * scale)));
  const answer = prediction(context, bars, act);
  const columns = sizes.stacked ? "" : `grid-template-columns:${left}px ${right}px;`;
  const upperStyle = sizes.stacked ? "" : `${columns}min-height:${sizes.cell}px`;

  /** The equations are as large as leaves them and their numbers beside the cell, so that they push nothing down. */
  function fit() {
    if (sizes.stacked) return;
    const numbers = NUMBERS * scale - lines.box.getBoundingClientRect().height;
    fitted(lines, (taken) => sizes.cell - taken - numbers);
  }
  const panels = [unrolled, slider, rows, cell, lines, lower, answer, { update() {}, fit }];
  return assembled(panels, lower.locate, [
    unrolled.element,
    slider?.element,
    rows.element,
    h("div", { class: "upper", style: upperStyle }, cell.element, lines.element),
    h("div", { class: "lower", style: columns }, lower.element, answer?.element),
  ]);
}

/**
 * The way back: diagram and gradients of the weights on the left, and on the right one column of equations, their
 * numbers and, where it has room, the prediction.
 *
 * @param {Context} context
 */
function night(context, width, sizes, { act, rows, unroll }) {
  const { model, scale } = context;
  const [left, right] = columnsOf(width, sizes, SHARE_BACK);
  const unrolled = unroll(context, width, sizes.ribbon);
  const slider = scrubber(context);
  const spared = sizes.mode === "below" ? SPARED_BACK * scale : 0;
  const isPresented = sizes.mode === "beside" && sizes.lower === 0;
  const around = (slider ? SLIDER * scale : 0) + (isPresented ? 0 : UPPER_EDGE * scale);
  const room = sizes.cell + sizes.lower + spared - around;
  const needed = neededBy(model) * scale;
  // On a screen that is filled, the words about a phase and the weights are there if the diagram leaves them room.
  const count = meaningLines(context, width);
  const told = (LINE + (count - 1) * MEANING.line) * scale;
  const isTold = !isPresented || (count === 1 && room - needed - FACTORS * scale >= told);
  const height = room - (isTold ? told : 0);
  // The choice of a diagram, where there are several.
  const head = isPresented || model.diagrams.length === 1 ? 0 : CELL_HEAD - LINE;
  const lowerRoom = isPresented ? height - needed : sizes.lower;
  const hasMaps = !isPresented || lowerRoom >= (LEAST_MAPS + LOWER_HEAD) * scale;
  const cellHeight = hasMaps ? height - (head + BETWEEN_PANELS) * scale - lowerRoom : height - head * scale;
  const cell = cellPanel(context, diagrams(context, left, cellHeight), count);
  if (!isTold) cell.meaning.remove();
  const mapsHeight = (hasMaps ? lowerRoom : cellHeight) - LOWER_HEAD * scale;
  const lower = tabs(context, left, mapsHeight);
  const exchange = hasMaps ? null : exchanged(context, cell, lower);
  const lines = equations(context, act, FEW_POWERS);
  const answer = laterAnswer(context, act);
  const column = h("div", { class: "column-of-panels" }, lines.element, lines.box, answer.element);

  function fit() {
    const heightIn = (letters) => (phase) => numbersHeight(model.phases[phase], letters) * scale;
    const wanted = (ANSWER_HEAD + LEAST_BARS_BACK * ROW) * scale;
    // On a slide the letters do not get smaller than they have to for a prediction.
    const tried = isPresented ? { presented: DENSITIES.slice(0, 2), compact: DENSITIES } : { usual: DENSITIES };
    const [largest] = Object.keys(tried);
    const roomy = Object.keys(tried).find(
      (letters) => fitted(lines, (taken) => height - taken - wanted, tried[letters], heightIn(letters)) >= 0,
    );
    const numbers = heightIn(roomy ?? largest);
    lines.box.classList.toggle("compact", roomy === "compact");
    const left = roomy ? height - lines.highest(numbers) : fitted(lines, (taken) => height - taken, DENSITIES, numbers);
    // Where there is no prediction, the equations of other diagrams have its room, too.
    if (!roomy) lines.showAround(height, numbers);
    answer.fit(left / scale, LEAST_BARS_BACK);
  }
  const whole = isPresented ? `;height:${height}px` : "";
  const style = `grid-template:${height}px / ${left}px ${right}px${whole}`;
  const panels = [unrolled, slider, rows, cell, lines, lower, answer, exchange, { update() {}, fit }];
  return assembled(panels, lower.locate, [
    unrolled.element,
    slider?.element,
    rows.element,
    isTold ? cell.meaning : null,
    h(
      "div",
      { class: "upper beside night", style },
      h("div", { class: "column-of-panels" }, cell.element, lower.element),
      column,
    ),
  ]);
}

/**
 * The prediction stands beside the cell, under the equations, for a low window or a large script.
 *
 * @param {Context} context
 */
function beside(context, width, sizes, { act, rows, unroll }) {
  const { model, scale } = context;
  const [left, right] = columnsOf(width, sizes, 0.61);
  const unrolled = unroll(context, width, sizes.ribbon);
  const slider = scrubber(context);
  const needed = neededBy(model) * scale;
  const room = sizes.cell - (slider ? SLIDER * scale : 0);
  // The meaning of a phase is shown if the cell leaves room for it; in a panel alone, always.
  const told = meaningLines(context, width);
  const line = (LINE + (told - 1) * MEANING.line) * scale;
  const isTold = room - line - NUMBERS * scale >= needed;
  const height = isTold ? room - line : room;
  const lines = equations(context, act, sizes.lower === 0 ? FEW_POWERS : undefined);
  const answer = laterAnswer(context, act);

  const drawn = height - NUMBERS * scale;
  const head = (sizes.lower > 0 ? LOWER_HEAD : LOWER_HEAD_PRESENTED) * scale;
  const spare = sizes.lower > 0 ? 0 : drawn - needed - head;
  const hasMaps = sizes.lower > 0 || spare > LEAST_MAPS * scale;
  const mapsHeight = sizes.lower > 0 ? sizes.lower - head : hasMaps ? spare : drawn - head;
  const cellHeight = sizes.lower === 0 && hasMaps ? needed : drawn;
  const cell = cellPanel(context, diagrams(enlarged(context, cellHeight / needed), left, cellHeight), told);
  if (!isTold) cell.meaning.remove();
  const lower = tabs(context, left, mapsHeight);
  const exchange = hasMaps ? null : exchanged(context, cell, lower);
  const inside = sizes.lower > 0 ? [cell.element, lines.box] : [cell.element, lower.element, lines.box];

  function fit() {
    const row = sizes.lower === 0 ? SLIDE_ROW : ROW;
    const wanted = (Math.min(WANTED_BARS, model.likeliest[0].length) * row + ANSWER_HEAD) * scale;
    // On a slide the current equation keeps its size.
    const densities = DENSITIES.slice(0, 2);
    const left = fitted(lines, (taken) => height - taken - wanted, densities) + wanted;
    answer.fit(left / scale, 0, row);
  }
  const panels = [unrolled, slider, rows, cell, lines, lower, answer, exchange, { update() {}, fit }];
  return assembled(panels, lower.locate, [
    unrolled.element,
    slider?.element,
    rows.element,
    isTold ? cell.meaning : null,
    h(
      "div",
      { class: "upper beside", style: `grid-template:auto / ${left}px ${right}px;height:${height}px` },
      h("div", { class: "column-of-panels" }, ...inside),
      h("div", { class: "column-of-panels" }, lines.element, answer.element),
    ),
    sizes.lower > 0 ? h("div", { class: "lower" }, lower.element) : null,
  ]);
}

/** Where there is no room for both, a view that is not the first one stands in the place of the cell. */
function exchanged({ model }, cell, lower) {
  /** @param {Place} state */
  function update(state) {
    const isFirst = viewAt(model, state) === offeredViews(model, state)[0];
    hide(cell.element, !isFirst);
    hide(lower.element, isFirst);
  }
  return { update };
}

/**
 * About how high the numbers of a gradient are in such letters, and of the pre-activation to which it goes on.
 *
 * @param {ReadPhase} phase
 * @param {string} letters
 */
function numbersHeight({ expression, slope }, letters) {
  const { count, high } = NUMBERS_LINES[letters];
  const linesOf = (e) => Math.ceil((numbersIn(e) + LONG_NAME + 1) / count);
  return (linesOf(expression) + (slope ? linesOf(slope) : 0)) * high + NUMBERS_AROUND;
}

/** How many numbers an expression has when it is worked out. */
function numbersIn(e) {
  if (e.op === "matmul") return LONG_NAME;
  const parts = [e.left, e.right, e.of, ...(e.terms ?? [])].filter((part) => part?.op);
  const isOne = ["gradient", "share", "tensor", "parameter"].includes(e.op);
  return isOne ? 1 : parts.reduce((sum, part) => sum + numbersIn(part), 0);
}

/** How high the highest diagram has to be, before scaling. */
function neededBy({ diagrams: all }) {
  return Math.max(...all.map((one) => diagramNeeds(one.nodes)));
}

/**
 * Writes the equations as large as leaves something over: leftOver(height) of the room when they are so high at their
 * highest, with what belongs to each phase `beside` them. Returns what is left over in the end, which is below 0 where
 * even the smallest are too high.
 */
function fitted(lines, leftOver, densities = DENSITIES, beside = undefined) {
  let left = 0;
  for (const density of densities) {
    lines.setDensity(density);
    left = leftOver(lines.highest(beside));
    if (left >= 0) break;
  }
  return left;
}

/**
 * A prediction in as many lines as there turns out to be room for; none where it has not even `least`.
 *
 * @param {Context} context
 */
function laterAnswer(context, act) {
  const element = h("div");
  let answer = null;
  function fit(room, least = 0, row = ROW) {
    const count = Math.floor((room - ANSWER_HEAD) / row);
    answer = count < least ? null : prediction(context, Math.max(least || FEWEST_BARS, count), act);
    element.replaceChildren(...(answer ? [answer.element] : []));
    hide(element, answer === null);
  }
  return { element, fit, update: (state) => answer?.update(state) };
}

/**
 * One panel over all of the room.
 *
 * @param {Context} context
 */
function alone(context, width, sizes, { act, rows, unroll }, zoom) {
  const scale = context.scale * ALONE[zoom];
  const large = { ...context, scale };
  const height = sizes.ribbon + sizes.cell;
  const made = {
    ribbon: () => unroll(large, width, Math.min(height, 190 * scale)),
    cell: () => cellPanel(large, diagrams(large, width, height - (CELL_HEAD + 18) * scale)),
    equations: () => together(equations(large, act)),
    memory: () => tabs(large, width, height - (LOWER_HEAD + 12) * scale),
    prediction: () => prediction(large, Math.max(4, Math.floor(height / (ROW * scale)) - 2), act),
  };
  const panel = made[zoom]() ?? made.cell();
  const frame = h("div", { class: `alone alone-${zoom}`, style: `--s:${scale};height:${height}px` }, panel.element);
  return assembled([panel, rows], panel.locate, [rows.element, frame]);
}

function together(lines) {
  lines.element.append(lines.box);
  return lines;
}

/**
 * A small drawing alone in its panel is drawn larger.
 *
 * @param {Context} context
 */
function enlarged(context, times) {
  return { ...context, scale: context.scale * Math.min(1.3, Math.max(1, times)) };
}

function columnsOf(width, sizes, share) {
  if (sizes.stacked) return [width, width];
  const gap = GAP * sizes.scale;
  const left = Math.round(width * share - gap / 2);
  return [left, width - left - gap];
}

function assembled(panels, locate, elements) {
  const all = panels.filter(Boolean);
  return {
    elements: elements.filter(Boolean),
    fit: () => all.forEach((panel) => panel.fit?.()),
    update: (state) => all.forEach((panel) => panel.update(state)),
    tables: () => all.flatMap((panel) => panel.tables?.() ?? []),
    locate,
  };
}

/** How many lines the longest meaning of a phase takes: the drawing below it stays where it is. */
function meaningLines({ model, scale, narrow }, width) {
  if (narrow) return 1;
  return Math.max(...model.phases.map(({ meaning }) => lineCount(meaning, width, MEANING.letters * scale)));
}

/** The drawing of the cell under what its phase means, which takes `count` lines. */
function cellPanel({ model, go, panelKeys }, drawing, lines = 1) {
  const where = h("span", HEADING);
  // The cells of strips and maps are small; here any unit is as far away as any other.
  const numbers = Array.from({ length: model.units }, (_, k) => h("option", { value: String(k) }, String(k + 1)));
  const unit = h("select", { class: "choice", "aria-label": model.strings.hiddenUnit }, ...numbers);
  unit.addEventListener("change", () => go({ unit: Number(unit.value) }));
  const meaning = h("p", { class: "meaning", style: `--lines:${lines}` });
  const hint = drawing.choice ?? h("span", { class: "hint" }, model.strings.cellHint);
  /** @param {Place} state */
  function update(state) {
    write(where, fill(model.strings.cell, { t: state.t + 1 }));
    write(meaning, model.phases[state.phase].meaning);
    unit.value = String(state.unit);
    drawing.update(state);
  }
  const choice = h("label", { class: "which-unit" }, model.strings.hiddenUnit, " ", unit);
  const head = h("h2", { role: "presentation" }, where, hint, choice, panelKeys("cell"));
  return { element: h("section", { class: "cell panel" }, head, meaning, drawing.element), meaning, update };
}

/**
 * The views below the cell under a row of tabs, each drawn when it is first looked at.
 *
 * @param {Context} context
 */
function tabs(context, width, height) {
  const { model, go, panelKeys } = context;
  const panels = new Map();
  let panel;
  const buttons = VIEWS.map(({ name, title }) => {
    const button = h("button", { type: "button", class: "tab" }, model.strings[title]);
    button.addEventListener("click", () => go({ view: name }));
    return button;
  });
  const hint = h("span", { class: "hint" });
  let aside = hint;
  const holder = h("div", { style: `min-height:${height}px` });
  /** @param {Place} state */
  function update(state) {
    const offered = offeredViews(model, state);
    const now = viewAt(model, state);
    buttons.forEach((button, k) => {
      set(button, "aria-pressed", VIEWS[k] === now);
      hide(button, !offered.includes(VIEWS[k]));
    });
    if (!panels.has(now.make)) panels.set(now.make, now.make(context, width, height));
    panel = panels.get(now.make);
    panel.update(state);
    const instead = insteadOf(model, state);
    write(hint, instead || now.hint(model, panel));
    write(title, model.strings[now.title]);
    const beside = instead ? hint : (panel.aside ?? hint);
    if (aside !== beside) aside.replaceWith(beside);
    aside = beside;
    // On a slide nobody can click.
    hint.classList.toggle("instruction", !panel.words && !instead);
    if (holder.firstChild !== panel.element) holder.replaceChildren(panel.element);
  }
  const title = h("span", { class: "unseen", ...HEADING });
  const head = h("h2", { class: "tabs", role: "presentation" }, title, ...buttons, hint, panelKeys("view"));
  const element = h("section", { class: "panel lower-left" }, head, holder);
  return { element, update, locate: (...where) => panel.locate(...where), tables: () => panel?.tables?.() ?? [] };
}

/**
 * The prediction, or the question about it. A trace without a model has neither.
 *
 * @param {Context} context
 */
function prediction(context, rows, act) {
  const { model } = context;
  if (model.labels.length === 0) return null;
  const bars = output(context, rows);
  const asking = question(context, act, "prediction");
  const element = h("div", { class: "answer" }, bars.element, asking.verdict);
  bars.element.append(asking.element);
  /** @param {Place} state */
  function update(state) {
    asking.update(state);
    bars.update(state);
  }
  return { element, update };
}

/** A long text does not fit the ribbon: a slider runs over all of it. */
function scrubber({ model, go }) {
  if (model.sizes.T <= 8) return null;
  const range = { type: "range", class: "scrubber", min: 1, max: model.sizes.T, tabindex: "-1" };
  const element = h("input", { ...range, "aria-label": model.strings.timeStep });
  element.addEventListener("input", () => go({ t: Number(element.value) - 1 }));
  /** @param {Place} state */
  function update(state) {
    element.value = String(state.t + 1);
  }
  return { element, update };
}
