// The ledger as a panel: a number of the memory, and the score of the prediction, as what each character wrote and what
// is left of it; and the same for all units as a map.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { cellUnder } from "../../../web/grid.js";
import { fill, full, inPercent, short } from "../../../web/numbers.js";
import { visible } from "../place/cursor.js";
import { lineCount } from "./geometry.js";
import { letterParts, plainLetter } from "../words/labels.js";
import { ledgerOf } from "../model/ledger.js";
import { roomIn, textLine, WIDEST_STEP } from "./textline.js";

// Heights before scaling: a line of words, the characters, the numbers under the bars, a line of the note and its
// letters; the room between the parts; the least height of bars.
const LEDGER = { title: 20, characters: 22, numbers: 17, note: 18, letters: 13, gap: 22, least: 28 };

/**
 * The panel of the ledger; of a cell without one the reason why.
 *
 * @param {Context} context
 */
export function balance(context, width, height) {
  const { model, strings, scale, narrow } = context;
  if (model.ledger.memory === null) return reasonOf(context);
  const { memory } = model.ledger;
  const { T } = model.sizes;
  const quantity = model.quantity(memory);
  const high = context.high(quantity);
  const hasScores = model.labels.length > 0 && !model.weights.get("W_hq").columns;
  const count = hasScores ? 3 : 2;
  const block = narrow ? width : (width - (count - 1) * LEDGER.gap * scale) / count;
  const columns = narrow ? "minmax(0, 1fr)" : `repeat(${count}, ${block}px)`;
  const [H, C] = ["H", memory].map((name) => letterParts(context.notation, name)[0].base);
  const isAllotted = hasScores && !model.ledger.isLinear;
  const caveat = [
    strings.ledgerNote,
    ...(hasScores ? [strings.ledgerScoreNote] : []),
    ...(isAllotted ? [fill(strings.ledgerAllotted, { H, C })] : []),
  ].join(" ");
  const noteLines = lineCount(caveat, width, LEDGER.letters * scale);
  const bars = (narrow ? 150 * scale : height - noteLines * LEDGER.note * scale) - LEDGER.title * scale;
  const unitPart = account(block, bars);
  const scorePart = hasScores ? account(block, bars) : null;
  const map = entriesMap(block, bars);
  const notes = h("p", { class: "ledger-note" }, caveat);
  const element = h(
    "div",
    { class: "ledger", style: `column-gap:${LEDGER.gap * scale}px;grid-template-columns:${columns}` },
    unitPart.element,
    scorePart?.element,
    map.element,
    notes,
  );
  let ledger;
  let version;
  let drawn = "";
  let drawnOrder = null;
  let sentence = "";

  /** @param {Place} state */
  function update(state) {
    if (version !== model.version) {
      ledger = ledgerOf(model);
      version = model.version;
      drawn = "";
    }
    const t = visible(state, quantity, state.t) ? state.t : state.t - 1;
    const isScored = hasScores && t === state.t && visible(state, model.quantity("logits"), t);
    const unit = Math.min(state.unit, ledger.width - 1);
    const output = hasScores ? (state.choice ?? model.targets?.[state.t] ?? model.likeliest[state.t][0]) : 0;
    const key = [state.t, t, isScored, unit, output].join(" ");
    const order = context.order(state);
    if (key === drawn && order === drawnOrder) return;
    drawn = key;
    drawnOrder = order;
    if (t < 0) {
      sentence = strings.notYet;
      for (const part of [unitPart, scorePart]) part?.clear(strings.notYet);
      map.update(-1, [], unit);
      return;
    }
    const entries = ledger.entries(t);
    const own = entries.map((entry) => entry[unit]);
    const letter = plainLetter(context.notation, memory, t + 1, unit + 1);
    sentence = strings.ledgerHint;
    unitPart.update(t, own, {
      title: (total) => `${letter} = ${total}`,
      hue: quantity.hue,
      end: high,
      total: model.value(memory, t, unit),
      shares: sharesLeft(t, unit),
    });
    map.update(t, entries, unit, order);
    if (!scorePart) return;
    if (!isScored) {
      scorePart.clear(strings.notYet);
      return;
    }
    const scores = ledger.scores(t, output);
    const total = scores.reduce((sum, one) => sum + one, 0);
    scorePart.update(t, scores, {
      title: (score) =>
        fill(total < 0 ? strings.ledgerBelow : strings.ledgerAbove, {
          character: model.labels[output],
          score: score.replace("−", ""),
        }),
      hue: "output",
      end: 0,
      total,
    });
  }

  /** What is left at step t of what each step wrote, as a share of it; null where it wrote nothing. */
  function sharesLeft(t, unit) {
    const found = [];
    let share = 1;
    for (let step = t; step >= 0; step -= 1) {
      found[step] = ledger.written(step, unit) === 0 ? null : share;
      share *= ledger.kept(step, unit);
    }
    return found;
  }

  /** One number as a bar that adds up, from left to right, under the text in its colours. */
  function account(wide, tall) {
    const ends = 26 * scale;
    const step = Math.min(WIDEST_STEP * scale, (wide - 2 * ends) / T);
    const room = roomIn(context, step);
    const under = room.number ? LEDGER.numbers * scale : 0;
    const drawing = Math.max(LEDGER.least * scale, tall - LEDGER.characters * scale - under);
    const title = h("span", { class: "account-title" });
    const text = textLine(context, step, { role: "img", tabindex: "0" });
    const numbers = textLine(context, step);
    const size = { width: 2 * ends + T * step, height: drawing };
    const svg = s("svg", { class: "account", ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img" });
    text.element.style.marginLeft = `${ends}px`;
    numbers.element.style.marginLeft = `${ends}px`;
    numbers.element.classList.add("numbers");
    const parts = [h("div", { class: "account-head" }, title), text.element, svg];
    const box = h("section", { class: "account-box" }, ...parts, room.number ? numbers.element : null);

    function clear(words) {
      write(title, words);
      title.dataset.full = "";
      title.className = "account-title muted";
      svg.replaceChildren();
      svg.setAttribute("aria-label", words);
      set(text.element, "aria-label", words);
      text.element.dataset.foremost = "";
      text.update(Array(T).fill(null));
      numbers.update(Array(T).fill({}));
    }

    /** parts: what is left of the first state, then of each step. */
    function show(t, entries, { title: words, hue, end, total, shares = [] }) {
      const summed = words(short(total));
      write(title, summed);
      title.className = `account-title hue-${hue}`;
      title.dataset.full = words(full(total));
      const sums = [0];
      for (const entry of entries) sums.push(sums.at(-1) + entry);
      const largest = Math.max(...entries.map(Math.abs), 1e-12);
      const reach = Math.max(end, ...sums.map(Math.abs));
      const low = Math.min(0, ...sums);
      const top = Math.max(0, ...sums);
      const span = Math.max(top - low, reach * 0.25);
      const y = (value) => 4 * scale + ((top - value) / span) * (drawing - 8 * scale);
      const colours = end || largest;
      const saidOf = (k) => said(entries[k], k, shares);
      text.update(
        model.inputs.map((input, k) =>
          k > t ? null : { share: entries[k + 1] / colours, text: room.character ? input : "", full: saidOf(k + 1) },
        ),
      );
      numbers.update(model.inputs.map((_, k) => (k > t ? {} : { text: short(entries[k + 1]), full: saidOf(k + 1) })));
      const drawnParts = entries.flatMap((entry, k) => {
        const x = k === 0 ? 0 : ends + (k - 1) * step;
        const wideBar = (k === 0 ? ends : step) * 0.62;
        if (k === 0 && entry === 0) return [];
        const left = x + ((k === 0 ? ends : step) - wideBar) / 2;
        const next = k === entries.length - 1 ? ends + T * step + ends * 0.25 : ends + k * step + step * 0.19;
        return [
          s("line", { class: "thread", x1: left, x2: next, y1: y(sums[k + 1]), y2: y(sums[k + 1]) }),
          s("rect", {
            class: entry < 0 ? "minus" : "plus",
            x: left,
            y: Math.min(y(sums[k]), y(sums[k + 1])),
            width: Math.max(1, wideBar),
            height: Math.max(1.5, Math.abs(y(sums[k + 1]) - y(sums[k]))),
            "data-full": saidOf(k),
          }),
        ];
      });
      const sum = sums.at(-1);
      svg.replaceChildren(
        s("line", { class: "axis", x1: 0, x2: size.width, y1: y(0), y2: y(0) }),
        ...drawnParts,
        s("rect", {
          class: "total-bar",
          x: ends + T * step + ends * 0.25,
          y: Math.min(y(0), y(sum)),
          width: ends * 0.5,
          height: Math.max(1.5, Math.abs(y(sum) - y(0))),
          "data-full": full(total),
        }),
      );
      const most = entries.reduce((k, entry, at) => (Math.abs(entry) > Math.abs(entries[k]) ? at : k), 0);
      svg.setAttribute("aria-label", `${summed}: ${entries.map((_, k) => saidOf(k)).join("; ")}`);
      set(text.element, "aria-label", `${summed}; ${saidOf(most)}`);
      text.element.dataset.foremost = saidOf(most);
    }
    return { element: box, update: show, clear };
  }

  /** An entry in words: "直, t = 4: −0.310 is left, 50 % of what it wrote". */
  function said(entry, k, shares) {
    if (k === 0) return fill(strings.ledgerFirst, { value: full(entry) });
    const share = shares[k - 1];
    const values = { character: model.inputs[k - 1] ?? `x${k}`, t: k, value: full(entry) };
    if (share === undefined || share === null) return fill(strings.ledgerEntry, values);
    return fill(strings.ledgerLeft, { ...values, share: inPercent(share) });
  }

  /** All units: rows are units, columns the steps; a click chooses the unit. */
  function entriesMap(wide, tall) {
    const units = model.length(memory);
    const step = Math.min(WIDEST_STEP * scale, wide / T);
    const canvas = h("canvas", { width: T, height: units, role: "img" });
    const row = h("span", { class: "unit-row" });
    const picture = new ImageData(T, units);
    const pixels = new Uint32Array(picture.data.buffer);
    const size = `width:${T * step}px;height:${Math.max(LEDGER.least * scale, tall - LEDGER.characters * scale)}px`;
    const frame = h("div", { class: "map-frame", style: size }, canvas, row);
    const text = textLine(context, step);
    const [{ base }] = letterParts(context.notation, memory);
    const letter = h("i", {}, base);
    const title = h("span", { class: `account-title hue-${quantity.hue}` }, letter, ` ${strings.ledgerUnits}`);
    const largest = h("span", { class: "account-most" });
    const element = h(
      "section",
      { class: "account-box" },
      h("div", { class: "account-head" }, title, largest),
      text.element,
      frame,
    );
    const paper = canvas.getContext("2d");
    let held = [];
    let sorted = null;
    const under = (event) => {
      const { column, row: place } = cellUnder(frame, event, T, units);
      return { column, unit: sorted?.[place] ?? place };
    };
    frame.addEventListener("click", (event) => context.go({ unit: under(event).unit }));
    frame.addEventListener("pointermove", (event) => {
      const { column, unit } = under(event);
      const entry = held[column + 1]?.[unit];
      frame.dataset.full = entry === undefined ? strings.notYet : `[${unit + 1}] ${said(entry, column + 1, [])}`;
    });

    /** The unit and the step of the largest entry, with its value. */
    function sayLargest(t, entries) {
      let most = { k: 1, unit: 0, entry: 0 };
      for (let k = 1; k <= t + 1; k += 1) {
        entries[k].forEach((entry, unit) => {
          if (Math.abs(entry) > Math.abs(most.entry)) most = { k, unit, entry };
        });
      }
      const told = (digits) =>
        fill(strings.ledgerLargest, {
          unit: most.unit + 1,
          character: model.inputs[most.k - 1] ?? `x${most.k}`,
          value: digits(most.entry),
        });
      write(largest, t < 0 ? "" : told(short));
      largest.dataset.full = t < 0 ? "" : told(full);
    }

    function paint(t, entries, unit, order = null) {
      held = entries;
      sorted = order?.length === units ? order : null;
      sayLargest(t, entries);
      paper.clearRect(0, 0, T, units);
      if (t >= 0) {
        for (let k = 0; k <= t; k += 1) {
          for (let place = 0; place < units; place += 1) {
            pixels[place * T + k] = context.signedRamp(entries[k + 1][sorted?.[place] ?? place] / high);
          }
        }
        paper.putImageData(picture, 0, 0, 0, 0, t + 1, units);
      }
      const isRead = (k) => k <= t && roomIn(context, step).character;
      text.update(model.inputs.map((input, k) => (isRead(k) ? { text: input } : {})));
      const place = sorted === null ? unit : sorted.indexOf(unit);
      set(row, "style", `top:${(100 * place) / units}%;height:${100 / units}%`);
      canvas.setAttribute("aria-label", strings.ledgerMap);
    }
    return { element, update: paint };
  }

  return { element, update, words: () => sentence };
}

/** Why there is no ledger, and who can be asked instead. */
function reasonOf({ model, strings, go }) {
  const ask = h("button", { type: "button", class: "key" }, strings.witnessesAsk);
  ask.addEventListener("click", () => go({ view: "witnesses" }));
  const element = h(
    "div",
    { class: "no-ledger" },
    h("p", {}, model.ledger.reason),
    model.labels.length > 0 ? ask : null,
  );
  return { element, update: () => {}, words: () => "" };
}
