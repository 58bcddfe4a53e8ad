// What is chosen above the cloud, and the moments of the training below it.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { subscript } from "../../../web/numbers.js";
import { VIEWS } from "./cloudfigure.js";
import { FIRST_TURN, MOST_TILT, MOST_TURN } from "./turning.js";

const COLOURS = ["label", "character", "place", "unit"];
const TOOLS = ["lasso", "select", "pan"];

/**
 * Returns {element, moments, show(place), view(), turn(), setTurn(turn), colour(), tool(), components(count),
 * tellMoment(refused)}.
 *
 * @param {Page} page
 * @param {{onChange: () => void, onMoment: (step: number | null, own: boolean) => void, onReset: () => void,
 *   onTurn: () => void}} act
 */
export function cloudKeys(page, { onChange, onMoment, onReset, onTurn }) {
  const { strings, source } = page;
  const state = {
    view: VIEWS[0],
    turn: FIRST_TURN,
    tool: matchMedia("(pointer: coarse)").matches ? "" : "lasso",
    own: false,
  };
  const colours = COLOURS.map((name) => h("option", { value: name }, strings[`cloudBy_${name}`]));
  const colour = h("select", { class: "choice" }, ...colours);
  colour.addEventListener("change", onChange);
  // A label is what one has asked; without one a unit colours the cloud as it does the text.
  colour.value = page.place().label ? "label" : "unit";
  const views = VIEWS.map((view) =>
    key(view.map((component) => `PC${subscript(component + 1)}`).join(" "), () => choose(view), "cloud-pair"),
  );
  const tools = TOOLS.map((name) =>
    key(strings[`cloudTool_${name}`], () => (state.tool = state.tool === name ? "" : name), "cloud-tool"),
  );
  const sliders = { turn: angle("turn", MOST_TURN), tilt: angle("tilt", MOST_TILT) };
  const angles = h(
    "div",
    { class: "cloud-angles" },
    h("label", {}, strings.cloudTurn, sliders.turn),
    h("label", {}, strings.cloudTilt, sliders.tilt),
    h("span", { class: "muted" }, strings.cloudTurnHint),
  );
  const whole = h("button", { type: "button", class: "key" }, strings.cloudWhole);
  whole.addEventListener("click", onReset);
  const element = h(
    "div",
    { class: "cloud-keys" },
    h("label", {}, strings.cloudColour, colour),
    h("div", { class: "keys", role: "group", "aria-label": strings.cloudAxes }, ...views),
    h("div", { class: "keys", role: "group", "aria-label": strings.cloudTools }, ...tools, whole),
    angles,
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
  /** Three components are there to be turned, which a drag does while no tool is chosen. */
  function choose(view) {
    if (view.length > 2 && state.view.length < 3) state.tool = "";
    state.view = view;
  }
  function angle(name, most) {
    const range = { type: "range", class: "cloud-slider", min: String(-most), max: String(most), step: "any" };
    const slider = h("input", { ...range, value: String(state.turn[name]) });
    slider.addEventListener("input", () => {
      state.turn = { ...state.turn, [name]: Number(slider.value) };
      onTurn();
    });
    return slider;
  }
  function setTurn(turn) {
    state.turn = turn;
    for (const [name, slider] of Object.entries(sliders)) slider.value = String(turn[name]);
  }
  function travel() {
    const k = Number(slider.value);
    mark();
    onMoment(k === here && !own.checked ? null : stops[k], own.checked);
  }
  function mark() {
    views.forEach((button, i) => set(button, "aria-pressed", String(VIEWS[i] === state.view)));
    hide(angles, state.view.length < 3);
    tools.forEach((button, i) => set(button, "aria-pressed", String(TOOLS[i] === state.tool)));
    if (stops.length < 2) return;
    const words = fill(strings.cloudStep, { step: stops[Number(slider.value)].toLocaleString(page.language) });
    write(where, words);
    set(slider, "aria-valuetext", words);
  }
  /** How many components there are: of a network with one unit only one. */
  function components(count) {
    views.forEach((button, i) => hide(button, Math.max(...VIEWS[i]) >= count));
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
    view: () => state.view,
    turn: () => state.turn,
    setTurn,
    colour: () => (colour.value === "label" && colours[0].disabled ? "unit" : colour.value),
    tool: () => state.tool || false,
  };
}
