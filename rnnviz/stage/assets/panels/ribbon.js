// The unrolled network: inputs below, cells in a row, states as arrows, predictions above.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s } from "../../../web/dom.js";
import { visible } from "../place/cursor.js";
import { ribbonWindow } from "./geometry.js";
import { formOfInputs, inputCurves } from "./inputcurves.js";
import { lineFilm } from "./linefilm.js";
import { normLines, normsOf } from "./norms.js";
import { ribbonColumn } from "./ribboncolumn.js";
import { layoutRibbon } from "./ribbonlayout.js";
import { sheet } from "./sheet.js";

/**
 * The ribbon of a width and height. On the way back its arrows are turned round, the states' strips carry their
 * gradients, the losses under the predictions can be chosen, and a band under the cells has the gradients' norms.
 *
 * @param {Context} context
 */
export function ribbon(context, width, height, act) {
  const { model, forward, isBack, strings } = context;
  const { T } = model.sizes;
  const layout = layoutRibbon(context, width, height);
  const { count, columnWidth } = layout;
  const norms = isBack ? normsOf([context], [model.rows]) : null;
  const lines = isBack ? normLines(norms, layout.band) : null;
  const curves = formOfInputs(forward) === "curves" ? inputCurves(context, layout) : null;
  const strips = sheet(width, height);
  const given = { layout, strips, norms, act };
  const columns = Array.from({ length: count }, (_, k) => ribbonColumn(context, given, k));
  const marker = h("div", { class: "now", style: `width:${columnWidth}px` });
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": strings.ribbon },
    ...(lines ? [lines.element] : []),
    ...columns.map((c) => c.element),
    ...(curves ? [curves.element] : []),
  );
  const element = h("div", { class: "ribbon" }, marker, drawing, strips.element, ...columns.flatMap((c) => c.strips));

  let first = 0;
  const columnAt = (t) => columns[t - first]?.filmed ?? null;
  context.filmed.add(lineFilm(context, { element, painted: strips, columnAt, first: () => first }));

  /**
   * The step with the largest loss of those computed; −1 where there is nothing to compare.
   *
   * @param {Place} state
   */
  function largestLoss(state) {
    if (model.targets === null || isBack) return -1;
    const steps = [...Array(T).keys()].filter((t) => visible(state, model.quantity("Y_hat"), t));
    if (steps.length < 2) return -1;
    const losses = steps.map((t) => model.value("loss", t, 0));
    return steps[losses.indexOf(Math.max(...losses))];
  }

  /** @param {Place} state */
  function update(state) {
    ({ first } = ribbonWindow(T, state.t, width, layout.narrowest));
    const largest = largestLoss(state);
    lines?.update();
    curves?.update(first, state);
    columns.forEach((c, k) => c.update(first + k, state, largest));
    marker.style.transform = `translateX(${(state.t - first) * columnWidth}px)`;
  }
  return { element, update };
}
