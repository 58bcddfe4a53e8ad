// The line that is read and the river below it: a letter falls in, older layers thin. What was expected stands above.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, s, set, write } from "../../../web/dom.js";
import { fill, full, inPercent, percent, short } from "../../../web/numbers.js";
import { riverOf } from "../model/river.js";
import { textWidth } from "./geometry.js";
import { riverFilm } from "./riverfilm.js";
import { riverColumns, riverLabels, riverLayers } from "./riverlayout.js";

// Before scaling: the largest letters, those above them and the smallest words; rows between them.
const LETTERS = { read: 40, expected: 20, words: 14 };
const ROWS = { expected: 30, read: 54, said: 26, kept: 38 };
// The room for the names of the rows, and for the words at the river's end.
const ENDS = { gap: 14, labels: 86, narrow: 72 };
// The line from a layer's end to its word, and what is before and behind it.
const LEADS = { wide: 10, gap: 3 };
// Of a column: how much its letter takes, and below which width nothing is written under the river.
const [FILLED, LEAST_KEPT] = [0.82, 40];
// In letters' heights, a sign that is wide for a single one: w, or what stands for a space.
const WIDE_SIGN = 0.78;
// The room above the highest crest, and the bar of what is kept.
const CREST = 4;
const KEPT = { width: 30, height: 7 };
const WAYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * The line and its river in a width and height. Returns {element, update(place)}.
 *
 * @param {Context} context
 */
