// What the panels of the Units page are given: where the reader is, and the ways to ask and to change it.

/** @import {Change, Page, Place, UnitsView} from "../units.d.ts" */

import { floatsOf } from "../../../web/bytes.js";
import { write } from "../../../web/dom.js";
import { full, short } from "../../../web/numbers.js";
import { replaceQuery } from "../../../web/query.js";
import { remember, UNITS_ASK_KEPT } from "../../../web/tab.js";
import { ASKED } from "./guess.js";
import { moved, wordsOf } from "./place.js";
import { unitWords } from "./symbols.js";

// Units whose values are kept.
const KEPT = 40;
const doubles = (base64) => /** @type {Float64Array} */ (floatsOf(base64, 64));

/** @param {UnitsView} view @returns {Page} */
export function pageOf(view) {
  const { source, home } = view;
  const { strings, constants, language, plotly, holds } = home;
  return {
    strings,
    constants,
    language,
    plotly,
    source: { ...source, count: source.characters.length, losses: doubles(source.loss) },
    place: () => view.place,
    go: (change) => go(view, change),
    isRecorded: holds !== undefined,
    isFollowing: home.isFollowing,
    holds: (change) => holds?.({ ...view.place, ...change }) ?? true,
    open(change) {
      const place = { ...view.place, ...change };
      if (!isHeld(view, place)) return;
      view.place = place;
      writeLink(view);
      home.open(place);
    },
    async look(name, more) {
      const answer = await home.look(name, view.place, more);
      if (answer.isLater && !view.isRemoved) view.trouble.tell(answer.refused);
      return answer;
    },
    askClass(question, isAnswered) {
      if (!home.isFollowing) window.rnnvizDesk?.asked(question, isAnswered);
    },
    answer(word) {
      if (!home.votes(word)) go(view, { guess: word });
    },
    quantity: (name = view.place.quantity) => source.quantities.find((one) => one.name === name),
    values: (quantity, unit) => valuesOf(view, quantity, unit),
    score(name, quantity, own) {
      view.scores.set(`${name} ${quantity}`, own);
      draw(view);
    },
    finding: () => view.finding,
    tellFinding(own) {
      view.finding = own;
      draw(view);
    },
    scores: (name, quantity) => view.scores.get(`${name} ${quantity}`) ?? null,
    number(element, value) {
      write(element, short(value));
      element.dataset.full = full(value);
    },
    colours: null,
  };
}

/** @param {UnitsView} view @param {Change} change */
export function go(view, change) {
  const { home, trouble } = view;
  const before = view.place;
  const place = moved(before, change, view.bounds);
  if (!isHeld(view, place)) return;
  view.place = place;
  if (!home.isFollowing && place.guess !== before.guess) remember(UNITS_ASK_KEPT, place.guess === ASKED ? "1" : null);
  if (place.k !== before.k) view.sound.follow(place.k);
  if (home.fields.some(({ name }) => place[name] !== before[name])) {
    // It was said of the place before.
    trouble.remark("");
    view.writing.later();
    view.speaking.later();
  }
  draw(view);
}

/**
 * Whether a place can be shown here; where it cannot, the reader is told.
 *
 * @param {UnitsView} view
 * @param {Place} place
 */
function isHeld({ home, trouble }, place) {
  const isThere = home.holds?.(place) ?? true;
  if (!isThere) trouble.remark(home.strings.notHeld);
  return isThere;
}

/**
 * A unit's values; null where they do not come.
 *
 * @param {UnitsView} view
 * @param {string} quantity
 * @param {number} unit
 */
export async function valuesOf({ values, home, place }, quantity, unit) {
  const name = unitWords(quantity, unit);
  if (values.has(name)) return values.get(name);
  const { told } = await home.look("unit", place, { quantity, unit });
  if (told === null) return null;
  const own = doubles(told.values);
  values.set(name, own);
  if (values.size > KEPT) values.delete(values.keys().next().value);
  return own;
}

/** @param {UnitsView} view */
export function writeLink({ home, place }) {
  if (home.isFollowing) return;
  const names = home.fields.map((one) => one.name).filter((name) => name !== "lang");
  const { lang: _, ...words } = wordsOf(home.fields, place);
  replaceQuery(names, words);
}

/** Whatever has changed is drawn with the next frame. @param {UnitsView} view */
export function draw(view) {
  cancelAnimationFrame(view.frame);
  view.frame = requestAnimationFrame(() => drawNow(view));
}

/** @param {UnitsView} view */
export function drawNow(view) {
  const { root, place } = view;
  if (view.isRemoved) return;
  root.dataset.k = String(place.k + 1);
  root.dataset.unit = unitWords(place.quantity, place.unit);
  root.classList.toggle("nothing-follows", place.isRefused);
  for (const panel of view.panels) panel.show(place);
  view.notes.update();
}
