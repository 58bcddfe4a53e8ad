// What a mark of a picture shows, as numbers: kept beside the mark, for those who read a figure as a table or hear it.

/** @import {Axis, Mark, Words} from "../picture.d.ts" */
/** @import {Table} from "../../web/tables.d.ts" */

/**
 * A plot has its axes. realX, realY: what stands for a place on them, where the axis has its logarithm; writtenX: how a
 * tick reads. A line is a curve with its points in pixels; a bar is told by its end; a point stands alone.
 *
 * @typedef {{x: Axis, y: Axis, titleX?: Words, titleY?: Words, written?: (value: number) => string,
 *   writtenX?: (value: number) => string, realX?: (value: number) => number, realY?: (value: number) => number}} Plot
 * @typedef {{points: number[][], hue: string, name?: string}} Line
 * @typedef {{rows: number[][], symbol?: string, x: number, y: number, wide: number, high: number}} Cells
 * @typedef {Table & {title: string, isLine?: boolean}} TitledTable
 * @typedef {{x: number, y: number, hue: string, name?: string}} Point
 * @typedef {{plot?: Plot, line?: Line, bar?: Point, point?: Point, cells?: Cells, table?: TitledTable}} Told
 */

/** @type {WeakMap<object, Told>} */
const TOLD = new WeakMap();

/**
 * The mark itself, once it is known what it shows.
 *
 * @template {unknown[]} T
 * @param {T} mark
 * @param {Told} told
 * @returns {T}
 */
export function telling(mark, told) {
  TOLD.set(mark, told);
  return mark;
}

/** @returns {Told} */
export const toldOf = (mark) => TOLD.get(mark) ?? {};

/**
 * Marks that show a table, such as a map: `title`, what the first column is, the heads of the others, and the rows.
 *
 * @param {TitledTable} table
 * @param {...unknown} marks
 * @returns {Mark}
 */
export const tabled = (table, ...marks) => telling(/** @type {Mark} */ (["g", {}, ...marks]), { table });

/**
 * All marks of a picture, in their order.
 *
 * @param {unknown} part
 * @returns {Generator<Mark>}
 */
export function* marksIn(part) {
  if (!Array.isArray(part)) return;
  const [tag, attributes] = part;
  const isMark = typeof tag === "string" && attributes !== null && typeof attributes === "object";
  if (isMark && !Array.isArray(attributes)) yield/** @type {Mark} */ (part);
  for (const one of part) yield* marksIn(one);
}
