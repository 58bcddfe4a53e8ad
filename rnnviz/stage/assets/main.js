// The stage: a payload, a place in it, and the panels that draw them. `cursor.js` moves the place.

import { addressBar } from "./address.js";
import { bar } from "./bar.js";
import { isDark } from "../../web/colours.js";
import { makeContext } from "./context.js";
import { fromAddress, isCovered, isElsewhere, reduce, toAddress, visibleInputs } from "./cursor.js";
import { h, s, write } from "../../web/dom.js";
import { stageSizes } from "./geometry.js";
import { recallGuesses, rememberGuesses } from "./guess.js";
import { drawHelp } from "./help.js";
import { hover } from "./hover.js";
import { actionOf, commandOf, isTaken, stepsWhenIdle } from "./keys.js";
import { readPayload } from "./model.js";
import { drawPanels } from "./panels.js";
import { playback } from "./playback.js";
import { presenter } from "../../web/presenter.js";
import { stripOf } from "./strip.js";
import { announcement } from "./words.js";

const stages = new WeakMap();
const ANNOUNCE_AFTER = 250;

/**
 * Draw a payload in `host`, or show a new one where a stage already stands.
 *
 * place: {t, phase, unit, notation, view, char, cover} as in links, counted from 1. above: the part of the window's
 * height reserved above the stage; it is given, not measured, because those elements may still be loading. css: the
 * style sheet, if the page does not carry it. link: whether the address bar follows. networks: {now, all: [{name,
 * title, key}]}, other networks to choose from; a choice calls `onNetwork(name)`. onPlace: called at once on every
 * move; the address follows a little later. Returns a function that takes the stage away.
 */
export function mount(host, { payload, place = {}, above = 0, css = "", link = false, ...page }) {
  if (!stages.has(host)) stages.set(host, createStage(host, above, css, link));
  stages.get(host).show(payload, place, page);
  return () => {
    stages.get(host)?.remove();
    stages.delete(host);
  };
}

