// The places where the state is most like the one here, and whether the text goes on alike from them.

/** @import {Page, Panel, Place} from "../units.d.ts" */
/** @import {Similar} from "../states.d.ts" */

import { h, hide, write } from "../../../web/dom.js";
import { panelHeading } from "../../../web/heading.js";
import { fill, inPercent, percent, short } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { similarTable } from "./placetables.js";
import { surroundings } from "./surroundings.js";
import { visible } from "./symbols.js";
import { zoomOf } from "./zoom.js";

const METRICS = ["euclid", "cosine"];
// What a row has beside the text, in columns of its font: place, distance and expectation, and the gaps between them.
const BESIDE = 34;
const FEWEST = 6;
const MOST = 36;
// Milliseconds that a reader rests at a place before its neighbours are looked for.
const REST = 180;

/**
 * How often the next character is the one that comes here: among the nearest places, and anywhere.
 *
 * @param {Similar} told
 * @param {string | undefined} next
 */
function agreementWords(told, next, strings) {
  const whole = fill(strings.similarWhole, {
    near: percent(told.whole.near),
    random: percent(told.whole.random),
    count: told.whole.count,
  });
  if (told.here === null || next === undefined) return whole;
  const here = fill(strings.similarHere, {
    count: told.here.count,
    of: told.places.length,
    character: visible(next),
    random: percent(told.here.random),
  });
  return `${here} ${whole}`;
}

/**
 * @param {Page} page
 * @returns {Panel}
 */
export function similarPanel(page) {
  const { strings, source } = page;
  const metrics = METRICS.map((name) => h("button", { type: "button", class: "key" }, strings[name]));
  const sentence = h("p", { class: "similar-words", "aria-live": "polite" });
  const head = h(
    "p",
    { class: "similar-row similar-head", hidden: true },
    h("span", { class: "similar-place" }, strings.similarPlace),
    h("span", { class: "similar-text" }, strings.text),
    h("span", { class: "similar-expects" }, strings.expected),
    h("span", { class: "similar-distance" }, strings.distance),
  );
  const rows = h("ol", { class: "similar-rows" });
  const element = h(
    "section",
    { class: "panel similar", "aria-label": strings.similar },
    panelHeading(strings.similar, [h("span", { class: "muted hint-words" }, strings.similarHint)]),
    h("div", { class: "keys", role: "group", "aria-label": strings.distance }, ...metrics),
    sentence,
    head,
    rows,
  );
  let metric = METRICS[0];
  let asked = "";
  let timer = 0;
  let isSeen = false;
  /** @type {{k: number, told: Similar} | null} */
  let known = null;

  metrics.forEach((key, i) =>
    key.addEventListener("click", () => {
      metric = METRICS[i];
      show(page.place());
    }),
  );
  rows.addEventListener("pointerover", (event) => page.go({ hover: placeOf(event.target) }));
  rows.addEventListener("pointerleave", () => page.go({ hover: null }));
  rows.addEventListener("click", (event) => {
    const k = placeOf(event.target);
    if (k !== null) page.go({ k });
  });
  // The neighbours are looked for once somebody sees them.
  const eyes = new IntersectionObserver(([{ isIntersecting }]) => {
    isSeen = isIntersecting;
    if (isSeen) show(page.place());
  });
  eyes.observe(element);

  /** @param {Place} place */
  function show({ k }) {
    metrics.forEach((key, i) => key.setAttribute("aria-pressed", String(METRICS[i] === metric)));
    const key = `${k} ${metric}`;
    if (!isSeen || key === asked) return;
    asked = key;
    clearTimeout(timer);
    timer = setTimeout(ask, known ? REST : 0, k);
  }
  async function ask(k) {
    const wanted = asked;
    const { told, refused } = await page.look("similar", { k, metric });
    if (wanted !== asked) return;
    if (refused) write(sentence, refused);
    if (!told) return;
    known = { k, told };
    draw();
  }
  function draw() {
    if (!known) return;
    const { k, told } = known;
    write(sentence, agreementWords(told, source.characters[k + 1], strings));
    hide(head, false);
    const columns = columnsOf();
    rows.replaceChildren(...told.places.map((place, i) => row(place, i, columns)));
  }
  function row(place, i, columns) {
    const { told } = known;
    const { before, character, after } = surroundings(source.characters, source.widths, place, columns);
    const likeliest = fill(strings.similarExpects, {
      character: visible(source.outputs[told.outputs[i]]),
      percent: inPercent(told.p[i]),
    });
    const next = source.characters[place + 1];
    const isSame = next !== undefined && next === source.characters[known.k + 1];
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: isSame ? "similar-row same" : "similar-row",
          "data-k": place,
        },
        h("span", { class: "similar-place number" }, String(place + 1)),
        h("span", { class: "similar-before" }, before),
        h("span", { class: "similar-character" }, character),
        h("span", { class: "similar-after" }, after),
        h("span", { class: "similar-expects" }, likeliest),
        h("span", { class: "similar-distance number" }, short(told.distances[i])),
      ),
    );
  }
  /** How many columns of text there is room for on each side. */
  function columnsOf() {
    const letters = rows.appendChild(h("span", { class: "similar-measure" }, "0".repeat(20)));
    const wide = letters.getBoundingClientRect().width / zoomOf(letters) / 20 || 8;
    letters.remove();
    const whole = Math.floor(rows.clientWidth / wide);
    return Math.min(MOST, Math.max(FEWEST, Math.floor((whole - BESIDE) / 2)));
  }
  function placeOf(target) {
    const found = target instanceof Element ? target.closest("[data-k]") : null;
    return found instanceof HTMLElement ? Number(found.dataset.k) : null;
  }
  function tables() {
    if (!known) return [];
    const make = () => similarTable(known.told, source, strings);
    return [{ name: "similar", title: `${strings.similar}${colon()}${strings.similarPlace} ${known.k + 1}`, make }];
  }
  function remove() {
    clearTimeout(timer);
    eyes.disconnect();
  }
  return { element, show, fit: draw, tables, remove };
}
