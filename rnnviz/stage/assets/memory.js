// Time × unit maps of every vector of the cell, for the whole sequence, with a cursor: its numbers, or what a reader's
// changes have made of them.

import { h, set, write } from "../../web/dom.js";
import { cellUnder } from "../../web/grid.js";
import { visible } from "./cursor.js";
import { mapGrid } from "./geometry.js";
import { letterParts } from "./labels.js";
import { fill, short } from "../../web/numbers.js";
import { changeBounds } from "./changed.js";
import { spans } from "./spans.js";

// Where nothing differs, the scale of the differences ends here.
const LEAST_DIFFERENCE = 1e-12;

export function memory(context, width, height) {
  const { model, notation, strings, go, scale } = context;
  const { T } = model.sizes;
  // Of more than a row can hold, those that are carried from step to step.
  const carried = model.vectors.filter((q) => q.kind === "state" || q.kind === "memory");
  const shown = model.vectors.length > 8 ? carried : model.vectors;
  const head = 22 * scale;
  const foot = 20 * scale;
  const gap = 16 * scale;
  const { columns, rows } = mapGrid(shown.length, T, model.units, width, height, head + foot);
  const most = (columns === 2 ? 360 : 190) * scale * Math.max(1, T / 12);
  // A map alone has the whole row.
  const mapWidth = columns === 1 ? width : Math.min(width / columns - gap, most);
  const mapHeight = height / rows - head - foot;
  const bounds = changeBounds(model.original);
  const maps = shown.map(map);
  const element = h(
    "div",
    { class: "maps", style: `grid-template-columns:repeat(${columns},${mapWidth}px);column-gap:${gap}px` },
    ...maps.map((one) => one.element),
  );

  function map(quantity) {
    const units = model.length(quantity.name);
    const backward = model.isBackward(quantity.name);
    const scaleEnd = context.high(quantity);
    const picture = new ImageData(T, units);
    let painted = "";
    const canvas = h("canvas", { width: T, height: units, role: "img", "aria-label": quantity.title });
    const cursor = h("span", { class: "cursor" });
    const row = h("span", { class: "unit-row" });
    const below = h("div", { class: "below" });
    const [{ base, sub }] = letterParts(notation, quantity.name);
    const range = h("span", { class: "hint" });
    const title = h(
      "div",
      { class: `map-title hue-${quantity.hue}` },
      h("i", {}, base),
      sub,
      range,
      ` ${quantity.word}`,
    );
    const frame = h(
      "div",
      { class: "map-frame", "data-map": quantity.name, style: `height:${mapHeight}px` },
      canvas,
      row,
      cursor,
    );
    const held = spans(context, frame, quantity, {
      locate: (event) => locate(frame, event),
      canHold: bounds?.quantities.has(quantity.name) ?? false,
    });
    const paper = canvas.getContext("2d");
    const step = mapWidth / T;
    frame.addEventListener("click", (event) => {
      const { t, unit } = locate(frame, event);
      go({ t, unit });
    });
    let drawn = "";
    const labels = step >= 15 * scale ? model.inputs.map((input) => h("span", {}, input)) : [h("span")];
    below.append(...labels);
    below.style.gridTemplateColumns = step >= 15 * scale ? `repeat(${T},1fr)` : "1fr";

    function update(state) {
      const now = visible(state, quantity, state.t);
      const isDifference = state.view === "difference" && model.effect !== null;
      const version = `${model.version} ${context.look.version} ${isDifference}`;
      const key = `${state.t} ${now} ${version}`;
      if (painted !== version) paint(quantity, isDifference);
      painted = version;
      if (drawn !== key) {
        paper.clearRect(0, 0, T, units);
        // What changed is shown at every step: one sees where it ends.
        const upTo = backward || isDifference ? T : now ? state.t + 1 : state.t;
        if (upTo > 0) paper.putImageData(picture, 0, 0, 0, 0, upTo, units);
        if (!now && !isDifference) paper.clearRect(state.t, 0, 1, units);
        drawn = key;
      }
      held.update(state);
      // Moved, not laid out anew; on whole pixels its edges stay sharp.
      set(cursor, "style", `width:${100 / T}%;transform:translateX(${Math.round(state.t * step)}px)`);
      row.hidden = state.unit >= units;
      set(row, "style", `top:${(100 * state.unit) / units}%;height:${100 / units}%`);
      if (labels.length === 1) {
        write(labels[0], model.inputs[state.t] ?? "");
        labels[0].style.transform = `translateX(${Math.min(mapWidth - 16 * scale, state.t * step)}px)`;
      } else {
        labels.forEach((label, t) => {
          write(label, visible(state, model.quantity("X"), t) ? (model.inputs[t] ?? "") : "?");
          label.classList.toggle("current", t === state.t);
        });
      }
    }

    /** The whole map, one pixel a number; a step only shows more of it. */
    function paint({ name, signed }, isDifference) {
      const { at, width: length } = model.tensors.get(name);
      const before = model.original.tensors.get(name);
      const valueAt = isDifference ? (k) => at(k) - before.at(k) : at;
      const end = isDifference ? differenceEnd(valueAt, T * length) : scaleEnd;
      const colours = isDifference ? context.signedRamp : context.rampOf(quantity);
      const pixels = new Uint32Array(picture.data.buffer);
      for (let t = 0; t < T; t += 1) {
        for (let unit = 0; unit < units; unit += 1) pixels[unit * T + t] = colours(valueAt(t * length + unit) / end);
      }
      const isSigned = isDifference || signed;
      write(range, isSigned && end !== 1 ? ` ±${endWords(end)}` : "");
      const scaleWords = isSigned ? fill(strings.legendSigned, { high: endWords(end) }) : strings.legendGate;
      const meaning = isDifference ? fill(strings.legendChange, { scale: scaleWords }) : scaleWords;
      title.title = `${quantity.title}: ${meaning}`;
    }
    return { element: h("figure", { class: "map" }, title, frame, below), update };
  }

  function locate(frame, event) {
    const { column, row } = cellUnder(frame, event, T, model.length(frame.dataset.map));
    return { t: column, unit: row };
  }

  function update(state) {
    for (const one of maps) one.update(state);
  }
  return { element, update, locate };
}

/** The end of a scale that holds every difference: 1, 2 or 5 times a power of ten. */
function differenceEnd(valueAt, count) {
  let largest = LEAST_DIFFERENCE;
  for (let k = 0; k < count; k += 1) largest = Math.max(largest, Math.abs(valueAt(k)));
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].find((step) => step * power >= largest) * power;
}

/** The end of a scale, without digits that say nothing. */
function endWords(end) {
  return end < 0.001 ? short(end) : String(Number(end.toPrecision(3)));
}
