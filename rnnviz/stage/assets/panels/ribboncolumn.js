// A step in the ribbon: its input below, the cell with its states, its prediction above.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { s, set, write } from "../../../web/dom.js";
import { brief, fill, full, short } from "../../../web/numbers.js";
import { comma, semicolon } from "../../../web/punctuation.js";
import { isComputed, isSource, visible, wordRead } from "../place/cursor.js";
import { letterParts } from "../words/labels.js";
import { arrow } from "./arrow.js";
import { fitChip } from "./chip.js";
import { formOfInputs } from "./inputcurves.js";
import { textWidth } from "./geometry.js";
import { lossSource } from "./losses.js";
import { normBars, onwardsPhase } from "./norms.js";
import { layoutRow } from "./ribbonlayout.js";
import { strip } from "./strip.js";
import { writeVerdict } from "./verdict.js";

// What the names of the columns say in words.
const SEEN = { "aria-hidden": "true" };
// About how high the bold letters of the largest loss are, and as much wider as bold ones are.
const LETTER = 14.4;
// The letters of a loss.
const DIGIT = 12.5;
// How much larger a character that is read is than other letters. Its baseline, as a share of its chip's height.
const READ = { larger: 24 / 14.5, baseline: 0.8 };

/**
 * The column at place k from the left: {element, strips, update(t, state, largest), filmed}. given: {layout, strips,
 * norms, act}; largest: the step with the largest loss; filmed: what films move in it.
 *
 * @param {Context} context
 */
export function ribbonColumn(context, given, k) {
  const { model, forward, strings, go } = context;
  const { layout } = given;
  const { unit, columnWidth, height, hasOutput } = layout;
  const centre = (k + 0.5) * columnWidth;
  const rows = model.rows.map((name, row) => stateRow(context, given, { name, row, centre, k }));
  const { top, height: tall, width: wide } = layout.box;
  const box = s("rect", { class: "box", x: centre - wide / 2, y: top, width: wide, height: tall, rx: 9 * unit });
  const input = inputPart(context, given, centre);
  const output = hasOutput ? outputPart(context, given, centre, k) : null;
  const bars = given.norms
    ? normBars(context, given.norms, 0, { ...layout.band, middle: centre, width: layout.box.width })
    : null;
  // The button's name says the column in words; its letters are for those who see them.
  const way = { class: "hit", role: "button", tabindex: "-1" };
  const hit = s("rect", { ...way, x: k * columnWidth, y: 0, width: columnWidth, height });
  const group = s(
    "g",
    { class: "column" },
    hit,
    ...rows.flatMap(({ arrows }) => arrows),
    input.arrow,
    output?.arrow,
    box,
    ...rows.flatMap(({ words }) => words),
    ...(bars ? bars.elements : []),
    ...input.parts,
    ...(output?.parts ?? []),
  );
  let step = 0;
  const places = [...rows.map(({ cells }) => cells.element), ...(input.cells ? [input.cells.element] : [])];
  for (const target of [group, ...places]) target.addEventListener("click", () => go({ t: step }));

  /** @param {Place} state */
  function update(t, state, largest) {
    step = t;
    const past = model.legAt(state.phase).by > 0 ? t < state.t : t > state.t;
    const now = t === state.t;
    const status = past ? "past" : now ? "now" : "future";
    if (group.dataset.status !== status) group.dataset.status = status;
    set(hit, "data-step", t + 1);
    const character = input.update(t, state);
    const reached = rows.map((row) => row.update(t, state));
    const anyComputed = past || now || reached.includes(true);
    for (const part of [box, input.arrow]) part.classList.toggle("ghost", !anyComputed);
    bars?.update(state, t);
    const predicted = hasOutput && isComputed(state, forward.quantity("Y_hat"), t);
    set(hit, "aria-label", columnWords(t, character, predicted));
    output?.update(t, state, { predicted, now, isReached: past || now, isLargest: t === largest });
  }

  /** "Go to time step 3: 有; predicted 要, wrong". */
  function columnWords(t, character, isPredicted) {
    const words = fill(strings.goTo, { t: t + 1, character });
    if (!isPredicted) return words;
    const best = forward.likeliest[t][0];
    const verdict = forward.targets === null ? "" : forward.targets[t] === best ? strings.right : strings.wrong;
    const made = [forward.labels[best], verdict].filter(Boolean).join(comma());
    return `${words}${semicolon()}${fill(strings.columnPredicted, { made })}`;
  }
  const filmed = {
    letter: [centre, layout.chip.top + layout.chip.height / 2],
    cell: [centre, top + tall / 2],
    networks: [{ context, rows: rows.map((row) => row.filmed), said: output?.said ?? null }],
  };
  return { element: group, strips: places, update, filmed };
}

