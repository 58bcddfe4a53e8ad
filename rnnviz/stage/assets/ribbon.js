// The unrolled network: inputs below, cells in a row, states as arrows, predictions above.

import { h, s, set, write } from "./dom.js";
import { ribbonWindow } from "./geometry.js";
import { fill, short } from "./numbers.js";
import { strip } from "./strip.js";

export function ribbon(context, width, height) {
  const { model, strings, scale, go } = context;
  const T = model.sizes.T;
  const unit = scale;
  const narrowest = (model.states.length > 0 ? 128 : 96) * unit;
  const count = ribbonWindow(T, 0, width, narrowest).count;
  const columnWidth = width / count;
  const withModel = model.vocabulary.length > 0;

  const pillTop = 3 * unit;
  const pill = 28 * unit;
  const chip = 28 * unit;
  const shownStates = model.states.length > 0 ? [...model.states].reverse() : ["H"];
  const boxTop = withModel ? pillTop + pill + 14 * unit : 8 * unit;
  const chipTop = height - chip - 2 * unit;
  const boxHeight = chipTop - 14 * unit - boxTop;
  const boxWidth = Math.min(columnWidth - 34 * unit, 172 * unit);
  const rowHeight = boxHeight / shownStates.length;

  const columns = Array.from({ length: count }, (_, k) => column(k));
  const marker = h("div", { class: "now", style: `width:${columnWidth}px` });
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": strings.ribbon },
    ...columns.map((c) => c.element),
  );
  const element = h("div", { class: "ribbon" }, marker, drawing, ...columns.flatMap((c) => c.strips));

  function column(k) {
    const centre = (k + 0.5) * columnWidth;
    const left = centre - boxWidth / 2;
    const rows = shownStates.map((state, row) => {
      const y = boxTop + (row + 0.5) * rowHeight;
      const label = s("text", { class: `letter hue-${model.quantity(state).hue}`, x: left + 9 * unit, y: y + 5 * unit }, state);
      const cells = strip(context, state, {
        x: left + 24 * unit,
        y: y - 8 * unit,
        width: boxWidth - 32 * unit,
        height: 16 * unit,
        maxRows: 2,
      });
      const flows = model.states.includes(state);
      const arrow = s("path", { class: `wire hue-${model.quantity(state).hue}`, "marker-end": "url(#arrow)" });
      if (flows) arrow.setAttribute("d", `M${left + boxWidth} ${y}H${left + columnWidth - 1.5 * unit}`);
      const first = s("path", { class: `wire hue-${model.quantity(state).hue}`, "marker-end": "url(#arrow)" });
      if (flows && k === 0) first.setAttribute("d", `M${Math.max(0, left - 26 * unit)} ${y}H${left - 1.5 * unit}`);
      const zero = s("text", { class: "small muted", x: Math.max(2, left - 26 * unit), y: y - 5 * unit });
      return { state, label, cells, arrow, first, zero };
    });
    const box = s("rect", { class: "box", x: left, y: boxTop, width: boxWidth, height: boxHeight, rx: 9 * unit });
    const inputText = s("text", { class: "character", x: centre, y: chipTop + chip * 0.72 });
    const inputBox = s("rect", { class: "chip", y: chipTop, height: chip, rx: 6 * unit });
    const up = s("path", { class: "wire hue-input", d: `M${centre} ${chipTop}V${boxTop + boxHeight + 1.5 * unit}`, "marker-end": "url(#arrow)" });
    const out = s("path", { class: "wire hue-output", d: `M${centre} ${boxTop}V${pillTop + pill + 1.5 * unit}`, "marker-end": "url(#arrow)" });
    const pillBox = s("rect", { class: "pill", y: pillTop, height: pill, rx: pill / 2 });
    const pillText = s("text", { class: "character", x: centre, y: pillTop + pill * 0.7 });
    const parts = withModel ? [out, pillBox, pillText] : [];
    const group = s(
      "g",
      { class: "column", role: "button", tabindex: "-1" },
      s("rect", { class: "hit", x: k * columnWidth, y: 0, width: columnWidth, height }),
      ...rows.flatMap((row) => [row.arrow, row.first]),
      up,
      ...(withModel ? [out] : []),
      box,
      ...rows.flatMap((row) => [row.label, row.zero]),
      inputBox,
      inputText,
      ...parts.slice(1),
    );
    let step = 0;
    const strips = rows.map((row) => row.cells.element);
    for (const target of [group, ...strips]) target.addEventListener("click", () => go({ t: step }));

    function update(t, state) {
      step = t;
      const past = t < state.t;
      const now = t === state.t;
      const status = past ? "past" : now ? "now" : "future";
      if (group.dataset.status !== status) group.dataset.status = status;
      const input = model.inputs[t] ?? `x${t + 1}`;
      write(inputText, input);
      fit(inputBox, inputText, centre, 42 * unit);
      set(group, "aria-label", fill(strings.goTo, { t: t + 1, character: input }));
      rows.forEach(({ state: name, cells, first, zero, arrow }) => {
        const computed = past || (now && state.phase >= model.phaseOf(name));
        cells.update(computed ? t : null, state.unit);
        arrow.classList.toggle("ghost", !computed);
        arrow.style.display = t === T - 1 ? "none" : "";
        write(zero, t === 0 && arrow.hasAttribute("d") ? "0" : "");
        first.style.display = t === 0 || first.hasAttribute("d") ? "" : "none";
      });
      box.classList.toggle("ghost", !past && !now);
      up.classList.toggle("ghost", !past && !now);
      if (!withModel) return;
      const predicted = past || (now && state.phase >= model.phaseOf("Y_hat"));
      out.classList.toggle("ghost", !predicted);
      out.classList.toggle("lit", now && predicted);
      pillBox.classList.toggle("ghost", !predicted);
      pillText.classList.toggle("ghost", !predicted);
      const best = context.likeliest(t);
      const verdict = model.targets === null ? "" : best === model.targets[t] ? " ✓" : " ✗";
      const text = predicted ? `${model.vocabulary[best]} ${short(model.value("Y_hat", t, best))}${verdict}` : "?";
      if (pillText.textContent !== text) {
        pillText.replaceChildren(
          ...(predicted
            ? [
                s("tspan", {}, model.vocabulary[best]),
                s("tspan", { class: "small muted", dx: 5 * unit }, short(model.value("Y_hat", t, best))),
                s("tspan", { class: verdict === " ✓" ? "right" : "wrong", dx: 4 * unit }, verdict.trim()),
              ]
            : ["?"]),
        );
        fit(pillBox, pillText, centre, 64 * unit);
      }
    }

    function fit(rect, text, middle, least) {
      const characters = [...text.textContent].length;
      const wide = [...text.textContent].some((c) => c.codePointAt(0) > 0x2e80) ? 9 : 0;
      const w = Math.max(least, (characters * 8.6 + wide + 22) * unit);
      set(rect, "x", middle - w / 2);
      set(rect, "width", w);
    }
    return { element: group, strips, update };
  }

  function update(state) {
    const { first } = ribbonWindow(T, state.t, width, narrowest);
    columns.forEach((c, k) => c.update(first + k, state));
    marker.style.transform = `translateX(${(state.t - first) * columnWidth}px)`;
  }
  return { element, update };
}
