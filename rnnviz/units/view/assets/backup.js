// Is there a backup? The units that tell best, held in pairs.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, full, inShort, short } from "../../../web/numbers.js";
import { isSure, layoutPairs, strongest } from "./pairs.js";
import { keyOf, questionOf } from "./question.js";
import { unitSymbol, unitWords } from "./symbols.js";
import { pairsTable } from "./tables.js";

/** @param {Page} page */
export function backupPanel(page) {
  const { strings } = page;
  const open = h("button", { type: "button", class: "key word" }, strings.backupOpen);
  open.addEventListener("click", ask);
  const words = h("p", { class: "units-words", role: "status" });
  const table = h("table", { class: "pairs", "aria-label": strings.backup });
  const element = h(
    "section",
    { class: "panel units-backup", "data-testid": "backup" },
    panelHeading(strings.backup, [h("span", { class: "hint" }, strings.backupHint)]),
    open,
    words,
    h("div", { class: "pairs-frame" }, table),
  );
  let asked = "";
  let told = null;
  let drawn = "";

  /** @param {Place} place */
  function show(place) {
    const { quantity, how } = place;
    const question = questionOf(place);
    const key = keyOf([question, quantity, how]);
    if (key !== asked) {
      [asked, told] = [key, null];
      write(words, question ? "" : strings.testNothing);
      table.replaceChildren();
      open.disabled = false;
    }
    hide(open, question === null || told !== null);
    const version = keyOf([asked, told !== null, page.colours.version]);
    if (told && version !== drawn) draw(place);
    drawn = version;
  }

  async function ask() {
    const place = page.place();
    const key = asked;
    const { quantity, unit, how } = place;
    const question = { ...questionOf(place), quantity, unit };
    open.disabled = true;
    write(words, strings.backupAsked);
    const [pairs, ranking] = await Promise.all([
      page.look("pairs", { ...question, how }),
      page.look("ranking", question),
    ]);
    if (asked !== key) return;
    open.disabled = false;
    const refused = pairs.refused || ranking.refused;
    write(words, refused);
    if (refused) return;
    told = { pairs: pairs.told.pairs, scores: ranking.told.units };
    show(page.place());
  }

  function draw({ quantity }) {
    const { columns, rows, end } = layoutPairs(told.pairs, told.scores);
    write(words, wordsOf(quantity));
    table.replaceChildren(
      h("thead", {}, h("tr", {}, h("td"), ...columns.map((unit) => head("col", quantity, unit)))),
      h(
        "tbody",
        {},
        ...rows.map(({ unit, cells }) =>
          h("tr", {}, head("row", quantity, unit), ...cells.map((one) => h("td", {}, cell(one, quantity, end)))),
        ),
      ),
    );
  }
  const head = (scope, quantity, unit) => h("th", { scope }, unitSymbol(page.quantity(quantity), unit));

  /** One pair: a click lays its second unit under the first in the text. */
  function cell(one, quantity, end) {
    const [first, second] = one.units;
    const share = one.cost / end;
    // What may be chance has no colour.
    const style = isSure(one) && `background:${page.colours.of(share)};color:${page.colours.ink(share)}`;
    const hint = fill(strings.backupPair, pairWords(one, quantity, full));
    const kind = isSure(one) ? "pair" : "pair unsure";
    const button = h("button", { type: "button", class: kind, style, "data-full": hint }, short(one.cost));
    button.addEventListener("click", () => page.go({ unit: first, second: `${quantity}.${second + 1}` }));
    return button;
  }
  function wordsOf(quantity) {
    const best = strongest(told.pairs);
    return best ? inShort(fill(strings.backupFound, pairWords(best, quantity, full))) : strings.backupNone;
  }
  function pairWords({ units, cost, low, high }, quantity, written) {
    const [first, second] = units.map((unit) => unitWords(quantity, unit));
    return { first, second, cost: written(cost), low: written(low), high: written(high) };
  }
  function tables() {
    if (told === null) return [];
    const make = () => pairsTable(told.pairs, page.place().quantity, strings);
    return [{ name: "pairs", title: strings.backup, make }];
  }
  return { element, show, tables, recolour: () => told && draw(page.place()) };
}
