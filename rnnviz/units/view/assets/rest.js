// Where the state rests while one character is repeated: the fixed points, and which of them hold.

/** @import {Page, Place} from "../units.d.ts" */
/** @import {Rest, RestPoint} from "../states.d.ts" */

import { h, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, inPercent, toldApart } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { restTable } from "./placetables.js";
import { visible } from "./symbols.js";

/**
 * What their number says, in one sentence; a second one where it was tried how deep the network counts.
 *
 * @param {Rest} told
 */
function restWords({ character, points, tried, counts }, strings) {
  const stable = points.filter(({ isStable }) => isStable).length;
  const values = { character: visible(character), count: points.length, stable, tried };
  const key =
    points.length === 0 ? "restNone" : stable === 0 ? "restUnstable" : stable === 1 ? "restOne" : "restSeveral";
  const words = fill(strings[key], values);
  if (!counts) return words;
  return `${words} ${fill(strings[counts.depth > 0 ? "restCounts" : "restCountsNot"], { ...values, ...counts })}`;
}

/**
 * @param {Page} page
 * @param {{onPoints: (points: RestPoint[]) => void}} act
 */
export function restPanel(page, { onPoints }) {
  const { strings, source } = page;
  const choices = source.outputs.map((character, k) => h("option", { value: k }, visible(character)));
  const choice = h("select", { class: "choice" }, ...choices);
  const here = h("button", { type: "button", class: "key" });
  const sentence = h("p", { class: "rest-words", role: "status" });
  const table = h("table", { class: "rest-table" });
  const element = h(
    "section",
    { class: "panel rest", "aria-label": strings.rest },
    panelHeading(strings.rest, [h("span", { class: "hint" }, strings.restHint)]),
    h("div", { class: "rest-keys" }, h("label", {}, strings.restCharacter, choice), here),
    sentence,
    h("div", { class: "rest-scroller" }, table),
  );
  let asked = -1;
  /** @type {Rest | null} */
  let drawn = null;
  choice.addEventListener("change", () => ask(Number(choice.value)));
  here.addEventListener("click", () => {
    choice.value = String(source.outputs.indexOf(source.characters[page.place().k]));
    ask(Number(choice.value));
  });
  table.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-k]") : null;
    if (row instanceof HTMLElement) page.go({ k: Number(row.dataset.k) });
  });
  const eyes = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && asked < 0 && begin());
  eyes.observe(element);

  function begin() {
    choice.value = String(source.outputs.indexOf(source.characters[page.place().k]));
    ask(Number(choice.value));
  }
  async function ask(output) {
    asked = output;
    write(sentence, strings.restSearching);
    table.replaceChildren();
    drawn = null;
    onPoints([]);
    // What the state comes near to by itself is found at once; the search for the others takes longer.
    for (const whole of [0, 1]) {
      const { told, refused } = await page.look("rest", { output, whole });
      if (asked !== output) return;
      if (refused) {
        write(sentence, refused);
        return;
      }
      if (whole || told.points.length > 0) draw(told, Boolean(whole));
    }
  }
  /** @param {Rest} told */
  function draw(told, isWhole) {
    const { points, tried } = told;
    drawn = points.length > 0 ? told : null;
    write(sentence, isWhole ? restWords(told, strings) : strings.restSearchingOn);
    onPoints(points);
    if (points.length === 0) return table.replaceChildren();
    const heads = ["restPoint", "restHolds", "restFactor", "restCame", "restNear", "restExpects"];
    table.replaceChildren(
      h(
        "thead",
        {},
        h("tr", {}, ...heads.map((name) => h("th", { scope: "col", title: strings[`${name}Hint`] }, strings[name]))),
      ),
      h("tbody", {}, ...points.map((point, i) => row(point, i, tried))),
    );
  }
  function row(point, i, tried) {
    const near = h("button", { type: "button", class: "link", "data-k": point.place }, String(point.place + 1));
    const expects = point.outputs.map((output, j) =>
      h("span", { class: "rest-expected" }, `${visible(source.outputs[output])} ${inPercent(point.p[j])} %`),
    );
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, `${point.isStable ? "⬢" : "⬡"} ${i + 1}`),
      h("td", {}, strings[point.isStable ? "restStable" : "restNotStable"]),
      h("td", { class: "number" }, toldApart(point.radius, 1)[0]),
      h("td", { class: "number" }, fill(strings.restOf, { count: point.reached, of: tried })),
      h("td", { class: "number" }, near),
      h("td", {}, ...expects),
    );
  }
  /** @param {Place} place */
  function show({ k }) {
    write(here, fill(strings.restHere, { character: visible(source.characters[k]) }));
  }
  function tables() {
    if (drawn === null) return [];
    const title = `${strings.rest}${colon()}${visible(drawn.character)}`;
    return [{ name: "rest", title, make: () => restTable(drawn, source, strings) }];
  }
  function remove() {
    eyes.disconnect();
  }
  return { element, show, tables, remove };
}
