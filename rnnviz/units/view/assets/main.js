// The Units page: one place, what draws it, and what changes it.
//
// How a panel is added
// --------------------
// 1. Its file exports a function of `page` (see `Page` in ../units.d.ts) that gives a panel:
//
//      export function findPanel(page) { …; return { element, show, fit, recolour, wordsAt, remove }; }
//
//    element: a `<section class="panel units-NAME">`. show(place): called after every change of the place; it asks for
//    what it needs and draws, and compares with what it last drew, for most changes do not concern it. The others may
//    be left out: tables() gives what it draws as tables; fit() after a change of the window; recolour() after one of
//    the theme; wordsAt(target, event) gives what stands beside the pointer, with all digits; remove() ends what
//    outlives the element.
// 2. It has a line in UPPER (in the window without scrolling) or LOWER below, and a grid area of its name in units.css.
// 3. What it asks the server has a line in LOOKS of pages/server/units.py, and its numbers a function in
//    rnnviz/units/view/. It asks by `page.look("name", {…})`, which gives {told, refused}, never rejects, and keeps
//    answers; a refusal is shown by the panel, as its own text.
// 4. It changes the place by `page.go({k})`, `page.go({quantity, unit})`, `page.go({label})` … : any field of the link
//    (rnnviz/address/units_link.py), `hover` (the place under the pointer), `lit` (places lit in the text). Another
//    network or text is opened by `page.open({at})`, and the place in it stays.
// 5. What orders units, such as a ranking, goes to `page.score(name, quantity, scores)`; "All units" may stand by it.
//
// `page.values(quantity, unit)` gives a unit's N values; `page.mask()` the asked label at each place, or null;
// `page.number(element, value)` writes three digits, with all of them on hover and focus.

/** @import {Change, Page, Place} from "../units.d.ts" */

import { floatsOf } from "../../../web/bytes.js";
import { h, write } from "../../../web/dom.js";
import { dockHeight } from "../../../web/dock.js";
import { fill, full, short } from "../../../web/numbers.js";
import { windowHeight } from "../../../web/home.js";
import { pageScroller } from "../../../web/onward.js";
import { replaceQuery } from "../../../web/query.js";
import { presenter } from "../../../web/presenter.js";
import { onPaper } from "../../../web/print/onpaper.js";
import { atRest } from "../../../web/rest.js";
import { soundKey } from "../../../web/sound/sound.js";
import { tableKey } from "../../../web/table.js";
import { recall, remember, UNITS_ASK_KEPT } from "../../../web/tab.js";
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
import { ASKED, askedOf, VERDICTS } from "./guess.js";
import { askServer, looks } from "./look.js";
import { overviewPanel } from "./overview.js";
import { missing, moved, placeIn, wordsOf } from "./place.js";
import { unitWords, visible } from "./symbols.js";
import { questionOf } from "./question.js";
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

// The page in each host, by `bring`.
const pages = new WeakMap();

/** Bring the page in `host` to the place of another query. */
export function bring(host, search) {
  pages.get(host)?.goTo(search);
}

/** What is asked for pictures of the page in `host`, as for `pictureOf`. */
export function motifsOf(host) {
  return pages.get(host).motifs();
}

/** The class is asked for the verdict on the page in `host`, {isOver, mine}; null where it is not. */
export function askOn(host, question) {
  pages.get(host)?.askOn(question);
}

/**
 * The page in `host`. data: {strings, fields, constants, language, api, css, plotly, search}; search: the query that
 * says where to begin, of a page that only follows: it leaves the address alone. A home without our server gives `ask`
 * in the place of `api`, see `looks`, and `pictures`. problems: sentences on what does not fit in the address.
 * question: what a class is asked there, as for `askOn`. onAnswer(k): takes an answer to it in the page's place. holds:
 * of a file, see `recordedHome`. Returns a function that takes the page away.
 */
