// The view of one network and one text: its panels, and what is around them.

/** @import {Page, Place, Source, UnitsHome, UnitsView} from "../units.d.ts" */

import { h, write } from "../../../web/dom.js";
import { dockHeight } from "../../../web/dock.js";
import { fill, short } from "../../../web/numbers.js";
import { windowHeight } from "../../../web/home.js";
import { pageScroller } from "../../../web/onward.js";
import { presenter } from "../../../web/presenter.js";
import { onPaper } from "../../../web/print/onpaper.js";
import { addressHere } from "../../../web/query.js";
import { atRest } from "../../../web/rest.js";
import { soundKey } from "../../../web/sound/sound.js";
import { tableKey } from "../../../web/table.js";
import { themeOf } from "../../../web/theme.js";
import { hover } from "../../../stage/assets/place/hover.js";
import { againNote } from "./again.js";
import { askBar } from "./ask.js";
import { backupPanel } from "./backup.js";
import { choiceBar } from "./choice.js";
import { coloursOf } from "./colours.js";
import { unitsKeys } from "./commands.js";
import { errorsPanel } from "./errors.js";
import { enoughPanel } from "./enough.js";
import { expectedPanel } from "./expected.js";
import { extremesPanel } from "./extremes.js";
import { findPanel } from "./find.js";
import { help } from "./help.js";
import { unitsMotifs } from "./motifs.js";
import { knowsLine } from "./knows.js";
import { learntPanel } from "./learnt.js";
import { overviewPanel } from "./overview.js";
import { draw, drawNow, go, pageOf, valuesOf, writeLink } from "./page.js";
import { missing, moved, wordsOf } from "./place.js";
import { unitWords, visible } from "./symbols.js";
import { saveDialog } from "./save.js";
import { showTables, unitsHere } from "./showtables.js";
import { unitsSound } from "./sound.js";
import { spreadPanel } from "./spread.js";
import { statesPanel } from "./states.js";
import { gapOf } from "./term.js";
import { testPanel } from "./test.js";
import { textPanel } from "./text.js";
import { zoomOf } from "./zoom.js";

const UPPER = { find: findPanel, test: testPanel, expected: expectedPanel };
const LOWER = {
  all: overviewPanel,
  learnt: learntPanel,
  spread: spreadPanel,
  most: extremesPanel,
  backup: backupPanel,
  enough: enoughPanel,
  states: statesPanel,
};

// What a file does not hold.
const IN_APP_ALONE = ["backup", "states"];
const NARROW = 820;
// What is left free below the upper panels, and the least and the most that they are high.
const [FOOT, LEAST, MOST] = [28, 390, 900];
const REST = 250;

/**
 * Draw into `root`; returns {remove, go, place, motifs}.
 *
 * @param {HTMLElement} root
 * @param {UnitsHome} home
 * @param {Place} asked
 * @param {Source} source
 */
export function createView(root, home, asked, source) {
  const view = viewOf(root, home, asked, source);
  const { page, screen, sound, helpDialog, notes } = view;
  const picture = () => showPicture(view);
  const table = () => showTables(root, page, view.panels, () => view.isRemoved);
  const keys = [soundKey(sound.toggle, home.strings), tableKey(table, home.strings)];
  view.text.heading.append(h("span", { class: "panel-keys" }, ...keys));
  const more = { picture, sound: sound.toggle, table };
  const stopKeys = unitsKeys(root, page, { text: view.text, screen, help: helpDialog, onEscape: notes.hide, more });
  const paper = onPaper(
    () => motifsOf(view),
    home.pictures,
    () => !home.isFollowing && root.checkVisibility(),
  );
  const refit = () => fit(view);
  const themes = new MutationObserver(() => recolour(view));
  themes.observe(document.documentElement, { attributes: true });
  const sizes = new ResizeObserver(refit);
  sizes.observe(root.parentElement);
  window.addEventListener("resize", refit);
  if (screen.wasOn) screen.resume();
  refit();
  // The page before, of a lecture plan, may have been scrolled.
  if (!home.isFollowing && window.rnnvizDesk?.arrival()) pageScroller().scrollTop = 0;
  if (!home.isFollowing && !document.activeElement?.matches("input, textarea, select"))
    root.focus({ preventScroll: true });

  function remove() {
    view.isRemoved = true;
    paper();
    sound.stop();
    cancelAnimationFrame(view.frame);
    view.speaking.stop();
    view.writing.stop();
    stopKeys();
    themes.disconnect();
    sizes.disconnect();
    notes.stop();
    screen.stop();
    window.removeEventListener("resize", refit);
    for (const panel of view.panels) panel.remove?.();
  }
  return { remove, go: (change) => go(view, change), place: () => view.place, motifs: () => motifsOf(view) };
}

