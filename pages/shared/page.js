// The stage on a page. It starts twice: as soon as the browser has this file, long before Streamlit has started, and
// then as a Streamlit component, which takes over the stage that is there.

/** @import {StageData} from "../../rnnviz/stage/scene.d.ts" */
/** @import {StageOfTab} from "../../rnnviz/web/window.d.ts" */

import { asked, bring, css, mount, picture, send as sendTo } from "./stage.js";

const LOOK_EVERY = 200;
// What stacks the parts of the page.
const COLUMN = ".stVerticalBlock";
// The element with the page's message above or instead of a stage.
const SAID = '[data-testid="stMain"] :is([data-testid="stAlert"], [data-testid="stException"])';
/** @type {StageOfTab} One for all versions of this file that a tab may have fetched. */
const tab = (window.rnnvizStage ??= {
  kept: new Map(),
  early: null,
  hasPage: false,
  room: null,
  send: null,
  isPressed: false,
  goTo: null,
  words: null,
  saves: false,
  gives: false,
});
// The controls that take keys; an open list still needs them. An open popover closes first; a list closes when the
// focus leaves it.
const TYPED = 'input:is([type="text"], [type="number"]):not([role="combobox"])';
const CHOSEN = 'button:not(:focus-visible), .stSelectbox input:not([aria-expanded="true"])';
// Controls that have had their use once they are clicked; an open list, a field and a slider still need their keys.
const CLICKED = 'a, button, [role="radio"], input:is([type="checkbox"], [type="radio"])';
const CLOSED_LIST = '.stSelectbox input:not([aria-expanded="true"])';
// Keys that open a closed list.
const OPENS = new Set(["ArrowUp", "ArrowDown"]);
const WALKS = new Set(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
// What the server cannot make: it has never seen the stage.
const PICTURES = ["svg", "png"];
const OPEN = '[role="dialog"], [role="menu"]';
const SAVES = '[class*="st-key-save_"]';
const REVOKE_AFTER = 60_000;
// How often the server is asked again for the weights of a moment, which it learns for one reader after another.
const PATIENCE = 5;

/**
 * Show in `host` what the page asks for; see `scene.py` for `data`. send(name, value): tells the server a request of
 * the reader that the page has to carry out.
 * Returns a function that takes the stage away.
 *
 * @param {HTMLElement} host
 * @param {StageData} data
 * @param {(name: string, value: unknown) => void} send
 */
export function show(host, data, send) {
  const { text, wrong, placeNames, scene } = data;
  // A view of a lecture plan is as the plan has it, and nothing that was kept.
  const arrival = window.rnnvizDesk?.arrival();
  const place = uncovered(beginning(data), arrival);
  if (arrival) tab.kept.clear();
  tab.send = send;
  const early = host.firstElementChild ? null : takeOver(host);
  const room = /** @type {HTMLElement} */ (host.firstElementChild) ?? host.appendChild(document.createElement("div"));
  /** @param {string[]} pair */
  const isAsked = ([name]) => placeNames.includes(name) && !wrong.includes(name);
  const wanted = [...new URLSearchParams(location.search)].filter(isAsked);
  const kept = tab.kept.get(text);
  // The address may be some steps behind the early stage.
  const own = early ? kept : wanted.length ? Object.fromEntries(wanted) : onThisPage(kept);
  const now = arrival ? place : (own ?? place);
  tell(data, now);
  const isThere = early?.scene === scene.id;
  const end = isThere ? early.end : stand(room, data, now, arrival !== undefined && arrival !== null);
  land(room, arrival);
  column.disconnect();
  const around = seatOf(room).closest(COLUMN);
  if (around) column.observe(around);
  // After a click on a control the stage gets the arrow keys back; after Tab the control keeps them.
  if (document.activeElement?.matches(CHOSEN)) focusStage();
  return end;
}

/** The address of what is shown; what it says beyond that stays. */
function tell({ names, query }, place) {
  const url = new URL(location.href);
  names.forEach((name) => url.searchParams.delete(name));
  Object.entries({ ...query, ...place }).forEach((pair) => url.searchParams.set(...pair));
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/** What has the focus, which HTML and SVG elements alone can have. */
const focusedNow = () => /** @type {HTMLElement | null} */ (document.activeElement);

/** The place to begin at: at home, unless the address asks for another one, the river. */
function beginning({ place, placeNames }) {
  const isAsked = [...new URLSearchParams(location.search).keys()].some((name) => placeNames.includes(name));
  return isAtHome() && !isAsked && Object.keys(place).length === 0 ? { face: "river" } : place;
}

/** A place that was kept, as another page shows it: the river is home's alone, unless an address asks for it. */
function onThisPage(kept) {
  if (!kept) return undefined;
  const { face, ...place } = kept;
  return isAtHome() ? { ...place, face: "river" } : place;
}

const isAtHome = () => location.pathname === "/";

/**
 * A place to which one comes back asks the class nothing once more: what it has covered was uncovered before.
 *
 * @param {Record<string, string>} asked
 */
function uncovered(asked, arrival) {
  const { cover, ...place } = asked;
  return cover === undefined || arrival?.lands === "end" ? place : { ...place, cover };
}

/** Who comes back to a view comes to its end. */
function land(room, arrival) {
  if (arrival?.lands === "end") sendTo(room, { do: "lastStep" });
}

function stand(room, data, place, isFresh = false) {
  const { scene, text, networks, moments, query, placeNames, elsewhere } = data;
  document.documentElement.lang = scene.language;
  const onPlace = (to) => {
    tab.kept.set(text, to);
    // Whoever follows in a room hears it at once; the address says it a little later.
    window.rnnvizDesk?.moved(`step?${new URLSearchParams({ ...query, ...to })}`);
  };
  const onNetwork = (name) => tab.send?.("network", name);
  const onAsked = (question, isAnswered) => window.rnnvizDesk?.asked(question, isAnswered);
  function onMoment(steps, track) {
    const link = new URLSearchParams({ ...query, track: String(track + 1), steps: String(steps) });
    return asked(`/weights?${link}`, { words: scene.strings, patience: PATIENCE });
  }
  /** Bring the stage to a link that shows the same networks and text; returns whether it does. */
  function goTo(view) {
    const [name, link] = view.split("?");
    if (name !== "step" || !room.isConnected) return false;
    const wanted = [...new URLSearchParams(link)];
    /** @param {string[]} pair */
    const isPlace = ([key]) => placeNames.includes(key);
    /** @param {string[][]} pairs */
    const told = (pairs) => JSON.stringify(pairs.filter(([key]) => key !== "lang").sort());
    if (told(wanted.filter((pair) => !isPlace(pair))) !== told(Object.entries(query))) return false;
    const arrival = window.rnnvizDesk?.arrival();
    bring(room, uncovered(Object.fromEntries(wanted.filter(isPlace)), arrival), true);
    land(room, arrival);
    return true;
  }
  tab.goTo = goTo;
  onPlace(place);
  tab.room = room;
  tab.words = scene.strings;
  const [glossary, howWeKnow] = ["glossary", "how_we_know"].map((name) => `/${name}?lang=${scene.language}`);
  const practice = `/practice?lang=${scene.language}&`;
  const pictures = () => import("./picture.js");
  const linkOf = (to) => new URL(`/step?${new URLSearchParams({ ...query, ...to })}`, location.href).href;
  const asks = { onPlace, onNetwork, onMoment, onAsked, noticed };
  const offers = { networks, glossary, practice, howWeKnow, moments, pictures, linkOf, elsewhere, ...asks };
  // The document is on the full screen, so that another view may come in the place of this one.
  const whole = document.documentElement;
  const isAlone = { readsItself: isAtHome() && place.face === "river" && !("t" in place) };
  return mount(room, { scene, place, css, link: true, whole, isFresh, ...pixelsAround(data), ...isAlone, ...offers });
}

/** How many pixels the bar and the controls take above the stage, and what stands below it. */
function pixelsAround({ above, home }) {
  // They grow with the letters of the page.
  const grown = (pixels) => (pixels * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
  return isAtHome() ? { above: grown(home.above), below: grown(home.below) } : { above: grown(above), below: 0 };
}

/** How many pixels the notices above the stage take, with the space below each: the stage gives them up. */
function noticed() {
  const seat = seatOf(tab.room);
  const isAbove = (one) => seat.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING;
  const all = [...document.querySelectorAll(SAID)].filter(isAbove);
  return all.reduce((sum, one) => {
    const { rowGap } = getComputedStyle(one.closest(COLUMN) ?? one);
    return sum + one.getBoundingClientRect().height + (Number.parseFloat(rowGap) || 0);
  }, 0);
}

/** The element of the page itself in which a part of a component stands. */
function seatOf(part) {
  const root = part.getRootNode();
  return root instanceof ShadowRoot ? seatOf(root.host) : part;
}

/** A notice comes and goes with a run of the page's script, which changes the height of all; the stage looks anew. */
const column = new ResizeObserver(() => dispatchEvent(new Event("resize")));

/** The stage itself, in its room. */
const stageThere = () => /** @type {HTMLElement} */ (tab.room.querySelector(".stage"));

function focusStage() {
  if (tab.room?.isConnected) stageThere().focus({ preventScroll: true });
}

/**
 * Enter completes an input, and Escape leads back from anywhere: the keys then belong to the stage again. Streamlit
 * must see the key first.
 */
function giveBack(event) {
  const from = event.composedPath()[0];
  const isDone = event.key === "Enter" && !event.isComposing && from.matches?.(TYPED) && !from.closest(".stage");
  const isOut = event.key === "Escape" && !document.querySelector(OPEN);
  if (isDone || isOut) setTimeout(focusStage);
}

/**
 * A control that a pointer has pressed keeps the focus, but not the keys: who comes by Tab wants to use it by keys.
 * A key that is handed on is nobody else's: whoever listens here too hears it once.
 */
function handOn(event) {
  const { key } = event;
  if (key === "Tab") tab.isPressed = false;
  if (!tab.isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = event.composedPath()[0];
  const isSign = key.length === 1 && key !== " ";
  const isForStage = from.matches?.(CLICKED)
    ? WALKS.has(key) || isSign
    : from.matches?.(CLOSED_LIST) && WALKS.has(key) && !OPENS.has(key);
  if (!isForStage || !tab.room?.isConnected || tab.room.contains(from)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  focusStage();
  const { code, shiftKey } = event;
  const again = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, composed: true, cancelable: true });
  stageThere().dispatchEvent(again);
}

/**
 * The buttons of the page save the stage as the server last heard of it. Only the address knows where it is now, and
 * what was changed on it: each file is asked for by it. Where the server cannot make it, its sentence stands below.
 */
async function save(event) {
  const button = event.target.closest?.("button");
  const form = button?.closest(SAVES)?.className.match(/st-key-save_(\w+)/)?.[1];
  if (!form || tab.saves) return;
  event.preventDefault();
  event.stopPropagation();
  if (PICTURES.includes(form)) {
    const isDone = await picture(tab.room, form).then(
      () => true,
      () => false,
    );
    explain(button, isDone ? "" : tab.words.notSaved);
    return;
  }
  const link = new URLSearchParams(location.search);
  link.set("form", form);
  button.setAttribute("aria-busy", "true");
  const { told, refused, status, header } = await asked(`/stage-file?${link}`, { words: tab.words, as: "blob" });
  button.removeAttribute("aria-busy");
  explain(button, refused);
  if (told !== null) {
    const called = /filename\*=UTF-8''(\S+)/.exec(header("content-disposition"));
    hand(told, decodeURIComponent(called[1]));
  } else if (form === "html" && status === 404) {
    // The page's own script has this view, as it was when the page was last drawn.
    tab.saves = true;
    button.click();
    tab.saves = false;
  }
}

function hand(blob, name) {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** A sentence below a button; an empty one takes the last away. */
function explain(button, words) {
  const place = button.closest('[data-testid="stPopoverBody"]') ?? button.parentElement;
  place.querySelector(".rnnviz-refusal")?.remove();
  if (!words) return;
  const said = Object.assign(document.createElement("p"), { className: "rnnviz-refusal", textContent: words });
  said.setAttribute("role", "alert");
  place.append(said);
}

if (!tab.gives) {
  document.addEventListener("keydown", giveBack, true);
  document.addEventListener("keydown", handOn, true);
  document.addEventListener("pointerdown", () => (tab.isPressed = true), true);
  document.addEventListener("click", save, true);
}
tab.gives = true;

/** Puts the early stage, if there is one, where it belongs, as it is: focus, open help and all. */
function takeOver(host) {
  const { early } = tab;
  tab.early = null;
  tab.hasPage = true;
  if (!early) return null;
  const { room } = early;
  clearInterval(early.watch);
  room.removeAttribute("style");
  // A browser scrolls to the focused element when it moves; the page must stay where it is.
  const focused = room.contains(document.activeElement) ? focusedNow() : null;
  focused?.blur();
  if (host.moveBefore) {
    host.moveBefore(room, null);
    // Chromium at times draws no ::before and ::after of what has moved so, until it is drawn anew.
    room.style.display = "none";
    room.getBoundingClientRect();
    room.style.display = "";
  } else {
    /** @type {HTMLDialogElement | null} */ (room.querySelector("dialog[open]"))?.close();
    host.append(room);
  }
  focused?.focus({ preventScroll: true });
  return early;
}

async function showEarly(answer) {
  const from = location.pathname;
  const response = await answer;
  const data = response.status === 200 ? await response.json() : null;
  if (!data || tab.hasPage || location.pathname !== from) return;
  // A CDN may still have the answer of an earlier version.
  if (new URL(`${data.base}/page.js`, location.href).href !== import.meta.url) return;
  const room = document.createElement("div");
  // At the place that `style.css` gives it, inside the elements that Streamlit writes around it.
  Object.assign(room.style, {
    position: "absolute",
    top: `${pixelsAround(data).above}px`,
    left: "1.25rem",
    right: "1.25rem",
  });
  const theme = window.__streamlit[isDark() ? "DARK_THEME" : "LIGHT_THEME"];
  const write = (name, value) => value && room.style.setProperty(`--st-${name}`, value);
  write("text-color", theme.textColor);
  write("background-color", theme.backgroundColor);
  write("primary-color", theme.primaryColor);
  write("font", theme.bodyFont);
  write("code-font", theme.codeFont);
  document.head.append(Object.assign(document.createElement("style"), { textContent: data.fonts }));
  document.body.append(room);
  const begins = beginning(data);
  // Streamlit is yet to read the address: with the place alone it would show another text.
  if (isAtHome()) tell(data, begins);
  const end = stand(room, data, begins);
  const leave = () => {
    if (location.pathname === from && !document.querySelector(SAID)) return;
    clearInterval(watch);
    end();
    room.remove();
    tab.early = null;
  };
  const watch = setInterval(leave, LOOK_EVERY);
  tab.early = { room, watch, end, scene: data.scene.id };
}

/** Whether Streamlit will be dark: the reader's choice there, else the system's. */
function isDark() {
  const chosen = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? "";
  return chosen.includes("Dark") || (!chosen.includes("Light") && matchMedia("(prefers-color-scheme: dark)").matches);
}

// The page's first lines have asked for it, where there is a stage; see `index.py`. If the answer does not come, the
// page still shows the stage, a little later.
if (window.rnnvizEarly && !tab.hasPage) showEarly(window.rnnvizEarly).catch(() => {});