export function mount(host, data) {
  const {
    strings,
    fields,
    constants,
    language,
    api,
    css,
    plotly,
    search,
    question,
    onAnswer,
    holds,
    problems = [],
    pictures = fetchPictures,
  } = data;
  let standing = question ?? null;
  // Of the address that the page has come with, not of where one goes from there.
  let unsaid = problems;
  const look = looks(data.ask ?? askServer(api, language, strings), fields);
  const opening = h("p", { class: "units-opening", role: "status" }, strings.opening);
  let root = createRoot(strings, opening);
  host.replaceChildren(h("style", {}, css), root);
  themeOf(root, {});
  let view = null;
  let opened = 0;
  let wanted = null;
  let isRemoved = false;
  const isFollowing = search !== undefined;
  const linked = placeIn(fields, new URLSearchParams(search ?? location.search));
  pages.set(host, {
    goTo,
    motifs: () => view.motifs(),
    askOn(asked) {
      standing = asked;
      view?.go(askedOf(standing));
    },
  });
  open(linked, ({ opening: usual }) => openingPlace(linked, usual, search ?? location.search));

  /** Opens the network and the text of a place; what stood there stays until they have come. */
  async function open(asked, placeOf = (_told) => asked) {
    opened += 1;
    const own = opened;
    const { told, refused, isLater } = await look("source", asked);
    if (isRemoved || own !== opened) return;
    const place = refused ? null : await placed(guessed(placeOf(told)));
    if (isRemoved || own !== opened) return;
    view?.remove();
    view = null;
    const before = root;
    root = createRoot(strings, opening);
    before.replaceWith(root);
    themeOf(root, {});
    const trouble = againNote(strings, () => open(asked, placeOf));
    root.append(trouble.element);
    if (isLater) trouble.tell(refused);
    write(opening, isLater ? "" : refused);
    if (refused) return;
    const given = {
      strings,
      fields,
      constants,
      language,
      look,
      open,
      plotly,
      pictures,
      isFollowing,
      votes,
      holds,
      api,
      unsaid,
    };
    view = createView(root, given, place, told);
    unsaid = [];
  }
  /** A place with its character: where a link names none, the one at which the unit turns. @param {Place} place */
  async function placed(place) {
    if (place.k !== null) return place;
    const { quantity, unit } = place;
    const { told } = await look("turn", place, { ...questionOf(place), quantity, unit });
    return { ...place, k: told?.k ?? 0 };
  }
  /** A question of the class's, or one that stood here before the page was loaded anew. */
  function guessed(place) {
    if (standing !== null) return { ...place, ...askedOf(standing) };
    return !isFollowing && recall(UNITS_ASK_KEPT) !== null ? { ...place, guess: ASKED } : place;
  }
  /** While the class is asked, an answer is a vote; returns whether it is. */
  function votes(word) {
    if (standing === null || standing.isOver) return false;
    if (VERDICTS.includes(word)) onAnswer(VERDICTS.indexOf(word));
    return true;
  }
  function goTo(to) {
    const next = placeIn(fields, new URLSearchParams(to));
    const now = view?.place();
    const isSame =
      now && fields.every(({ name, isSource }) => !isSource || name === "lang" || next[name] === now[name]);
    if (isSame) goWithin(next);
    else open(next, ({ opening: usual }) => openingPlace(next, usual, to));
  }
  /** To another place in the same text. @param {Place} place */
  async function goWithin(place) {
    wanted = place;
    const next = place.k === null ? await placed(place) : place;
    // What no link holds, such as what is lit, stays.
    if (wanted === place) view?.go(Object.fromEntries(fields.map(({ name }) => [name, next[name]])));
  }
  function remove() {
    isRemoved = true;
    view?.remove();
    host.replaceChildren();
  }
  return remove;
}

function saveButton(strings, { open }) {
  const button = h("button", { type: "button", class: "key word units-take" }, strings.save);
  button.addEventListener("click", open);
  return button;
}

function createRoot(strings, ...children) {
  const kind = { class: "stage units", "data-testid": "units", tabindex: "0" };
  return h("div", { ...kind, role: "region", "aria-label": strings.view }, ...children);
}

/** What takes pictures lies beside this module, unless a home says otherwise. */
const fetchPictures = () => import(new URL("./picture.js", import.meta.url).href);

/** Where the link names neither a unit nor what is asked, a built-in network opens with a unit that knows something. */
function openingPlace(asked, opening, search) {
  const named = new URLSearchParams(search);
  const isNamed = ["quantity", "unit", "label"].some((name) => named.has(name));
  return isNamed || opening === null ? asked : { ...asked, ...opening };
}

