// The live view of a training: one state, what draws it, and what changes it.

import { withHallKeys } from "../../web/hallkeys.js";
import { isDark, parseColour } from "../../web/colours.js";
import { h, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { presenter } from "../../web/presenter.js";
import { replaceQuery } from "../../web/query.js";
import { tip } from "../../web/tip.js";
import { continuation } from "./continuation.js";
import { controls } from "./controls.js";
import { curves, UNITS } from "./curves.js";
import { feedingPanel } from "./feeding.js";
import { help } from "./help.js";
import { commandOf, isTaken, keysComeBack } from "./keys.js";
import { machine } from "./machine.js";
import { planPanel } from "./plan.js";
import { probe } from "./probe.js";
import { reachPanel } from "./reach.js";
import { remarks } from "./remarks.js";
import { replay } from "./replay.js";
import { knownRun } from "./run.js";
import { samples } from "./samples.js";
import { keysOf, Refused, serverAt } from "./server.js";
import { temperature } from "./temperature.js";

const views = new WeakMap();
// Milliseconds until the next look, by how the training stands; none once it has ended.
const LOOK_AFTER = { waiting: 300, paused: 1000 };
const ENDED = ["finished", "stopped", "failed"];
const RETRY = 2000;
const NARROW = 760;
// Steps a second, from the slowest on; 0 is as many as there can be.
const PACES = [1, 5, 20, 50, 0];
const HINT_STAYS = 8000;

/**
 * Draw a training in `host`, or show another where one already stands.
 *
 * data: {runs, keys, plans, strings, optimizers, language, api, plotly, css}. act(what) asks the page
 * to "start", to "step" or to "reset". Returns a function that takes the view away.
 */
export function mount(host, data, act) {
  const asked = JSON.stringify([data.runs, data.plans, data.language]);
  const standing = views.get(host);
  if (standing?.asked === asked) standing.view.restyle(act);
  else {
    if (standing && String(standing.runs) !== String(data.runs)) standing.view.leave();
    standing?.view.remove();
    views.set(host, { asked, runs: data.runs, view: createView(host, data, act) });
  }
  return () => {
    views.get(host)?.view.remove();
    views.delete(host);
  };
}

function createView(host, data, firstAct) {
  const { strings, plans } = data;
  const runs = data.runs.map(knownRun);
  const server = serverAt(data.api, keysOf(data.keys), data.language);
  const query = new URLSearchParams(location.search);
  const state = {
    at: /^\d+$/.test(query.get("at") ?? "") ? Number(query.get("at")) : null,
    unit: query.get("loss") in UNITS ? query.get("loss") : "nats",
    temperature: 0.8,
    probe: "",
    chosen: 0,
    zoom: "",
  };
  const moments = new Map();
  const kept = new Map();
  const timers = new Map();
  let act = firstAct;
  let style = {};
  let isOffline = false;
  let isRemoved = false;
  let frame = 0;
  let spoken = "";
  let told = "";
  let commanding = Promise.resolve();
  // The last command, until an answer that was requested after it confirms it.
  let wantedPace = null;
  let telling = 0;

  const root = h("div", {
    class: runs.length > 1 ? "stage live race" : "stage live",
    "data-testid": "training",
    tabindex: "0",
    role: "application",
    "aria-label": strings.view,
  });
  const note = tip(root);
  const live = h("p", { class: "announcement", "aria-live": "polite" });
  const context = {
    strings,
    ids: data.runs.join("."),
    plotly: data.plotly,
    optimizers: data.optimizers,
    count: (value) => value.toLocaleString(data.language),
    isTouch: matchMedia("(pointer: coarse)").matches,
  };
  const helpDialog = help(strings);
  const screen = presenter(root, () => fit());
  const heats = [1, 2, 3].map(() => temperature(context, heat));
  const panels = {
    controls: controls(context, {
      train,
      oneStep,
      reset,
      slower: () => changePace(-1),
      faster: () => changePace(1),
      presenter: present,
      help: showHelp,
      unit: (unit) => go({ unit }),
    }),
    curves: curves(context, (step) => goTo(closest(step))),
    samples: samples(context),
    probe: probe(context, note),
    machine: machine(context, (at) => go({ at })),
    reach: reachPanel(context),
    replay: replay(context, (run, query) => look(run, "replay", query), note),
    continuation: continuation(context, (run, query) => look(run, "next", query), heats[1].element),
    feeding: feedingPanel(context, (run, query) => look(run, "feeding", query), heats[2].element),
    heats: { update: (view) => heats.forEach((one) => one.update(view)) },
  };
  const below = h("p", { class: "remark", hidden: true }, strings.belowTraining);
  const nearZero = h("p", { class: "remark", hidden: true }, strings.nearZero);
  const grid = h(
    "div",
    { class: "live-grid" },
    h("section", { class: "panel curves-panel" }, panels.curves.element, below),
    h("div", { class: "live-right" }, samplesPanel(), probePanel()),
  );
  const whose = h("div", { class: "whose", role: "group", "aria-label": strings.whose, hidden: runs.length < 2 });
  const lower = h(
    "div",
    { class: "live-lower" },
    panels.reach.element,
    whose,
    panels.replay.element,
    panels.continuation.element,
    panels.feeding.element,
  );
  root.append(
    panels.controls.element,
    grid,
    ...(runs.length > 0 ? [panels.machine.element, lower] : []),
    live,
    note.element,
    helpDialog,
  );
  host.replaceChildren(h("style", {}, data.css), root);
  runs.forEach((_, k) => {
    const tab = h("button", { type: "button", class: "tab" });
    tab.addEventListener("click", () => go({ chosen: k }));
    whose.append(tab);
  });

  // ---- panels of the right column --------------------------------------------------------

  function samplesPanel() {
    if (runs.length === 0) return planPanel(context, plans);
    return h(
      "section",
      { class: "panel samples-panel" },
      h("h2", {}, h("span", { title: strings.samplesHint }, strings.samples), heats[0].element),
      nearZero,
      panels.samples.element,
    );
  }

  function probePanel() {
    if (runs.length === 0) return null;
    const field = h("input", {
      type: "text",
      class: "probe-text",
      maxlength: "100",
      "aria-label": strings.probeText,
      placeholder: strings.probeText,
      dir: "auto",
    });
    field.addEventListener("change", () => {
      if (!field.value) return;
      if (isOwner()) command("show", { probe: field.value });
      go({ probe: field.value });
    });
    field.addEventListener("keydown", (event) => event.key === "Enter" && focusView());
    return h(
      "section",
      { class: "panel probe-panel" },
      h("h2", {}, h("span", { title: strings.probeHint }, strings.probe), field),
      panels.probe.element,
    );
  }

  // ---- state -------------------------------------------------------------------------------

  function mode() {
    if (runs.length === 0) return "none";
    if (runs.some((run) => run.error)) return "gone";
    const all = runs.map((run) => run.now?.status);
    return (
      ["training", "waiting", "paused", "failed", "stopped", "finished"].find((one) => all.includes(one)) ?? "waiting"
    );
  }

  function isOwner() {
    return runs.length > 0 && runs.every((run) => run.now?.isOwner);
  }

  function checkpoints() {
    return [...new Set(runs.flatMap((run) => run.now?.checkpoints ?? []))].sort((a, b) => a - b);
  }

  function closest(step) {
    const near = checkpoints().map((one) => [Math.abs(one - step), one]);
    return near.length > 0 ? near.reduce((a, b) => (b[0] < a[0] ? b : a))[1] : null;
  }

  /** Whether no run is training, and none is waiting to. */
  function isStill() {
    return runs.length > 0 && !["training", "waiting"].includes(mode());
  }

  function heat(value) {
    go({ temperature: value });
    if (isOwner()) command("show", { temperature: value });
    focusView();
  }

  function changePace(by) {
    const pace = paceNow();
    if (pace === undefined || !isOwner() || !isOpen()) return;
    const place = PACES.findIndex((one) => one === 0 || (pace !== 0 && one >= pace));
    wantedPace = PACES[Math.min(PACES.length - 1, Math.max(0, place + by))];
    command("show", { pace: wantedPace });
    draw();
  }

  function paceNow() {
    return wantedPace ?? runs[0]?.now?.pace;
  }

  function isOpen() {
    return ["training", "waiting", "paused"].includes(mode());
  }

  function go(change) {
    Object.assign(state, change);
    if ("at" in change || "unit" in change) writeLink();
    if ("at" in change || "temperature" in change || "probe" in change) visit();
    draw();
  }

  function goTo(at) {
    const all = checkpoints();
    go({ at: at === null || at >= all.at(-1) + 1 ? null : at });
  }

  /** One checkpoint on or back; after the last comes now. */
  function travel(by) {
    const stops = [...checkpoints(), null];
    const from = stops.indexOf(state.at);
    go({ at: stops[Math.min(stops.length - 1, Math.max(0, (from < 0 ? stops.length - 1 : from) + by))] });
  }

  /**
   * The checkpoint of a run to show: the one the reader chose, or the last one if no run is training and the last
   * sample was drawn at another temperature. null shows the present.
   */
  function shownStep(run) {
    if (state.at !== null) return run.checkpointAt(state.at);
    const last = run.samples.at(-1);
    return isStill() && last && last.temperature !== state.temperature ? run.checkpointAt(last.step) : null;
  }

  /** Fetch the moments to show, each once. */
  function visit() {
    moments.clear();
    for (const run of runs) {
      const step = shownStep(run);
      if (step === null) continue;
      const key = JSON.stringify([run.id, step, state.temperature, state.probe]);
      if (kept.has(key)) moments.set(run.id, kept.get(key));
      else {
        look(run.id, "moment", { step, temperature: state.temperature, probe: state.probe }).then((moment) => {
          if (!moment) return;
          kept.set(key, moment);
          if (shownStep(run) === step && moment.sample.temperature === state.temperature) moments.set(run.id, moment);
          draw();
        });
      }
    }
  }

  function writeLink() {
    replaceQuery(["at", "loss"], {
      ...(state.at === null ? {} : { at: state.at }),
      ...(state.unit === "nats" ? {} : { loss: state.unit }),
    });
  }

  function stageLink(run, step) {
    const url = new URL("step", document.baseURI);
    const text = (moments.get(run.id)?.probe ?? run.probe)?.text ?? "";
    for (const [name, value] of Object.entries({ run: run.id, at: step, text, lang: data.language })) {
      if (value !== "") url.searchParams.set(name, value);
    }
    return url.href;
  }

  // ---- the server -----------------------------------------------------------------------------

  async function look(run, what, query) {
    try {
      return await server.ask(run, what, query);
    } catch (reason) {
      if (reason instanceof Refused) say(reason.message);
      return null;
    }
  }

  /** One after another: each changes what the one before has left. */
  function command(what, body) {
    commanding = commanding.then(() => send(what, body));
    return commanding;
  }

  async function send(what, body) {
    try {
      await Promise.all(runs.map((run) => server.command(run.id, what, body)));
    } catch (reason) {
      if (reason instanceof Refused) say(reason.message);
    }
    runs.forEach(watch);
  }

  /** Look at a run, now and then again, as long as it may change. */
  async function watch(run) {
    clearTimeout(timers.get(run));
    const turn = {};
    run.turn = turn;
    let wait = RETRY;
    try {
      const present = await server.ask(run.id, "present", run.asked());
      if (isRemoved || run.turn !== turn) return;
      isOffline = false;
      const stood = run.now?.status;
      run.receive(present);
      if (present.pace === wantedPace) wantedPace = null;
      wait = ENDED.includes(present.status) ? null : (LOOK_AFTER[present.status] ?? 1000 * present.wait);
      if (stood === undefined)
        Object.assign(state, { temperature: run.samples.at(-1)?.temperature ?? state.temperature });
      if (stood !== present.status) {
        tell("");
        visit();
      }
    } catch (reason) {
      if (isRemoved || run.turn !== turn) return;
      if (reason instanceof Refused) {
        run.error = reason.message;
        wait = null;
      } else isOffline = true;
    }
    draw();
    if (wait !== null)
      timers.set(
        run,
        setTimeout(() => whenSeen(() => watch(run)), wait),
      );
  }

  /** Nobody looks at a tab in the background. */
  function whenSeen(then) {
    if (!document.hidden) then();
    else document.addEventListener("visibilitychange", () => whenSeen(then), { once: true });
  }

  function train() {
    const now = mode();
    if (now === "none" || now === "gone" || ENDED.includes(now)) act("start");
    else if (isOwner()) command(now === "paused" ? "go_on" : "pause");
  }

  function oneStep() {
    if (runs.length === 0) act("step");
    else if (!isOwner()) tell(strings.watching);
    else if (mode() === "paused") command("one_step");
    else tell(isOpen() ? strings.stepWhileTraining : strings.stepAfterEnd);
  }

  async function reset() {
    if (runs.length === 0) return;
    if (isOwner() && !ENDED.includes(mode())) await command("stop");
    act("reset");
  }

  /** Pause a run that leaves the view, to make room for others; it can be resumed. */
  function leave() {
    if (isOwner() && ["training", "waiting"].includes(mode())) command("pause");
  }

  // ---- drawing ---------------------------------------------------------------------------------

  function draw() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(drawNow);
  }

  function drawNow() {
    if (isRemoved) return;
    const now = mode();
    const [first] = runs;
    const seen = runs.length === 1 ? remarks(first.metrics) : {};
    below.hidden = !seen.isBelowTraining;
    nearZero.hidden = !seen.isNearZero;
    const view = {
      ...state,
      ...style,
      runs,
      moments,
      mode: now,
      isOwner: isOwner(),
      checkpoints: checkpoints(),
      statusWords: told || statusWords(now),
      isTelling: told !== "",
      isPresenting: screen.isOn(),
      pace: paceNow(),
      isOpen: isOpen(),
      lines: first?.now?.lines ?? { uniform: plans[0]?.uniform, entropy: plans[0]?.entropy },
      steps: first?.now?.steps ?? plans[0]?.steps ?? 1,
      stageLink,
    };
    if (view.at !== null && view.checkpoints.length > 0 && !view.checkpoints.includes(view.at))
      view.at = closest(view.at);
    root.dataset.status = now;
    root.dataset.step = String(Math.max(0, ...runs.map((run) => run.now?.step ?? 0)));
    root.classList.toggle("then", view.at !== null);
    root.dataset.zoom = screen.isOn() ? state.zoom : "";
    [...whose.children].forEach((tab, k) => {
      write(tab, runs[k].title);
      tab.setAttribute("aria-pressed", String(k === state.chosen));
    });
    for (const panel of Object.values(panels)) panel.update(view);
    if (spoken !== view.statusWords) {
      spoken = view.statusWords;
      say(spoken);
    }
  }

  function statusWords(now) {
    if (isOffline) return strings.offline;
    if (now === "none") return context.isTouch ? strings.readyTouch : strings.ready;
    const told = runs.map((run) => run.error || run.now?.message).find(Boolean);
    if (told) return told;
    const ahead = Math.max(0, ...runs.map((run) => run.now?.ahead ?? 0));
    if (now === "waiting") return ahead > 0 ? fill(strings.ahead, { count: ahead }) : strings.waiting;
    return strings[now];
  }

  function say(words) {
    write(live, words);
  }

  /** Show a message in the status's place for a while. */
  function tell(words) {
    clearTimeout(telling);
    told = words;
    if (words) telling = setTimeout(() => tell(""), HINT_STAYS);
    draw();
  }

  function restyle(newAct) {
    act = newAct;
    readStyle();
    draw();
  }

  function readStyle() {
    const theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.dataset.theme = theme;
    const computed = getComputedStyle(root);
    const hue = (name) => computed.getPropertyValue(name).trim();
    style = {
      theme,
      palette:
        style.theme === theme
          ? style.palette
          : {
              paper: parseColour(hue("--strip-paper")),
              below: parseColour(hue("--below")),
              above: parseColour(hue("--above")),
            },
      colours: {
        ink: computed.color,
        page: computed.backgroundColor,
        font: computed.fontFamily,
        line: hue("--line"),
        muted: hue("--muted"),
        accent: hue("--accent"),
        right: hue("--right"),
        training: hue("--loss"),
        validation: hue("--state"),
        before: hue("--gate2"),
        after: hue("--candidate"),
        race: [hue("--state"), hue("--memory"), hue("--gate1")],
      },
    };
  }

  /** All that a lecture needs lies within the window; what one studies lies below. */
  function fit() {
    const bars = panels.controls.element.offsetHeight + panels.machine.element.offsetHeight;
    const above = screen.isOn() ? 0 : Math.min(160, root.getBoundingClientRect().top + scrollY);
    const free = innerHeight - above - bars - (screen.isOn() ? 60 : 36);
    root.classList.toggle("stacked", root.clientWidth < NARROW);
    root.style.setProperty("--grid", `${Math.min(screen.isOn() ? 2000 : 760, Math.max(360, free))}px`);
    draw();
  }

  // ---- keys --------------------------------------------------------------------------------------

  const commands = {
    train,
    oneStep,
    reset,
    faster: () => changePace(1),
    slower: () => changePace(-1),
    later: () => travel(1),
    earlier: () => travel(-1),
    first: () => go({ at: checkpoints()[0] ?? null }),
    now: () => go({ at: null }),
    presenter: present,
    help: showHelp,
  };

  function present() {
    state.zoom = "";
    if (screen.isOn() && screen.wasOn && !screen.isFull()) screen.fill();
    else screen.toggle();
    focusView();
  }

  function showHelp() {
    if (helpDialog.open) helpDialog.close();
    else withHallKeys(helpDialog).showModal();
  }

  /** Leave a field, then a panel, then presenter mode, then return to now. */
  function leaveField(from) {
    if (from !== root) focusView();
    else if (screen.isOn() && state.zoom) go({ zoom: "" });
    else if (screen.isOn()) screen.toggle();
    else go({ at: null });
  }

  function focusView() {
    root.focus({ preventScroll: true });
  }

  function onKey(event) {
    if (event.defaultPrevented || helpDialog.open || isTaken(event)) return;
    const wanted = commandOf(event.key, { hasRuns: runs.length > 0, isPresenting: screen.isOn() });
    if (event.key === "Escape") leaveField(event.composedPath()[0]);
    else if (wanted === undefined) return;
    else if (typeof wanted === "object") go({ zoom: wanted.panel });
    else if (!event.repeat || ["later", "earlier"].includes(wanted)) commands[wanted]();
    event.preventDefault();
    event.stopPropagation();
  }

  /** With nothing focused, the keys would do nothing else: the lecturer need not click first. */
  function onPageKey(event) {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    onKey(event);
  }

  root.addEventListener("keydown", onKey);
  root.addEventListener("change", (event) => event.composedPath()[0].matches("select") && focusView());
  document.addEventListener("keydown", onPageKey);
  window.addEventListener("resize", fit);
  const stopKeys = keysComeBack(root);
  const observer = new ResizeObserver(fit);
  observer.observe(host);

  readStyle();
  fit();
  runs.forEach(watch);
  if (screen.wasOn) screen.resume();
  if (!document.activeElement?.matches("input, textarea, select")) root.focus({ preventScroll: true });

  function remove() {
    isRemoved = true;
    cancelAnimationFrame(frame);
    clearTimeout(telling);
    screen.stop();
    stopKeys();
    for (const timer of timers.values()) clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener("resize", fit);
    document.removeEventListener("keydown", onPageKey);
    panels.curves.remove();
    panels.continuation.remove();
    panels.feeding.remove();
    host.replaceChildren();
  }
  return { restyle, leave, remove };
}
