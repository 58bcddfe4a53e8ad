// The stage: one state, what draws it, and the ways to change it.

import { bar } from "./bar.js";
import { isDark } from "./colours.js";
import { makeContext } from "./context.js";
import { h, s, write } from "./dom.js";
import { stageSizes } from "./geometry.js";
import { drawHelp } from "./help.js";
import { readPayload } from "./model.js";
import { drawPanels } from "./panels.js";
import { stripOf } from "./strip.js";
import { tip } from "./tip.js";
import { announcement } from "./words.js";

const stages = new WeakMap();
const PLACE = ["t", "phase", "unit", "char", "view", "notation"];
const PLAY_EVERY = 900;
const ANNOUNCE_AFTER = 250;
// The address is written when the step has been painted, and not as often as a held key repeats:
// browsers refuse that.
const WRITE_LINK_AFTER = 30;
const WRITE_LINK_EVERY = 200;

/**
 * Draw a payload in `host`, or show a new one where a stage already stands.
 *
 * place: {t, phase, unit, notation, view, char} as in links, counted from 1. above: how much of
 * the window's height is left to what stands above the stage; it is told, not measured, because
 * that may still be on its way. css: the style sheet, if the page does not carry it. link: whether
 * the address bar follows. onPlace: told of every move at once; the address follows a little later.
 * Returns a function that takes the stage away.
 */
export function mount(host, { payload, place = {}, above = 0, css = "", link = false, onPlace = () => {} }) {
  if (!stages.has(host)) stages.set(host, createStage(host, above, css, link));
  stages.get(host).show(payload, place, onPlace);
  return () => {
    stages.get(host)?.remove();
    stages.delete(host);
  };
}

