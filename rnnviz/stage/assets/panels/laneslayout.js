// Several networks under one another in numbers and words: where their names, cells and inputs stand, and what of them
// is there, marked or written at a place. Pure.

/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { fill, full, short } from "../../../web/numbers.js";
import { isComputed, visible, wordRead } from "../place/cursor.js";
import { isParting } from "../place/differences.js";
import { isMarked, letterParts } from "../words/labels.js";
import { LANE, laneRows, NORMS, ribbonWindow, textWidth } from "./geometry.js";
import { normWords, onwardsPhase } from "./norms.js";

const CHIP_HEIGHT = 26;
const BETWEEN = 24;
// Rows of at least such a height have letters of the usual size, lower ones the smallest that are read from afar.
const LETTER_ROW = 13;
const LOW_LETTER = 14;
const ROOM_FOR_LOSS = 170;
// The letters of a network's name, and of the number below it.
const NAME_LETTERS = { name: 17, number: 17, longest: "0.00000" };
// The least and the most width of a name; what does not carry its state says so below its name.
const NAMES = { narrow: [54, 76], usual: [60, 150], told: [98, 150] };
// The room for a row's letter, and for one with a mark.
const LETTERS = { usual: 22, marked: 42 };
const NARROWEST_COLUMN = 120;
// At the ends of a column, beside the character that is read.
const ROOM_FOR_POWERS = 110;
// How much of a row its strip takes.
const STRIP_SHARE = 0.8;

/**
 * The states of a network that its ribbon shows. On the way back the memory of all is what one compares.
 *
 * @param {AnyModel} model
 * @param {boolean} hasAll
 */
export function laneStates(model, hasAll) {
  return hasAll ? model.rows : model.rows.filter((name) => model.quantity(name).kind === "state");
}

/**
 * What all lanes share in a width and height: their rows, their columns, and what there is room for.
 *
 * @param {Context[]} contexts
 */
export function lanesLayout(contexts, focused, width, whole) {
  const { model: first, isBack, scale: unit, narrow } = contexts[focused];
  const models = contexts.map(({ model }) => model);
  const { T } = first.sizes;
  const height = whole - (narrow ? 0 : LANE.legend * unit);
  const letterRoom = (contexts.some(isMarked) ? LETTERS.marked : LETTERS.usual) * unit;
  const gutter = nameWidth(models, narrow) * unit + letterRoom;
  const narrowest = NARROWEST_COLUMN * unit;
  const { count } = ribbonWindow(T, 0, width - gutter, narrowest);
  const columnWidth = (width - gutter) / count;
  const boxWidth = columnWidth - BETWEEN * unit;
  const chipTop = height - (CHIP_HEIGHT + 2) * unit;
  const states = models.map((model, k) => laneStates(model, k === focused || isBack));
  const line = LANE.line * unit;
  // On the way back each cell stands on the bar of its gradient's norm.
  const foot = isBack ? NORMS.lane * unit : 0;
  const counts = states.map((names) => names.length);
  return {
    T,
    unit,
    width,
    height,
    isBack,
    letterRoom,
    gutter,
    count,
    columnWidth,
    boxWidth,
    chipTop,
    states,
    line,
    foot,
    rows: laneRows(counts, focused, line + foot, chipTop - 7 * unit),
    // A step's loss stands beside its prediction where there is room; else the name tells the mean.
    hasRoom: boxWidth > ROOM_FOR_LOSS * unit,
    hasPowers: isBack && boxWidth > ROOM_FOR_POWERS * unit,
    /** The first step in the ribbon. */
    firstAt: (t) => ribbonWindow(T, t, width - gutter, narrowest).first,
    columnAt: (k) => gutter + k * columnWidth,
    left: (k) => gutter + k * columnWidth + (BETWEEN / 2) * unit,
  };
}

/** @typedef {ReturnType<typeof lanesLayout>} Lanes */