/** The view's state and its parts, of which the root shows those that are seen. @returns {UnitsView} */
function viewOf(root, home, asked, source) {
  const { strings, language, fields } = home;
  const known = { root, home, source, place: asked, values: new Map(), scores: new Map(), finding: null, theme: {} };
  // The panels are made by `makePanels`.
  const view = /** @type {UnitsView} */ ({ ...known, frame: 0, isRemoved: false, panels: [] });
  view.trouble = againNote(strings, () => home.open(view.place));
  view.page = pageOf(view);
  const unitsOf = (name) => view.page.quantity(name)?.units ?? 0;
  readTheme(view);
  view.bounds = { count: source.characters.length, units: unitsOf };
  const usual = fields.find(({ name }) => name === "quantity").usual;
  const quantity = [asked.quantity, usual].find(unitsOf) ?? source.quantities[0].name;
  view.place = moved({ ...asked, quantity }, {}, view.bounds);
  const remarks = [...home.unsaid, ...missing(asked, view.place, view.bounds, strings)];
  view.trouble.remark(remarks.join(gapOf(language)));
  makePanels(view);
  const { page, text, spoken } = view;
  view.sound = unitsSound(page, root, {
    lineOf: (k) => text.lines().starts[text.lines().line[k]],
    units: () => unitsHere(page),
    say: (words) => write(spoken, words),
  });
  view.screen = presenter(root, () => fit(view), 0, document.documentElement);
  view.notes = hover(
    root,
    (target, event) => wordsAt(view, target, event),
    () => strings,
  );
  view.speaking = atRest(() => speak(view), REST);
  const isHere = addressHere();
  view.writing = atRest(() => isHere() && writeLink(view), REST);
  return view;
}

/** @param {UnitsView} view */
function makePanels(view) {
  const { root, page, home } = view;
  const { strings, fields } = home;
  const knows = knowsLine(page);
  const bar = choiceBar(page);
  const ask = askBar(page);
  const text = textPanel(page, ask.said);
  const errors = errorsPanel(page);
  text.element.append(errors.element);
  const uppers = Object.values(UPPER).map((make) => make(page));
  const lowers = Object.entries(LOWER)
    .filter((one) => !page.isRecorded || !IN_APP_ALONE.includes(one[0]))
    .map((one) => one[1](page));
  view.text = text;
  view.panels = [knows, bar, ask, text, errors, ...uppers, ...lowers];
  view.rows = [knows, bar, ask, view.trouble].map(({ element }) => element);
  view.spoken = h("div", { class: "announcement", "aria-live": "polite" });
  view.helpDialog = help(strings);
  const query = () => wordsOf(fields, view.place);
  const save = home.api && saveDialog(page, { query, showPicture: () => showPicture(view) });
  if (save) bar.element.append(saveButton(strings, save));
  root.replaceChildren(
    ...view.rows,
    h("div", { class: "units-upper" }, text.element, ...uppers.map((one) => one.element)),
    h("div", { class: "units-lower" }, ...lowers.map((one) => one.element)),
    view.spoken,
    view.helpDialog,
    ...(save ? [save.element] : []),
  );
}

function saveButton(strings, { open }) {
  const button = h("button", { type: "button", class: "key word units-take" }, strings.save);
  button.addEventListener("click", open);
  return button;
}

/** What stands beside the pointer. @param {UnitsView} view */
function wordsAt({ panels }, target, event) {
  const number = target.closest?.("[data-full]");
  if (number) return number.dataset.full;
  for (const panel of panels) {
    const words = panel.wordsAt?.(target, event);
    if (words) return words;
  }
  return "";
}

/** @param {UnitsView} view */
async function speak(view) {
  const { home, source, spoken } = view;
  const { quantity, unit, k } = view.place;
  const own = await valuesOf(view, quantity, unit);
  if (own === null) return;
  const said = { symbol: unitWords(quantity, unit), place: k + 1, character: visible(source.characters[k]) };
  write(spoken, fill(home.strings.here, { ...said, value: short(own[k]) }));
}

/** @param {UnitsView} view */
async function showPicture(view) {
  const module = await view.home.pictures().catch(() => null);
  if (module) module.showPictures(motifsOf(view), "whole");
  else write(view.spoken, view.home.strings.noConnection);
}

/** @param {UnitsView} view */
const motifsOf = (view) => unitsMotifs(view.root, view.page, () => recolourAll(view));

/** Whether the palette is another one than before. @param {UnitsView} view */
function readTheme(view) {
  const { page } = view;
  const before = view.theme.palette;
  view.theme = themeOf(view.root, view.theme);
  const isOther = view.theme.palette !== before;
  if (isOther) page.colours = coloursOf(view.theme.palette, (page.colours?.version ?? 0) + 1);
  return isOther;
}

/** @param {UnitsView} view */
function recolour(view) {
  if (readTheme(view)) for (const panel of view.panels) panel.recolour?.();
}

/** At once, for a picture in other colours. @param {UnitsView} view */
function recolourAll(view) {
  readTheme(view);
  for (const panel of view.panels) panel.recolour?.();
  drawNow(view);
}

/** @param {UnitsView} view */
function fit(view) {
  const { root, panels } = view;
  root.classList.toggle("stacked", root.clientWidth < NARROW);
  const rows = view.rows.reduce((high, element) => high + element.offsetHeight, 0);
  const above = Math.min(160, (root.getBoundingClientRect().top + pageScroller().scrollTop) / zoomOf(root)) + rows;
  const free = (windowHeight() - dockHeight()) / zoomOf(root) - above - FOOT;
  root.style.setProperty("--grid", `${Math.min(MOST, Math.max(LEAST, free))}px`);
  for (const panel of panels) panel.fit?.();
  draw(view);
}