/** The strip of a state, with the arrows by which it comes and goes; update(t, state) gives whether it is reached. */
function stateRow(context, { layout, strips }, { name, row, centre, k }) {
  const { model, isBack } = context;
  const { unit, count, hasNotes } = layout;
  const { T } = model.sizes;
  // The state leaves to the side to which its cell reads on.
  const way = model.isBackward(name) ? -1 : 1;
  const at = layoutRow(layout, centre, row, way, isBack);
  const quantity = model.quantity(name);
  const { hue } = quantity;
  const [{ base }] = letterParts(context.notation, name);
  const label = s("text", { ...SEEN, class: `letter hue-${hue}`, ...at.label }, base);
  const range = hasNotes ? `±${brief(context.high(quantity))}` : "";
  const note = s("text", { ...SEEN, class: `small hue-${hue} end`, ...at.note }, range);
  const zero = s("text", { ...SEEN, class: "small muted", ...at.zero }, "0");
  const cells = strip(context, strips, name, { ...at.strip, maxRows: 2, compares: true });
  const [onward, first] = [at.onward, at.first].map((ends) =>
    arrow(
      hue,
      ends.map((x) => [x, at.y]),
      unit,
    ),
  );
  // What goes on from here, to the step that the cell has read before.
  const onwards = isBack ? onwardsPhase(model, name) : null;

  function update(t, state) {
    const reached = visible(state, model.quantity(name), t);
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
    return reached;
  }
  const filmed = { name, x: at.strip.x, y: at.strip.y, copy: cells.copy };
  return { cells, arrows: [onward, first], words: [label, note, zero], update, filmed };
}

/** What is read: its character, or of many numbers their strip; update(t, state) gives the word for it. */
function inputPart(context, { layout, strips }, centre) {
  const { forward, isBack } = context;
  const {
    unit,
    chip,
    columnWidth,
    box: { top, height, width },
  } = layout;
  const foot = top + height;
  const ends = isBack ? [foot, chip.top - 1.5 * unit] : [chip.top, foot + 1.5 * unit];
  const way = upright("input", centre, ends, unit);
  const form = formOfInputs(forward);
  if (form !== "words") {
    const at = { x: centre - width / 2 + 8 * unit, y: chip.top + 6 * unit };
    const size = { width: width - 16 * unit, height: chip.height - 12 * unit };
    const cells = form === "strips" ? strip(context, strips, "X", { ...at, ...size, maxRows: 2 }) : null;
    return {
      arrow: way,
      parts: [],
      cells,
      update(t, state) {
        const { model } = context;
        cells?.update(visible(state, model.quantity("X"), t) ? t : null, -1);
        return wordRead(state, forward, t);
      },
    };
  }
  const text = s("text", { ...SEEN, class: "character read", x: centre, y: chip.top + chip.height * READ.baseline });
  const box = s("rect", { class: "chip", y: chip.top, height: chip.height, rx: 6 * unit });

  function update(t, state) {
    const word = wordRead(state, forward, t);
    if (write(text, word)) fitChip(box, text, centre, 42 * unit, unit * READ.larger, columnWidth - 4 * unit);
    for (const part of [box, text]) if (forward.inputs[t] !== undefined) set(part, "data-input", t);
    return word;
  }
  return { arrow: way, parts: [box, text], cells: null, update };
}

/** The prediction, and under it the step's loss. */
function outputPart(context, { layout, act }, centre, k) {
  const { model, forward, isBack, strings } = context;
  const { unit, pill, box, count, columnWidth } = layout;
  const said = pill.top + pill.height;
  const pillBox = s("rect", { class: "pill", y: pill.top, height: pill.height, rx: pill.height / 2 });
  const pillText = s("text", { ...SEEN, class: "character", x: centre, y: pill.top + pill.height * 0.7 });
  const y = box.top - 5 * unit;
  const lossText = s("text", { ...SEEN, class: "step-loss number", x: centre - 7 * unit, y });
  const beyond = { class: "step-loss largest", x: centre + 7 * unit, y, "data-full": strings.largest };
  const lossMark = s("text", { ...SEEN, ...beyond });
  const mostLost = `▲ ${strings.largest}`;
  // On each side of the arrow there is room for two digits at least. The words may go on as far as the next column's
  // loss; the last column has none.
  const side = columnWidth / 2 - 7 * unit;
  const written = (loss) =>
    textWidth(short(loss), DIGIT * unit) > side ? brief(Number(loss.toPrecision(2))) : short(loss);
  const beside = k === count - 1 ? 0 : side - textWidth("0.00000", DIGIT * unit);
  const isWordless = textWidth(mostLost, LETTER * unit) > side + beside;
  const source = isBack ? lossSource(context, act, { right: centre - 4 * unit, top: said, unit }) : null;
  const out = upright("output", centre, isBack ? [said, box.top - 1.5 * unit] : [box.top, said + 1.5 * unit], unit);

  function update(t, state, { predicted, now, isReached, isLargest }) {
    source?.update(state, t);
    out.classList.toggle("ghost", isBack ? !isSource(state, t) || !isReached : !predicted);
    out.classList.toggle("lit", now && predicted);
    for (const part of [pillBox, pillText]) part.classList.toggle("ghost", !predicted);
    if (writeVerdict(pillText, forward, t, predicted, unit))
      fitChip(pillBox, pillText, centre, 64 * unit, unit, columnWidth - 4 * unit);
    if (model.targets === null || isBack) return;
    const loss = model.value("loss", t, 0);
    write(lossText, predicted ? written(loss) : "");
    set(lossText, "data-full", predicted ? full(loss) : "");
    write(lossMark, predicted && isLargest ? (isWordless ? "▲" : mostLost) : "");
  }
  const middle = pill.top + pill.height / 2;
  const ends = { from: [centre, box.top], to: [centre, middle], fall: y - middle };
  return {
    arrow: out,
    parts: [pillBox, pillText, lossText, lossMark, ...(source ? [source.element] : [])],
    update,
    said: { ...ends, words: pillText, pill: pillBox, loss: lossText },
  };
}

const upright = (hue, x, ends, unit) =>
  arrow(
    hue,
    ends.map((y) => [x, y]),
    unit,
  );

function show(element, isSeen) {
  const display = isSeen ? "" : "none";
  if (element.style.display !== display) element.style.display = display;
}
