// The panels of the stage and how they stand: under each other on a phone, else in two columns.

import { diagrams } from "./diagram.js";
import { h, write } from "./dom.js";
import { equations } from "./equations.js";
import { memory } from "./memory.js";
import { fill } from "./numbers.js";
import { output } from "./output.js";
import { ribbon } from "./ribbon.js";
import { sum } from "./sum.js";

const CELL_HEAD = 52;
const LOWER_HEAD = 34;
const BAR = 26;

/**
 * Everything below the bar, for a width. Returns {elements, update(state), locate}: `locate` says
 * which step and unit of a map a pointer is over.
 */
export function drawPanels(context, width, sizes) {
  const { model, scale } = context;
  const gap = 24 * scale;
  const left = sizes.stacked ? width : Math.round(width * 0.6 - gap / 2);
  const right = sizes.stacked ? width : width - left - gap;
  const lowerHeight = sizes.lower - LOWER_HEAD * scale;

  const unrolled = ribbon(context, width, sizes.ribbon);
  const slider = model.sizes.T > 8 ? scrubber(context) : null;
  const cell = cellPanel(context, diagrams(context, left, sizes.cell - CELL_HEAD * scale));
  const lines = equations(context);
  const maps = memory(context, left, lowerHeight);
  const lower = tabs(context, { memory: maps, sum: sum(context, left, lowerHeight) }, lowerHeight);
  const bars = sizes.stacked ? 6 : Math.max(4, Math.floor(lowerHeight / (BAR * scale)));
  const prediction = model.labels.length > 0 ? output(context, bars) : null;

  const columns = sizes.stacked ? "" : `grid-template-columns:${left}px ${right}px;`;
  const all = [unrolled, slider, cell, lines, lower, prediction].filter(Boolean);
  return {
    elements: [
      unrolled.element,
      slider?.element,
      h("div", { class: "upper", style: sizes.stacked ? "" : `${columns}min-height:${sizes.cell}px` }, cell.element, lines.element),
      h("div", { class: "lower", style: columns }, lower.element, prediction?.element),
    ].filter(Boolean),
    update: (state) => all.forEach((panel) => panel.update(state)),
    locate: maps.locate,
  };
}

function cellPanel({ model }, drawing) {
  const where = h("span");
  const meaning = h("p", { class: "meaning" });
  const hint = drawing.choice ?? h("span", { class: "hint" }, model.strings.cellHint);
  function update(state) {
    write(where, fill(model.strings.cell, { t: state.t + 1 }));
    write(meaning, model.phases[state.phase].meaning);
    drawing.update(state);
  }
  return { element: h("section", { class: "panel" }, h("h2", {}, where, hint), meaning, drawing.element), update };
}

/** Memory and the sum of a unit share a place. */
function tabs({ model, go }, views, height) {
  const { strings } = model;
  const titles = { memory: strings.memory, sum: strings.sumTab };
  const buttons = Object.entries(titles).map(([view, title]) => {
    const button = h("button", { type: "button", class: "tab" }, title);
    button.addEventListener("click", () => go({ view }));
    return [view, button];
  });
  const hint = h("span", { class: "hint" });
  const holder = h("div", { style: `min-height:${height}px` });
  function update(state) {
    for (const [view, button] of buttons) button.setAttribute("aria-pressed", String(view === state.view));
    const shown = views[state.view];
    shown.update(state);
    write(hint, state.view === "memory" ? strings.memoryHint : shown.words());
    if (holder.firstChild !== shown.element) holder.replaceChildren(shown.element);
  }
  const head = h("h2", { class: "tabs" }, ...buttons.map(([, button]) => button), hint);
  return { element: h("section", { class: "panel lower-left" }, head, holder), update };
}

/** A long text does not fit the ribbon: a slider runs over all of it. */
function scrubber({ model, go }) {
  const element = h("input", { type: "range", class: "scrubber", min: 1, max: model.sizes.T, tabindex: "-1", "aria-label": model.strings.timeStep });
  element.addEventListener("input", () => go({ t: Number(element.value) - 1 }));
  return { element, update: (state) => { element.value = String(state.t + 1); } };
}
