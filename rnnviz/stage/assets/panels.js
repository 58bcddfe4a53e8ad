// The panels of the stage and how they stand: under each other on a phone, in two columns on a
// page, one alone where a digit has asked for it.

import { diagrams } from "./diagram.js";
import { h, write } from "../../web/dom.js";
import { equations } from "./equations.js";
import { diagramNeeds, lineCount, withRows } from "./geometry.js";
import { fill } from "../../web/numbers.js";
import { output } from "./output.js";
import { lanes } from "./lanes.js";
import { question } from "./question.js";
import { ribbon } from "./ribbon.js";
import { offeredViews, VIEWS, viewAt } from "./views.js";

const CELL_HEAD = 52;
// A line of a phase's meaning and its letters.
const MEANING = { line: 22, letters: 14 };
const LOWER_HEAD = 36;
// On a projector the words beside the tabs take a line of their own.
const LOWER_HEAD_PRESENTED = 62;
const LINE = 24;
const ROW = 26;
const GAP = 24;
// What stands below the cell on the way back is maps of weights, and needs this height.
const LOWER_BACK = 190;
// The height of the worked numbers under the cell: the numbers, their names, and their shapes.
const NUMBERS = 88;
// On the way back a gradient goes on to its pre-activation in a second line of numbers.
const NUMBERS_BACK = 122;
const EQUATION = { few: 46, tall: 33, usual: 26 };
// A panel alone is seen from further away than one of five.
const ALONE = { ribbon: 1.35, cell: 1.35, equations: 1.5, memory: 1.2, prediction: 1.6 };
const LEAST_MAPS = 96;
// The mean width of a sign in an equation, and how many equations are shown at a time.
const LETTER = 13.2;
const MOST_LINES = 8;
// How much smaller equations are written where they would leave the prediction no room.
const DENSE = 0.82;
// How many outputs are named under the softmax where the letters are large.
const FEW_POWERS = 3;
const SLIDER = 20;
// A prediction has a heading and three outputs.
const LEAST_ANSWER = 4;
const FEWEST_BARS = 3;

/**
 * Everything below the bar, for a width. act: sends the cursor an action. tracks: of several networks what `lanes`
 * needs, else null. rows: what stands between the ribbon and the cell, {element, update}. zoom: the panel to show
 * alone, or "". Returns {elements, update(state), locate}: `locate` says which step and unit of a map a pointer is
 * over.
 */
export function drawPanels(context, width, sizes, { act, rows, tracks = null, zoom = "" }) {
  const unroll = (one, w, height) => (tracks ? lanes(tracks, w, height, act) : ribbon(one, w, height, act));
  const parts = { act, rows, unroll };
  if (zoom) return alone(context, width, sizes, parts, zoom);
  return (sizes.mode === "beside" ? beside : below)(context, width, sizes, parts);
}

/** Memory and prediction stand below cell and equations. */
function below(context, width, usual, { act, rows, unroll }) {
  const { model, scale } = context;
  const unrolled = unroll(context, width, usual.ribbon);
  const slider = scrubber(context);
  const sizes = slider ? withRows(usual, SLIDER * scale) : usual;
  const [left, right] = columnsOf(width, sizes, 0.6);
  const lowerHeight = Math.max(sizes.lower, model.forward ? LOWER_BACK * scale : 0) - LOWER_HEAD * scale;
  const told = meaningLines(context, left);
  const further = (told - 1) * MEANING.line * scale;
  const cell = cellPanel(context, diagrams(context, left, sizes.cell - CELL_HEAD * scale - further), told);
  const lines = equations(context, act, sizes.stacked ? FEW_POWERS : undefined);
  const lower = tabs(context, left, lowerHeight);
  const bars = sizes.stacked ? 6 : Math.max(4, Math.floor((lowerHeight + 2 * scale) / (ROW * scale)));
  const answer = prediction(context, bars, act);
  const columns = sizes.stacked ? "" : `grid-template-columns:${left}px ${right}px;`;
  const upperStyle = sizes.stacked ? "" : `${columns}min-height:${sizes.cell}px`;
  // Going back takes more equations than going forward: their numbers then stand below the cell.
  const isBelow = model.forward && !sizes.stacked;
  const drawn = isBelow ? h("div", { class: "column-of-panels" }, cell.element, lines.box) : cell.element;
  return assembled([unrolled, slider, rows, cell, lines, lower, answer], lower.locate, [
    unrolled.element,
    slider?.element,
    rows.element,
    h("div", { class: "upper", style: upperStyle }, drawn, lines.element),
    h("div", { class: "lower", style: columns }, lower.element, answer?.element),
  ]);
}

