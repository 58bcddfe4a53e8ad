// Several networks under one another, aligned by step: of the focused one all its states, of the others the state that
// predicts, each with its prediction. Where they part, a mark stands beside it, and a line below says what it means.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { fill, full, powerOfTen, short } from "../../../web/numbers.js";
import { arrow } from "./arrow.js";
import { fitChip } from "./chip.js";
import { isComputed, visible } from "../place/cursor.js";
import { isAnyParting, isParting, widest } from "../place/differences.js";
import { LANE, laneRows, NORMS, ribbonWindow, textWidth } from "./geometry.js";
import { isMarked, letterParts } from "../words/labels.js";
import { laneLegend } from "./lanelegend.js";
import { lossSource } from "./losses.js";
import { normsOf, normWords, onwardsPhase } from "./norms.js";
import { strip } from "./strip.js";
import { writeVerdict } from "./verdict.js";

const CHIP_HEIGHT = 26;
const BETWEEN = 24;
// Rows of at least such a height have letters of the usual size, lower ones the smallest that are read from afar.
const LETTER_ROW = 13;
const LOW_LETTER = 14;
const ROOM_FOR_LOSS = 170;
// The letters of a network's name, and of the number below it.
const NAME_LETTERS = { name: 17, number: 17, longest: "0.00000" };
// At the ends of a column, beside the character that is read.
const ROOM_FOR_POWERS = 110;

/**
 * The ribbons of the tracks, `contexts`, in a width and height. focused: the number of the one that owns the rest of
 * the stage. placeIn(place, k): the place as track k has it. Returns {element, update(place)}.
 */