/** Names have the room they need, within reason, before scaling; longer ones break. */
function nameWidth(models, narrow) {
  const name = Math.max(...models.map(({ label }) => textWidth(label, NAME_LETTERS.name)));
  const longest = Math.max(name, textWidth(NAME_LETTERS.longest, NAME_LETTERS.number)) + 12;
  const [least, most] = NAMES[narrow ? "narrow" : models.every(({ carries }) => carries) ? "usual" : "told"];
  return Math.min(most, Math.max(least, longest));
}

/**
 * Where the k-th input stands, below all networks.
 *
 * @param {Lanes} laid
 */
export function inputLayout({ unit, height, chipTop, columnWidth, boxWidth, columnAt, left, isBack }, k) {
  const centre = columnAt(k + 0.5);
  const ends = [chipTop, chipTop - 8 * unit].map((y) => [centre, y]);
  return {
    centre,
    text: { x: centre, y: chipTop + CHIP_HEIGHT * 0.72 * unit },
    box: { y: chipTop, height: CHIP_HEIGHT * unit, rx: 6 * unit },
    arrow: isBack ? ends.reverse() : ends,
    hit: { x: columnAt(k), y: 0, width: columnWidth, height },
    // The ends of the bars' axis.
    powers: ["start", "end"].map((side, end) => ({
      side,
      x: left(k) + end * boxWidth,
      y: chipTop + CHIP_HEIGHT * 0.5 * unit,
    })),
  };
}

/**
 * The name of the k-th network and the letters of its rows.
 *
 * @param {Context} context
 * @param {Lanes} laid
 */
export function nameLayout({ model, notation, strings, narrow }, { unit, line, gutter, letterRoom, rows, states }, k) {
  const { top, height, rowHeight } = rows[k];
  const remark = model.carries ? "" : strings.notCarried;
  return {
    about: [model.label, model.cell.size, model.caption, remark].filter(Boolean).join(" · "),
    note: narrow ? "" : remark,
    box: { top, width: gutter - letterRoom, height },
    letters: states[k].map((state, row) => ({
      text: letterParts(notation, state)[0].base,
      hue: model.carries ? `hue-${model.quantity(state).hue}` : "muted",
      x: gutter - 4 * unit,
      y: top + line + (row + 0.5) * rowHeight + 5 * unit,
      size: rowHeight < LETTER_ROW * unit ? LOW_LETTER * unit : null,
    })),
  };
}

/**
 * The k-th network's cell in a column: its words, its box, the strips of its states with the arrows that go on from
 * them, and on the way back the bars of their norms.
 *
 * @param {Context} context
 * @param {Lanes} laid
 */
export function cellLayout({ model, isBack }, laid, k, column) {
  const { unit, line, foot, boxWidth, columnWidth, hasRoom } = laid;
  const { top, rowHeight, height } = laid.rows[k];
  const x = laid.left(column);
  const words = top + line * 0.82;
  // Each state has its bar, all of them together the height of one.
  const each = foot / laid.states[k].length;
  return {
    said: { x: x + boxWidth * (hasRoom ? 0.56 : 0.5), y: words },
    loss: { x, y: words },
    mark: { x: x + boxWidth + (BETWEEN / 2) * unit, y: words },
    box: { x, y: top + line, width: boxWidth, height: height - line - foot, rx: 5 * unit },
    hit: { x: x - BETWEEN * 0.5 * unit, y: top, width: columnWidth, height },
    source: { right: x + 70 * unit, top, unit },
    vectors: laid.states[k].map((state, row) => {
      const middle = top + line + (row + 0.5) * rowHeight;
      const way = model.isBackward(state) ? -1 : 1;
      const exit = x + (way > 0 ? boxWidth : 0);
      const ends = [exit, exit + way * (BETWEEN - 2) * unit].map((end) => [end, middle]);
      const top0 = middle - (rowHeight * STRIP_SHARE) / 2;
      return {
        state,
        way,
        // What goes on from here, to the step that the cell has read before.
        onwards: isBack ? onwardsPhase(model, state) : null,
        hue: model.quantity(state).hue,
        arrow: isBack ? ends.reverse() : ends,
        strip: { x: x + 5 * unit, y: top0, width: boxWidth - 10 * unit, height: rowHeight * STRIP_SHARE },
        norm: { x, y: top + height - foot + row * each, height: Math.max(0, each - unit * 0.6) },
      };
    }),
  };
}

