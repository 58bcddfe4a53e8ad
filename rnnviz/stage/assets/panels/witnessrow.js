// What one witness says of the text: a number a character, and the one to which it points.

/** @import {Context} from "../../context.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { alike, fill, full, inShort } from "../../../web/numbers.js";
import { colon, comma, fullStop, semicolon } from "../../../web/punctuation.js";
import { foremost } from "../model/witnesses.js";
import { textLine } from "./textline.js";

/**
 * key: the witness; step: the width of a step in pixels; room: what fits in one, as `roomIn` says; hasMeasure: whether
 * what it measures has room beside the numbers. Returns {key, elements, show(values), silent(reason), pointed(s)}.
 *
 * @param {Context} context
 */
export function witnessRow(context, key, { step, room, hasMeasure }) {
  const { model, strings } = context;
  const name = strings[`${key}Witness`];
  const points = h("span", { class: "muted" });
  const line = textLine(context, step, { role: "img", tabindex: "0" });
  const told = strings[`${key}Measure`];
  const measured = h("span", { class: "hint witness-measure", title: told }, told);
  const head = h("span", { class: "witness-head" }, h("span", { class: "witness-title" }, name), points);

  /** values: undefined where they are not known yet, null where it has none. Returns the step it points to, or null. */
  function show(values) {
    if (values === undefined || values === null) {
      silent(values === null ? model.ledger.reason : "");
      return null;
    }
    const first = foremost(values);
    const most = Math.max(...Array.from(values, Math.abs)) || 1;
    const numbers = alike(values);
    const said = Array.from(values, (value, s) => `${model.inputs[s]}${comma()}t = ${s + 1}${colon()}${full(value)}`);
    const cellAt = (s) => ({
      share: values[s] / most,
      text: room.alike ? numbers[s] : "",
      full: said[s],
      isForemost: s === first,
    });
    line.update(model.inputs.map((_, s) => (s < values.length ? cellAt(s) : null)));
    write(points, first === null ? place(first) : fill(strings.witnessesMost, { place: place(first) }));
    set(line.element, "aria-label", `${pointed(first)}${fullStop()}${inShort(said.join(semicolon()))}`);
    line.element.title = "";
    line.element.dataset.foremost = first === null ? "" : said[first];
    return first;
  }
  function silent(reason) {
    line.update(model.inputs.map(() => null));
    write(points, reason ? strings.witnessesSilent : "");
    line.element.title = reason;
    line.element.dataset.foremost = reason;
    set(line.element, "aria-label", `${name}${colon()}${reason || strings.notYet}`);
  }
  /** Where the largest number of a row stands: in the row itself as in every sentence on it. */
  function place(s) {
    return s === null ? strings.witnessesNone : fill(strings.witnessesPlace, { character: model.inputs[s], t: s + 1 });
  }
  function pointed(s) {
    return fill(strings.witnessesPoint, { witness: name, place: place(s) });
  }
  return { key, elements: [head, line.element, ...(hasMeasure ? [measured] : [])], show, silent, pointed };
}
