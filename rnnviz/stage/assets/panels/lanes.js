// Several networks under one another, aligned by step: of the focused one all its states, of the others the state that
// predicts, each with its prediction. Where they part, a mark stands beside it, and a line below says what it means.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Sheet} from "./sheet.js" */

import { h, s, set, write } from "../../../web/dom.js";
import { powerOfTen } from "../../../web/numbers.js";
import { arrow } from "./arrow.js";
import { fitChip } from "./chip.js";
import { visible } from "../place/cursor.js";
import { isAnyParting, widest } from "../place/differences.js";
import { laneLegend } from "./lanelegend.js";
import { lineFilm } from "./linefilm.js";
import {
  besideAt,
  cellLayout,
  inputAt,
  inputLayout,
  lanesLayout,
  nameLayout,
  nameNumberAt,
  statusOf,
  vectorsAt,
} from "./laneslayout.js";
import { lossSource } from "./losses.js";
import { normsOf, normWords } from "./norms.js";
import { sheet } from "./sheet.js";
import { strip } from "./strip.js";
import { writeVerdict } from "./verdict.js";

/**
 * @typedef {ReturnType<typeof lanesLayout> & {
 *   contexts: Context[], focused: number, norms: ReturnType<typeof normsOf> | null, painted: Sheet,
 *   act: Context["act"],
 * }} Drawn
 */

/**
 * The ribbons of the tracks, `contexts`, in a width and height. focused: the number of the one that owns the rest of
 * the stage. placeIn(place, k): the place as track k has it. Returns {element, update(place)}.
 */
export function lanes({ contexts, focused, placeIn }, width, whole, act) {
  const { strings, isBack } = contexts[focused];
  const models = contexts.map(({ model }) => model);
  const laid = lanesLayout(contexts, focused, width, whole);
  const { count, height, columnWidth, states, hasRoom } = laid;
  const painted = sheet(width, height);
  const drawn = { ...laid, contexts, focused, act, painted, norms: isBack ? normsOf(contexts, states) : null };
  const made = contexts.map((_, k) => lane(drawn, k));
  const columns = Array.from({ length: count }, (_, k) => inputColumn(drawn, k));
  const marker = h("div", { class: "now", style: `width:${columnWidth}px` });
  const picture = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": strings.ribbon },
    ...columns.map((column) => column.element),
    ...made.map((one) => one.element),
  );
  const differ = tool(`≠ ${strings.differNext}`, strings.differ, { do: "difference" });
  const scales = tool(`± ${strings.oneScaleShort}`, strings.oneScale, { do: "scale" });
  const legend = laneLegend(contexts, focused, placeIn, hasRoom);
  const tools = h("div", { class: "lane-tools" }, differ, scales, legend.element);
  const strips = made.flatMap((one) => one.strips);
  const names = made.map((one) => one.name);
  const drawing = h("div", { class: "lane-drawing" }, marker, picture, painted.element, ...strips, ...names);
  const element = h("div", { class: "ribbon lanes" }, drawing, tools);
  let first = 0;
  const columnAt = (t) =>
    columns[t - first] ? { ...columns[t - first].filmed, networks: made.map((one) => one.filmedAt(t - first)) } : null;
  contexts[focused].filmed.add(
    lineFilm(contexts[focused], { element: drawing, painted, columnAt, first: () => first }),
  );

  function tool(sign, title, action) {
    const button = h("button", { type: "button", class: "key", title }, sign);
    button.addEventListener("click", () => act(action));
    return button;
  }

  /** @param {Place} place */
  function update(place) {
    const from = laid.firstAt(place.t);
    first = from;
    const own = models.map((_, k) => placeIn(place, k));
    const haveAll = !isBack && models.every((model, k) => isPredicted(model, own[k]));
    const steps = haveAll ? place.t + 1 : Math.min(...own.map(({ t }) => t));
    const most = steps > 1 && !isBack ? widest(models, steps) : null;
    for (const [k, column] of columns.entries()) column.update(from + k, place);
    for (const [k, one] of made.entries()) one.update(place, own[k], from, most);
    set(marker, "style", `width:${columnWidth}px;transform:translateX(${laid.columnAt(place.t - from)}px)`);
    set(scales, "aria-pressed", place.oneScale);
    const parts = !isBack && isAnyParting(models, from, Math.min(from + count, steps));
    legend.update(place, { most, parts });
  }
  return { element, update };
}

