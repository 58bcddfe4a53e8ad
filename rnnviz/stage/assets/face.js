// The stage's other face: one line of text, the river of what is remembered of it, what is expected next, three keys.

/** @import {Place} from "../place.d.ts" */
/** @import {Context} from "../context.d.ts" */

import { h, set, write } from "../../web/dom.js";
import { fill, full, short } from "../../web/numbers.js";
import { growing } from "./motion/moves.js";
import { lineCount } from "./panels/geometry.js";
import { riverBoard } from "./panels/river.js";
import { playSign } from "./playsign.js";

// Before scaling: the title and its words, with the letters of these, the keys, and what is between all of them.
const PARTS = { title: 52, about: 28, letters: 20, keys: 76, gap: 14 };
const NARROW_PARTS = { title: 40, about: 22, letters: 16, keys: 112, gap: 10 };
// What is expected next stands beside the river, or below it: its width and height.
const NEXT = { width: 310, height: 208 };
// The least height of the line with its river.
const LEAST = 300;
const EXPECTED = 4;
// What fills a screen is larger than on a page, so that its smallest letters are read from the back row; a large page
// has larger letters, too.
const USUAL = { presented: { width: 1060, height: 560 }, onPage: { width: 1300, height: 600 } };

/**
 * How much larger everything is than on a small page.
 *
 * @param {number} width
 * @param {number} height
 * @param {boolean} isPresenting
 */
export function faceScale(width, height, isPresenting) {
  const usual = isPresenting ? USUAL.presented : USUAL.onPage;
  return Math.max(1, Math.min(width / usual.width, height / usual.height));
}

/**
 * All of the face in a width and height. play: as its key does; act: sends the cursor an action.
 * Returns {header, panels}, as a stage has them of its bar and its panels.
 *
 * @param {Context} context
 */
export function riverFace(context, width, height, { play, act }) {
  const { model, strings, scale, narrow } = context;
  const parts = narrow ? NARROW_PARTS : PARTS;
  const hasNext = model.labels.length > 0;
  const about = aboutOf(context);
  const lines = lineCount(about, width, parts.letters * scale);
  const aside = hasNext && !narrow ? (NEXT.width + 2 * parts.gap) * scale : 0;
  const below = hasNext && narrow ? NEXT.height * scale : 0;
  const taken = (parts.title + lines * parts.about + parts.keys + 2 * parts.gap) * scale + below;
  const tall = Math.max(LEAST * scale, height - taken);
  const board = riverBoard(context, width - aside, tall);
  const next = hasNext ? expectation(context) : null;
  const keys = keysOf(context, play, act);
  const element = h(
    "div",
    { class: "face" },
    h("h2", { class: "face-title" }, strings.riverTitle),
    h("p", { class: "face-about" }, about),
    h("div", { class: "face-body" }, board.element, next?.element),
    keys.element,
  );

  /** @param {Place} place */
  function update(place) {
    board.update(place);
    next?.update(place);
    keys.update(place);
  }
  return {
    header: { element: h("div"), turn: keys.element, update() {}, fit() {}, showPlaying: keys.showPlaying },
    panels: { elements: [element], update, locate: () => null, tables: () => [] },
  };
}

/** What is seen, in a sentence. */
function aboutOf({ model, strings }) {
  const { title: network } = model.cell;
  if (model.ledger.memory !== null) return fill(strings.riverAbout, { network });
  return fill(model.carries ? strings.riverOfNewest : strings.riverOfNone, { network });
}

/**
 * What is thought likeliest after a step, and what came.
 *
 * @param {Context} context
 */
function expectation({ model, strings, filmed }) {
  const title = h("h3", {}, model.tags ? strings.riverSays : strings.riverNext);
  const lines = model.likeliest[0].slice(0, EXPECTED).map(() => {
    const word = h("span", { class: "next-word" });
    const bar = h("span", { class: "next-bar" });
    const number = h("span", { class: "number" });
    return { word, bar, number, element: h("li", {}, word, h("span", { class: "next-track" }, bar), number) };
  });
  const told = h("p", { class: "next-told" });
  const loss = h("p", { class: "next-loss" });
  const element = h(
    "section",
    { class: "face-next" },
    title,
    h("ol", {}, ...lines.map((one) => one.element)),
    told,
    loss,
  );

  /** @param {Place} place */
  function update({ t }) {
    const p = (k) => model.value("Y_hat", t, k);
    lines.forEach(({ word, bar, number }, n) => {
      const k = model.likeliest[t][n];
      write(word, model.labels[k]);
      bar.style.transform = `scaleX(${p(k)})`;
      write(number, short(p(k)));
      set(number, "data-full", full(p(k)));
    });
    if (model.targets === null) return;
    const target = model.targets[t];
    const isRight = model.likeliest[t][0] === target;
    write(told, fill(isRight ? strings.riverIsRight : strings.riverIsWrong, { character: model.labels[target] }));
    told.classList.toggle("is-wrong", !isRight);
    write(loss, fill(strings.riverLoss, { p: short(p(target)), loss: short(model.value("loss", t, 0)) }));
    set(loss, "data-full", full(model.value("loss", t, 0)));
  }
  const bars = lines.map(({ bar }) => bar);
  filmed.add({ element, moves: ({ says }) => (says ? growing(bars, says) : []) });
  return { element, update };
}

/** Three keys, which are the invitation. */
function keysOf({ model, strings }, play, act) {
  const sign = playSign();
  const playing = h("span", {}, strings.riverPlay);
  const one = (key, words, press, isFirst = false) => {
    const cap = h("span", { class: "keycap", "aria-hidden": "true" }, key);
    const made = h("button", { type: "button", class: `face-key${isFirst ? " primary" : ""}` }, cap, words);
    made.addEventListener("click", press);
    return made;
  };
  const onward = h("span", {}, strings.riverOn);
  const on = one("→", onward, () => act({ do: "step", by: 1 }), true);
  const element = h(
    "div",
    { class: "face-keys" },
    on,
    one("↓", h("span", {}, strings.riverOpen), () => act({ do: "phase", by: 1 })),
    one(sign.element, playing, play),
  );
  function showPlaying({ isPlaying }) {
    sign.show(isPlaying);
    write(playing, isPlaying ? strings.riverPause : strings.riverPlay);
  }
  /** @param {Place} place */
  function update({ t }) {
    const isEnd = t === model.sizes.T - 1;
    set(on, "aria-disabled", isEnd);
    write(onward, isEnd ? strings.riverEnd : strings.riverOn);
  }
  return { element, showPlaying, update };
}
