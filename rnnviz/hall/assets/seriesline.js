// On the card of a room: the series of lectures to which it belongs, and the way to their votes over weeks.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Desk} from "../desk.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { act } from "./buttons.js";
import { keptSeries, seriesLink } from "./keptseries.js";

const LONGEST_TITLE = 80;

/**
 * Where the series is named, before a room is opened: {element, title()}. The last one stands there already.
 *
 * @param {Strings} strings
 */
export function seriesField(strings) {
  const kept = keptSeries();
  const names = h("datalist", { id: "rnnviz-series" }, ...kept.map(({ title }) => h("option", { value: title })));
  const told = { type: "text", maxlength: LONGEST_TITLE, list: names.id, placeholder: strings.seriesExample };
  const field = h("input", told);
  field.value = kept[0]?.title ?? "";
  const label = h("label", {}, h("span", {}, strings.seriesLabel), field);
  const links = kept.map((one) => h("li", {}, votesLink(one, strings)));
  const known = kept.length > 0 ? h("ul", { class: "known" }, ...links) : null;
  const element = h("div", { class: "series" }, label, names, h("p", { class: "hint" }, strings.seriesMeans), known);
  return { element, title: () => field.value.trim() };
}

/**
 * What the card of an open room says of its series; where it has none, it can still come to one.
 *
 * @param {Strings} strings
 * @param {Desk} desk
 */
export function seriesLine(strings, desk) {
  const { series } = desk.room;
  if (series) return h("p", { class: "series" }, votesLink(series, strings));
  const { element, title } = seriesField(strings);
  const join = act(strings.seriesJoin, async () => {
    join.disabled = true;
    await desk.joins(title());
    join.disabled = false;
  });
  element.append(h("p", { class: "acts" }, join));
  return h("details", {}, h("summary", {}, strings.seriesNone), element);
}

function votesLink(series, strings) {
  return h("a", { href: seriesLink(series), target: "_blank" }, fill(strings.votesOf, series));
}
