// The Units page: it opens a network and a text, of which `view.js` makes a view.
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
// 2. It has a line in UPPER (in the window without scrolling) or LOWER of view.js, and a grid area of its name in
//    units.css.
// 3. What it asks has a line in ANSWERS of rnnviz/address/units_asked.py, and its numbers a function in
//    rnnviz/units/view/. It asks by `page.look("name", {…})`, which gives {told, refused}, never rejects, and keeps
//    answers; a refusal is shown by the panel, as its own text.
// 4. It changes the place by `page.go({k})`, `page.go({quantity, unit})`, `page.go({label})` … : any field of the link
//    (rnnviz/address/units_link.py), `hover` (the place under the pointer), `lit` (places lit in the text). Another
//    network or text is opened by `page.open({at})`, and the place in it stays.
// 5. What orders units, such as a ranking, goes to `page.score(name, quantity, scores)`; "All units" may stand by it.
//
// `page.values(quantity, unit)` gives a unit's N values; `page.mask()` the asked label at each place, or null;
// `page.number(element, value)` writes three digits, with all of them on hover and focus.

/** @import {Place} from "../units.d.ts" */

import { h, write } from "../../../web/dom.js";
import { recall, UNITS_ASK_KEPT } from "../../../web/tab.js";
import { themeOf } from "../../../web/theme.js";
import { againNote } from "./again.js";
import { ASKED, askedOf, VERDICTS } from "./guess.js";
import { askServer, looks } from "./look.js";
import { placeIn } from "./place.js";
import { questionOf } from "./question.js";
import { createView } from "./view.js";

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
