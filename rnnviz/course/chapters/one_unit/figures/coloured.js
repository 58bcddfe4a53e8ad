// A text, every character coloured by one unit; above it the whole text as a band.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { rect, ruleX } from "../../../plot/marks.js";
import { label, note, scale, spoken, squeezed, widthOf } from "../../../plot/plot.js";
import { tabled } from "../../../plot/told.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { cellWidth, letterNodes, lineUp } from "../letters.js";
import { chosenOf, hueOf, NUMBERS, nameOf, onOf, placeOf, shown } from "../settings.js";

const BINS = 160;
const GAP = 2;

const band = (box, text) => scale([0, text.length], [0.5 * box.u, box.width - 0.5 * box.u]);
const isUnderlined = ({ isOpen }) => isOpen("where");

/** The page of the text that has the place: the cells of its characters. */
function pageOf({ text }, place, box) {
  const { u } = box;
  const wide = cellWidth(text) * u;
  const [high, top] = [1.35 * u, 7.1 * u];
  const rows = Math.max(4, Math.floor((box.height - top - 3.4 * u) / (1.18 * high)));
  const room = Math.floor(box.width / wide);
  const longest =
    Math.max(
      ...text
        .join("")
        .split("\n")
        .map((one) => [...one].length),
    ) + 1;
  const columns = Math.min(room, longest);
  const beside = Math.max(1, Math.floor((room + GAP) / (columns + GAP)));
  const lines = once(text, columns, () => lineUp(text, columns));
  const each = rows * beside;
  const page = Math.floor(lines[place].line / each);
  const places = [];
  for (let k = 0; k < text.length; k += 1) {
    const line = lines[k].line - page * each;
    if (line < 0 || line >= each) continue;
    const x = (Math.floor(line / rows) * (columns + GAP) + lines[k].column) * wide;
    places.push({ k, x, y: top + (line % rows) * 1.18 * high });
  }
  return { places, wide, high };
}

/** @type {Figure} */
export const COLOURED = {
  isTall: true,
  drags: { place: (x, _y, { given }, box) => ({ place: Math.round(band(box, given.text).of(x)) + 1 }) },
  draw(values, box, words) {
    const { u } = box;
    const { text } = values.given;
    const { all, unit, low, high } = chosenOf(values);
    const on = onOf(values);
    const full = Math.max(-low, high);
    const k = placeOf(values);
    const page = pageOf(values.given, k, box);
    const x = band(box, text);
    const here = page.places.find((one) => one.k === k);
    const bins = Array.from({ length: BINS }, (_, i) => {
      const [from, to] = [i, i + 1].map((one) => Math.round((one / BINS) * text.length));
      const mean = all.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
      return rect(x.at(from), 2 * u, x.at(to) - x.at(from) + 0.3, 1.6 * u, `patch is-${mean < 0 ? "below" : "above"}`, {
        "fill-opacity": Math.min(1, Math.abs(mean) / full).toFixed(2),
      });
    });
    const [first, last] = [page.places[0].k, page.places.at(-1).k];
    const bottom = box.height - 1.1 * u;
    const title = fill(words.band, { unit: nameOf(values, unit) });
    return [
      squeezed(
        label(0, 1.1 * u, title, { hue: hueOf(values), more: "bold small" }),
        widthOf(title, 0.85 * u),
        box.width,
      ),
      rect(x.start, 2 * u, x.end - x.start, 1.6 * u, "paper"),
      ...bins,
      ...(isUnderlined(values)
        ? values.given.on.map(([from, to]) =>
            rect(x.at(from), 3.75 * u, Math.max(1, x.at(to) - x.at(from)), 3, "solid hue-right"),
          )
        : []),
      rect(x.at(first), 1.7 * u, x.at(last + 1) - x.at(first), 2.2 * u, "outline hue-text"),
      ruleX(x.at(k), [1.7 * u, 5 * u], "guide hue-output"),
      handle({
        drag: "place",
        numbers: NUMBERS,
        values,
        x: x.at(k),
        y: 5.2 * u,
        label: words.place,
        hue: "output",
        symbol: "k",
      }),
      ...letterNodes(
        { text, values: all, full, on: isUnderlined(values) ? on : null },
        page.places,
        page.wide,
        page.high,
        (one) => `place ${one + 1}`,
      ),
      tabled({
        title: title,
        corner: words.place,
        columns: ["", nameOf(values, unit), ...(isUnderlined(values) ? [words.isOn] : [])],
        rows: page.places.map((one) => ({
          head: String(one.k + 1),
          cells: [shown(text[one.k]), all[one.k], ...(isUnderlined(values) ? [on[one.k] ? "✓" : ""] : [])],
        })),
      }),
      here && rect(here.x - 1, here.y - 1, page.wide + 2, page.high + 2, "mark-cell"),
      label(
        0,
        bottom,
        fill(words.here, { unit: nameOf(values, unit), value: short(all[k]), character: shown(text[k]) }),
        { more: "bold small" },
      ),
      isUnderlined(values) && note(box.width, bottom, on[k] ? words.isOn : words.isOff, { place: "end" }),
    ];
  },
  describe(values, words) {
    const { all, unit } = chosenOf(values);
    const k = placeOf(values);
    const said = { unit: nameOf(values, unit), value: short(all[k]), character: shown(values.given.text[k]) };
    return spoken(fill(words.here, said));
  },
};
