// A written cell as the Python file that would make it a built-in one; as `../source.py`.

/** @import {OwnCells, Script} from "./cells.d.ts" */

import { fill } from "../../web/numbers.js";
import { rolesOf } from "./roles.js";

const WORDS = ["title", "word", "meaning"];

/**
 * @param {OwnCells} told
 * @param {Script} script
 */
export function sourceOf(told, script) {
  const { source } = told;
  // A catalogue translates its words later.
  const { quantities, weights, phases } = rolesOf({ ...told, ...source.english }, script);
  const equations = phases.map(({ equation: _, text, ...phase }) => ({ ...phase, equation: text }));
  return fill(source.file, {
    parameters: weights.map(({ name, axes }) => `${name} (${[...axes].join(", ")})`).join(", "),
    states: tuple(script.states),
    weights: rows("Weight", source.fields.Weight, weights),
    quantities: rows("Quantity", source.fields.Quantity, [source.input, ...quantities]),
    phases: rows("Phase", source.fields.Phase, equations),
  });
}

function rows(kind, fields, declared) {
  return declared
    .map((one) => `        ${kind}(${fields.flatMap((field) => argument(field, one)).join(", ")}),`)
    .join("\n");
}

/** usual: the value that need not be said, of a field that has one; it is said by its name. */
function argument({ name, usual }, declared) {
  const value = declared[name] ?? usual;
  if (value === usual) return [];
  const written = WORDS.includes(name) ? `N_(${quoted(value)})` : quoted(value);
  return [usual === undefined ? written : `${name}=${written}`];
}

const tuple = (names) => `(${names.map(quoted).join(", ")}${names.length === 1 ? "," : ""})`;

/** As Python writes a text in ASCII. */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}
