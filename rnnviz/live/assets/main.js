// The live view of a training: one state, what draws it, and what changes it.

/** @import {LiveData} from "../run.d.ts" */

import { withHallKeys } from "../../web/hallkeys.js";
import { h } from "../../web/dom.js";
import { clickersWay, pageTurner } from "../../web/onward.js";
import { presenter } from "../../web/presenter.js";
import { onPaper } from "../../web/print/onpaper.js";
import { silence } from "../../web/sound/sound.js";
import { showTable } from "../../web/table.js";
import { themeOf } from "../../web/theme.js";
import { tip } from "../../web/tip.js";
import { checkpointsOf } from "./checkpoints.js";
import { explanations } from "./explanations.js";
import { help } from "./help.js";
import { keyboard } from "./keyboard.js";
import { LARGE } from "./large.js";
import { layout } from "./layout.js";
import { linksOf, placeIn, writePlace } from "./links.js";
import { liveMotifs } from "./motifs.js";
import { observation } from "./observation.js";
import { paceOf } from "./pace.js";
import { livePanels } from "./panels.js";
import { knownRun } from "./run.js";
import { keysOf, serverAt } from "./server.js";
import { liveSound } from "./sound.js";
import { modeOf, statusLine } from "./status.js";
import { steering } from "./steering.js";
import { trainingTables } from "./tables.js";

const views = new WeakMap();

/**
 * Draw a training in `host`, or show another where one already stands.
 *
 * data.server: answers where no server of ours is; linkOf(page, run, step, text): where a checkpoint can be looked
 * into, or null; pictures(): fetches what takes pictures. data.guest: on a page of another program, such as a
 * notebook, whose keys, focus, address and window are left alone. act(what) asks the page to "start", to "step" or to
 * "reset". Returns a function that takes the view away.
 *
 * @param {HTMLElement} host
 * @param {LiveData} data
 * @param {(what: "start" | "step" | "reset") => void} [act]
 */
export function mount(host, data, act) {
  const { runs, plans, language, explanations: said } = data;
  const asked = JSON.stringify([runs, plans, language, said, data.under.map(({ run }) => run)]);
  const standing = views.get(host);
  if (standing?.asked === asked) standing.view.restyle(act, data.problem);
  else {
    // What a lecture plan shows elsewhere goes on meanwhile: it is come back to.
    const isLeft = standing && String(standing.runs) !== String(data.runs);
    if (isLeft && !window.rnnvizDesk?.walked()) standing.view.leave();
    standing?.view.remove();
    views.set(host, { asked, runs: data.runs, view: createView(host, data, act) });
  }
  return () => {
    views.get(host)?.view.remove();
    views.delete(host);
  };
}