/** The prediction stands beside the cell, under the equations, for a low window or a large script. */
function beside(context, width, sizes, { act, rows, unroll }) {
  const { model, scale } = context;
  const [left, right] = columnsOf(width, sizes, 0.61);
  const unrolled = unroll(context, width, sizes.ribbon);
  const slider = scrubber(context);
  const needed = Math.max(...model.diagrams.map((one) => diagramNeeds(one.nodes))) * scale;
  const room = sizes.cell - (slider ? SLIDER * scale : 0);
  const numbers = model.forward ? NUMBERS_BACK : NUMBERS;
  // The meaning of a phase is shown if the cell leaves room for it; in a panel alone, always.
  const told = meaningLines(context, width);
  const line = (LINE + (told - 1) * MEANING.line) * scale;
  const isTold = room - line - numbers * scale >= needed;
  const height = isTold ? room - line : room;
  const lines = equations(context, act, sizes.lower === 0 ? FEW_POWERS : undefined);
  const free = roomForAnswer(lines, height / scale - LOWER_HEAD, right / scale);
  // On the way back the equations come first: the prediction is there if they leave it room.
  const hasAnswer = !model.forward || free >= LEAST_ANSWER * ROW;
  const answer = hasAnswer ? prediction(context, Math.max(FEWEST_BARS, Math.floor(free / ROW)), act) : null;

  const drawn = height - numbers * scale;
  const head = (sizes.lower > 0 ? LOWER_HEAD : LOWER_HEAD_PRESENTED) * scale;
  const spare = sizes.lower > 0 ? 0 : drawn - needed - head;
  const hasMaps = sizes.lower > 0 || spare > LEAST_MAPS * scale;
  const mapsHeight = sizes.lower > 0 ? sizes.lower - head : hasMaps ? spare : drawn - head;
  const cellHeight = sizes.lower === 0 && hasMaps ? needed : drawn;
  const cell = cellPanel(context, diagrams(enlarged(context, cellHeight / needed), left, cellHeight), told);
  if (!isTold) cell.meaning.remove();
  const lower = tabs(context, left, mapsHeight);
  // Where there is no room for both, a view that is not the first one stands in the place of the cell.
  const exchange = {
    update(state) {
      if (hasMaps) return;
      const isFirst = viewAt(model, state) === offeredViews(model, state)[0];
      cell.element.hidden = !isFirst;
      lower.element.hidden = isFirst;
    },
  };
  const rowHeight = model.forward ? `${height}px` : "auto";
  const inside = sizes.lower > 0 ? [cell.element, lines.box] : [cell.element, lower.element, lines.box];
  return assembled([unrolled, slider, rows, cell, lines, lower, answer, exchange], lower.locate, [
    unrolled.element,
    slider?.element,
    rows.element,
    isTold ? cell.meaning : null,
    h(
      "div",
      { class: "upper beside", style: `grid-template:${rowHeight} / ${left}px ${right}px;height:${height}px` },
      h("div", { class: "column-of-panels" }, ...inside),
      h("div", { class: "column-of-panels" }, lines.element, answer?.element),
    ),
    sizes.lower > 0 ? h("div", { class: "lower" }, lower.element) : null,
  ]);
}

/** One panel over all of the room. */
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

/** What the equations leave of a height; they are written smaller if that is too little for a prediction. */
function roomForAnswer(lines, height, width) {
  const usual = height - linesHeight(lines, width);
  if (lines.isBack || usual >= FEWEST_BARS * ROW) return usual;
  lines.element.classList.add("dense");
  return height - linesHeight(lines, width, LETTER * DENSE);
}

/** About how high the equations are, where those that are too long break. */
function linesHeight({ texts, size, isBack }, width, letter = LETTER) {
  const wide = size === "few" ? letter * 1.1 : letter;
  const rows = texts.slice(-MOST_LINES).map((text) => Math.ceil((text.length * wide) / width));
  // On the way back only the current one breaks.
  const count = isBack ? rows.length - 1 + Math.max(...rows) : rows.reduce((sum, row) => sum + row, 0);
  return count * EQUATION[size];
}

/** A small drawing alone in its panel is drawn larger. */
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
    update: (state) => all.forEach((panel) => panel.update(state)),
    locate,
  };
}

/** How many lines the longest meaning of a phase takes: the drawing below it stays where it is. */
function meaningLines({ model, scale, narrow }, width) {
  if (narrow) return 1;
  return Math.max(...model.phases.map(({ meaning }) => lineCount(meaning, width, MEANING.letters * scale)));
}

/** The drawing of the cell under what its phase means, which takes so many lines. */
function cellPanel({ model, pictureKey }, drawing, lines = 1) {
  const where = h("span");
  const meaning = h("p", { class: "meaning", style: `--lines:${lines}` });
  const hint = drawing.choice ?? h("span", { class: "hint" }, model.strings.cellHint);
  function update(state) {
    write(where, fill(model.strings.cell, { t: state.t + 1 }));
    write(meaning, model.phases[state.phase].meaning);
    drawing.update(state);
  }
  const head = h("h2", {}, where, hint, pictureKey("cell"));
  return { element: h("section", { class: "cell panel" }, head, meaning, drawing.element), meaning, update };
}

/** The views below the cell under a row of tabs, each drawn when it is first looked at. */
function tabs(context, width, height) {
  const { model, go, pictureKey } = context;
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
  function update(state) {
    const offered = offeredViews(model, state);
    const now = viewAt(model, state);
    buttons.forEach((button, k) => {
      button.setAttribute("aria-pressed", String(VIEWS[k] === now));
      button.hidden = !offered.includes(VIEWS[k]);
    });
    if (!panels.has(now.make)) panels.set(now.make, now.make(context, width, height));
    panel = panels.get(now.make);
    panel.update(state);
    write(hint, now.hint(model, panel));
    const beside = panel.aside ?? hint;
    if (aside !== beside) aside.replaceWith(beside);
    aside = beside;
    // On a slide nobody can click.
    hint.classList.toggle("instruction", !panel.words);
    if (holder.firstChild !== panel.element) holder.replaceChildren(panel.element);
  }
  const head = h("h2", { class: "tabs" }, ...buttons, hint, pictureKey("view"));
  const element = h("section", { class: "panel lower-left" }, head, holder);
  return { element, update, locate: (...where) => panel.locate(...where) };
}

/** The prediction, or the question about it. A trace without a model has neither. */
function prediction(context, rows, act) {
  const { model } = context;
  if (model.labels.length === 0) return null;
  const bars = output(context, rows);
  const asking = question(context, act, "prediction");
  const element = h("div", { class: "answer" }, bars.element, asking.verdict);
  bars.element.append(asking.element);
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
  function update(state) {
    element.value = String(state.t + 1);
  }
  return { element, update };
}