export function lanes({ contexts, focused, placeIn }, width, whole, act) {
  const { model: first, forward: read, isBack, strings, scale: unit, narrow, go } = contexts[focused];
  const models = contexts.map((context) => context.model);
  const { T } = first.sizes;
  const letterRoom = (contexts.some(isMarked) ? 42 : 22) * unit;
  const height = whole - (narrow ? 0 : LANE.legend * unit);
  // Names have the room they need, within reason; longer ones break.
  const name = Math.max(...models.map(({ label }) => textWidth(label, NAME_LETTERS.name)));
  const longest = Math.max(name, textWidth(NAME_LETTERS.longest, NAME_LETTERS.number)) + 12;
  // What does not carry its state says so below its name.
  const [least, most] = narrow ? [54, 76] : [models.every(({ carries }) => carries) ? 60 : 98, 150];
  const gutter = Math.min(most, Math.max(least, longest)) * unit + letterRoom;
  const narrowest = 120 * unit;
  const count = ribbonWindow(T, 0, width - gutter, narrowest).count;
  const columnWidth = (width - gutter) / count;
  const left = (k) => gutter + k * columnWidth + (BETWEEN / 2) * unit;
  const boxWidth = columnWidth - BETWEEN * unit;
  // A step's loss stands beside its prediction where there is room; else the name tells the mean.
  const hasRoom = boxWidth > ROOM_FOR_LOSS * unit;
  const chipTop = height - (CHIP_HEIGHT + 2) * unit;

  const states = models.map((model, k) => laneStates(model, k === focused || isBack));
  const line = LANE.line * unit;
  // On the way back each cell stands on the bar of its gradient's norm.
  const foot = isBack ? NORMS.lane * unit : 0;
  const norms = isBack ? normsOf(contexts, states) : null;
  const rows = laneRows(
    states.map((names) => names.length),
    focused,
    line + foot,
    chipTop - 7 * unit,
  );

  const made = contexts.map(lane);
  const columns = Array.from({ length: count }, (_, k) => inputColumn(k));
  const marker = h("div", { class: "now", style: `width:${columnWidth}px` });
  const drawing = s(
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
  const drawn = h("div", { class: "lane-drawing" }, marker, drawing, ...strips, ...names);
  const element = h("div", { class: "ribbon lanes" }, drawn, tools);

  function tool(sign, title, action) {
    const button = h("button", { type: "button", class: "key", title }, sign);
    button.addEventListener("click", () => act(action));
    return button;
  }

  function inputColumn(k) {
    const centre = gutter + (k + 0.5) * columnWidth;
    const text = s("text", { class: "character", x: centre, y: chipTop + CHIP_HEIGHT * 0.72 * unit });
    const box = s("rect", { class: "chip", y: chipTop, height: CHIP_HEIGHT * unit, rx: 6 * unit });
    const ends = [chipTop, chipTop - 8 * unit];
    const [from, to] = isBack ? ends.reverse() : ends;
    const up = arrow(
      "input",
      [
        [centre, from],
        [centre, to],
      ],
      unit,
    );
    const place = { x: gutter + k * columnWidth, y: 0, width: columnWidth, height };
    const hit = s("rect", { class: "hit", role: "button", tabindex: "-1", ...place });
    const powers = [0, 1].map((end) => {
      const x = left(k) + end * boxWidth;
      const y = chipTop + CHIP_HEIGHT * 0.5 * unit;
      return s("text", { class: `small power ${end ? "end" : "start"}`, x, y });
    });
    const group = s(
      "g",
      { class: "column" },
      hit,
      up,
      box,
      text,
      ...(isBack && boxWidth > ROOM_FOR_POWERS * unit ? powers : []),
    );
    let step = 0;
    group.addEventListener("click", () => go({ t: step }));
    function update(t, place) {
      step = t;
      set(group, "data-status", statusOf(t, place, first));
      const input = isComputed(place, read.quantity("X"), t) ? read.inputWord(t) : "?";
      if (write(text, input)) fitChip(box, text, centre, 40 * unit, unit);
      if (read.readings)
        for (const part of [box, text]) set(part, "data-full", input === "?" ? "" : read.inputDetail(t));
      set(hit, "aria-label", fill(strings.goTo, { t: t + 1, character: input }));
      const isRead = t === place.t || first.rows.some((name) => visible(place, first.quantity(name), t));
      up.classList.toggle("ghost", !isRead);
      if (!isBack) return;
      // The axis of the bars is written where one looks.
      const { low, high } = norms.axis();
      [low, high].forEach((end, side) => write(powers[side], t === place.t ? powerOfTen(end) : ""));
    }
    return { element: group, update };
  }

  /** One network: its name, and a cell for each step. */
  function lane(context, k) {
    const { model } = context;
    const { top, rowHeight } = rows[k];
    const title = h("strong", {}, model.label);
    const mean = h("span", { class: "number" });
    const remark = model.carries ? "" : strings.notCarried;
    const about = [model.label, model.cell.size, model.caption, remark].filter(Boolean).join(" · ");
    const here = { class: "lane-name", type: "button", title: about, "aria-pressed": String(k === focused) };
    const size = `top:${top}px;width:${gutter - letterRoom}px;height:${rows[k].height}px`;
    const note = remark && !narrow ? h("span", { class: "lane-note" }, remark) : null;
    const name = h("button", { ...here, style: size }, title, mean, ...(note ? [note] : []));
    name.addEventListener("click", () => go({ track: k }));
    const letters = states[k].map((state, row) => {
      const [{ base }] = letterParts(context.notation, state);
      const y = top + line + (row + 0.5) * rowHeight + 5 * unit;
      const hue = model.carries ? `hue-${model.quantity(state).hue}` : "muted";
      const size = rowHeight < LETTER_ROW * unit ? { style: `font-size:${LOW_LETTER * unit}px` } : {};
      return s("text", { class: `letter ${hue} end`, x: gutter - 4 * unit, y, ...size }, base);
    });
    const cells = Array.from({ length: count }, (_, column) => laneCell(context, k, column));
    const element = s("g", { class: "lane" }, ...letters, ...cells.map((one) => one.element));
    const last = model.quantity("Y_hat");
    /** @param {Place} place */
    function update(place, from, most) {
      const own = placeIn(place, k);
      cells.forEach((cell, column) => cell.update(from + column, own, place, most));
      if (isBack) {
        const isReached = visible(own, model.quantity("H"), own.t);
        write(mean, isReached ? short(norms.at(k, states[k].at(-1), own.t)) : "");
        set(
          mean,
          "data-full",
          isReached ? normWords(context, states[k].at(-1), own.t, norms.at(k, states[k].at(-1), own.t)) : "",
        );
        return;
      }
      const hasLoss = model.targets !== null && last !== undefined;
      const upTo = visible(own, last ?? { phase: 0 }, own.t) ? own.t : own.t - 1;
      const loss = hasLoss && upTo >= 0 ? model.value("mean_loss", upTo, 0) : null;
      write(mean, loss === null ? "" : short(loss));
      set(mean, "data-full", loss === null ? "" : fill(strings.laneLoss, { loss: full(loss) }));
    }
    return { name, element, strips: cells.flatMap((one) => one.strips), update };
  }

  function laneCell(context, k, column) {
    const { model, forward } = context;
    const { top, rowHeight, height: tall } = rows[k];
    const x = left(column);
    const isFocused = k === focused;
    const hasOutput = model.labels.length > 0;
    const said = s("text", { class: "character", x: x + boxWidth * (hasRoom ? 0.56 : 0.5), y: top + line * 0.82 });
    const loss = s("text", { class: "small step-loss start", x, y: top + line * 0.82 });
    const mark = s("text", {
      class: "parting end",
      x: x + boxWidth + (BETWEEN / 2) * unit,
      y: top + line * 0.82,
    });
    const box = s("rect", {
      class: "box",
      x,
      y: top + line,
      width: boxWidth,
      height: tall - line - foot,
      rx: 5 * unit,
    });
    const hit = s("rect", { class: "hit", x: x - BETWEEN * 0.5 * unit, y: top, width: columnWidth, height: tall });
    const vectors = states[k].map((state, row) => {
      const middle = top + line + (row + 0.5) * rowHeight;
      const way = model.isBackward(state) ? -1 : 1;
      const exit = x + (way > 0 ? boxWidth : 0);
      const between = way * (BETWEEN - 2) * unit;
      const ends = [exit, exit + between].map((end) => [end, middle]);
      const onward = arrow(model.quantity(state).hue, isBack ? ends.reverse() : ends, unit);
      const place = { x: x + 5 * unit, y: middle - rowHeight * 0.4, width: boxWidth - 10 * unit };
      return {
        state,
        onward,
        way,
        onwards: isBack ? onwardsPhase(model, state) : null,
        cells: strip(context, state, { ...place, height: rowHeight * 0.8, maxRows: 2, compares: true }),
      };
    });
    const source = isBack && hasRoom ? lossSource(context, act, { right: x + 70 * unit, top, unit }) : null;
    // Each state has its bar, all of them together the height of one.
    const each = foot / states[k].length;
    const bars = states[k].map((state, row) => {
      const under = { x, y: top + tall - foot + row * each, height: Math.max(0, each - unit * 0.6) };
      const ground = s("rect", { class: "norm-ground", ...under, width: boxWidth });
      return { state, ground, bar: s("rect", { class: `norm hue-${model.quantity(state).hue}`, ...under }) };
    });
    const scale = isBack ? bars.flatMap(({ ground, bar }) => [ground, bar]) : [];
    const arrows = model.carries ? vectors.map(({ onward }) => onward) : [];
    const texts = hasOutput ? [said, ...(source ? [source.element] : hasRoom ? [loss] : []), mark] : [];
    const group = s(
      "g",
      { class: isFocused ? "lane-cell focused" : "lane-cell" },
      hit,
      ...arrows,
      box,
      ...scale,
      ...texts,
    );
    const strips = vectors.map(({ cells }) => cells.element);
    let step = 0;
    for (const target of [group, ...strips]) target.addEventListener("click", () => go({ t: step, track: k }));

    function update(t, own, place, most) {
      step = t;
      set(group, "data-status", statusOf(t, own, model));
      let isAny = false;
      for (const { state, onward, cells, way, onwards } of vectors) {
        const isMade = visible(own, model.quantity(state), t);
        isAny ||= isMade;
        cells.update(isMade ? t : null, isFocused ? place.unit : -1, context.order(own));
        onward.classList.toggle("ghost", !(isBack ? visible(own, onwards, t + way) : isMade));
        // Out of the first column an arrow would run into the row's letter.
        const isLast = way > 0 ? t === T - 1 : column === 0;
        set(onward, "visibility", isLast ? "hidden" : "visible");
      }
      box.classList.toggle("ghost", !isAny);
      if (isBack) {
        for (const { state, ground, bar } of bars) {
          const isReached = visible(own, model.quantity(state), t);
          const norm = norms.at(k, state, t);
          set(bar, "width", isReached ? norms.axis().share(norm) * boxWidth : 0);
          const words = isReached ? normWords(context, state, t, norm) : strings.notReached;
          for (const one of [ground, bar]) set(one, "data-full", words);
        }
        source?.update(place, t);
      }
      if (!hasOutput) return;
      const isMade = isComputed(own, forward.quantity("Y_hat"), t);
      said.classList.toggle("ghost", !isMade);
      writeVerdict(said, forward, t, isMade, unit * 0.8);
      const isScored = hasRoom && isMade && model.targets !== null && !isBack;
      write(loss, isScored ? short(model.value("loss", t, 0)) : "");
      set(loss, "data-full", isScored ? full(model.value("loss", t, 0)) : "");
      // Each mark stands under the first network, between it and the one that says something else.
      const parts = isMade && k > 0 && isParting([contexts[k - 1].forward, forward], t);
      const isMost = isMade && k === 0 && t === most?.t;
      write(mark, isMost ? "▲" : parts ? "≠" : "");
      const words = isMost ? fill(strings.differMost, { by: full(most.by) }) : parts ? strings.differHere : "";
      set(mark, "data-full", words);
    }
    return { element: group, strips, update };
  }

  /** @param {Place} place */
  function update(place) {
    const { first: from } = ribbonWindow(T, place.t, width - gutter, narrowest);
    const own = models.map((_, k) => placeIn(place, k));
    const haveAll = !isBack && models.every((model, k) => isPredicted(model, own[k]));
    const steps = haveAll ? place.t + 1 : Math.min(...own.map(({ t }) => t));
    const most = steps > 1 && !isBack ? widest(models, steps) : null;
    for (const [k, column] of columns.entries()) column.update(from + k, place);
    for (const one of made) one.update(place, from, most);
    set(marker, "style", `width:${columnWidth}px;transform:translateX(${gutter + (place.t - from) * columnWidth}px)`);
    set(scales, "aria-pressed", place.oneScale);
    const parts = !isBack && isAnyParting(models, from, Math.min(from + count, steps));
    legend.update(place, { most, parts });
  }
  return { element, update };
}

/**
 * The states of a network that its ribbon shows. On the way back the memory of all is what one compares.
 *
 * @param {AnyModel} model
 * @param {boolean} hasAll
 */
export function laneStates(model, hasAll) {
  return hasAll ? model.rows : model.rows.filter((name) => model.quantity(name).kind === "state");
}

/** @param {AnyModel} model */
function isPredicted(model, own) {
  const predicted = model.quantity("Y_hat");
  return predicted !== undefined && visible(own, predicted, own.t);
}

/**
 * @param {Place} place
 * @param {AnyModel} model
 */
function statusOf(t, place, model) {
  if (t === place.t) return "now";
  return t < place.t === model.legAt(place.phase).by > 0 ? "past" : "future";
}
