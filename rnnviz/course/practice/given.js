// What is given for a task: input, states and parameters, each a grid of numbers under its name.

import { h } from "../../web/dom.js";
import { asShown, twoDecimals } from "../../web/typednumber.js";

const TARGET = "Y_true";

/**
 * The numbers that a task's entries take and nobody has to compute, as rows of texts with what stands above and beside
 * them: {name, isParameter, rows, heads, sides, hue}; `of` is the name of the quantity, without its step. columns:
 * whether vectors are columns, and matrices stand to their left.
 */
export function gridsOf({ program, task, reads, columns }) {
  const wanted = program.wanted.map(({ target }) => target);
  const taken = new Set(
    Object.values(reads)
      .flat()
      .filter((name) => !wanted.includes(name) && !(name in program.numbers)),
  );
  const drawn = (name) => program.parameters.find((one) => one.name === name);
  // An exercise has an order of its own; a network's parameters stand as the equations take them.
  const names =
    program.kind === "exercise"
      ? [...program.parameters.map((one) => one.name), ...taken].filter((name) => taken.delete(name))
      : [...taken];
  const letters = program.letters;
  const oneHot = { X: task.X, [TARGET]: letters.map((one) => Number(one === task.target)) };
  // Of one share of the prediction the question itself says which.
  return names.filter((name) => name !== TARGET || program.kind !== "output").map(gridOf);

  function gridOf(name) {
    const of = program.given.find((one) => one.name === name)?.of ?? name;
    const isParameter = drawn(name) !== undefined;
    const numbers = isParameter ? task.parameters[name] : [oneHot[name] ?? task.given[name]];
    const rows = numbers.map((row) => row.map(writtenAs(name)));
    const heads = rows[0].length === letters.length ? letters : [];
    const sides = rows.length === letters.length ? letters : [];
    const turned = rows[0].map((_, column) => rows.map((row) => row[column]));
    const grid = columns ? { rows: turned, heads: sides, sides: heads } : { rows, heads, sides };
    return { name, of, isParameter, ...grid };
  }
  /** How a number of it is shown. */
  function writtenAs(name) {
    const { letters: ofText, decimals } = drawn(name) ?? {};
    if (ofText) return (k) => ofText[k];
    if (name in oneHot) return String;
    return decimals === 0 ? asShown : twoDecimals;
  }
}

/**
 * What is given, before the reader's eyes: {element, light(names)}. formulaOf(name): its name as a formula.
 */
export function givenView({ program, task, reads, hues, columns, formulaOf, words }) {
  const grids = gridsOf({ program, task, reads, columns });
  const cards = new Map(grids.map((grid) => [grid.name, gridCard(formulaOf(grid.name), grid, hues[grid.of])]));
  const isParameter = (name) => grids.some((grid) => grid.name === name && grid.isParameter);
  const isExercise = program.kind === "exercise";
  const group = (of, look = "") =>
    h("div", { class: `grids ${look}` }, ...[...cards].filter(([name]) => of(name)).map(([, one]) => one));
  const element = h(
    "section",
    { class: "given", "aria-label": words.practiceGiven },
    h("h2", {}, words.practiceGiven),
    ...(isExercise
      ? [group(() => true, "parameters")]
      : [
          group((name) => !isParameter(name)),
          h("p", { class: "hint" }, words.practiceParameters),
          group(isParameter, "parameters"),
        ]),
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

function gridCard(name, { rows, heads, sides }, hue) {
  const cell = (text) => h("td", {}, text);
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
