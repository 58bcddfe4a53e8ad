// A chapter's elements: its head, and its sections with their figures; drawn where one sees them, and the rest at rest.

/** @import {Definition} from "../definition.d.ts" */
/** @import {ChapterInFile} from "../prose.d.ts" */
/** @import {Hands} from "./controls.js" */
/** @import {lighting} from "./light.js" */
/** @import {readerState} from "./state.js" */

import { h, set, write } from "../../web/dom.js";
import { withHallKeys } from "../../web/hallkeys.js";
import { pictureButton, pictureKey } from "../../web/picturekey.js";
import { atRest } from "../../web/rest.js";
import { soundKey } from "../../web/sound/sound.js";
import { tableKey } from "../../web/table.js";
import { aroundElement, hrefOf, needsElement, practiceElement, unbroken } from "./around.js";
import { chip } from "./chip.js";
import { control, listing, question, task } from "./controls.js";
import { figureView } from "./figure.js";
import { fold } from "./fold.js";
import { helpDialog } from "./help.js";
import { blockElement } from "./prose.js";

// Milliseconds of rest after which the prose out of sight follows, and the change is told to those who listen.
const UNSEEN_AFTER = 60;
const TELL_AFTER = 700;

/**
 * The elements of a chapter within `root`. hands: what a reader can do; lights: see `lighting`.
 *
 * Returns {elements, figures, help, refuse(words), say(words), draw(isWhole), stop()}. draw() draws what is in sight,
 * and the rest when the reader rests; or all there is.
 *
 * @param {HTMLElement} root
 * @param {Definition} definition
 * @param {ChapterInFile} data
 * @param {{state: ReturnType<typeof readerState>, hands: Hands, lights: ReturnType<typeof lighting>}} options
 */
export function chapterView(root, definition, data, { state, hands, lights }) {
  // A chapter may have words of its own under names that the course has too.
  const place = { definition, data, words: { ...data.strings, ...data.words }, state, hands, shown: [] };
  const seen = () => state.seen(data.numbers);
  const sections = data.sections.map((one, k) => sectionView(one, k, place));
  const figures = sections.flatMap(({ figure }) => figure ?? []);
  for (const [k, { element }] of figures.entries())
    element.append(
      soundKey(() => hands.hear(k), data.strings),
      tableKey(() => hands.showTable(k), data.strings),
      pictureKey(() => hands.showPicture(String(k + 1)), data.strings),
    );
  const help = helpOf(data.strings);
  const refused = h("p", { class: "refused", role: "alert" });
  const live = h("p", { class: "unseen", "aria-live": "polite" });
  const prose = proseInSight(sections, seen);
  const unseen = atRest(drawUnseen, UNSEEN_AFTER);
  const telling = atRest(tell, TELL_AFTER);

  function draw(isWhole) {
    const now = seen();
    // Sizes are read before anything is written: afterwards, the browser would have to lay out the page for each.
    for (const one of figures) one.measure();
    for (const one of place.shown) one(now);
    for (const one of figures) one.show(now);
    prose.draw(now, isWhole);
    if (lights.isLit()) for (const one of figures) lights.light(one.element);
    unseen.later();
    telling.later();
  }
  function drawUnseen() {
    prose.drawUnseen(seen());
    lights.light(root);
  }
  /** Say what the figure shows that has the focus, or that stands beside the text that has it. */
  function tell() {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
    const figure = sections.find(({ element }) => element.contains(activeElement))?.figure;
    if (figure) write(live, figure.sentence());
  }
  return {
    elements: [
      head(place, help, refused),
      ...opened(data, sections),
      practiceElement(data),
      aroundElement(data),
      live,
      help,
    ].filter(Boolean),
    figures,
    help,
    refuse: (words) => write(refused, words),
    say: (words) => write(live, words),
    draw,
    stop: () => {
      for (const one of [prose, unseen, telling, ...figures]) one.stop();
    },
  };
}

