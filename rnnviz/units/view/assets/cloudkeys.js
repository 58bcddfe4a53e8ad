// What is chosen above the cloud, and the moments of the training below it.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { subscript } from "../../../web/numbers.js";
import { PAIRS } from "./cloudfigure.js";

const COLOURS = ["label", "character", "place", "unit"];
const TOOLS = ["lasso", "select", "pan"];

/**
 * Returns {element, moments, show(place), pair(), colour(), tool(), components(count), tellMoment(refused)}.
 *
 * @param {Page} page
 * @param {{onChange: () => void, onMoment: (step: number | null, own: boolean) => void, onReset: () => void}} act
 */
export function cloudKeys(page, { onChange, onMoment, onReset }) {
  const { strings, source } = page;
  const state = { pair: 0, tool: matchMedia("(pointer: coarse)").matches ? "" : "lasso", own: false };
  const colours = COLOURS.map((name) => h("option", { value: name }, strings[`cloudBy_${name}`]));
  const colour = h("select", { class: "cloud-colour" }, ...colours);
  colour.addEventListener("change", onChange);
  // A label is what one has asked; without one a unit colours the cloud as it does the text.
  colour.value = page.place().label ? "label" : "unit";
  const pairs = PAIRS.map(([x, y], i) =>
    key(`PC${subscript(x + 1)} PC${subscript(y + 1)}`, () => (state.pair = i), "cloud-pair"),
  );
  const tools = TOOLS.map((name) =>
    key(strings[`cloudTool_${name}`], () => (state.tool = state.tool === name ? "" : name), "cloud-tool"),
  );
  const whole = h("button", { type: "button", class: "key" }, strings.cloudWhole);
  whole.addEventListener("click", onReset);
  const element = h(
    "div",
    { class: "cloud-keys" },
    h("label", {}, strings.cloudColour, colour),
    h("div", { class: "keys", role: "group", "aria-label": strings.cloudAxes }, ...pairs),
    h("div", { class: "keys", role: "group", "aria-label": strings.cloudTools }, ...tools, whole),
  );

  const stops = source.steps;
  const last = stops.length - 1;
  const here = source.at === null ? last : Math.max(0, stops.indexOf(source.at));
  const slider = h("input", {
    type: "range",
    class: "cloud-slider",
    min: "0",
    max: String(last),
    value: String(here),
    "aria-label": strings.cloudMoment,
  });
  const where = h("output", { class: "number" });
  const own = h("input", { type: "checkbox" });
  const problem = h("span", { class: "refusal", role: "alert" });
  const moments = h(
    "div",
    { class: "cloud-moments", hidden: stops.length < 2 },
    h("span", {}, strings.cloudMoment),
    slider,
    where,
    h("label", {}, own, strings.cloudOwnAxes),
    problem,
  );
  slider.addEventListener("input", travel);
  own.addEventListener("change", travel);

  function key(words, choose, kind) {
    const button = h("button", { type: "button", class: `key ${kind}` }, words);
    button.addEventListener("click", () => {
      choose();
      mark();
      onChange();
    });
    return button;
  }
  function travel() {
    const k = Number(slider.value);
    mark();
    onMoment(k === here && !own.checked ? null : stops[k], own.checked);
  }
  function mark() {
    pairs.forEach((button, i) => set(button, "aria-pressed", String(i === state.pair)));
    tools.forEach((button, i) => set(button, "aria-pressed", String(TOOLS[i] === state.tool)));
    if (stops.length < 2) return;
    const words = fill(strings.cloudStep, { step: stops[Number(slider.value)].toLocaleString(page.language) });
    write(where, words);
    set(slider, "aria-valuetext", words);
  }
  /** How many components there are: of a network with one unit only one. */
  function components(count) {
    pairs.forEach((button, i) => hide(button, Math.max(...PAIRS[i]) >= count));
  }
  /** @param {Place} place */
  function show({ mask }) {
    colours[0].disabled = !mask;
  }
  function tellMoment(refused) {
    write(problem, refused);
  }
  mark();
  return {
    element,
    moments,
    show,
    components,
    tellMoment,
    pair: () => state.pair,
    colour: () => (colour.value === "label" && colours[0].disabled ? "unit" : colour.value),
    tool: () => state.tool || false,
  };
}
