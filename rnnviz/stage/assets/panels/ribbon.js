// The unrolled network: inputs below, cells in a row, states as arrows, predictions above.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { arrow } from "./arrow.js";
import { fitChip } from "./chip.js";
import { isComputed, isSource, visible } from "../place/cursor.js";
import { NORMS, ribbonWindow, textWidth } from "./geometry.js";
import { isMarked, letterParts } from "../words/labels.js";
import { lossSource } from "./losses.js";
import { normBars, normLines, normsOf, onwardsPhase } from "./norms.js";
import { fill, full, brief, short } from "../../../web/numbers.js";
import { sheet } from "./sheet.js";
import { strip } from "./strip.js";
import { writeVerdict } from "./verdict.js";

// What the names of the columns say in words.
const SEEN = { "aria-hidden": "true" };
// About how high the bold letters of the largest loss are, and as much wider as bold ones are.
const LETTER = 14.4;

/**
 * The ribbon of a width and height. On the way back its arrows are turned round, the states' strips carry their
 * gradients, the losses under the predictions can be chosen, and a band under the cells has the gradients' norms.
 *
 * @param {Context} context
 */
export function ribbon(context, width, height, act) {
  const { model, forward, isBack, strings, scale, go } = context;
  const T = model.sizes.T;
  const unit = scale;
  const narrowest = (model.carries ? 128 : 96) * unit;
  const count = ribbonWindow(T, 0, width, narrowest).count;
  const columnWidth = width / count;
  const withModel = model.labels.length > 0;

  const pillTop = 3 * unit;
  const pill = 28 * unit;
  const chip = 28 * unit;
  // Under a prediction there is room for a line: the step's loss.
  const boxTop = withModel ? pillTop + pill + (model.targets === null ? 14 : 18) * unit : 8 * unit;
  const chipTop = height - chip - 2 * unit;
  const bandHeight = isBack ? (NORMS.band - 10) * unit : 0;
  const boxHeight = chipTop - 12 * unit - boxTop - (isBack ? NORMS.band * unit : 0);
  const boxWidth = Math.min(columnWidth - 34 * unit, 172 * unit);
  const rowHeight = boxHeight / model.rows.length;
  const stripHeight = Math.min(16 * unit, rowHeight - 3 * unit);
  // Rows on different scales say theirs where there is room: their colours cannot be compared.
  const isScaled = new Set(model.rows.map((name) => context.high(model.quantity(name)))).size > 1;
  const hasNotes = (isScaled || isBack) && boxWidth > 150 * unit;
  const inset = (isMarked(context) ? 46 : 26) * unit + (hasNotes ? (isBack ? 58 : 36) * unit : 0);

  const norms = isBack ? normsOf([context], [model.rows]) : null;
  const band = { top: boxTop + boxHeight + 7 * unit, height: bandHeight, width, unit };
  const lines = isBack ? normLines(norms, band) : null;
  const mostLost = `▲ ${strings.largest}`;
  const strips = sheet(width, height);
  const columns = Array.from({ length: count }, (_, k) => column(k));
  const marker = h("div", { class: "now", style: `width:${columnWidth}px` });
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": strings.ribbon },
    ...(lines ? [lines.element] : []),
    ...columns.map((c) => c.element),
  );
  const element = h("div", { class: "ribbon" }, marker, drawing, strips.element, ...columns.flatMap((c) => c.strips));

  function column(k) {
    const centre = (k + 0.5) * columnWidth;
    const left = centre - boxWidth / 2;
    const rows = model.rows.map((state, row) => {
      const y = boxTop + (row + 0.5) * rowHeight;
      const [{ base }] = letterParts(context.notation, state);
      const { hue } = model.quantity(state);
      const label = s("text", { ...SEEN, class: `letter hue-${hue}`, x: left + 9 * unit, y: y + 5 * unit }, base);
      const scaleNote = s(
        "text",
        { ...SEEN, class: `small hue-${hue} end`, x: left + inset - 4 * unit, y: y + 5 * unit },
        hasNotes ? `±${brief(context.high(model.quantity(state)))}` : "",
      );
      const cells = strip(context, strips, state, {
        x: left + inset,
        y: y - stripHeight / 2,
        width: boxWidth - inset - 8 * unit,
        height: stripHeight,
        maxRows: 2,
        compares: true,
      });
      // The state leaves to the side to which its cell reads on, and enters from the other.
      const way = model.isBackward(state) ? -1 : 1;
      const exit = centre + (way * boxWidth) / 2;
      const next = exit + way * (columnWidth - boxWidth - 1.5 * unit);
      const entry = centre - (way * boxWidth) / 2;
      const begin = entry - way * Math.min(26 * unit, (columnWidth - boxWidth) / 2);
      const level = (from, to) =>
        arrow(
          hue,
          [
            [from, y],
            [to, y],
          ],
          unit,
        );
      const off = way * 1.5 * unit;
      const onward = isBack ? level(next + off, exit + off) : level(exit, next);
      const first = isBack ? level(entry, begin) : level(begin, entry - off);
      // What goes on from here, to the step that the cell has read before.
      const onwards = isBack ? onwardsPhase(model, state) : null;
      const zero = s(
        "text",
        {
          ...SEEN,
          class: "small muted",
          x: way > 0 ? Math.max(begin, 0) : Math.min(begin, width) - 9 * unit,
          y: y - 5 * unit,
        },
        "0",
      );
      return { state, label, scaleNote, cells, onward, first, zero, way, onwards };
    });
    const box = s("rect", { class: "box", x: left, y: boxTop, width: boxWidth, height: boxHeight, rx: 9 * unit });
    const inputText = s("text", { ...SEEN, class: "character", x: centre, y: chipTop + chip * 0.72 });
    const inputBox = s("rect", { class: "chip", y: chipTop, height: chip, rx: 6 * unit });
    const foot = boxTop + boxHeight;
    const upright = (hue, from, to) =>
      arrow(
        hue,
        [
          [centre, from],
          [centre, to],
        ],
        unit,
      );
    const up = isBack ? upright("input", foot, chipTop - 1.5 * unit) : upright("input", chipTop, foot + 1.5 * unit);
    const said = pillTop + pill;
    const out = isBack ? upright("output", said, boxTop - 1.5 * unit) : upright("output", boxTop, said + 1.5 * unit);
    const pillBox = s("rect", { class: "pill", y: pillTop, height: pill, rx: pill / 2 });
    const pillText = s("text", { ...SEEN, class: "character", x: centre, y: pillTop + pill * 0.7 });
    const lossLine = boxTop - 5 * unit;
    const lossText = s("text", { ...SEEN, class: "step-loss number", x: centre - 7 * unit, y: lossLine });
    const beyond = { class: "step-loss largest", x: centre + 7 * unit, y: lossLine, "data-full": strings.largest };
    const lossMark = s("text", { ...SEEN, ...beyond });
    // The words go on over the next column; the last one has none.
    const isWordless = k === count - 1 && textWidth(mostLost, LETTER * unit) > columnWidth / 2 - 7 * unit;
    const source = isBack ? lossSource(context, act, { right: centre - 4 * unit, top: said, unit }) : null;
    const bars = isBack ? normBars(context, norms, 0, { ...band, middle: centre, width: boxWidth }) : null;
    const parts = withModel ? [out, pillBox, pillText, lossText, lossMark] : [];
    // The button's name says the column in words; its letters are for those who see them.
    const way = { class: "hit", role: "button", tabindex: "-1" };
    const hit = s("rect", { ...way, x: k * columnWidth, y: 0, width: columnWidth, height });
    const group = s(
      "g",
      { class: "column" },
      hit,
      ...rows.flatMap((row) => [row.onward, row.first]),
      up,
      ...(withModel ? [out] : []),
      box,
      ...rows.flatMap((row) => [row.label, row.scaleNote, row.zero]),
      ...(bars ? bars.elements : []),
      inputBox,
      inputText,
      ...parts.slice(1),
      ...(source ? [source.element] : []),
    );
    let step = 0;
    const places = rows.map((row) => row.cells.element);
    for (const target of [group, ...places]) target.addEventListener("click", () => go({ t: step }));

    function update(t, state, largest) {
      step = t;
      const past = model.legAt(state.phase).by > 0 ? t < state.t : t > state.t;
      const now = t === state.t;
      const status = past ? "past" : now ? "now" : "future";
      if (group.dataset.status !== status) group.dataset.status = status;
      set(hit, "data-step", t + 1);
      const input = isComputed(state, forward.quantity("X"), t) ? forward.inputWord(t) : "?";
      if (write(inputText, input)) fitChip(inputBox, inputText, centre, 42 * unit, unit);
      for (const part of [inputBox, inputText]) {
        if (forward.inputs[t] !== undefined) set(part, "data-input", t);
        if (forward.readings) set(part, "data-full", input === "?" ? "" : forward.inputDetail(t));
      }
      let anyComputed = past || now;
      rows.forEach(({ state: name, cells, first, zero, onward, way, onwards }) => {
        const reached = visible(state, model.quantity(name), t);
        anyComputed ||= reached;
        cells.update(reached ? t : null, state.unit, context.order(state));
        // Forward, the arrow brings what this step has made; back, what the step that read it hands back.
        onward.classList.toggle("ghost", !(isBack ? visible(state, onwards, t + way) : reached));
        first.classList.toggle("ghost", isBack && !visible(state, onwards, t));
        const isFirst = t === (way > 0 ? 0 : T - 1);
        const isLast = t === (way > 0 ? T - 1 : 0);
        show(onward, model.carries && !isLast);
        // Where the ribbon is cut, the state comes in from beyond its edge.
        show(first, model.carries && (isFirst || k === (way > 0 ? 0 : count - 1)));
        show(zero, model.carries && isFirst && !isBack);
      });
      box.classList.toggle("ghost", !anyComputed);
      up.classList.toggle("ghost", !anyComputed);
      bars?.update(state, t);
      const predicted = withModel && isComputed(state, forward.quantity("Y_hat"), t);
      set(hit, "aria-label", columnWords(t, input, predicted));
      if (!withModel) return;
      source?.update(state, t);
      out.classList.toggle("ghost", isBack ? !isSource(state, t) || !(past || now) : !predicted);
      out.classList.toggle("lit", now && predicted);
      pillBox.classList.toggle("ghost", !predicted);
      pillText.classList.toggle("ghost", !predicted);
      if (writeVerdict(pillText, forward, t, predicted, unit)) fitChip(pillBox, pillText, centre, 64 * unit, unit);
      if (model.targets === null || isBack) return;
      const loss = model.value("loss", t, 0);
      write(lossText, predicted ? short(loss) : "");
      set(lossText, "data-full", predicted ? full(loss) : "");
      write(lossMark, predicted && t === largest ? (isWordless ? "▲" : mostLost) : "");
    }

    /** "Go to time step 3: 有; predicted 要, wrong". */
    function columnWords(t, character, isPredicted) {
      const way = fill(strings.goTo, { t: t + 1, character });
      if (!isPredicted) return way;
      const best = forward.likeliest[t][0];
      const verdict = forward.targets === null ? "" : forward.targets[t] === best ? strings.right : strings.wrong;
      const made = [forward.labels[best], verdict].filter(Boolean).join(", ");
      return `${way}; ${fill(strings.columnPredicted, { made })}`;
    }

    function show(element, visible) {
      const display = visible ? "" : "none";
      if (element.style.display !== display) element.style.display = display;
    }
    return { element: group, strips: places, update };
  }

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
    const { first } = ribbonWindow(T, state.t, width, narrowest);
    const largest = largestLoss(state);
    lines?.update();
    columns.forEach((c, k) => c.update(first + k, state, largest));
    marker.style.transform = `translateX(${(state.t - first) * columnWidth}px)`;
  }
  return { element, update };
}
