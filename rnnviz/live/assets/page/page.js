// The page that grows: a row a checkpoint, always with the same draws, so that noise becomes language downwards; and
// beside it the loss, along which one goes back to a row.

/** @import {FirstPage, Writing} from "../../run.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { fill, inPercent } from "../../../web/numbers.js";
import { semicolon } from "../../../web/punctuation.js";
import { sampleOf } from "../curves/dots.js";
import { closestTo, SHAPES, UNITS } from "../curves/lines.js";
import { fitting, inkOf, shareOf, textsOf } from "./ink.js";
import { marginOf } from "./margin.js";
import { rowSteps } from "./rows.js";

// A row's height at least, at most and where the page is as long as it likes, and the room that its step takes, in
// sizes of its letters.
const [LEAST_HIGH, MOST_HIGH, USUAL_HIGH, STEP_WIDE] = [1.2, 2, 1.45, 4.2];
// Pixels between two columns.
const GAP = 10;
const ENDED = ["finished", "stopped", "failed"];

/**
 * first: a training that was recorded, shown before one begins. goTo(step): back to a row; null for now.
 * Returns {element, update(view), remove()}.
 *
 * @param {FirstPage | null} first
 */
export function page(context, note, first, goTo) {
  const { strings, under, count } = context;
  const list = h("ol", { class: "page-rows", "aria-label": strings.page });
  const picture = s("svg", { class: "page-margin", role: "img", "aria-label": strings.pageMargin });
  const sheet = h(
    "div",
    { class: "page-sheet", tabindex: "0", role: "group", "aria-label": strings.page },
    list,
    picture,
  );
  const words = h("p", { class: "page-words", hidden: true });
  const heads = h("div", { class: "page-heads", hidden: true });
  const element = h("div", { class: "page" }, words, heads, sheet);
  const widths = new Map();
  const paper = document.createElement("canvas").getContext("2d");
  let measured = "";
  let view = null;
  let rows = [];
  let high = 0;
  let drawn = { list: "", margin: "" };
  // How many of the rows are written, and the step to which a drag has gone back last; undefined without one.
  let many = 0;
  let dragged;

  // ---- what a reader does ----------------------------------------------------------------------------------------

  const rowAt = (event) => Math.floor((event.clientY - list.getBoundingClientRect().top) / high);

  /** Below the last row that is written stands now. */
  const stepUnder = (event) => {
    const row = Math.max(0, rowAt(event));
    return row < many ? rows[row] : null;
  };
  function drag(event) {
    const step = stepUnder(event);
    if (step !== dragged) goTo(step);
    dragged = step;
  }
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || isBefore() || many === 0) return;
    picture.setPointerCapture(event.pointerId);
    drag(event);
  });
  picture.addEventListener("pointermove", (event) => dragged !== undefined && drag(event));
  for (const name of ["pointerup", "pointercancel"])
    picture.addEventListener(name, () => {
      dragged = undefined;
    });
  // Who marks letters to copy them stays where they are.
  list.addEventListener("click", (event) => !isBefore() && String(getSelection()) === "" && goTo(stepUnder(event)));
  sheet.addEventListener("pointermove", (event) => {
    const row = rowAt(event);
    if (event.pointerType === "touch" || !(row >= 0 && row < rows.length)) return note.hide();
    const said = tellOf(row);
    return said ? note.show(said, event.clientX, event.clientY) : note.hide();
  });
  sheet.addEventListener("pointerleave", note.hide);

  /** What is known of a row: its step, its losses, and how much of it is real words. */
  function tellOf(row) {
    const step = rows[row];
    const shown = shownRuns();
    const parts = shown.flatMap((run) => {
      const one = run.writings.find((writing) => writing.step === step);
      if (!one) return [];
      const share = shareOf(one);
      const said = [
        ...lossesAt(run, step),
        ...(share === null ? [] : [fill(strings.pageShare, { percent: inPercent(share) })]),
      ];
      return shown.length > 1 ? [`${run.title} ${said.join(semicolon())}`] : said;
    });
    return parts.length > 0 ? [fill(strings.atStep, { step: count(step) }), ...parts].join(semicolon()) : "";
  }

  function lossesAt({ metrics }, step) {
    const row = closestTo(metrics.step, step);
    const losses = [
      [strings.trainingLoss, metrics.loss[row]],
      [strings.validationLoss, metrics.validation[row]],
    ];
    return losses
      .filter(([, loss]) => typeof loss === "number")
      .map(([title, loss]) => `${title} ${UNITS[view.unit](loss).toFixed(3)}`);
  }

  // ---- what is drawn ---------------------------------------------------------------------------------------------

  const isBefore = () => view.runs.length === 0;
  const placeNow = () => (isBefore() ? null : view.at);
  const shownRuns = () => (isBefore() ? (first ? [first] : []) : view.runs);

  function update(next) {
    view = next;
    if (element.hidden || element.clientWidth === 0) return;
    draw();
  }

  function draw() {
    const runs = shownRuns();
    const now = view.runs[0]?.now;
    const isOver = isBefore() || ENDED.includes(now?.status ?? "");
    const steps = [...new Set(runs.flatMap((run) => run.writings.map(({ step }) => step)))].sort((a, b) => a - b);
    many = steps.length;
    rows = rowSteps(steps, isOver ? null : (now?.steps ?? null));
    sheet.hidden = many === 0 && isOver;
    words.hidden = !isBefore() && !sheet.hidden;
    write(words, isBefore() ? (first?.title ?? "") : strings.pageNone);
    element.classList.toggle("pale", isBefore());
    if (sheet.hidden) return;
    const letters = Number.parseFloat(getComputedStyle(list).fontSize);
    drawHeads(runs);
    measure(letters);
    drawRows(runs, letters);
    drawMargin(runs, letters);
  }

  /** In a race a column is a network's, and looks as its curve does. */
  function drawHeads(runs) {
    heads.hidden = runs.length < 2;
    const titles = runs.map(({ title }) => title);
    if (heads.hidden || titles.join() === [...heads.children].map((one) => one.textContent).join()) return;
    const head = (title, k) => h("span", {}, sampleOf(`validation race-${k}`, SHAPES[k]), title);
    heads.replaceChildren(...titles.map(head));
  }

  /** How high a row is, so that all of them are to be seen, or whole rows of them. */
  function measure(letters) {
    const lines = rows.length + (isBefore() ? 1.5 : 0);
    const room = element.clientHeight - words.offsetHeight - heads.offsetHeight;
    const isLong = getComputedStyle(sheet).overflowY === "visible";
    const fair = isLong ? USUAL_HIGH * letters : room / lines;
    high = Math.floor(Math.min(MOST_HIGH * letters, Math.max(LEAST_HIGH * letters, fair)));
    sheet.style.setProperty("--row", `${high}px`);
    const isCut = !isLong && lines * high > room;
    sheet.style.maxHeight = isCut ? `${Math.floor(room / high) * high}px` : "";
  }

  function drawRows(runs, letters) {
    const counts = runs.map(({ writings }) => writings.length);
    const width = Math.floor((list.clientWidth - STEP_WIDE * letters) / runs.length) - GAP;
    const key = JSON.stringify([rows, counts, letters, width, placeNow(), isBefore()]);
    if (key === drawn.list) return;
    drawn = { ...drawn, list: key };
    const isAtEnd = sheet.scrollTop + sheet.clientHeight >= sheet.scrollHeight - high;
    const at = placeNow();
    const chosen = at === null ? null : rows.findLast((step) => step <= at);
    const { fontFamily } = getComputedStyle(list);
    const font = `${letters}px ${fontFamily}`;
    if (font !== measured) widths.clear();
    measured = font;
    paper.font = font;
    const columns = `${STEP_WIDE * letters}px repeat(${runs.length}, minmax(0, 1fr))`;
    for (const one of [list, heads]) one.style.gridTemplateColumns = columns;
    heads.style.width = `${list.clientWidth}px`;
    list.replaceChildren(
      ...rows.filter((step) => runs.some(({ writings }) => writings.some((one) => one.step === step))).map(row),
      ...(isBefore() ? [h("li", { class: "page-row begins" }, strings.pageBegins)] : []),
    );
    if (chosen !== null) show(rows.indexOf(chosen));
    else if (isAtEnd) sheet.scrollTop = sheet.scrollHeight;

    function row(step) {
      const texts = runs.flatMap((run) => {
        const own = run.writings.find((one) => one.step === step);
        // How pale a letter is, is what it says; who cannot see that hears the letters.
        const shown = h("span", { class: "page-text", dir: "auto", "aria-hidden": "true" });
        const heard = h("span", { class: "unseen" }, own ? textsOf(own.tokens).join("") : "");
        if (own) shown.append(...pieces(own, width));
        return [shown, heard];
      });
      const isLater = chosen !== null && step > chosen;
      return h(
        "li",
        {
          class: isLater ? "page-row later" : "page-row",
          "data-step": step,
          "aria-current": step === chosen ? "step" : undefined,
        },
        h("span", { class: "page-step number" }, count(step)),
        ...texts,
      );
    }
  }

  /** Scroll as far as it takes to see a row. @param {number} row */
  function show(row) {
    const [top, bottom] = [row * high, (row + 1) * high - sheet.clientHeight];
    sheet.scrollTop = Math.max(bottom, Math.min(top, sheet.scrollTop));
  }

  /** As many characters as fit, each with its ink. @param {Writing} writing @param {number} width */
  function pieces(writing, width) {
    const texts = textsOf(writing.tokens);
    return inkOf(writing, texts.slice(0, fitting(texts, width, widthOf))).map(({ text, ink }) =>
      h("span", { class: `ink-${ink}` }, text),
    );
  }

  function widthOf(text) {
    if (!widths.has(text)) widths.set(text, paper.measureText(text).width);
    return widths.get(text);
  }

  function drawMargin(runs, letters) {
    const [width, height] = [picture.clientWidth, rows.length * high];
    const grown = runs.map(({ metrics }) => metrics.step.length);
    const next = JSON.stringify([rows, grown, view.unit, placeNow(), view.lines, letters, width, high]);
    if (next === drawn.margin || width === 0) return;
    drawn = { ...drawn, margin: next };
    set(picture, "height", height);
    const training = {
      runs,
      under: isBefore() ? [] : under,
      unit: view.unit,
      strings,
      lines: isBefore() ? first.lines : view.lines,
      steps: rows.at(-1),
    };
    picture.replaceChildren(...marginOf(training, { rows, width, high, letters, at: placeNow() }));
  }

  const sizes = new ResizeObserver(() => view && update(view));
  sizes.observe(sheet);
  return { element, update, remove: () => sizes.disconnect() };
}
