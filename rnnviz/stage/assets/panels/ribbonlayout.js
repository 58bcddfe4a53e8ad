// Where the parts of the ribbon stand, in pixels. Pure.

/** @import {Context} from "../../context.d.ts" */

import { isMarked } from "../words/labels.js";
import { NORMS, ribbonWindow } from "./geometry.js";

/**
 * What all columns share: from the top the pill of the prediction, the box of the cell with a row a state, the band of
 * the gradients' norms on the way back, and the chip of the input. inset: how far the numbers of a row are from the
 * box's left side; hasNotes: whether rows say the ends of their scales.
 *
 * @param {Context} context
 */
export function layoutRibbon(context, width, height) {
  const { model, isBack, scale: unit } = context;
  const narrowest = (model.carries ? 128 : 96) * unit;
  const { count, columnWidth } = ribbonWindow(model.sizes.T, 0, width, narrowest);
  const hasOutput = model.labels.length > 0;
  const pill = { top: 3 * unit, height: 28 * unit };
  const chip = { top: height - 30 * unit, height: 28 * unit };
  // Under a prediction there is room for a line: the step's loss.
  const line = (model.targets === null ? 14 : 18) * unit;
  const top = hasOutput ? pill.top + pill.height + line : 8 * unit;
  const box = {
    top,
    height: chip.top - 12 * unit - top - (isBack ? NORMS.band * unit : 0),
    width: Math.min(columnWidth - 34 * unit, 172 * unit),
  };
  const rowHeight = box.height / model.rows.length;
  // Rows on different scales say theirs where there is room: their colours cannot be compared.
  const isScaled = new Set(model.rows.map((name) => context.high(model.quantity(name)))).size > 1;
  const hasNotes = (isScaled || isBack) && box.width > 150 * unit;
  return {
    unit,
    width,
    height,
    narrowest,
    count,
    columnWidth,
    hasOutput,
    pill,
    chip,
    box,
    rowHeight,
    stripHeight: Math.min(16 * unit, rowHeight - 3 * unit),
    hasNotes,
    inset: (isMarked(context) ? 46 : 26) * unit + (hasNotes ? (isBack ? 58 : 36) * unit : 0),
    band: { top: top + box.height + 7 * unit, height: isBack ? (NORMS.band - 10) * unit : 0, width, unit },
  };
}

/**
 * A row of the box whose middle is at `centre`. way: 1 if its state leaves to the right, −1 to the left; it enters from
 * the other side. onward, first: from where to where its arrows go, which are turned round on the way back; zero: where
 * the 0 stands from which the first one comes.
 *
 * @param {ReturnType<typeof layoutRibbon>} layout
 */
export function layoutRow({ unit, width, columnWidth, box, rowHeight, stripHeight, inset }, centre, row, way, isBack) {
  const left = centre - box.width / 2;
  const y = box.top + (row + 0.5) * rowHeight;
  const exit = centre + (way * box.width) / 2;
  const next = exit + way * (columnWidth - box.width - 1.5 * unit);
  const entry = centre - (way * box.width) / 2;
  const begin = entry - way * Math.min(26 * unit, (columnWidth - box.width) / 2);
  const off = way * 1.5 * unit;
  return {
    y,
    onward: isBack ? [next + off, exit + off] : [exit, next],
    first: isBack ? [entry, begin] : [begin, entry - off],
    zero: { x: way > 0 ? Math.max(begin, 0) : Math.min(begin, width) - 9 * unit, y: y - 5 * unit },
    label: { x: left + 9 * unit, y: y + 5 * unit },
    note: { x: left + inset - 4 * unit, y: y + 5 * unit },
    strip: { x: left + inset, y: y - stripHeight / 2, width: box.width - inset - 8 * unit, height: stripHeight },
  };
}
