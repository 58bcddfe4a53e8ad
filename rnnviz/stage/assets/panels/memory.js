// Time × unit maps of every vector of the cell, for the whole sequence, with a cursor: its numbers, or what a reader's
// changes have made of them. Beside the tabs stands which unit is the largest at the step, and in which order a reader
// has sorted the rows.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h } from "../../../web/dom.js";
import { lineCount, mapGrid, textWidth } from "./geometry.js";
import { letterParts } from "../words/labels.js";
import { changeBounds } from "../model/changed.js";
import { foremostWords } from "../words/foremostwords.js";
import { measuresOf, sortKey } from "../model/ranking.js";
import { endWords, memoryMap } from "./memorymap.js";
import { isDifferenceAt, mapsOf } from "../place/sorting.js";
import { superlatives } from "./superlatives.js";

// Before scaling: the list beside the maps, and what keeps it apart from them.
const LIST = { width: 172, gap: 16 };
// Before scaling: a line of a map's title, its letters, and what keeps two titles apart. Letters are no smaller than
// so.
const MAP_TITLE = { line: 17, above: 5, letters: 13, apart: 6, smallest: 0.85 };

/** @param {Context} context */
export function memory(context, wholeWidth, height) {
  const { model, notation, scale, narrow } = context;
  const width = narrow ? wholeWidth : wholeWidth - (LIST.width + LIST.gap) * scale;
  const { T } = model.sizes;
  const shown = mapsOf(model);
  const foot = 20 * scale;
  const gap = 16 * scale;
  const heads = (lines) => (lines * MAP_TITLE.line + MAP_TITLE.above) * scale;
  // A word of a title does not run into the next title.
  const words = shown.flatMap((q) => titleWords(q).split(" "));
  const longest = Math.max(...words.map((word) => textWidth(word, MAP_TITLE.letters * scale)));
  const apart = MAP_TITLE.apart * scale;
  const least = MAP_TITLE.smallest * longest + apart;
  const laid = (head) => {
    const { columns, rows } = mapGrid(shown.length, T, model.units, width, height, head + foot, least);
    const most = (columns === 2 ? 360 : 190) * scale * Math.max(1, T / 12);
    // A map alone has the whole row.
    const wide = columns === 1 ? width : Math.min(width / columns - gap, most);
    return { columns, mapWidth: wide, mapHeight: height / rows - head - foot };
  };
  // A title that is longer than its map takes a second line.
  const isLong = ({ mapWidth: wide }) =>
    shown.some((q) => lineCount(titleWords(q), wide, MAP_TITLE.letters * scale) > 1);
  const usual = laid(heads(1));
  const head = heads(isLong(usual) ? 2 : 1);
  const { columns, mapWidth, mapHeight } = head === heads(1) ? usual : laid(head);
  const fit = Math.min(1, (mapWidth + gap - apart) / longest);
  const bounds = changeBounds(model.original);
  const maps = shown.map((quantity) =>
    memoryMap(
      context,
      quantity,
      { width: mapWidth, height: mapHeight, head },
      {
        canHold: bounds?.quantities.has(quantity.name) ?? false,
        sortBy: () => context.act({ do: "sort", by: nextSorting(quantity.name) }),
      },
    ),
  );
  const foremost = foremostWords(context);
  const grid = h(
    "div",
    {
      class: "maps",
      style: `--fit:${fit};grid-template-columns:repeat(${columns},${mapWidth}px);column-gap:${gap}px`,
    },
    ...maps.map((one) => one.element),
  );
  const list = superlatives(context);
  if (!narrow) list.element.style.width = `${LIST.width * scale}px`;
  const element = h("div", { class: "over-time" }, grid, list.element);

  function titleWords(quantity) {
    const [{ base, sub }] = letterParts(notation, quantity.name);
    const end = context.high(quantity);
    return `${base}${sub} ${quantity.signed && end !== 1 ? `±${endWords(end)} ` : ""}${quantity.word} ↓`;
  }

  function locate(frame, event) {
    return maps[shown.findIndex(({ name }) => name === frame.dataset.map)].locate(event);
  }

  /** What a click on a map's title sorts by: its measures in turn, then nothing. */
  function nextSorting(name) {
    const keys = measuresOf(model, name, isDifferenceAt(model, last)).map(({ key }) => sortKey(name, key));
    return keys[keys.indexOf(last.sort) + 1] ?? last.sort;
  }

  let last;
  /** @param {Place} state */
  function update(state) {
    last = state;
    for (const one of maps) one.update(state);
    foremost.update(state);
    list.update(state, !context.isBack && !isDifferenceAt(model, state));
  }
  return { element, aside: foremost.element, update, locate };
}