// ---- at a place ------------------------------------------------------------------------------

/**
 * What of the input of step t is there. first: the model in focus, and `read` what it has read.
 *
 * @param {Context} context
 * @param {Place} place
 */
export function inputAt({ model: first, forward: read, strings }, place, t) {
  const text = wordRead(place, read, t);
  return {
    status: statusOf(t, place, first),
    text,
    full: text === "?" ? "" : read.inputDetail(t),
    label: fill(strings.goTo, { t: t + 1, character: text }),
    isRead: t === place.t || first.rows.some((name) => visible(place, first.quantity(name), t)),
  };
}

/**
 * The number below the k-th network's name: its mean loss, and on the way back the norm of its last state's gradient.
 *
 * @param {Context} context
 * @param {Place} own
 */
export function nameNumberAt(context, own, { states, isBack }, norms, k) {
  const { model, strings } = context;
  if (isBack) {
    const state = states[k].at(-1);
    if (!visible(own, model.quantity("H"), own.t)) return { text: "", full: "" };
    const norm = norms.at(k, state, own.t);
    return { text: short(norm), full: normWords(context, state, own.t, norm) };
  }
  const last = model.quantity("Y_hat");
  const upTo = visible(own, last ?? { phase: 0 }, own.t) ? own.t : own.t - 1;
  if (model.targets === null || last === undefined || upTo < 0) return { text: "", full: "" };
  const loss = model.value("mean_loss", upTo, 0);
  return { text: short(loss), full: fill(strings.laneLoss, { loss: full(loss) }) };
}

/**
 * What of a network's states is there at step t: for each {isMade, isOnward, isLast}. column: where the step stands.
 *
 * @param {Context} context
 * @param {Place} own
 */
export function vectorsAt({ model, isBack }, own, vectors, t, column) {
  const { T } = model.sizes;
  return vectors.map(({ state, way, onwards }) => {
    const isMade = visible(own, model.quantity(state), t);
    return {
      isMade,
      isOnward: isBack ? visible(own, onwards, t + way) : isMade,
      // Out of the first column an arrow would run into the row's letter.
      isLast: way > 0 ? t === T - 1 : column === 0,
    };
  });
}

/**
 * What stands beside a network's prediction at step t: its loss, and a mark where it says something else than the one
 * above, or where the losses differ most. most: {t, by}, or null.
 *
 * @param {Context[]} contexts
 * @param {Place} own
 */
export function besideAt(contexts, k, own, t, { hasRoom, isBack }, most) {
  const { model, forward, strings } = contexts[k];
  const isMade = isComputed(own, forward.quantity("Y_hat"), t);
  const isScored = hasRoom && isMade && model.targets !== null && !isBack;
  const loss = isScored ? model.value("loss", t, 0) : null;
  return {
    isMade,
    loss: loss === null ? { text: "", full: "" } : { text: short(loss), full: full(loss) },
    mark: markAt(contexts, k, t, isMade, most, strings),
  };
}

function markAt(contexts, k, t, isMade, most, strings) {
  if (isMade && k === 0 && t === most?.t) return { text: "▲", full: fill(strings.differMost, { by: full(most.by) }) };
  // Each mark stands under the first network, between it and the one that says something else.
  const isOther = isMade && k > 0 && isParting([contexts[k - 1].forward, contexts[k].forward], t);
  return isOther ? { text: "≠", full: strings.differHere } : { text: "", full: "" };
}

/**
 * @param {Place} place
 * @param {AnyModel} model
 */
export function statusOf(t, place, model) {
  if (t === place.t) return "now";
  return t < place.t === model.legAt(place.phase).by > 0 ? "past" : "future";
}