function createView(root, given, asked, source) {
  const { strings, fields, constants, language, look, open, plotly, pictures, isFollowing, votes, holds, api, unsaid } =
    given;
  const count = source.characters.length;
  let place = asked;
  let theme = {};
  let frame = 0;
  let isRemoved = false;
  const values = new Map();
  const scores = new Map();
  let finding = null;
  const trouble = againNote(strings, () => open(place));

  /** @type {Page} */
  const page = {
    strings,
    constants,
    language,
    plotly,
    source: { ...source, count, losses: floatsOf(source.loss, 64) },
    place: () => place,
    go,
    isRecorded: holds !== undefined,
    holds: (change) => holds?.({ ...place, ...change }) ?? true,
    open(change) {
      if (!isHeld({ ...place, ...change })) return;
      place = { ...place, ...change };
      writeLink();
      open(place);
    },
    async look(name, more) {
      const answer = await look(name, place, more);
      if (answer.isLater && !isRemoved) trouble.tell(answer.refused);
      return answer;
    },
    askClass(question, isAnswered) {
      if (!isFollowing) window.rnnvizDesk?.asked(question, isAnswered);
    },
    answer(word) {
      if (!votes(word)) go({ guess: word });
    },
    quantity: (name = place.quantity) => source.quantities.find((one) => one.name === name),
    values: valuesOf,
    score(name, quantity, own) {
      scores.set(`${name} ${quantity}`, own);
      draw();
    },
    finding: () => finding,
    tellFinding(own) {
      finding = own;
      draw();
    },
    scores: (name, quantity) => scores.get(`${name} ${quantity}`) ?? null,
    number(element, value) {
      write(element, short(value));
      element.dataset.full = full(value);
    },
    colours: null,
  };
  const unitsOf = (name) => page.quantity(name)?.units ?? 0;
  recolourPage();
  const bounds = { count, units: unitsOf };
  const usual = fields.find(({ name }) => name === "quantity").usual;
  const quantity = [place.quantity, usual].find(unitsOf) ?? source.quantities[0].name;
  place = moved({ ...place, quantity }, {}, bounds);
  trouble.remark([...unsaid, ...missing(asked, place, bounds, strings)].join(gapOf(language)));

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
  const panels = [knows, bar, ask, text, errors, ...uppers, ...lowers];
  const spoken = h("div", { class: "announcement", "aria-live": "polite" });
  const upper = h("div", { class: "units-upper" }, text.element, ...uppers.map((one) => one.element));
  const lower = h("div", { class: "units-lower" }, ...lowers.map((one) => one.element));
  const helpDialog = help(strings);
  const save = api && saveDialog(page, { query: () => wordsOf(fields, place), showPicture });
  if (save) bar.element.append(saveButton(strings, save));
  root.replaceChildren(
    knows.element,
    bar.element,
    ask.element,
    trouble.element,
    upper,
    lower,
    spoken,
    helpDialog,
    ...(save ? [save.element] : []),
  );
  const sound = unitsSound(page, root, {
    lineOf: (k) => text.lines().starts[text.lines().line[k]],
    units: () => unitsHere(page),
    say: (words) => write(spoken, words),
  });
  const keys = [soundKey(sound.toggle, strings), tableKey(table, strings)];
  text.heading.append(h("span", { class: "panel-keys" }, ...keys));
  const screen = presenter(root, fit, 0, document.documentElement);
  const notes = hover(root, wordsAt, () => strings);
  const speaking = atRest(speak, REST);
  const writing = atRest(writeLink, REST);

  function wordsAt(target, event) {
    const number = target.closest?.("[data-full]");
    if (number) return number.dataset.full;
    for (const panel of panels) {
      const words = panel.wordsAt?.(target, event);
      if (words) return words;
    }
    return "";
  }

  // ---- what changes it --------------------------------------------------------------------------

  /** @param {Change} change */
  function go(change) {
    const before = place;
    const next = moved(place, change, bounds);
    if (!isHeld(next)) return;
    place = next;
    if (!isFollowing && place.guess !== before.guess) remember(UNITS_ASK_KEPT, place.guess === ASKED ? "1" : null);
    if (place.k !== before.k) sound.follow(place.k);
    if (fields.some(({ name }) => place[name] !== before[name])) {
      // It was said of the place before.
      trouble.remark("");
      writing.later();
      speaking.later();
    }
    draw();
  }

  /** Whether a place can be shown here; where it cannot, the reader is told. */
  function isHeld(next) {
    const isThere = holds?.(next) ?? true;
    if (!isThere) trouble.remark(strings.notHeld);
    return isThere;
  }

  async function valuesOf(quantity, unit) {
    const name = unitWords(quantity, unit);
    if (values.has(name)) return values.get(name);
    const { told } = await look("unit", place, { quantity, unit });
    if (told === null) return null;
    const own = floatsOf(told.values, 64);
    values.set(name, own);
    if (values.size > 40) values.delete(values.keys().next().value);
    return own;
  }

  function writeLink() {
    if (isFollowing) return;
    const names = fields.map((one) => one.name).filter((name) => name !== "lang");
    const { lang: _, ...words } = wordsOf(fields, place);
    replaceQuery(names, words);
  }

  // ---- what draws it ----------------------------------------------------------------------------

  function draw() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(drawNow);
  }
  function drawNow() {
    if (isRemoved) return;
    root.dataset.k = String(place.k + 1);
    root.dataset.unit = unitWords(place.quantity, place.unit);
    root.classList.toggle("nothing-follows", place.isRefused);
    for (const panel of panels) panel.show(place);
    notes.update();
  }
  async function speak() {
    const { quantity, unit, k } = place;
    const own = await valuesOf(quantity, unit);
    if (own === null) return;
    const said = { symbol: unitWords(quantity, unit), place: k + 1, character: visible(source.characters[k]) };
    write(spoken, fill(strings.here, { ...said, value: short(own[k]) }));
  }

  function recolourPage() {
    const before = theme.palette;
    theme = themeOf(root, theme);
    if (theme.palette !== before) page.colours = coloursOf(theme.palette, (page.colours?.version ?? 0) + 1);
    return theme.palette !== before;
  }
  function fit() {
    root.classList.toggle("stacked", root.clientWidth < NARROW);
    const rows = [knows, bar, ask, trouble].reduce((high, { element }) => high + element.offsetHeight, 0);
    const above = Math.min(160, (root.getBoundingClientRect().top + pageScroller().scrollTop) / zoomOf(root)) + rows;
    const free = (windowHeight() - dockHeight()) / zoomOf(root) - above - FOOT;
    root.style.setProperty("--grid", `${Math.min(MOST, Math.max(LEAST, free))}px`);
    for (const panel of panels) panel.fit?.();
    draw();
  }

  // ---- keys -------------------------------------------------------------------------------------

  const stopKeys = unitsKeys(root, page, {
    text,
    screen,
    help: helpDialog,
    onEscape: notes.hide,
    more: { picture: showPicture, sound: sound.toggle, table },
  });
  function table() {
    showTables(root, page, panels, () => isRemoved);
  }
  async function showPicture() {
    const module = await pictures().catch(() => null);
    if (module) module.showPictures(motifs(), "whole");
    else write(spoken, strings.noConnection);
  }
  const motifs = () => unitsMotifs(root, page, recolourAll);
  const paper = onPaper(motifs, pictures, () => !isFollowing && root.checkVisibility());
  function recolourAll() {
    recolourPage();
    for (const panel of panels) panel.recolour?.();
    drawNow();
  }
  const onTheme = () => {
    if (recolourPage()) for (const panel of panels) panel.recolour?.();
  };
  const themes = new MutationObserver(onTheme);
  themes.observe(document.documentElement, { attributes: true });
  const sizes = new ResizeObserver(fit);
  sizes.observe(root.parentElement);
  window.addEventListener("resize", fit);
  if (screen.wasOn) screen.resume();
  fit();
  // The page before, of a lecture plan, may have been scrolled.
  if (!isFollowing && window.rnnvizDesk?.arrival()) pageScroller().scrollTop = 0;
  if (!isFollowing && !document.activeElement?.matches("input, textarea, select")) root.focus({ preventScroll: true });

  function remove() {
    isRemoved = true;
    paper();
    sound.stop();
    cancelAnimationFrame(frame);
    speaking.stop();
    writing.stop();
    stopKeys();
    themes.disconnect();
    sizes.disconnect();
    notes.stop();
    screen.stop();
    window.removeEventListener("resize", fit);
    for (const panel of panels) panel.remove?.();
  }
  return { remove, go, place: () => place, motifs };
}