export function riverBoard(context, width, height) {
  const { model, strings, scale, narrow } = context;
  const { T } = model.sizes;
  const hasOutput = model.labels.length > 0;
  const isAhead = hasOutput && !model.tags && !model.readings;
  // What follows the text; after a single character nothing does.
  const last = model.targets === null ? "" : model.labels[model.targets[T - 1]];
  const length = T + (isAhead ? 1 : 0);
  const names = [...(hasOutput ? [strings.riverExpected] : []), strings.riverRead, strings.riverKept];
  const gutter = Math.max(...names.map((name) => textWidth(name, LETTERS.words * scale))) + ENDS.gap * scale;
  const across = width - gutter - (narrow ? ENDS.narrow : ENDS.labels) * scale;
  // On a phone the sentence takes two lines.
  const high = (name) => ROWS[name] * scale * (narrow && name === "said" ? 2 : 1);
  const above = hasOutput ? high("expected") : 0;
  const drawn = height - above - high("read") - high("said") - high("kept");

  const { count } = riverColumns(length, 0, across, scale);
  const now = h("div", { class: "river-now" });
  const columns = Array.from({ length: count }, (_, k) => column(k));
  const said = h("p", { class: narrow ? "river-said is-long" : "river-said" });
  const thread = s("line", { class: "river-thread" });
  const layers = s("g");
  const ends = s("g");
  const svg = s(
    "svg",
    { class: "river", width: width - gutter, height: drawn, role: "img" },
    layers,
    s("line", { class: "river-ground", x1: 0, x2: across, y1: drawn, y2: drawn }),
    ends,
  );
  const overHigh = high("read") + high("said") + drawn;
  const over = s("svg", { class: "river-over", "aria-hidden": "true", width: across, height: overHigh }, thread);
  const row = (name, title, parts) =>
    h("div", { class: `river-row ${name}`, style: `height:${high(name)}px` }, nameOf(title), ...parts);
  const nameOf = (title) => h("span", { class: "river-name", style: `left:${-gutter}px` }, title);
  const element = h(
    "div",
    { class: "river-board", style: `padding-left:${gutter}px;height:${height}px` },
    now,
    hasOutput
      ? row(
          "expected",
          strings.riverExpected,
          columns.map((one) => one.expected),
        )
      : null,
    row(
      "read",
      strings.riverRead,
      columns.map((one) => one.letter),
    ),
    h("div", { class: "river-row said", style: `height:${high("said")}px` }, said),
    svg,
    over,
    row(
      "kept",
      strings.riverKept,
      columns.map((one) => one.kept),
    ),
  );
  Object.assign(over.style, { left: `${gutter}px`, top: `${above}px` });
  /** Where the middle of the layer that a step brings stands. */
  let newest = 0;
  const board = { gutter, lettersAt: above + high("read") / 2, top: above + high("read") + high("said"), drawn };
  const columnsAt = (t) => riverColumns(length, t, across, scale);
  context.filmed.add(riverFilm(context, { element, ...board, columnsAt, newest: () => newest }));

  /** @type {SVGPathElement[]} */
  const paths = [];
  let river;
  let most = 0;
  let version;
  // The character that is pinned, and the one under the pointer. Without them the first one is asked about, or the
  // newest one where no other can be told apart.
  let [pinned, hovered] = [null, null];
  /** @type {Place} */
  let shown;

  function column(k) {
    const expected = h("span", { class: "river-expected" });
    const letter = h("button", { type: "button", class: "river-letter" });
    const bar = h("span", { class: "river-bar" }, h("span"));
    const kept = h("span", { class: "river-kept" }, bar, h("span"));
    const step = () => Number(letter.dataset.step);
    letter.addEventListener("pointerenter", () => look(step()));
    letter.addEventListener("pointerleave", () => look(null));
    letter.addEventListener("focus", () => {
      if (letter.matches(":focus-visible")) pin(step());
    });
    letter.addEventListener("keydown", (event) => walk(event, k));
    letter.addEventListener("click", () => (step() > shown.t ? context.go({ t: step() }) : pin(step())));
    return { expected, letter, kept, k };
  }

  /** From letter to letter: they are one tab stop. Behind the newest one, → reads on as everywhere. */
  function walk(event, k) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(key in WAYS) || ctrlKey || metaKey || altKey || shiftKey || !event.target.matches(":focus-visible")) return;
    const there = columns.filter(({ letter }) => !letter.hidden && Number(letter.dataset.step) <= shown.t);
    const from = there.indexOf(columns[k]);
    const to = Math.max(0, Math.min(there.length - 1, from + WAYS[key]));
    if (to === from && key === "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    there[to].letter.focus();
  }

  layers.addEventListener("pointerover", ({ target }) =>
    look(Number(/** @type {Element} */ (target).getAttribute("data-step"))),
  );
  layers.addEventListener("pointerleave", () => look(null));

  /** Darken the layer of a character as long as the pointer is on one of the two. */
  function look(step) {
    const next = step !== null && step >= 0 && step <= shown.t ? step : null;
    if (next === hovered) return;
    hovered = next;
    update(shown);
  }

  function pin(step) {
    if (step >= T || step > shown.t) return;
    // Where the pointer rests says less than what was chosen last.
    [pinned, hovered] = [step, null];
    update(shown);
  }

  /** @param {Place} place */
  function update(place) {
    shown = place;
    if (version !== model.version) {
      river = riverOf(model);
      version = model.version;
      element.style.setProperty("--river", `var(--${model.quantity(river.state).hue})`);
      most = river.most();
    }
    const { t } = place;
    const at = riverColumns(length, t, across, scale);
    const chosen = hovered !== null && hovered <= t ? hovered : Math.min(pinned ?? (river.isExact ? 0 : t), t);
    now.style.width = `${at.column}px`;
    now.style.transform = `translateX(${at.x(t) - at.column / 2}px)`;
    // The one that Tab comes to is in sight.
    const stop = Math.max(at.first, Math.min(pinned ?? (river.isExact ? 0 : t), t));
    columns.forEach((one) => drawColumn(one, at, t, chosen, stop));
    drawLayers(at, t, chosen);
    write(said, sentence(t, chosen));
    placeSentence(at, chosen);
    set(svg, "aria-label", `${strings.river}: ${sentence(t, chosen)}`);
  }

  function drawColumn({ expected, letter, kept, k }, at, t, chosen, stop) {
    const step = at.first + k;
    const word = step < T ? model.inputWord(step) : last;
    const size = fitting(LETTERS.read, word, at);
    const x = at.x(step);
    write(letter, word);
    letter.dataset.step = String(step);
    letter.style.cssText = `left:${x}px;width:${at.column}px;font-size:${size}px`;
    letter.classList.toggle("is-read", step <= t);
    letter.classList.toggle("is-now", step === t);
    letter.classList.toggle("is-chosen", step === chosen);
    letter.disabled = step >= T;
    hide(letter, word === "");
    set(letter, "tabindex", step === stop ? 0 : -1);
    set(letter, "aria-pressed", step === chosen);
    drawExpected(expected, at, step, t);
    drawKept(kept, at, step, t);
  }

  /** How large a word's letters are in a column. */
  function fitting(letters, word, { column }) {
    return Math.min(letters * scale, (FILLED * column) / Math.max(WIDE_SIGN, textWidth(word, 1)));
  }

  function drawExpected(element, at, step, t) {
    if (!hasOutput) return;
    // Of what comes next, the step before says it; of a label, the step itself.
    const from = isAhead ? step - 1 : step;
    const isThere = from >= 0 && from <= t && from < T;
    const likeliest = isThere ? context.likeliest(from) : 0;
    const word = isThere ? model.labels[likeliest] : "";
    const isRight = !isThere || model.targets === null || model.targets[from] === likeliest;
    const size = fitting(LETTERS.expected, word, at);
    write(element, word);
    element.classList.toggle("is-wrong", !isRight && step <= t);
    set(element, "data-full", isThere ? `${word}: ${full(model.value("Y_hat", from, likeliest))}` : "");
    element.style.cssText = `left:${at.x(step)}px;font-size:${size}px`;
  }

  function drawKept(element, at, step, t) {
    const share = step >= 1 && step <= t ? river.kept(step) : null;
    hide(element, share === null);
    if (share === null) return;
    const [bar, number] = element.children;
    bar.firstElementChild.style.width = `${100 * Math.min(1, share)}%`;
    write(number, at.column >= LEAST_KEPT * scale ? percent(share) : "");
    set(element, "data-full", fill(strings.riverKeptOf, { share: inPercent(share) }));
    const wide = Math.min(KEPT.width * scale, at.column * 0.7);
    bar.style.cssText = `width:${wide}px;height:${KEPT.height * scale}px`;
    element.style.cssText = `left:${(at.x(step) + at.x(step - 1)) / 2}px`;
  }

  function drawLayers(at, t, chosen) {
    const size = (k, step) => river.size(k, step);
    const laid = riverLayers({ size, t, most, height: drawn - CREST * scale, columns: at });
    while (paths.length < laid.layers.length) paths.push(s("path", { transform: `translate(0 ${CREST * scale})` }));
    const drawnNow = laid.layers.map(({ k, path }, n) => {
      const kind = k === 0 ? "is-first" : k % 2 === 0 ? "is-even" : "is-odd";
      set(paths[n], "class", `river-layer ${kind}${k === chosen + 1 ? " is-chosen" : ""}`);
      set(paths[n], "d", path);
      set(paths[n], "data-step", k - 1);
      return paths[n];
    });
    if (layers.childElementCount !== drawnNow.length) layers.replaceChildren(...drawnNow);
    const edge = at.x(t) + at.column / 2 + LEADS.gap * scale;
    const [from, to, x] = [edge, edge + LEADS.wide * scale, edge + (LEADS.wide + LEADS.gap) * scale];
    const sum = river.total(t);
    const labels = riverLabels(laid.layers, chosen + 1, LETTERS.words * scale, drawn - CREST * scale);
    const written = labels.map(({ k, y, at: layer, isThin }) => {
      const letter = s("tspan", { class: "river-of" }, model.inputWord(k - 1));
      const share = sum === 0 ? 0 : river.size(k, t) / sum;
      const kind = k === chosen + 1 ? " is-chosen" : isThin ? " is-thin" : "";
      const [begin, end] = [layer + CREST * scale, y + CREST * scale];
      return [
        s("path", { class: `river-lead${kind}`, d: `M${from} ${begin}L${to} ${end}` }),
        s("text", { class: `river-end${kind}`, x, y: end, dy: "0.35em" }, letter, ` ${percent(share)}`),
      ];
    });
    ends.replaceChildren(...written.flat());
    newest = CREST * scale + (laid.top(t, t + 1) + laid.top(t, t)) / 2;
    const crest = laid.top(chosen, chosen + 1) + CREST * scale + high("read") + high("said");
    const isSeen = chosen >= at.first;
    over.style.visibility = isSeen ? "" : "hidden";
    const points = {
      x1: at.x(chosen),
      x2: at.x(chosen),
      y1: high("read") - 2 * scale + (narrow ? high("said") : 0),
      y2: crest,
    };
    for (const [name, value] of Object.entries(points)) set(thread, name, value);
  }

  /** What the chosen character has left. */
  function sentence(t, chosen) {
    const character = model.inputWord(chosen);
    const wrote = river.size(chosen + 1, chosen);
    const amount = short(wrote);
    if (!river.isExact) {
      const whole = short(river.total(t));
      return fill(chosen === t ? strings.riverAlone : strings.riverMixed, { character, amount, whole });
    }
    if (chosen === t) return fill(strings.riverWritesNow, { character, amount });
    const left = river.size(chosen + 1, t);
    const share = inPercent(wrote === 0 ? 0 : left / wrote);
    const ofAll = inPercent(river.total(t) === 0 ? 0 : left / river.total(t));
    return fill(strings.riverWrites, { character, amount, share, ofAll });
  }

  /** Beside the thread of its character, or to its left where it would not fit. */
  function placeSentence(at, chosen) {
    if (narrow) return;
    const wide = textWidth(said.textContent, LETTERS.words * scale);
    const x = Math.max(0, at.x(chosen)) + 8 * scale;
    const room = width - gutter;
    said.style.left = `${x + wide <= room ? x : Math.max(0, room - wide)}px`;
  }
  return { element, update };
}
