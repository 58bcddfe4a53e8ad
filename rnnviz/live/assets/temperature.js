// The sampling temperature: a slider wherever it is useful, all of them with one value.

import { h, write } from "../../web/dom.js";

/** Calls `onChange(temperature)` when the slider is released. Returns {element, update(view)}. */
export function temperature(context, onChange) {
  const { strings } = context;
  const slider = h("input", { type: "range", min: "0", max: "2", step: "0.1", "aria-label": strings.temperature });
  const value = h("output", { class: "number" });
  const element = h(
    "label",
    { class: "temperature", title: strings.temperatureHint },
    h("span", { class: "hint" }, strings.temperature),
    slider,
    value,
  );
  let isHeld = false;
  slider.addEventListener("input", () => {
    isHeld = true;
    write(value, `τ = ${slider.value}`);
  });
  slider.addEventListener("change", () => {
    isHeld = false;
    onChange(Number(slider.value));
  });

  function update(view) {
    if (isHeld) return;
    slider.value = String(view.temperature);
    write(value, `τ = ${view.temperature}`);
  }
  return { element, update };
}
