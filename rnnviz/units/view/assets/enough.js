// Is it enough? Two texts that differ in one thing, and what of the difference comes along with the unit.

/** @import {Enough, Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, full, percent } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { keyOf, questionOf } from "./question.js";
import { inText, unitSymbol, unitWords, visible } from "./symbols.js";
import { enoughTable } from "./tables.js";

const REST = 250;

/** @param {Page} page */
export function enoughPanel(page) {
  const { strings } = page;
  const texts = h("div", { class: "enough-texts" });
  const own = shareRow();
  const every = shareRow();
  const words = h("p", { class: "units-words" });
  const element = h(
    "section",
    { class: "panel units-enough", "data-testid": "enough", hidden: true },
    panelHeading(strings.enough, [h("span", { class: "hint" }, strings.enoughHint)]),
    texts,
    h("div", { class: "enough-shares" }, own.element, every.element),
    words,
  );
  let asked = "";
  let tables = () => [];
  const whenRested = atRest(ask, REST);

  /** @param {Place} place */
  function show(place) {
    const { quantity, unit } = place;
    const question = questionOf(place);
    const key = keyOf([question, quantity, unit]);
    if (key === asked) return;
    asked = key;
    tables = () => [];
    whenRested.stop();
    offer(place.label);
  }

  /** The panel is there, with its room, where the grammar of a made language knows the label. */
  async function offer(label) {
    const key = asked;
    const { told } = await page.look("labels");
    if (asked !== key) return;
    const isKnown = Boolean(told?.labels.find(({ name }) => name === label)?.hasPairs);
    hide(element, !isKnown);
    if (isKnown) whenRested.later();
  }
  async function ask() {
    const key = asked;
    const place = page.place();
    const { quantity, unit } = place;
    const { told, refused } = await page.look("enough", { ...questionOf(place), quantity, unit });
    if (asked !== key) return;
    if (told?.enough) draw(told.enough, place);
    else write(words, refused);
  }

  /**
   * @param {Enough} found
   * @param {Place} place
   */
  function draw(found, { quantity, unit }) {
    const { first, second, answers, told, pairs } = found;
    texts.replaceChildren(text(first, answers[0]), text(second, answers[1]));
    const { units, hue } = page.quantity(quantity);
    own.draw(found.own, unitSymbol(page.quantity(quantity), unit), hue);
    every.draw(found.every, fill(strings.enoughAll, { units }), hue);
    write(words, fill(strings.enoughTold, { pairs, share: percent(told) }));
    const names = { own: unitWords(quantity, unit), every: fill(strings.enoughAll, { units }) };
    tables = () => [{ name: "enough", title: strings.enough, make: () => enoughTable(found, names, strings) }];
  }
  function text(read, answer) {
    const said = [...read].map(inText).join("");
    const [before, after] = strings.enoughText.split("{answer}");
    return h("p", {}, h("code", {}, said), before, h("code", { class: "enough-answer" }, visible(answer)), after);
  }

  function shareRow() {
    const name = h("span", { class: "share-name" });
    const bar = h("span", { class: "share-bar" });
    const line = h("span", { class: "share-interval" });
    const number = h("span", { class: "number", tabindex: "0" });
    const frame = h("span", { class: "share-frame", "aria-hidden": "true" }, bar, line);
    function draw({ share, low, high }, who, hue) {
      set(bar, "class", `share-bar hue-${hue}`);
      name.replaceChildren(who);
      set(bar, "style", `width:${inFrame(share)}%`);
      set(line, "style", `left:${inFrame(low)}%;right:${100 - inFrame(high)}%`);
      write(number, percent(share));
      const numbers = { share: full(share), low: full(low), high: full(high) };
      number.dataset.full = fill(strings.enoughInterval, numbers);
    }
    return { element: h("div", { class: "share-row" }, name, frame, number), draw };
  }
  function remove() {
    asked = "";
    whenRested.stop();
  }
  return { element, show, tables: () => tables(), remove };
}

const inFrame = (share) => 100 * Math.min(1, Math.max(0, share));