/** @param {AnyModel} model */
function isPredicted(model, own) {
  const predicted = model.quantity("Y_hat");
  return predicted !== undefined && visible(own, predicted, own.t);
}

/**
 * The input of a column, below all networks.
 *
 * @param {Drawn} drawn
 */
function inputColumn(drawn, k) {
  const { contexts, focused, unit, isBack, norms, hasPowers } = drawn;
  const context = contexts[focused];
  const laid = inputLayout(drawn, k);
  const text = s("text", { class: "character", ...laid.text });
  const box = s("rect", { class: "chip", ...laid.box });
  const up = arrow("input", laid.arrow, unit);
  const hit = s("rect", { class: "hit", role: "button", tabindex: "-1", ...laid.hit });
  const powers = laid.powers.map(({ side, ...at }) => s("text", { class: `small power ${side}`, ...at }));
  const element = s("g", { class: "column" }, hit, up, box, text, ...(hasPowers ? powers : []));
  let step = 0;
  element.addEventListener("click", () => context.go({ t: step }));

  /** @param {Place} place */
  function update(t, place) {
    step = t;
    const input = inputAt(context, place, t);
    set(element, "data-status", input.status);
    if (write(text, input.text)) fitChip(box, text, laid.centre, 40 * unit, unit);
    if (context.forward.readings) for (const part of [box, text]) set(part, "data-full", input.full);
    set(hit, "aria-label", input.label);
    up.classList.toggle("ghost", !input.isRead);
    if (!isBack) return;
    // The axis of the bars is written where one looks.
    const { low, high } = norms.axis();
    [low, high].forEach((end, side) => write(powers[side], t === place.t ? powerOfTen(end) : ""));
  }
  const middle = laid.box.y + laid.box.height / 2;
  const [, cell] = laid.arrow.toSorted(([, a], [, b]) => b - a);
  return { element, update, filmed: { letter: [laid.centre, middle], cell } };
}

/**
 * One network: its name, and a cell for each step.
 *
 * @param {Drawn} drawn
 */
function lane(drawn, k) {
  const { contexts, focused, count, norms } = drawn;
  const context = contexts[k];
  const { about, note, box, letters } = nameLayout(context, drawn, k);
  const mean = h("span", { class: "number" });
  const here = { class: "lane-name", type: "button", title: about, "aria-pressed": String(k === focused) };
  const size = `top:${box.top}px;width:${box.width}px;height:${box.height}px`;
  const name = h(
    "button",
    { ...here, style: size },
    h("strong", {}, context.model.label),
    mean,
    note === "" ? null : h("span", { class: "lane-note" }, note),
  );
  name.addEventListener("click", () => context.go({ track: k }));
  const written = letters.map(({ text, hue, x, y, size: high }) =>
    s("text", { class: `letter ${hue} end`, x, y, style: high !== null && `font-size:${high}px` }, text),
  );
  const cells = Array.from({ length: count }, (_, column) => laneCell(drawn, k, column));
  const element = s("g", { class: "lane" }, ...written, ...cells.map((one) => one.element));

  /**
   * @param {Place} place
   * @param {Place} own
   */
  function update(place, own, from, most) {
    cells.forEach((cell, column) => cell.update(from + column, own, place, most));
    tell(mean, nameNumberAt(context, own, drawn, norms, k));
  }
  const filmedAt = (column) => ({ context, ...cells[column].filmed });
  return { name, element, strips: cells.flatMap((one) => one.strips), update, filmedAt };
}