/** What follows the values in the prose, where one sees it: {draw(now, isWhole), drawUnseen(now), stop()}. */
function proseInSight(sections, seen) {
  const sight = new IntersectionObserver((entries) => entries.forEach(onSight), { rootMargin: "50%" });
  for (const { element } of sections) sight.observe(element);

  function onSight({ target, isIntersecting }) {
    const section = sections.find((one) => one.element === target);
    if (!section) return;
    section.isInSight = isIntersecting;
    if (isIntersecting && section.isStale) show(section, seen());
  }
  function show(section, now) {
    section.isStale = false;
    for (const one of section.shown) one(now);
  }
  return {
    draw(now, isWhole) {
      for (const one of sections) {
        if (isWhole || one.isInSight) show(one, now);
        else one.isStale = true;
      }
    },
    drawUnseen(now) {
      for (const one of sections) if (one.isStale) show(one, now);
    },
    stop: () => sight.disconnect(),
  };
}

function head({ data, state, hands, shown }, help, refused) {
  const { strings: words } = data;
  const everything = chip(words.everything, hands.setAll, words.everythingHint);
  shown.push(() => set(everything, "aria-pressed", state.isAll));
  const anew = chip(words.anew, hands.beginAnew, words.anewHint);
  shown.push(() => {
    anew.hidden = !state.isAnswered();
  });
  const larger = chip(words.larger, hands.present, `${words.larger} (F)`);
  const asked = chip("?", () => withHallKeys(help).showModal(), words.help);
  asked.setAttribute("aria-label", words.help);
  const hasFigures = data.sections.some((one) => one.figure);
  const pictures = hasFigures ? [pictureButton(hands.showPicture, words, "chip")] : [];
  const course = h("a", { href: hrefOf("course", data.chosen) }, words.course);
  return h(
    "header",
    { class: "head" },
    h("p", { class: "where" }, course, " › ", data.where),
    h("div", { class: "tools" }, anew, everything, larger, ...pictures, asked),
    refused,
  );
}

/** A section: {element, shown, figure?}; shown: what follows the values in its text. */
function sectionView(section, k, place) {
  const { definition, data, words, state, hands } = place;
  const shown = [];
  const here = { ...place, shown };
  const context = {
    symbols: definition.symbols ?? {},
    say: data.say[data.language],
    words: data.strings,
    language: data.chosen,
    chapter: data.name,
    part: (name) => control(name, here),
    listing: (name) => listing(name, here),
    ask: (block) => question(block, context, here),
    task: (block) => task(block, context, here),
    only: (element, choice, option) => {
      shown.push((now) => {
        element.hidden = now[choice] !== option;
      });
    },
  };
  const blocks = section.blocks.map((block) => blockElement(block, context));
  const text = h("div", { class: "text" });
  if (k === 0) text.append(...opening(data));
  const beside = h("div", { class: "beside" });
  const parts = section.figure ? [text, beside] : [text];
  const layout = section.figure ? "with-figure" : "";
  const title = h("h2", {}, section.title);
  const briefly = definition.folds?.[section.id]?.(data.numbers);
  if (k > 0 && briefly === undefined) text.append(title);
  const name = { "data-section": section.id };
  const element =
    briefly === undefined
      ? h("section", { class: layout, ...name }, ...parts)
      : h("section", name, fold([title, h("span", { class: "briefly" }, briefly)], parts, layout, enter));
  function enter() {
    hands.enter(section.id);
  }
  text.append(...blocks);
  const view = { element, shown, isInSight: true, isStale: false, figure: null };
  if (!section.figure) return view;
  const called = section.title || data.title;
  const drawn = definition.figures[section.figure];
  view.figure = {
    ...figureView(drawn, definition.numbers ?? {}, { ...words, figure: called }, hands.change, () => state.values),
    title: called,
  };
  beside.append(view.figure.element);
  return view;
}

/** The title, the question, and what the chapter builds on. */
function opening(data) {
  const title = h("h1", {}, ...unbroken(data.title));
  return [title, h("p", { class: "lead" }, data.question), needsElement(data)].filter((one) => one !== null);
}

/** An opening without a figure shares that of the next section, so that both stand beside it. */
function opened(data, sections) {
  const [first, second, ...others] = sections.map(({ element }) => element);
  if (data.sections[0].figure || !data.sections[1]?.figure) return [first, second, ...others].filter(Boolean);
  return [h("div", { class: "opening" }, first, second), ...others];
}

function helpOf(words) {
  return helpDialog(words, [
    ["Tab", words.keyTab],
    ["S", words.keyEverything],
    ["F", words.keyLarger],
    ["I", words.keyPicture],
    [";", words.keySound],
    [",", words.keyTable],
    ["?", words.keyHelp],
    ["PageDown PageUp", words.keyPages],
  ]);
}
