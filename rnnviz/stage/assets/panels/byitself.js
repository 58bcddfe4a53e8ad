// The same predictions without the rest of the text, and what the network writes by itself: who reads from the end has
// seen the next character, and who writes has not.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { asWord } from "../../../web/csv.js";
import { h, set, write } from "../../../web/dom.js";
import { fill, full, short } from "../../../web/numbers.js";
import { colon, comma, semicolon } from "../../../web/punctuation.js";
import { slices } from "../../../web/slices.js";
import { visible } from "../place/cursor.js";
import { roomIn, textLine, WIDEST_STEP } from "./textline.js";
import { writingOf } from "../model/writing.js";

// Before scaling: the width of the titles, also on a phone.
const TITLES = { usual: 244, narrow: 132 };

/**
 * The panel of what a network predicts and writes without knowing what follows.
 *
 * @param {Context} context
 */
export function byItself(context, width) {
  const { model, strings, scale, narrow } = context;
  const { T } = model.sizes;
  const titles = (narrow ? TITLES.narrow : TITLES.usual) * scale;
  const step = Math.min(WIDEST_STEP * scale, (width - titles) / T);
  const room = roomIn(context, step);
  const rows = {
    text: line("writingTrue"),
    whole: line("writingWhole"),
    sofar: line("writingSoFar"),
    own: line("writingOwn"),
  };
  const verdict = h("p", { class: "witnesses-verdict", "aria-live": "polite" });
  const reason = h("p", { class: "ledger-note" });
  const grid = { class: "witnesses-rows", style: `grid-template-columns:${titles}px ${T * step}px` };
  const lines = Object.values(rows).flatMap(({ elements }) => elements);
  const element = h("div", { class: "witnesses" }, h("div", grid, ...lines), verdict, reason);
  const work = slices(() => element.isConnected);
  let state;
  let found = null;
  let version;

  function line(key) {
    const mean = h("span", { class: "muted" });
    const cells = textLine(context, step, { role: "img", tabindex: "0" });
    const head = h("span", { class: "witness-head" }, h("span", { class: "witness-title" }, strings[key]), mean);
    return { mean, cells, title: strings[key], elements: [head, cells.element] };
  }

  /** @param {Place} place */
  function update(place) {
    state = place;
    if (version === model.version) return draw();
    version = model.version;
    found = { loss: new Float64Array(T).fill(NaN), written: new Int32Array(T).fill(-1), p: new Float64Array(T) };
    draw();
    return work.start(writingOf(model, found), draw);
  }

  function draw() {
    const seen = [...Array(T).keys()].filter((t) => visible(state, model.quantity("Y_hat"), t));
    const isDone = seen.length > 0 && seen.every((t) => found.written[t] >= 0);
    const target = (t) => model.labels[model.targets[t]];
    put(rows.text, seen, (t) => ({ text: target(t), full: target(t) }));
    const shareOf = (loss) => (t) => {
      const p = Math.exp(-loss(t));
      const said = `${target(t)}${comma()}t = ${t + 1}${colon()}p = ${full(p)}${comma()}−log p = ${full(loss(t))}`;
      return { share: p, text: room.number ? short(p) : "", full: said };
    };
    const whole = (t) => model.value("loss", t, 0);
    const sofar = (t) => found.loss[t];
    const known = seen.filter((t) => found.written[t] >= 0);
    put(rows.whole, seen, shareOf(whole));
    put(rows.sofar, known, shareOf(sofar));
    put(rows.own, known, (t) => {
      const isRight = found.written[t] === model.targets[t];
      const text = model.labels[found.written[t]];
      const words = `${text} ${isRight ? "✓" : "✗"}`;
      const said = `${words}${comma()}t = ${t + 1}${colon()}p = ${full(found.p[t])}`;
      return { share: isRight ? 1 : -1, text: room.number ? words : room.character ? text : "", full: said };
    });
    const right = seen.filter((t) => found.written[t] === model.targets[t]).length;
    const mean = (loss) => seen.reduce((sum, t) => sum + loss(t), 0) / seen.length;
    const lossWords = (loss) => fill(strings.laneLoss, { loss: short(mean(loss)) });
    write(rows.whole.mean, seen.length > 0 ? lossWords(whole) : "");
    write(rows.sofar.mean, isDone ? lossWords(sofar) : "");
    write(rows.own.mean, isDone ? fill(strings.writingRight, { right, count: seen.length }) : "");
    const isSame = isDone && seen.every((t) => Math.abs(whole(t) - sofar(t)) < 1e-9);
    const words = isSame ? strings.writingSame : strings.writingDiffers;
    const losses = { whole: short(isDone ? mean(whole) : 0), sofar: short(isDone ? mean(sofar) : 0) };
    write(verdict, isDone ? fill(words, losses) : seen.length === 0 ? strings.notYet : "");
    verdict.classList.toggle("disagree", isDone && !isSame);
    write(reason, isDone && !isSame ? strings.writingReason : "");
  }

  /** The cells of some steps; the others are not known yet. */
  function put({ cells, title, mean }, steps, cellOf) {
    const made = Array.from({ length: T }, (_, t) => (steps.includes(t) ? cellOf(t) : null));
    cells.update(made);
    const said = made.filter(Boolean).map((one) => one.full);
    set(cells.element, "aria-label", [`${title} ${mean.textContent}`, ...said].join(semicolon()));
  }

  /** What is read and what is written, step by step. */
  function tables() {
    if (!found) return [];
    const seen = [...Array(T).keys()].filter((t) => visible(state, model.quantity("Y_hat"), t));
    const own = (t, value) => (found.written[t] < 0 ? strings.notYet : value);
    const table = {
      corner: strings.timeStep,
      columns: [strings.writingTrue, strings.writingWhole, strings.writingSoFar, strings.writingOwn],
      rows: seen.map((t) => ({
        head: String(t + 1),
        cells: [
          asWord(model.labels[model.targets[t]]),
          Math.exp(-model.value("loss", t, 0)),
          own(t, Math.exp(-found.loss[t])),
          own(t, asWord(model.labels[found.written[t]] ?? "")),
        ],
      })),
    };
    return [{ name: "writing", title: strings.writingTab, make: () => table }];
  }
  return { element, update, tables };
}