/**
 * One network at one step.
 *
 * @param {Drawn} drawn
 */
function laneCell(drawn, k, column) {
  const { contexts, focused, unit, isBack, norms, boxWidth, hasRoom, act } = drawn;
  const context = contexts[k];
  const { model, forward, strings } = context;
  const laid = cellLayout(context, drawn, k, column);
  const isFocused = k === focused;
  const hasOutput = model.labels.length > 0;
  const said = s("text", { class: "character", ...laid.said });
  const loss = s("text", { class: "small step-loss start", ...laid.loss });
  const mark = s("text", { class: "parting end", ...laid.mark });
  const box = s("rect", { class: "box", ...laid.box });
  const vectors = laid.vectors.map(({ state, hue, arrow: points, strip: place, norm }) => ({
    state,
    onward: arrow(hue, points, unit),
    cells: strip(context, drawn.painted, state, { ...place, maxRows: 2, compares: true }),
    ground: s("rect", { class: "norm-ground", ...norm, width: boxWidth }),
    bar: s("rect", { class: `norm hue-${hue}`, ...norm }),
  }));
  const source = isBack && hasRoom ? lossSource(context, act, laid.source) : null;
  const element = s(
    "g",
    { class: isFocused ? "lane-cell focused" : "lane-cell" },
    s("rect", { class: "hit", ...laid.hit }),
    ...(model.carries ? vectors.map(({ onward }) => onward) : []),
    box,
    ...(isBack ? vectors.flatMap(({ ground, bar }) => [ground, bar]) : []),
    ...(hasOutput ? [said, ...(source ? [source.element] : hasRoom ? [loss] : []), mark] : []),
  );
  const strips = vectors.map(({ cells }) => cells.element);
  let step = 0;
  for (const target of [element, ...strips]) target.addEventListener("click", () => context.go({ t: step, track: k }));

  /**
   * @param {Place} own
   * @param {Place} place
   */
  function update(t, own, place, most) {
    step = t;
    set(element, "data-status", statusOf(t, own, model));
    const states = vectorsAt(context, own, laid.vectors, t, column);
    vectors.forEach(({ onward, cells }, row) => {
      const { isMade, isOnward, isLast } = states[row];
      cells.update(isMade ? t : null, isFocused ? place.unit : -1, context.order(own));
      onward.classList.toggle("ghost", !isOnward);
      set(onward, "visibility", isLast ? "hidden" : "visible");
    });
    box.classList.toggle("ghost", !states.some(({ isMade }) => isMade));
    if (isBack) {
      vectors.forEach((vector, row) => showNorm(vector, t, states[row].isMade));
      source?.update(place, t);
    }
    if (hasOutput) showBeside(t, own, most);
  }

  function showNorm({ state, ground, bar }, t, isReached) {
    const norm = norms.at(k, state, t);
    set(bar, "width", isReached ? norms.axis().share(norm) * boxWidth : 0);
    const words = isReached ? normWords(context, state, t, norm) : strings.notReached;
    for (const one of [ground, bar]) set(one, "data-full", words);
  }

  function showBeside(t, own, most) {
    const beside = besideAt(contexts, k, own, t, drawn, most);
    said.classList.toggle("ghost", !beside.isMade);
    writeVerdict(said, forward, t, beside.isMade, unit * 0.8);
    tell(loss, beside.loss);
    tell(mark, beside.mark);
  }
  const filmed = {
    rows: vectors.map(({ state, cells }, row) => ({ ...laid.vectors[row].strip, name: state, copy: cells.copy })),
    said: hasOutput
      ? {
          from: [laid.said.x, laid.box.y],
          to: [laid.said.x, Math.max(12, laid.said.y / unit - 5) * unit],
          words: said,
          fall: 0,
        }
      : null,
  };
  return { element, strips, update, filmed };
}

/** A number in an element, with all its digits for who asks. */
function tell(element, { text, full }) {
  write(element, text);
  set(element, "data-full", full);
}
