// What the network expected after the current character, and what the one that came cost.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, percent } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { expectedTable } from "./placetables.js";
import { visible } from "./symbols.js";

/** @param {Page} page */
export function expectedPanel(page) {
  const { strings, source } = page;
  const { block, likeliest } = page.constants;
  const where = h("span", { class: "hint" });
  const cost = h("span", { class: "cost" });
  const loss = h("span", { class: "number", tabindex: "0" });
  const bars = Array.from({ length: likeliest }, () => {
    const name = h("span", { class: "bar-name" });
    const bar = h("span", { class: "bar" });
    const share = h("span", { class: "number bar-share" });
    return { name, bar, share, element: h("div", { class: "expected-bar" }, name, bar, share) };
  });
  const element = h(
    "section",
    { class: "panel units-expected", "data-testid": "expected" },
    panelHeading(strings.expected, [where, cost]),
    h("div", { class: "expected-bars" }, ...bars.map((one) => one.element)),
  );
  let place = page.place();
  /** @type {{outputs: number[], p: number[]} | null} */
  let drawn = null;

  /** @param {Place} next */
  async function show(next) {
    place = next;
    const { k } = next;
    const character = visible(source.characters[k]);
    write(where, fill(strings.expectedAfter, { character, place: k + 1, count: source.count }));
    tellCost(k);
    const { told } = await page.look("expected", { block: Math.floor(k / block) });
    if (place.k === k && told) drawBars(told, k);
  }

  function tellCost(k) {
    const isLast = k + 1 >= source.count;
    if (isLast) write(cost, strings.end);
    else {
      const [before, after] = strings.cost.split("{loss}");
      const said = visible(source.characters[k + 1]);
      page.number(loss, source.losses[k]);
      cost.replaceChildren(fill(before, { character: said }), loss, fill(after, { character: said }));
    }
  }

  function drawBars({ outputs, p }, k) {
    const row = k % block;
    drawn = { outputs: outputs[row], p: p[row] };
    bars.forEach(({ element: one, name, bar, share }, j) => {
      hide(one, outputs[row][j] === undefined);
      if (outputs[row][j] === undefined) return;
      const character = source.outputs[outputs[row][j]];
      write(name, visible(character));
      write(share, percent(p[row][j]));
      set(bar, "style", `--share:${p[row][j]}`);
      one.classList.toggle("came", character === source.characters[k + 1]);
    });
  }
  function tables() {
    if (drawn === null) return [];
    const title = `${strings.expected}${colon()}${where.textContent}`;
    return [{ name: "expected", title, make: () => expectedTable(drawn, source, strings) }];
  }
  return { element, show, tables };
}
