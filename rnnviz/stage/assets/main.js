// The stage: one state, the panels that draw it, and the ways to change it.

import { colourOf, isDark, parseColour } from "./colours.js";
import { diagrams } from "./diagram.js";
import { h, s, write } from "./dom.js";
import { equations } from "./equations.js";
import { stageSizes } from "./geometry.js";
import { memory } from "./memory.js";
import { readPayload } from "./model.js";
import { fill, full, short } from "./numbers.js";
import { output } from "./output.js";
import { ribbon } from "./ribbon.js";
import { stripOf } from "./strip.js";
import { sum } from "./sum.js";

const stages = new WeakMap();
const PLAY_EVERY = 900;

/**
 * Draw a payload in `host`, or show a new one where a stage already stands.
 *
 * place: {t, phase, unit, notation, view, char} as in links, counted from 1. base: where the
 * style sheet is, if the page does not carry it. link: whether the address bar follows.
 * Returns a function that takes the stage away.
 */
export function mount(host, { payload, place = {}, base = "", link = false }) {
  if (!stages.has(host)) stages.set(host, createStage(host, base, link));
  stages.get(host).show(payload, place);
  return () => {
    stages.get(host)?.remove();
    stages.delete(host);
  };
}

function createStage(host, base, link) {
  let model;
  let state;
  let context;
  let panels = [];
  let asked = "";
  let player = 0;
  let presenting = false;

  const header = h("header", { class: "bar" });
  const body = h("div", { class: "body" });
  const live = h("p", { class: "announcement", "aria-live": "polite" });
  const tip = h("div", { class: "tip", hidden: true });
  const help = h("dialog", { class: "help" });
  const root = h("div", { class: "stage", "data-testid": "stage", tabindex: "0", role: "application" }, arrowHead(), header, body, live, tip, help);
  const sheet = base ? h("link", { rel: "stylesheet", href: `${base}stage.css` }) : null;
  const ready = sheet
    ? new Promise((resolve) => sheet.addEventListener("load", resolve, { once: true }))
    : Promise.resolve();
  host.replaceChildren(...[sheet, root].filter(Boolean));

  // ---- state ---------------------------------------------------------------------------

  function show(payload, place) {
    const isNew = payload.id !== model?.id || payload.language !== model.language || payload.caption !== model.caption;
    if (isNew) model = readPayload(payload);
    const wanted = JSON.stringify([payload.id, place]);
    if (wanted !== asked) {
      asked = wanted;
      state = { ...state, ...fromPlace(place) };
    }
    const first = context === undefined;
    ready.then(() => {
      build();
      if (first && !document.activeElement?.matches("input, textarea, select")) root.focus({ preventScroll: true });
    });
  }

  function fromPlace(place) {
    const within = (value, most) => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
    const phase = model.phases.findIndex((one) => one.key === place.phase);
    const notation = model.notations.findIndex((one) => one.key === place.notation);
    return {
      t: within(place.t, model.sizes.T),
      phase: phase < 0 ? model.phases.length - 1 : phase,
      unit: within(place.unit, model.units),
      notation: Math.max(0, notation),
      view: place.view === "sum" ? "sum" : "memory",
      choice: place.char ? within(place.char, model.sizes.q) : null,
    };
  }

  function go(change) {
    const next = { ...state, ...change };
    next.t = Math.min(Math.max(next.t, 0), model.sizes.T - 1);
    next.unit = Math.min(Math.max(next.unit, 0), model.units - 1);
    const rebuilt = next.notation !== state.notation;
    state = next;
    if (rebuilt) build();
    else update();
    writeLink();
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
      if (state.t === model.sizes.T - 1 && state.phase === model.phases.length - 1) go({ t: 0, phase: 0 });
      player = setInterval(() => stepPhase(1) || play(false), PLAY_EVERY);
    }
    showPlaying();
  }

  /** The address bar names the place, so that it can be copied; no page is loaded for it. */
  function writeLink() {
    if (!link) return;
    const url = new URL(location.href);
    const named = {
      t: state.t + 1,
      phase: model.phases[state.phase].key,
      unit: state.unit + 1,
      notation: model.notations[state.notation].key,
      view: state.view === "sum" ? "sum" : null,
      char: state.choice === null ? null : state.choice + 1,
    };
    for (const [name, value] of Object.entries(named)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    history.replaceState(history.state, "", url);
  }

  // ---- drawing -------------------------------------------------------------------------

  function build() {
    const width = Math.max(300, root.clientWidth || host.clientWidth || 1200);
    const above = presenting ? 0 : root.getBoundingClientRect().top + window.scrollY;
    const height = window.innerHeight - Math.min(above, 160);
    const sizes = stageSizes(width, height, presenting);
    root.style.setProperty("--s", sizes.scale);
    root.classList.toggle("stacked", sizes.stacked);
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.setAttribute("aria-label", model.strings.stage);
    context = makeContext(sizes);
    const inner = width - (presenting ? 48 * sizes.scale : 0);
    const gap = 24 * sizes.scale;
    const left = sizes.stacked ? inner : Math.round(inner * 0.6 - gap / 2);
    const right = sizes.stacked ? inner : inner - left - gap;
    const hasOutput = model.labels.length > 0;
    const lowerHead = 34 * sizes.scale;
    const cellHead = 52 * sizes.scale;

    const parts = {
      ribbon: ribbon(context, inner, sizes.ribbon),
      cell: diagrams(context, left, sizes.cell - cellHead),
      equations: equations(context),
      memory: memory(context, left, sizes.lower - lowerHead),
      sum: sum(context, left, sizes.lower - lowerHead),
      output: hasOutput ? output(context, sizes.stacked ? 6 : Math.max(4, Math.floor((sizes.lower - lowerHead) / (26 * sizes.scale)))) : null,
    };
    panels = Object.values(parts).filter(Boolean);
    drawHeader();
    const where = h("span");
    const meaning = h("p", { class: "meaning" });
    const cell = h("section", { class: "panel" }, h("h2", {}, where, h("span", { class: "hint" }, model.strings.cellHint)), meaning, parts.cell.element);
    const cellText = {
      update() {
        write(where, fill(model.strings.cell, { t: state.t + 1 }));
        write(meaning, model.phases[state.phase].meaning);
      },
    };
    const lower = lowerPanel(parts, sizes);
    panels.push(cellText, lower);
    const slider = scrubber();
    if (slider) panels.push(slider);
    body.replaceChildren(
      ...[
        parts.ribbon.element,
        slider?.element,
        h("div", { class: "upper", style: sizes.stacked ? "" : `grid-template-columns:${left}px ${right}px;min-height:${sizes.cell}px` }, cell, parts.equations.element),
        h("div", { class: "lower", style: sizes.stacked ? "" : `grid-template-columns:${left}px ${right}px` }, lower.element, parts.output?.element),
      ].filter(Boolean),
    );
    update();
  }

  /** Memory and the sum of a unit share a place, as two tabs. */
  function lowerPanel(parts, sizes) {
    const { strings } = model;
    const tabs = [["memory", strings.memory, strings.memoryHint], ["sum", strings.sumTab, ""]].map(([view, title, hint]) => {
      const tab = h("button", { type: "button", class: "tab", "data-view": view }, title);
      tab.addEventListener("click", () => go({ view }));
      return { view, tab, hint };
    });
    const hint = h("span", { class: "hint" });
    const holder = h("div", { class: "holder", style: `min-height:${sizes.lower - 34 * sizes.scale}px` });
    const head = h("h2", { class: "tabs" }, ...tabs.map((one) => one.tab), hint);
    function update() {
      for (const one of tabs) {
        one.tab.setAttribute("aria-pressed", String(one.view === state.view));
        if (one.view === state.view) write(hint, one.view === "memory" ? one.hint : parts.sum.words());
      }
      const wanted = parts[state.view].element;
      if (holder.firstChild !== wanted) holder.replaceChildren(wanted);
    }
    return { element: h("section", { class: "panel lower-left" }, head, holder), update };
  }

  /** A long text does not fit the ribbon: a slider runs over all of it. */
  function scrubber() {
    if (model.sizes.T <= 8) return null;
    const input = h("input", { type: "range", class: "scrubber", min: 1, max: model.sizes.T, step: 1, tabindex: "-1", "aria-label": model.strings.timeStep });
    input.addEventListener("input", () => go({ t: Number(input.value) - 1 }));
    return { element: input, update: () => { input.value = String(state.t + 1); } };
  }

  function drawHeader() {
    const { strings, cell, sizes } = model;
    const button = (name, sign, act) => {
      const made = h("button", { type: "button", class: "key", "data-key": name, title: strings[name], "aria-label": strings[name] }, sign);
      made.addEventListener("click", act);
      return made;
    };
    const where = h("strong", { class: "where" });
    const phase = h("span", { class: "phase" });
    const notation = h("select", { class: "notation", "aria-label": strings.notation, title: strings.notation },
      ...model.notations.map((one, k) => h("option", { value: k }, one.title)));
    notation.value = String(state.notation);
    notation.addEventListener("change", () => {
      go({ notation: Number(notation.value) });
      root.focus({ preventScroll: true });
    });
    const text = (model.inputs.join("") + (model.targets && !model.tags ? model.labels[model.targets.at(-1)] : "")).replaceAll("␣", " ");
    header.replaceChildren(
      h("div", { class: "what" }, h("strong", {}, cell.title), h("span", { class: "text", title: text }, text), h("span", { class: "muted" }, [`h = ${sizes.h}`, model.caption].filter(Boolean).join(" · "))),
      h("div", { class: "place" }, where, phase),
      h("div", { class: "keys", role: "toolbar" },
        button("first", "«", () => go({ t: 0 })),
        button("back", "‹", () => go({ t: state.t - 1 })),
        button("forward", "›", () => go({ t: state.t + 1 })),
        button("last", "»", () => go({ t: model.sizes.T - 1 })),
        button("phaseBack", "↑", () => stepPhase(-1)),
        button("phaseForward", "↓", () => stepPhase(1)),
        button("play", "▶", () => play(player === 0)),
        notation,
        button(presenting ? "leavePresenter" : "presenter", icon("M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5"), togglePresenter),
        button("help", "?", toggleHelp),
      ),
    );
    panels.push({
      update() {
        write(where, fill(strings.stepOf, { t: state.t + 1, T: sizes.T }));
        write(phase, fill(strings.phaseOf, { phase: state.phase + 1, phases: model.phases.length, title: model.phases[state.phase].title }));
      },
    });
    drawHelp();
    showPlaying();
  }

  function showPlaying() {
    const button = header.querySelector('[data-key="play"]');
    if (!button) return;
    write(button, player === 0 ? "▶" : "⏸");
    button.title = player === 0 ? model.strings.play : model.strings.pause;
    button.setAttribute("aria-label", button.title);
  }

  function update() {
    root.dataset.t = String(state.t + 1);
    root.dataset.phase = model.phases[state.phase].key;
    for (const panel of panels) panel.update(state);
    hideTip();
    announce();
  }

  function makeContext(sizes) {
    const style = getComputedStyle(root);
    const colour = (name) => parseColour(style.getPropertyValue(name));
    const paper = colour("--strip-paper");
    const signed = { paper, below: colour("--below"), above: colour("--above") };
    const palettes = new Map();
    const paletteOf = (quantity) => {
      if (quantity.signed) return signed;
      if (!palettes.has(quantity.hue)) {
        const full = colour(`--${quantity.hue}`);
        palettes.set(quantity.hue, { paper, below: full, above: full });
      }
      return palettes.get(quantity.hue);
    };
    const ranks = new Map();
    const ranked = (t) => {
      if (!ranks.has(t)) {
        const order = model.labels.map((_, k) => k);
        ranks.set(t, order.sort((a, b) => model.value("Y_hat", t, b) - model.value("Y_hat", t, a)));
      }
      return ranks.get(t);
    };
    return {
      model,
      go,
      strings: model.strings,
      notation: model.notations[state.notation],
      scale: sizes.scale,
      narrow: sizes.stacked,
      ranked,
      ghost: style.getPropertyValue("--ghost"),
      ink: style.color,
      likeliest: (t) => ranked(t)[0],
      focus: (at) => {
        const { target } = model.phases[at.phase];
        const isOutput = model.quantity(target).kind === "output";
        const chosen = at.choice ?? model.targets?.[at.t] ?? (isOutput ? ranked(at.t)[0] : 0);
        return { isOutput, unit: isOutput ? chosen : Math.min(at.unit, model.length(target) - 1) };
      },
      colour: (name, value) => {
        const quantity = model.quantity(name);
        return colourOf(value, quantity.high, paletteOf(quantity));
      },
      describe,
      moves: () => !matchMedia("(prefers-reduced-motion: reduce)").matches,
    };
  }

  function describe(name, t, unit, before) {
    const quantity = model.quantity(name);
    const title = quantity.isPre ? `${quantity.title}, ${model.strings.preActivation}` : quantity.title;
    return `${title}, t = ${t + 1 - (before ? (model.isBackward(name) ? -1 : 1) : 0)}, ${fill(model.strings.unit, { unit: unit + 1 })}: ${full(model.value(name, t, unit, before))}`;
  }

  // ---- saying it in words ----------------------------------------------------------------

  let speaking = 0;
  function announce() {
    clearTimeout(speaking);
    // Only the place where a reader stops is worth reading out.
    speaking = setTimeout(() => write(live, words()), 250);
  }

  function words() {
    const { strings, phases, sizes } = model;
    const phase = phases[state.phase];
    const said = [fill(strings.announce, { t: state.t + 1, T: sizes.T, phase: phase.title, input: model.inputs[state.t] ?? `x${state.t + 1}` })];
    if (model.quantity(phase.target).kind === "output") {
      const best = context.likeliest(state.t);
      const isRight = model.targets?.[state.t] === best;
      const verdict = model.targets === null ? "" : isRight ? strings.right : strings.wrong;
      said.push(fill(strings.announcePrediction, { character: model.labels[best], p: short(model.value("Y_hat", state.t, best)), verdict }));
      if (model.targets !== null) said.push(fill(strings.announceLoss, { loss: short(model.value("loss", state.t, 0)) }));
    } else {
      const { unit } = context.focus(state);
      said.push(fill(strings.announceUnit, { unit: unit + 1, value: short(model.value(phase.target, state.t, unit)) }));
    }
    return said.join(" ");
  }

  // ---- keys and pointers -----------------------------------------------------------------

  const KEYS = {
    ArrowRight: () => go({ t: state.t + 1 }),
    ArrowLeft: () => go({ t: state.t - 1 }),
    ArrowDown: () => stepPhase(1),
    ArrowUp: () => stepPhase(-1),
    Home: () => go({ t: 0 }),
    End: () => go({ t: model.sizes.T - 1 }),
    " ": () => play(player === 0),
    "[": () => go({ unit: state.unit - 1 }),
    "]": () => go({ unit: state.unit + 1 }),
    u: () => go({ view: state.view === "sum" ? "memory" : "sum" }),
    f: () => togglePresenter(),
    "?": () => toggleHelp(),
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || model === undefined) return;
    const from = event.composedPath()[0];
    if (from.matches?.("select") || (from.matches?.("button") && [" ", "Enter"].includes(event.key))) return;
    if (event.key === "Escape") {
      if (presenting) togglePresenter();
      else if (state.view === "sum") go({ view: "memory" });
      return;
    }
    if (event.key === "Enter" && stripOf(from)) {
      openSum(stripOf(from), state.unit);
      return;
    }
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== " " && player !== 0) play(false);
    act();
  }

  /** With nothing focused, → and ← would do nothing else: the lecturer need not click first. */
  function onPageKey(event) {
    const idle = document.activeElement === document.body || document.activeElement === null;
    if (!idle || event.ctrlKey || event.metaKey || event.altKey || !root.isConnected) return;
    if (["ArrowRight", "ArrowLeft"].includes(event.key)) {
      event.preventDefault();
      KEYS[event.key]();
      root.focus({ preventScroll: true });
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
    if (!event.target.closest?.("button, select, input, dialog")) root.focus({ preventScroll: true });
  }

  function onOver(event) {
    const marked = event.target.closest?.("[data-q]");
    highlight(marked?.dataset.q);
    const text = tipText(event);
    if (text) showTip(text, event.clientX, event.clientY);
    else hideTip();
  }

  function tipText(event) {
    const exact = event.target.closest?.("[data-full]");
    if (exact?.dataset.full) return exact.dataset.full;
    const strip = stripOf(event.target);
    if (strip) return strip.t === null ? model.strings.notYet : describe(strip.name, strip.t, strip.unitAt(event), strip.before);
    const map = event.target.closest?.("[data-map]");
    if (map) {
      const at = panels.find((panel) => panel.locate).locate(map, event);
      const computed = at.t < state.t || (at.t > state.t && model.isBackward(map.dataset.map)) || (at.t === state.t && state.phase >= model.phaseOf(map.dataset.map));
      return computed ? describe(map.dataset.map, at.t, at.unit, false) : model.strings.notYet;
    }
    return "";
  }

  function onFocus(event) {
    const strip = event.target.closest?.(".strip");
    if (!strip) return;
    const box = strip.getBoundingClientRect();
    showTip(strip.getAttribute("aria-label"), box.left, box.bottom);
  }

  function highlight(name) {
    for (const element of root.querySelectorAll(".related")) element.classList.remove("related");
    if (!name) return;
    for (const element of root.querySelectorAll(`[data-q="${CSS.escape(name)}"]`)) element.classList.add("related");
  }

  function showTip(text, x, y) {
    write(tip, text);
    tip.hidden = false;
    const box = root.getBoundingClientRect();
    const left = Math.min(Math.max(4, x - box.left + 12), box.width - tip.offsetWidth - 4);
    tip.style.transform = `translate(${left}px, ${y - box.top + 16}px)`;
  }

  function hideTip() {
    tip.hidden = true;
  }

  async function togglePresenter() {
    presenting = !presenting;
    root.classList.toggle("presenting", presenting);
    if (presenting) await root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
    build();
    root.focus({ preventScroll: true });
  }

  function onFullscreen() {
    if (presenting && !document.fullscreenElement) {
      presenting = false;
      root.classList.remove("presenting");
      build();
    }
  }

  function toggleHelp() {
    if (help.open) help.close();
    else help.showModal();
  }

  function drawHelp() {
    const { strings } = model;
    const rows = [
      ["→ ←", strings.keyStep],
      ["↓ ↑", strings.keyPhase],
      ["Home End", strings.keyEnds],
      ["Space", strings.keyPlay],
      ["[ ]", strings.keyUnit],
      ["U", strings.keySum],
      ["F", strings.keyPresenter],
      ["?", strings.keyHelp],
    ];
    const close = h("button", { type: "button", class: "key close", "aria-label": strings.close }, "×");
    close.addEventListener("click", () => help.close());
    help.setAttribute("aria-label", strings.help);
    help.replaceChildren(
      close,
      h("h2", {}, strings.help),
      h("p", {}, strings.helpStory),
      h("dl", {}, ...rows.flatMap(([keys, meaning]) => [h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, meaning)])),
      h("p", {}, strings.helpColours),
      h("p", {}, strings.helpGhosts),
    );
  }

  root.addEventListener("keydown", onKey);
  root.addEventListener("click", onClick);
  root.addEventListener("pointermove", onOver);
  root.addEventListener("pointerleave", () => { hideTip(); highlight(); });
  root.addEventListener("focusin", onFocus);
  document.addEventListener("keydown", onPageKey);
  document.addEventListener("fullscreenchange", onFullscreen);
  let drawnFor = "";
  function onResize() {
    const size = `${Math.round(root.clientWidth / 2)} ${window.innerHeight}`;
    if (context === undefined || size === drawnFor) return;
    drawnFor = size;
    requestAnimationFrame(build);
  }
  const observer = new ResizeObserver(onResize);
  window.addEventListener("resize", onResize);
  observer.observe(root);

  function remove() {
    play(false);
    clearTimeout(speaking);
    observer.disconnect();
    window.removeEventListener("resize", onResize);
    document.removeEventListener("keydown", onPageKey);
    document.removeEventListener("fullscreenchange", onFullscreen);
    host.replaceChildren();
  }
  return { show, remove };
}

function icon(path) {
  return s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: path }));
}

/** One arrow head for every wire; it takes the wire's colour. */
function arrowHead() {
  return s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" },
    s("defs", {},
      s("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
        s("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" }))));
}