function createView(host, data, firstAct) {
  const { strings, plans, guest = null } = data;
  const runs = data.runs.map(knownRun);
  const state = {
    ...placeIn(new URLSearchParams(guest ? "" : location.search)),
    temperature: 0.8,
    probe: "",
    chosen: 0,
    zoom: "",
  };
  let act = firstAct;
  // Known once the view stands in its page: a notebook puts it there when it likes, and only there it has colours.
  let theme = null;
  let isRemoved = false;
  let frame = 0;
  // Why the page is not what its address names, as it was said last.
  let told = "";

  const root = h("section", {
    class: runs.length > 1 ? "stage live race" : "stage live",
    "data-testid": "training",
    tabindex: "0",
    "aria-label": strings.view,
  });
  const context = {
    strings,
    under: data.under,
    optimizers: data.optimizers,
    count: (value) => value.toLocaleString(data.language),
    isTouch: matchMedia("(pointer: coarse)").matches,
    guest,
  };
  const note = tip(root);
  const status = statusLine(context, runs, draw);
  const sound = liveSound(root, { runs, strings, scaleOf: training, say: status.tell });
  const server = data.server ?? serverAt(data.api, keysOf(data.keys), data.language, strings);
  const { look, command, ...watch } = observation(server, runs, { onAnswer, onRefusal: status.tell, draw });
  const checkpoints = checkpointsOf(runs, state, look, draw);
  const pace = paceOf(runs);
  const links = linksOf(data, (run) => (checkpoints.moments.get(run.id)?.probe ?? run.probe)?.text ?? "");
  const { isOwner, ...steer } = steering(
    { runs, strings, guest, pace },
    { page: () => act && asks, command, tell: status.tell, draw },
  );
  const helpDialog = help(strings, guest === null || guest.steers);
  const screen = presenter(root, fit, 0, guest ? root : document.documentElement);
  const pages = pageTurner();
  const way = clickersWay(actAfter);
  const commands = {
    train: steer.train,
    oneStep: steer.oneStep,
    reset: steer.reset,
    faster: () => steer.changePace(1),
    slower: () => steer.changePace(-1),
    on: () => way.press(1),
    back: () => way.press(-1),
    later: () => go({ at: checkpoints.beside(1) }),
    earlier: () => go({ at: checkpoints.beside(-1) }),
    first: () => go({ at: checkpoints.all()[0] ?? null }),
    now: () => go({ at: null }),
    nextView: () => go({ large: large() === "page" ? "curves" : "page" }),
    presenter: present,
    help: showHelp,
    picture: showPicture,
    sound: sound.toggle,
    table: showTables,
  };
  const { panels, heat, ...drawn } = livePanels(
    context,
    note,
    { look, first: data.first ?? null },
    {
      ...commands,
      heat: setTemperature,
      unit: (unit) => go({ unit }),
      goTo: (step) => goTo(checkpoints.closest(step)),
      visit: (at) => go({ at }),
      focus: focusView,
    },
  );
  const places = layout(context, root, {
    runs,
    plans,
    panels,
    heat,
    onProbe: setProbe,
    onRun: (chosen) => go({ chosen }),
    onLarge: (name) => go({ large: name }),
    onPicture: showPicture,
    onSound: sound.toggle,
    onTable: showTables,
    onEnter: focusView,
  });
  root.append(...places.elements, status.element, note.element, helpDialog);
  const below = data.explanations ? [explanations(data.explanations, strings)] : [];
  host.replaceChildren(h("style", {}, data.css), root, ...below);

  function tellOf(problem = "") {
    if (problem && problem !== told) status.tell(problem);
    told = problem;
  }

  /** Ask the page; until it answers, a training that begins has no name yet. */
  function asks(what) {
    if (what !== "reset") root.dataset.begins = "";
    act(what);
  }

  // ---- what changes it ------------------------------------------------------------------------

  function go(change) {
    Object.assign(state, change);
    // Who chooses what is large leaves the panel that a digit shows alone.
    if ("large" in change && LARGE.includes(state.zoom)) state.zoom = change.large;
    if (!guest && ("at" in change || "unit" in change || "large" in change)) writePlace(state);
    if ("at" in change || "temperature" in change || "probe" in change) checkpoints.visit();
    if ("at" in change && state.at !== null) sound.at(state.at);
    draw();
  }

  /**
   * On or back with a clicker: through the checkpoints to now, and from a view of a lecture plan, which shows what is
   * to be trained, to its training.
   */
  function actAfter(by, link) {
    const isWalked = link !== "";
    if (runs.length === 0 && !isWalked) return pages.act(by);
    if (by > 0 && runs.length === 0 && root.dataset.begins === undefined) return { does: "train", run: steer.train };
    const at = checkpoints.beside(by);
    if (at === state.at || (by < 0 && isWalked && state.at === null)) return null;
    return { does: "moment", run: () => go({ at }) };
  }

  function goTo(at) {
    const all = checkpoints.all();
    go({ at: at === null || at >= all.at(-1) + 1 ? null : at });
  }

  function setTemperature(temperature) {
    go({ temperature });
    steer.show({ temperature });
    focusView();
  }

  function setProbe(probe) {
    steer.show({ probe });
    go({ probe });
  }

  function onAnswer(run, present, before) {
    pace.confirm();
    sound.news(run);
    if (before === undefined) state.temperature = run.samples.at(-1)?.temperature ?? state.temperature;
    if (before !== present.status) {
      status.tell("");
      checkpoints.visit();
    }
  }

  // ---- what draws it ----------------------------------------------------------------------------

  /** What the ranges of the axes follow from. */
  function training() {
    const now = runs[0]?.now;
    const lines = now?.lines ?? { uniform: plans[0]?.uniform, entropy: plans[0]?.entropy };
    return { runs, under: data.under, unit: state.unit, lines, steps: now?.steps ?? plans[0]?.steps ?? 1 };
  }

  /** Another program's page, and a training of an older version there, may have no page that grows. */
  const isPaged = () =>
    runs.length === 0 ? Boolean(data.first) : !guest || runs.some(({ writings }) => writings.length > 0);

  /** The page that grows, or the curves: what a digit shows alone, or else what was chosen. */
  function large() {
    if (!isPaged()) return "curves";
    return screen.isOn() && LARGE.includes(state.zoom) ? state.zoom : state.large;
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(drawNow);
  }

  function drawNow() {
    if (isRemoved || theme === null) return;
    const mode = modeOf(runs);
    const { lines, steps } = training();
    const all = checkpoints.all();
    const view = {
      ...state,
      ...theme,
      at: state.at !== null && all.length > 0 ? checkpoints.closest(state.at) : state.at,
      runs,
      moments: checkpoints.moments,
      mode,
      isOwner: isOwner(),
      checkpoints: all,
      statusWords: status.update(watch.isOffline()),
      isTelling: status.isTelling(),
      isPresenting: screen.isOn(),
      pace: pace.now(),
      lines,
      steps,
      large: large(),
      isPaged: isPaged(),
      ...links,
    };
    root.dataset.status = mode;
    root.dataset.step = String(Math.max(0, ...runs.map((run) => run.now?.step ?? 0)));
    root.classList.toggle("then", view.at !== null);
    root.dataset.zoom = screen.isOn() ? state.zoom : "";
    places.update(view);
    drawn.update(view);
  }

  /** The page is what it was, in another theme perhaps; or it could not do what it was asked. */
  function restyle(newAct, problem = "") {
    act = newAct;
    delete root.dataset.begins;
    window.rnnvizDesk?.arrival();
    tellOf(problem);
    readTheme();
    draw();
  }

  function readTheme() {
    if (root.isConnected) theme = themeOf(root, theme);
  }

  function fit() {
    readTheme();
    places.fit(screen.isOn());
    draw();
  }

  // ---- keys and focus -------------------------------------------------------------------------------

  function present() {
    state.zoom = "";
    if (screen.isOn() && screen.wasOn && !screen.isFull()) screen.fill();
    else screen.toggle();
    focusView();
  }

  const fetched = () => data.pictures?.() ?? import(new URL("./picture.js", import.meta.url).href);
  const motifs = () => liveMotifs(root, { runs, state, strings, recolour, link: guest ? "" : location.href });
  async function showPicture(part = "whole") {
    const module = await fetched().catch(() => null);
    if (!module) status.tell(strings.offline);
    else module.showPictures(motifs(), part);
  }
  const paper = onPaper(motifs, fetched, () => !guest && root.checkVisibility());

  /** What is drawn as tables, that of the panel which has the focus first. */
  function showTables(from = /** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement) {
    const { offers, chosen } = trainingTables({ ...state, runs, under: data.under }, strings, from);
    const fileName = (name) => `rnnviz-train-${name}`;
    if (offers.length === 0) status.tell(strings.soundNoLoss);
    else showTable(root, strings, { offers, chosen, fileName });
  }

  function recolour() {
    readTheme();
    drawNow();
  }

  function showHelp() {
    if (helpDialog.open) helpDialog.close();
    else withHallKeys(helpDialog).showModal();
  }

  /** Leave a field, then a panel, then presenter mode, then return to now. */
  function stepOut(isInView) {
    note.hide();
    if (!isInView) focusView();
    else if (screen.isOn() && state.zoom) go({ zoom: "" });
    else if (screen.isOn()) screen.toggle();
    else go({ at: null });
  }

  function focusView() {
    root.focus({ preventScroll: true });
  }

  const keys = keyboard(root, {
    hasRuns: runs.length > 0,
    isGuest: guest !== null,
    screen,
    commands,
    isDeaf: () => helpDialog.open,
    onPanel: (zoom) => go({ zoom }),
    onEscape: stepOut,
    focus: focusView,
  });
  window.addEventListener("resize", fit);
  const sizes = new ResizeObserver(fit);
  sizes.observe(host);

  fit();
  watch.start();
  if (!guest) way.offer();
  tellOf(data.problem);
  if (screen.wasOn && !guest) screen.resume();
  window.rnnvizDesk?.arrival();
  if (!guest && !document.activeElement?.matches("input, textarea, select")) focusView();

  function remove() {
    isRemoved = true;
    way.stop();
    paper();
    silence();
    cancelAnimationFrame(frame);
    status.stop();
    watch.stop();
    screen.stop();
    keys.stop();
    sizes.disconnect();
    window.removeEventListener("resize", fit);
    drawn.remove();
    host.replaceChildren();
  }
  return { restyle, leave: steer.leave, remove };
}
