// Readings of a sensor, as `rnnviz/readings.py` takes them: a few numbers a time step in the place of characters.

/** @import {LinkAbout} from "../../site/site.d.ts" */

import { fill, TYPED_NUMBER } from "../../web/numbers.js";
import { BLANKS } from "../../web/python.js";
import { quoted } from "../../web/fields.js";

const BETWEEN = new RegExp(`[${BLANKS},]+`);
const AROUND = /^[ ;\n\t]+|[ ;\n\t]+$/g;

/** The numbers of a text as they were typed, row by row. */
function rowsOf(text) {
  const plain = text.normalize("NFKC").replaceAll("、", ",").replaceAll("−", "-").replace(AROUND, "");
  const lines = plain.split(/[;\n\r]+/).filter((line) => /[^ ,\t]/.test(line));
  const rows = lines.map((line) => line.split(BETWEEN).filter(Boolean));
  return rows.length === 1 ? rows[0].map((word) => [word]) : rows;
}

/**
 * Why a text is no readings; "" if it is.
 *
 * @param {LinkAbout} about
 */
export function refusedReadings({ refusals, limits }, text) {
  const rows = rowsOf(text);
  const strange = rows.flat().find((word) => !TYPED_NUMBER.test(word) || Math.abs(Number(word)) > limits.largest);
  if (strange !== undefined) return fill(refusals.noNumber, { value: quoted(strange), most: limits.largest });
  if (rows.length < 2) return fill(refusals.tooFewReadings, { count: rows.length });
  if (rows.length > limits.readings) {
    return fill(refusals.tooManyReadings, { count: rows.length, most: limits.readings });
  }
  const first = rows[0].length;
  if (first > limits.features) return fill(refusals.tooWide, { count: first, most: limits.features });
  const uneven = rows.findIndex((row) => row.length !== first);
  if (uneven < 0) return "";
  return fill(refusals.uneven, { number: uneven + 1, count: rows[uneven].length, first });
}

/**
 * What a network reads of valid readings: each feature around its mean, in units of its standard deviation. The last
 * reading is a target only.
 *
 * @param {LinkAbout} about
 */
export function readingsOf({ trends, limits }, text) {
  const rows = rowsOf(text);
  const values = rows.map((row) => row.map(Number));
  const features = rows[0].length;
  const columns = Array.from({ length: features }, (_, k) => values.map((row) => row[k]));
  const mean = columns.map(meanOf);
  const spread = columns.map((column, k) => Math.sqrt(meanOf(column.map((one) => (one - mean[k]) ** 2))) || 1);
  const [rises, falls, stays] = trends;
  const after = columns[0].slice(1);
  const written = (row) => (features > limits.featuresWritten ? `${row[0]} +${features - 1}` : row.join(" "));
  return {
    rows,
    mean,
    spread,
    names: columns.map((_, k) => `x${k + 1}`),
    words: rows.slice(0, -1).map(written),
    numbers: Float64Array.from(values.slice(0, -1).flatMap((row) => row.map((one, k) => (one - mean[k]) / spread[k]))),
    targets: after.map((next, t) => (next > columns[0][t] ? rises : next < columns[0][t] ? falls : stays)),
  };
}

function meanOf(column) {
  return column.reduce((sum, one) => sum + one, 0) / column.length;
}