function createStage(host, above, css, link) {
  let model;
  let outline;
  let place;
  let context;
  let header;
  let panels;
  let page = {};
  let asked = "";
  let speaking = 0;
  let drawnFor = "";

  const top = h("div");
  const body = h("div", { class: "body" });
  const live = h("p", { class: "announcement", "aria-live": "polite" });
  const help = h("dialog", { class: "help" });
  const attributes = { class: "stage", "data-testid": "stage", tabindex: "0", role: "application" };
  const root = h("div", attributes, arrowHead(), top, body, live, help);
  const notes = hover(root, noteText);
  host.replaceChildren(...(css ? [h("style", {}, css)] : []), root);

  const address = addressBar(() => toAddress(place, outline));
  const screen = presenter(root, onPresenter);
  const player = playback(advance, (playing) => header?.showPlaying(playing));

  // ---- place ---------------------------------------------------------------------------

  function show(payload, wantedPlace, newPage) {
    page = newPage;
    const isNew = payload.id !== model?.id || payload.language !== model.language || payload.caption !== model.caption;
    if (isNew) model = readPayload(payload);
    outline = outlineOf(model);
    // The page may be drawn again with an old place; only one that it has not asked for is new.
    const wanted = JSON.stringify([payload.id, wantedPlace]);
    if (wanted !== asked) {
      asked = wanted;
      place = fromAddress(wantedPlace, outline, place ? { zoom: place.zoom } : { guesses: recallGuesses(model.id) });
      if (isElsewhere(wantedPlace, place, outline)) tell();
    }
    const isFirst = context === undefined;
    if (isFirst && screen.wasOn) screen.resume();
    const isInside = root.matches(":focus-within");
    draw();
    if (isInside && !root.matches(":focus-within")) focusStage();
    if (isFirst && !document.activeElement?.matches("input, textarea, select")) focusStage();
  }

  /** Everything that moves the place comes here. Returns whether it did. */
  function act(action) {
    const next = reduce(place, action, outline);
    if (next === place) return false;
    if (next.guesses !== place.guesses) rememberGuesses(model.id, next.guesses);
    const isRedrawn = next.notation !== place.notation || next.zoom !== place.zoom;
    place = next;
    if (isRedrawn) {
      draw();
      focusStage();
    } else if (context) update();
    tell();
    return true;
  }

  function go(to) {
    act({ do: "go", to });
  }

  function tell() {
    page.onPlace?.(toAddress(place, outline));
    if (link) address.later();
  }

  /** Go one phase on, unless the class is to guess the next one first. */
  function advance() {
    if (isCovered(place) && place.phase === outline.outputPhase - 1) return false;
    return act({ do: "phase", by: 1 });
  }

  function play() {
    const isAtEnd = place.t === outline.T - 1 && place.phase === outline.phases.length - 1;
    if (isAtEnd && !player.state().isPlaying) act({ do: "begin" });
    player.toggle();
  }

  // ---- drawing -------------------------------------------------------------------------

  function draw() {
    drawnFor = windowSize();
    const isPresenting = screen.isOn();
    const width = Math.max(300, root.clientWidth);
    const sizes = stageSizes(width, window.innerHeight - (isPresenting ? 0 : above), isPresenting);
    root.style.setProperty("--s", sizes.scale);
    root.classList.toggle("stacked", sizes.stacked);
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.setAttribute("aria-label", model.strings.stage);
    context = makeContext(model, root, { notation: model.notations[place.notation], sizes, go });
    header = bar(
      context,
      { ...commands, act },
      {
        isPresenting,
        networks: isPresenting ? page.networks : null,
        offersScreen: isPresenting && screen.wasOn && !screen.isFull(),
      },
    );
    header.showPlaying(player.state());
    const inner = isPresenting ? width - 48 * sizes.scale : width;
    panels = drawPanels(context, inner, sizes, { act, zoom: isPresenting ? place.zoom : "" });
    top.replaceChildren(header.element);
    body.replaceChildren(...panels.elements);
    drawHelp(help, model.strings, page.networks);
    update();
  }

  function update() {
    root.dataset.t = String(place.t + 1);
    root.dataset.phase = outline.phases[place.phase];
    root.classList.toggle("covered", isCovered(place));
    const state = { ...place, isCovered: isCovered(place), visible: visibleInputs(place, outline) };
    header.update(state);
    panels.update(state);
    notes.update();
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

  /** The layout must not depend on the width that the page had while it was still loading. */
  function refit() {
    if (windowSize() === drawnFor || !root.isConnected) return;
    const isInside = root.matches(":focus-within");
    draw();
    if (isInside && !root.matches(":focus-within")) focusStage();
  }

  function onPresenter(isOn) {
    if (!isOn && place.zoom) place = { ...place, zoom: "" };
    draw();
    focusStage();
  }

  // ---- keys and pointers -----------------------------------------------------------------

  const commands = {
    play,
    setSpeed: player.setSpeed,
    faster: () => player.change(1),
    slower: () => player.change(-1),
    presenter: () => (screen.wasOn && screen.isOn() && !screen.isFull() ? screen.fill() : screen.toggle()),
    help: () => (help.open ? help.close() : help.showModal()),
    network: (name) => page.onNetwork?.(name),
  };

  function onKey(event) {
    if (model === undefined || help.open || isTaken(event)) return;
    const { key } = event;
    if (key === "Escape") leave();
    else if (key === "Enter") enter(event.composedPath()[0]);
    else if (!press(key)) {
      address.now();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the stage uses a key. */
  function press(key) {
    const action = actionOf(key, screen.isOn());
    const command = commandOf(key);
    const network = page.networks?.all.find((one) => one.key === key.toLowerCase());
    if (!["play", "faster", "slower"].includes(command)) player.stop();
    if (action) act(action);
    else if (command) commands[command]();
    else if (network) commands.network(network.name);
    return Boolean(action || command || network);
  }

  function leave() {
    if (screen.isOn() && place.zoom) act({ do: "zoom", panel: "" });
    else if (screen.isOn()) screen.toggle();
    else if (place.view === "sum") go({ view: "memory" });
    focusStage();
  }

  function enter(from) {
    if (stripOf(from)) openSum(stripOf(from), place.unit);
    else act({ do: "reveal" });
  }

  /** With nothing focused, → and ← would do nothing else: the lecturer need not click first. */
  function onPageKey(event) {
    if (model === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isIdle = document.activeElement === document.body || document.activeElement === null;
    if (isIdle && stepsWhenIdle(event.key)) {
      event.preventDefault();
      press(event.key);
      focusStage();
    }
  }

  /** Go to where a number of a strip was made, and take it apart there. */
  function openSum({ name, before }, unit) {
    const t = before ? model.stepBefore(name, place.t) : place.t;
    if (t === null) go({ unit });
    else go({ t, phase: model.phaseOf(name), unit, view: "sum" });
  }

  function onClick(event) {
    const strip = stripOf(event.target);
    if (strip && event.target.closest(".diagram")) {
      if (notes.isFirstTap(event)) go({ unit: strip.unitAt(event) });
      else openSum(strip, strip.unitAt(event));
    }
    if (!event.target.closest("button, select, input, dialog")) focusStage();
    notes.showTap(event);
  }

  function noteText(target, event) {
    const exact = target.closest?.("[data-full]");
    if (exact?.dataset.full) return exact.dataset.full;
    const strip = stripOf(target);
    if (strip) {
      return strip.t === null
        ? model.strings.notYet
        : context.describe(strip.name, strip.t, strip.unitAt(event), strip.before);
    }
    const map = target.closest?.("[data-map]");
    if (!map) return "";
    const name = map.dataset.map;
    const { t, unit } = panels.locate(map, event);
    const isNow = place.phase >= model.phaseOf(name);
    const isComputed = t === place.t ? isNow : t < place.t || model.isBackward(name);
    return isComputed ? context.describe(name, t, unit) : model.strings.notYet;
  }

  function focusStage() {
    root.focus({ preventScroll: true });
  }

  root.addEventListener("keydown", onKey);
  root.addEventListener("click", onClick);
  // A reader who turns to a control or another page leaves the address complete.
  root.addEventListener("focusout", address.now);
  document.addEventListener("pointerdown", address.now, true);
  window.addEventListener("pagehide", address.now);
  document.addEventListener("keydown", onPageKey);
  window.addEventListener("resize", onResize);
  const observer = new ResizeObserver(onResize);
  observer.observe(root);

  function remove() {
    player.stop();
    screen.stop();
    address.stop();
    clearTimeout(speaking);
    document.removeEventListener("pointerdown", address.now, true);
    window.removeEventListener("pagehide", address.now);
    observer.disconnect();
    window.removeEventListener("resize", onResize);
    document.removeEventListener("keydown", onPageKey);
    host.replaceChildren();
  }
  return { show, remove };
}

/** The bounds of a place in a model, for the cursor. */
function outlineOf(model) {
  const output = model.phases.findIndex(({ target }) => ["logits", "output"].includes(model.quantity(target).kind));
  return {
    T: model.sizes.T,
    phases: model.phases.map((phase) => phase.key),
    outputPhase: output < 0 ? model.phases.length : output,
    units: model.units,
    notations: model.notations.map((one) => one.key),
    isOutput: (k) => k < model.sizes.q && model.hasOutput(k),
  };
}

/** One arrow head for every wire; it takes the wire's colour. */
function arrowHead() {
  const head = s("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" });
  const size = { viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8 };
  const marker = s("marker", { id: "arrow", ...size, markerUnits: "userSpaceOnUse", orient: "auto" }, head);
  return s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", {}, marker));
}
