// The bar: which network, which quantity and which unit.

/** @import {Page, Place} from "../units.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { letterOf } from "./symbols.js";
import { fill } from "../../../web/numbers.js";

/** @param {Page} page */
export function choiceBar(page) {
  const { strings, source } = page;
  const units = () => page.quantity(page.place().quantity).units;
  const title = h("strong", {}, fill(strings.netTitle, { cell: source.cell, units: units() }));
  const about = [
    source.name,
    source.unknown.length > 0 ? fill(strings.leftOut, { characters: source.unknown.join(" ") }) : "",
  ];
  const more = h("span", { class: "muted units-about" }, about.filter(Boolean).join(" · "));
  const tabs = source.quantities.map(({ name, title: words, hue }) => {
    const tab = h(
      "button",
      { type: "button", class: `tab quantity hue-${hue}`, title: words },
      h("i", { class: "letter" }, letterOf(name)),
    );
    tab.addEventListener("click", () => page.go({ quantity: name }));
    return { name, tab };
  });
  const number = h("input", { type: "number", class: "unit-number", min: "1", "aria-label": strings.unit });
  number.addEventListener("change", () => page.go({ unit: Number(number.value) - 1 }));
  const less = step("−", strings.unitBefore, -1);
  const greater = step("+", strings.unitAfter, 1);
  const line = h("input", {
    class: "second-unit",
    size: "7",
    placeholder: strings.noSecond,
    title: strings.secondHint,
  });
  line.addEventListener("change", () => page.go({ second: secondIn(line.value) }));
  const element = h(
    "header",
    { class: "bar units-bar" },
    title,
    more,
    h("div", { class: "quantities", role: "group", "aria-label": strings.quantity }, ...tabs.map((one) => one.tab)),
    h("div", { class: "unit-choice", role: "group", "aria-label": strings.unit }, strings.unit, less, number, greater),
    h("label", { class: "second-choice" }, strings.second, line),
  );

  function step(sign, words, by) {
    const button = h("button", { type: "button", class: "key", title: words, "aria-label": words }, sign);
    button.addEventListener("click", () => page.go({ unit: page.place().unit + by }));
    return button;
  }
  /** "H[12]", "H.12" or "12" as a link has it; "" for none, and for what is no unit of this network. */
  function secondIn(typed) {
    const found = /^\s*(?:([\w.]+?)\s*[[.\s]\s*)?(\d{1,6})\]?\s*$/.exec(typed);
    const name = found?.[1] ?? page.place().quantity;
    const own = source.quantities.find((one) => one.name === name);
    const unit = Number(found?.[2]);
    return own && unit >= 1 && unit <= own.units ? `${name}.${unit}` : "";
  }

  /** @param {Place} place */
  function show(place) {
    for (const { name, tab } of tabs) set(tab, "aria-pressed", String(name === place.quantity));
    set(number, "max", String(units()));
    if (!number.matches(":focus")) number.value = String(place.unit + 1);
    const [name, unit] = [place.second.slice(0, place.second.lastIndexOf(".")), place.second.split(".").at(-1)];
    line.value = place.second ? `${name}[${unit}]` : "";
    write(title, fill(strings.netTitle, { cell: source.cell, units: units() }));
  }
  return { element, show };
}
