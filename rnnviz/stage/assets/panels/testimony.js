// The three witnesses side by side on the text: which character mattered for this prediction, by each of them.
// What takes long is read in slices, which never block the page.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { asWord } from "../../../web/csv.js";
import { h, write } from "../../../web/dom.js";
import { fill, numberedMessage } from "../../../web/numbers.js";
import { visible } from "../place/cursor.js";
import { roomIn, textLine, WIDEST_STEP } from "./textline.js";
import { witnessesOf } from "../model/witnesses.js";
import { witnessRow } from "./witnessrow.js";

const WITNESSES = ["gradient", "replacement", "ledger"];
// How long a slice may take, in milliseconds: half a frame.
const SLICE = 8;
// With more products a step, a reader who steps fast is not kept waiting: the inquiry begins once the cursor has rested
// for some milliseconds.
const LARGE_INQUIRY = 500_000;
const REST = 150;
// Before scaling: the widths of the titles, also on a phone; the least width for what a witness measures beside its
// row, and the least height for a list of that under the rows.
const SIZES = { title: 214, narrow: 120, measure: 220, list: 190 };

/**
 * The panel of the witnesses.
 *
 * @param {Context} context
 */
export function testimony(context, width, height) {
  const { model, strings, scale, narrow } = context;
  if (!model.program) {
    const element = h("p", { class: "no-ledger" }, strings.witnessesOff);
    return { element, update: () => {}, words: () => "" };
  }
  const { T } = model.sizes;
  const titles = (narrow ? SIZES.narrow : SIZES.title) * scale;
  const step = Math.min(WIDEST_STEP * scale, (width - titles) / T);
  const room = roomIn(context, step);
  const left = width - titles - T * step;
  const hasMeasures = left > SIZES.measure * scale;
  const text = textLine(context, step);
  const rows = WITNESSES.map((key) => witnessRow(context, key, { step, room, hasMeasure: hasMeasures }));
  const verdict = h("p", { class: "witnesses-verdict", "aria-live": "polite" });
  const measure = h("p", { class: "ledger-note" });
  const columns = `${titles}px ${T * step}px${hasMeasures ? " minmax(0, 1fr)" : ""}`;
  const grid = { class: "witnesses-rows", style: `grid-template-columns:${columns}` };
  const spare = hasMeasures ? [h("span")] : [];
  const element = h(
    "div",
    { class: "witnesses" },
    h("div", grid, h("span"), text.element, ...spare, ...rows.flatMap((row) => row.elements)),
    verdict,
    measure,
    !hasMeasures && height > SIZES.list * scale ? measures(strings) : null,
  );
  let witnesses;
  let version;
  let asked = "";
  let job = null;
  let sentence = "";

  /** @param {Place} state */
  function update(state) {
    const { t } = state;
    const isPredicted = visible(state, model.quantity("Y_hat"), t);
    const k = state.choice ?? model.targets?.[t] ?? model.likeliest[t][0];
    const key = [t, k, isPredicted, model.version].join(" ");
    if (key === asked) return;
    asked = key;
    if (version !== model.version) {
      witnesses = witnessesOf(model);
      version = model.version;
    }
    sentence = isPredicted ? fill(strings.witnessesHint, { character: model.labels[k], t: t + 1 }) : strings.notYet;
    const isSeen = (s) => visible(state, model.quantity("X"), s) && (s <= t || model.legs.length > 1);
    text.update(model.inputs.map((input, s) => (isSeen(s) && room.character ? { text: input } : {})));
    job = isPredicted ? inquiryOf(witnesses, t, k) : null;
    if (job === null) {
      for (const row of rows) row.silent("");
      write(verdict, strings.notYet);
      write(measure, "");
      return;
    }
    const own = job;
    if (T * model.units ** 2 < LARGE_INQUIRY) work(own);
    else {
      show(own, false);
      setTimeout(() => work(own), REST);
    }
  }

  /** Goes on with the present job for a slice, and shows what is known. */
  function work(own) {
    if (own !== job) return;
    const end = performance.now() + SLICE;
    let isDone = false;
    while (!isDone && performance.now() < end) isDone = own.reading.next().done;
    show(own, isDone);
    if (!isDone) requestAnimationFrame(() => element.isConnected && work(own));
  }

  function show({ found, progress }, isDone) {
    const points = rows.map((row) => row.show(found[row.key]));
    if (!isDone) {
      const [done, count] = progress ?? [0, 0];
      write(verdict, progress ? fill(numberedMessage(strings, "witnessesReading", count), { done, count }) : "");
      write(measure, "");
      return;
    }
    const heard = rows.filter(({ key }) => found[key] !== null);
    const first = points.filter((_, k) => found[WITNESSES[k]] !== null);
    const isAgreed = first.every((one) => one === first[0]);
    verdict.classList.toggle("disagree", !isAgreed);
    const named = heard.map((row, k) => row.pointed(first[k]));
    if (!isAgreed) write(verdict, fill(strings.witnessesDisagree, { points: named.join(strings.legendSemicolon) }));
    else if (first[0] === null) write(verdict, strings.witnessesAllNone);
    else write(verdict, fill(strings.witnessesAgree, { character: model.inputs[first[0]], t: first[0] + 1 }));
    write(
      measure,
      isAgreed ? "" : heard.length < WITNESSES.length ? strings.witnessesMeasureTwo : strings.witnessesMeasure,
    );
  }

  /** The three answers, step by step; what is still being read is not computed yet. */
  function tables() {
    if (job === null) return [];
    const { found } = job;
    const known = (key, s) => (found[key] === undefined ? strings.notYet : (found[key]?.[s] ?? ""));
    const table = {
      corner: strings.timeStep,
      columns: [strings.tableInput, ...WITNESSES.map((key) => strings[`${key}Witness`])],
      rows: Array.from(found.gradient ?? [], (_, s) => ({
        head: String(s + 1),
        cells: [asWord(model.inputs[s]), ...WITNESSES.map((key) => known(key, s))],
      })),
      note: sentence,
    };
    return [{ name: "witnesses", title: strings.witnessesTab, make: () => table }];
  }
  return { element, update, tables, words: () => sentence };
}

/** What each of them measures, where that has no room beside the numbers. */
function measures(strings) {
  const listed = WITNESSES.map((key) =>
    h("li", {}, h("b", {}, strings[`${key}Witness`]), `: ${strings[`${key}Measure`]}`),
  );
  return h("ul", { class: "witness-measures" }, ...listed);
}

/**
 * An inquiry among the witnesses: {found: answers by their names, progress: [texts read, of], reading}. Each answer,
 * and each text that was read, is a place to pause.
 */
function inquiryOf(witnesses, t, k) {
  const own = { found: {}, progress: null, reading: reading() };
  function* reading() {
    own.found.gradient = witnesses.gradient(t, k);
    yield;
    own.found.ledger = witnesses.ledger(t, k);
    yield;
    const replacement = witnesses.replacement(t, k);
    let next = replacement.next();
    for (; !next.done; next = replacement.next()) {
      own.progress = next.value;
      yield;
    }
    own.found.replacement = next.value;
  }
  return own;
}
