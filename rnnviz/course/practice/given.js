// What is given for a task: input, states and parameters, each a grid of numbers under its name.

import { h } from "../../web/dom.js";
import { twoDecimals } from "./typednumber.js";

/**
 * The parameters and quantities that a task's entries read and nobody has to compute: {element, light(names)}.
 * formulaOf(name): its name as a formula.
 */
export function givenView({ program, task, reads, hues, formulaOf, words }) {
  const wanted = program.wanted.map(({ target }) => target);
  const names = [...new Set(Object.values(reads).flat())].filter((name) => !wanted.includes(name));
  const isParameter = (name) => program.parameters.some(([own]) => own === name);
  const letters = program.letters;
  const target = "Y_true";
  const cards = new Map();
  for (const name of names) {
    if (name === target) continue;
    cards.set(name, card(name));
  }
  function card(name) {
    const own = name.replace(/_prev$/, "");
    const rows = isParameter(name) ? task.parameters[name] : [name === "X" ? task.X : task.given[own]];
    const ofLetters = name === "X" || (rows[0].length === letters.length && program.isOutput);
    const heads = ofLetters ? letters : [];
    const sides = rows.length === letters.length ? letters : [];
    return gridCard(formulaOf(name), rows, heads, sides, hues[own], name === "X" ? String : twoDecimals);
  }
  const group = (of, look = "") =>
    h("div", { class: `grids ${look}` }, ...[...cards].filter(([name]) => of(name)).map(([, one]) => one));
  const element = h(
    "section",
    { class: "given", "aria-label": words.practiceGiven },
    h("h2", {}, words.practiceGiven),
    group((name) => !isParameter(name)),
    h("p", { class: "hint" }, words.practiceParameters),
    group(isParameter, "parameters"),
  );
  // What has to be scrolled has to be reached by the keys.
  new ResizeObserver(() => {
    if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }).observe(element);
  return {
    element,
    /** Mark those that an operation takes; none to mark nothing. */
    light(lit) {
      for (const [name, one] of cards) one.toggleAttribute("data-lit", lit.includes(name));
    },
  };
}

function gridCard(name, rows, heads, sides, hue, written) {
  const cell = (value) => h("td", {}, written(value));
  const body = rows.map((numbers, k) =>
    h("tr", {}, ...(sides.length > 0 ? [h("th", { scope: "row" }, sides[k])] : []), ...numbers.map(cell)),
  );
  const head = heads.map((letter) => h("th", { scope: "col" }, letter));
  const corner = sides.length > 0 ? [h("td", {})] : [];
  const table = h(
    "table",
    { class: `grid${hue ? ` hue-${hue}` : ""}` },
    h("caption", {}, name),
    heads.length > 0 ? h("thead", {}, h("tr", {}, ...corner, ...head)) : null,
    h("tbody", {}, ...body),
  );
  return h("div", { class: "grid-card" }, table);
}