function createStage(host, above, css, link) {
  let model;
  let state;
  let context;
  let header;
  let panels;
  let asked = "";
  let tell;
  let player = 0;
  let speaking = 0;
  let writing = 0;
  let written = 0;
  let isPresenting = false;
  let drawnFor = "";

  const top = h("div");
  const body = h("div", { class: "body" });
  const live = h("p", { class: "announcement", "aria-live": "polite" });
  const help = h("dialog", { class: "help" });
  const root = h("div", { class: "stage", "data-testid": "stage", tabindex: "0", role: "application" }, arrowHead(), top, body, live, help);
  const note = tip(root);
  root.append(note.element);
  host.replaceChildren(...(css ? [h("style", {}, css)] : []), root);

  // ---- state ---------------------------------------------------------------------------

  function show(payload, place, onPlace) {
    tell = onPlace;
    const isNew = payload.id !== model?.id || payload.language !== model.language || payload.caption !== model.caption;
    if (isNew) model = readPayload(payload);
    // The page may be drawn again with an old place; only one that it has not asked for is new.
    const wanted = JSON.stringify([payload.id, place]);
    if (wanted !== asked) {
      asked = wanted;
      state = { ...state, ...fromPlace(place) };
      if (isElsewhere(place)) moved();
    }
    const isFirst = context === undefined;
    draw();
    if (isFirst && !document.activeElement?.matches("input, textarea, select")) focusStage();
  }

  function fromPlace(place) {
    const within = (value, most) => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
    const phase = model.phases.findIndex((one) => one.key === place.phase);
    const notation = model.notations.findIndex((one) => one.key === place.notation);
    const output = within(place.char, model.sizes.q);
    return {
      t: within(place.t, model.sizes.T),
      phase: phase < 0 ? model.phases.length - 1 : phase,
      unit: within(place.unit, model.units),
      notation: Math.max(0, notation),
      view: place.view === "sum" ? "sum" : "memory",
      choice: Number(place.char) > 0 && model.sizes.q > 0 && model.hasOutput(output) ? output : null,
    };
  }

  function go(change) {
    const next = { ...state, ...change };
    next.t = Math.min(Math.max(next.t, 0), model.sizes.T - 1);
    next.unit = Math.min(Math.max(next.unit, 0), model.units - 1);
    const isRewritten = next.notation !== state.notation;
    state = next;
    if (isRewritten) {
      draw();
      focusStage();
    } else if (context) update();
    moved();
  }

  function moved() {
    tell(toPlace());
    if (link && writing === 0) {
      const wait = written + WRITE_LINK_EVERY - performance.now();
      writing = setTimeout(writeLink, Math.max(WRITE_LINK_AFTER, wait));
    }
  }

  /** Whether a place does not exist here, as unit 100 of 8, so that another one is shown. */
  function isElsewhere(place) {
    const here = toPlace();
    return ["t", "phase", "unit"].some((name) => name in place && String(place[name]) !== String(here[name]));
  }

  function stepPhase(by) {
    const flat = state.t * model.phases.length + state.phase + by;
    if (flat < 0 || flat >= model.sizes.T * model.phases.length) return false;
    go({ t: Math.floor(flat / model.phases.length), phase: flat % model.phases.length });
    return true;
  }

  function play(on) {
    clearInterval(player);
    player = 0;
    if (on) {
      const isAtEnd = state.t === model.sizes.T - 1 && state.phase === model.phases.length - 1;
      if (isAtEnd) go({ t: 0, phase: 0 });
      player = setInterval(() => stepPhase(1) || play(false), PLAY_EVERY);
    }
    header?.showPlaying(on);
  }

  function toPlace() {
    return {
      t: state.t + 1,
      phase: model.phases[state.phase].key,
      unit: state.unit + 1,
      notation: model.notations[state.notation].key,
      ...(state.view === "sum" ? { view: "sum" } : {}),
      ...(state.choice === null ? {} : { char: state.choice + 1 }),
    };
  }

  /** The address bar names the place, so that it can be copied; no page is loaded for it. */
  function writeLink() {
    if (writing === 0) return;
    clearTimeout(writing);
    writing = 0;
    written = performance.now();
    const url = new URL(location.href);
    for (const name of PLACE) url.searchParams.delete(name);
    for (const [name, value] of Object.entries(toPlace())) url.searchParams.set(name, value);
    history.replaceState(history.state, "", url);
  }

  // ---- drawing -------------------------------------------------------------------------

  function draw() {
    drawnFor = windowSize();
    const width = Math.max(300, root.clientWidth);
    const sizes = stageSizes(width, window.innerHeight - (isPresenting ? 0 : above), isPresenting);
    root.style.setProperty("--s", sizes.scale);
    root.classList.toggle("stacked", sizes.stacked);
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.setAttribute("aria-label", model.strings.stage);
    context = makeContext(model, root, { notation: model.notations[state.notation], sizes, go });
    header = bar(context, acts, isPresenting);
    header.showPlaying(player !== 0);
    panels = drawPanels(context, isPresenting ? width - 48 * sizes.scale : width, sizes);
    top.replaceChildren(header.element);
    body.replaceChildren(...panels.elements);
    drawHelp(help, model.strings);
    update();
  }

  function update() {
    root.dataset.t = String(state.t + 1);
    root.dataset.phase = model.phases[state.phase].key;
    header.update(state);
    panels.update(state);
    note.hide();
    // Only the place where a reader stops is worth reading out.
    clearTimeout(speaking);
    speaking = setTimeout(() => write(live, announcement(context, state)), ANNOUNCE_AFTER);
  }

  function windowSize() {
    return `${root.clientWidth} ${window.innerHeight}`;
  }

  function onResize() {
    if (context !== undefined && windowSize() !== drawnFor) requestAnimationFrame(refit);
  }

  /** What a page becomes must not depend on the width that it had while it was still arriving. */
  function refit() {
    if (windowSize() === drawnFor || !root.isConnected) return;
    const isInside = root.matches(":focus-within");
    draw();
    if (isInside && !root.matches(":focus-within")) focusStage();
  }

  // ---- keys and pointers -----------------------------------------------------------------

  const acts = {
    first: () => go({ t: 0 }),
    back: () => go({ t: state.t - 1 }),
    forward: () => go({ t: state.t + 1 }),
    last: () => go({ t: model.sizes.T - 1 }),
    phaseBack: () => stepPhase(-1),
    phaseForward: () => stepPhase(1),
    play: () => play(player === 0),
    presenter: togglePresenter,
    help: () => (help.open ? help.close() : help.showModal()),
  };
  const KEYS = {
    ArrowRight: acts.forward,
    ArrowLeft: acts.back,
    ArrowDown: acts.phaseForward,
    ArrowUp: acts.phaseBack,
    Home: acts.first,
    End: acts.last,
    " ": acts.play,
    "[": () => go({ unit: state.unit - 1 }),
    "]": () => go({ unit: state.unit + 1 }),
    u: () => go({ view: state.view === "sum" ? "memory" : "sum" }),
    f: acts.presenter,
    "?": acts.help,
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || model === undefined) return;
    const from = event.composedPath()[0];
    const isOwn = from.matches("select") || (from.matches("button") && [" ", "Enter"].includes(event.key));
    if (isOwn) return;
    if (event.key === "Escape" && isPresenting) togglePresenter();
    else if (event.key === "Escape" && state.view === "sum") go({ view: "memory" });
    else if (event.key === "Enter" && stripOf(from)) openSum(stripOf(from), state.unit);
    else {
      const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) {
        writeLink();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (event.key !== " " && player !== 0) play(false);
      act();
    }
  }

  /** With nothing focused, → and ← would do nothing else: the lecturer need not click first. */
  function onPageKey(event) {
    const isIdle = document.activeElement === document.body || document.activeElement === null;
    if (!isIdle || event.ctrlKey || event.metaKey || event.altKey || model === undefined) return;
    if (["ArrowRight", "ArrowLeft"].includes(event.key)) {
      event.preventDefault();
      KEYS[event.key]();
      focusStage();
    }
  }

  /** Go to where a number of a strip was made, and take it apart there. */
  function openSum({ name, before }, unit) {
    const t = before ? model.stepBefore(name, state.t) : state.t;
    if (t === null) go({ unit });
    else go({ t, phase: model.phaseOf(name), unit, view: "sum" });
  }

  function onClick(event) {
    const strip = stripOf(event.target);
    if (strip && event.target.closest(".diagram")) openSum(strip, strip.unitAt(event));
    if (!event.target.closest("button, select, input, dialog")) focusStage();
  }

  function onPointer(event) {
    highlight(event.target.closest?.("[data-q]")?.dataset.q);
    const text = tipText(event);
    if (text) note.show(text, event.clientX, event.clientY);
    else note.hide();
  }

  function tipText(event) {
    const exact = event.target.closest?.("[data-full]");
    if (exact?.dataset.full) return exact.dataset.full;
    const strip = stripOf(event.target);
    if (strip) {
      return strip.t === null
        ? model.strings.notYet
        : context.describe(strip.name, strip.t, strip.unitAt(event), strip.before);
    }
    const map = event.target.closest?.("[data-map]");
    if (!map) return "";
    const name = map.dataset.map;
    const { t, unit } = panels.locate(map, event);
    const isComputed = t === state.t ? state.phase >= model.phaseOf(name) : t < state.t || model.isBackward(name);
    return isComputed ? context.describe(name, t, unit) : model.strings.notYet;
  }

  function onFocus(event) {
    if (!stripOf(event.target)) return;
    const box = event.target.getBoundingClientRect();
    note.show(event.target.getAttribute("aria-label"), box.left, box.bottom);
  }

  /** What belongs to the same quantity, in diagram and equations. */
  function highlight(name) {
    for (const element of root.querySelectorAll(".related")) {
      if (element.dataset.q !== name) element.classList.remove("related");
    }
    if (!name) return;
    for (const element of root.querySelectorAll(`[data-q="${CSS.escape(name)}"]`)) element.classList.add("related");
  }

  function focusStage() {
    root.focus({ preventScroll: true });
  }

  async function togglePresenter() {
    isPresenting = !isPresenting;
    root.classList.toggle("presenting", isPresenting);
    // Where the browser refuses the whole screen, the whole window has to do.
    if (isPresenting) await root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
    draw();
    focusStage();
  }

  function onFullscreen() {
    if (isPresenting && !document.fullscreenElement) togglePresenter();
  }

  root.addEventListener("keydown", onKey);
  root.addEventListener("click", onClick);
  root.addEventListener("pointermove", onPointer);
  root.addEventListener("pointerleave", () => {
    note.hide();
    highlight();
  });
  root.addEventListener("focusin", onFocus);
  // Whoever turns to a control or another page leaves the address complete.
  root.addEventListener("focusout", writeLink);
  document.addEventListener("pointerdown", writeLink, true);
  window.addEventListener("pagehide", writeLink);
  document.addEventListener("keydown", onPageKey);
  document.addEventListener("fullscreenchange", onFullscreen);
  window.addEventListener("resize", onResize);
  const observer = new ResizeObserver(onResize);
  observer.observe(root);

  function remove() {
    play(false);
    clearTimeout(speaking);
    clearTimeout(writing);
    document.removeEventListener("pointerdown", writeLink, true);
    window.removeEventListener("pagehide", writeLink);
    observer.disconnect();
    window.removeEventListener("resize", onResize);
    document.removeEventListener("keydown", onPageKey);
    document.removeEventListener("fullscreenchange", onFullscreen);
    host.replaceChildren();
  }
  return { show, remove };
}

/** One arrow head for every wire; it takes the wire's colour. */
function arrowHead() {
  const head = s("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" });
  const marker = { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" };
  return s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", {}, s("marker", marker, head)));
}
