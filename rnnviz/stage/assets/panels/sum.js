// One unit taken apart: its terms as bars that add up, then the activation curve. A bar is dragged at its weight;
// after a change, outlines are the bars as they were before. On the way back the terms are those of the chain rule, and
// the curve has the slope by which the gradient goes on.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s } from "../../../web/dom.js";
import { weightPull } from "../hands/pull.js";
import { tspans } from "../words/labels.js";
import { sumAt, sumLayout } from "./sumlayout.js";

/** @param {Context} context */
export function sum(context, width, height) {
  const { model, strings } = context;
  const svg = s("svg", { class: "sum", width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  const element = h("div", { class: "sum-panel" }, svg);
  const pull = weightPull(context, svg);
  let shown = "";
  let caption = "";

  /** @param {Place} state */
  function update(state) {
    if (state.asked) {
      // The sum would answer the question that waits.
      shown = "";
      show([], strings.notYet, false);
      return;
    }
    const { unit } = context.focus(state);
    const key = `${state.t} ${model.phases[state.phase].key} ${unit} ${model.version}`;
    if (key === shown) return;
    shown = key;
    // While a weight is dragged the bars keep their order and their scale.
    const laid = sumLayout(context, sumAt(context, state), { width, height, kept: pull.kept(key) });
    pull.keep(key, { ...laid.scale, place: state });
    show(paint(laid), laid.caption, laid.isHeld);
  }

  function show(parts, words, isHeld) {
    caption = words;
    svg.replaceChildren(...parts);
    svg.classList.toggle("held", isHeld);
    svg.setAttribute("aria-label", words);
  }
  return { element, update, words: () => caption };
}

/** @typedef {ReturnType<typeof sumLayout>} Layout */

/** @param {Layout} laid */
function paint({ rows, zero, total, curve, share }) {
  return [
    s("line", { class: "axis", ...zero }),
    ...rows.map(paintRow),
    s("g", { class: "total" }, paintLabel(total.label), paintBar("total-bar", total.bar), paintValue(total.value)),
    ...(curve ? [paintCurve(curve)] : []),
    ...(share ? paintShare(share) : []),
  ];
}

/** @param {Layout["rows"][number]} row */
function paintRow({ label, thread, bar, outline, value }) {
  const { hue, weight, ...box } = bar;
  return s(
    "g",
    {},
    paintLabel(label),
    s("line", { class: "thread", ...thread }),
    paintBar(hue, box, weight ? pulled(weight) : {}),
    outline && paintBar("outline", outline),
    paintValue(value),
  );
}

function paintLabel({ x, y, runs }) {
  return s("text", { class: "row-label", x, y }, ...tspans(runs));
}

function paintBar(name, { x, y, width, height, full }, more = {}) {
  return s("rect", { class: name, x, y, width, height, rx: 2, "data-full": full, ...more });
}

function paintValue({ x, y, text, full }) {
  return s("text", { class: "row-value", x, y, "data-full": full }, text);
}

/** What makes a term's bar one that can be dragged: its weight, and how much of the bar a weight of 1 is. */
function pulled({ weight, edit, words }) {
  return {
    "data-weight": JSON.stringify(weight),
    "data-edit": JSON.stringify(edit),
    role: "slider",
    tabindex: "0",
    "aria-label": words,
    "aria-valuenow": weight.value,
  };
}

/** @param {Layout["share"]} share */
function paintShare({ line, texts }) {
  const [numerator, ...below] = texts.map(({ name, text, x, y }) =>
    s("text", { class: `character ${name}`, x, y }, text),
  );
  return [numerator, s("line", { class: "axis", ...line }), ...below];
}

/** @param {Layout["curve"]} curve */
function paintCurve({ hue, axes, line, mark, point, held, title, ends }) {
  const { full, ...circle } = point;
  return s(
    "g",
    { class: `curve hue-${hue}` },
    ...axes.map((axis) => s("line", { class: "axis", ...axis })),
    s("path", { class: "line", d: line }),
    s("path", { class: mark.name, d: mark.d }),
    s("circle", { class: "point", ...circle, "data-full": full }),
    held && s("circle", { class: "point held", ...held }),
    s("text", { class: "small", x: title.x, y: title.y }, title.text),
    ...ends.map(({ text, ...at }) => s("text", { class: "small muted end", ...at }, text)),
  );
}
