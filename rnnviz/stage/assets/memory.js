// Time × unit maps of every vector of the cell, for the whole sequence, with a cursor.

import { h, set, write } from "../../web/dom.js";
import { visible } from "./cursor.js";
import { mapGrid } from "./geometry.js";
import { letterParts } from "./labels.js";
import { fill } from "../../web/numbers.js";

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
  const mapWidth = Math.min(width / columns - gap, (columns <= 2 ? 360 : 190) * scale * Math.max(1, T / 12));
  const mapHeight = height / rows - head - foot;
  const maps = shown.map(map);
  const element = h(
    "div",
    { class: "maps", style: `grid-template-columns:repeat(${columns},${mapWidth}px);column-gap:${gap}px` },
    ...maps.map((one) => one.element),
  );

  function map(quantity) {
    const units = model.length(quantity.name);
    const backward = model.isBackward(quantity.name);
    const high = context.high(quantity);
    let picture = paint(quantity);
    let version = model.version;
    const canvas = h("canvas", { width: T, height: units });
    const cursor = h("span", { class: "cursor" });
    const row = h("span", { class: "unit-row" });
    const below = h("div", { class: "below" });
    const [{ base, sub }] = letterParts(notation, quantity.name);
    const range = quantity.signed && high !== 1 ? h("span", { class: "hint" }, ` ±${high}`) : "";
    const title = h(
      "div",
      { class: `map-title hue-${quantity.hue}` },
      h("i", {}, base),
      sub,
      range,
      ` ${quantity.part ? quantity.title : quantity.word}`,
    );
    const scaleWords = quantity.signed ? fill(strings.legendSigned, { high }) : strings.legendGate;
    title.title = `${quantity.title}: ${scaleWords}`;
    const frame = h(
      "div",
      {
        class: "map-frame",
        role: "img",
        "data-map": quantity.name,
        "aria-label": quantity.title,
        style: `height:${mapHeight}px`,
      },
      canvas,
      row,
      cursor,
    );
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
      const key = `${state.t} ${now} ${model.version}`;
      if (version !== model.version) picture = paint(quantity);
      version = model.version;
      if (drawn !== key) {
        paper.clearRect(0, 0, T, units);
        const upTo = backward ? T : now ? state.t + 1 : state.t;
        if (upTo > 0) paper.drawImage(picture, 0, 0, upTo, units, 0, 0, upTo, units);
        if (!now) paper.clearRect(state.t, 0, 1, units);
        drawn = key;
      }
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
    return { element: h("figure", { class: "map" }, title, frame, below), update };
  }

  /** The whole map, one pixel a number; a step only shows more of it. */
  function paint(quantity) {
    const units = model.length(quantity.name);
    const picture = h("canvas", { width: T, height: units });
    const paper = picture.getContext("2d");
    for (let t = 0; t < T; t += 1) {
      for (let unit = 0; unit < units; unit += 1) {
        paper.fillStyle = context.colour(quantity.name, model.value(quantity.name, t, unit));
        paper.fillRect(t, unit, 1, 1);
      }
    }
    return picture;
  }

  function locate(frame, event) {
    const box = frame.getBoundingClientRect();
    const clamp = (value, most) => Math.min(most - 1, Math.max(0, Math.floor(value * most)));
    return {
      t: clamp((event.clientX - box.left) / box.width, T),
      unit: clamp((event.clientY - box.top) / box.height, model.length(frame.dataset.map)),
    };
  }

  function update(state) {
    for (const one of maps) one.update(state);
  }
  return { element, update, locate };
}
