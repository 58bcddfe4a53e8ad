// The live view of a training: one state, with its parts; `drawing.js` draws it, and `moves.js` changes it.

/** @import {KnownRun, LiveData} from "../run.d.ts" */
/** @import {Act, LiveView} from "../view.d.ts" */

import { h } from "../../web/dom.js";
import { clickersWay, pageTurner } from "../../web/onward.js";
import { addressHere } from "../../web/query.js";
import { presenter } from "../../web/presenter.js";
import { silence } from "../../web/sound/sound.js";
import { tip } from "../../web/tip.js";
import { checkpointsOf } from "./checkpoints.js";
import { draw, fit, readTheme, training } from "./drawing.js";
import { explanations } from "./explanations.js";
import { help } from "./help.js";
import { keyboard } from "./keyboard.js";
import { layout } from "./layout.js";
import { linksOf, placeIn } from "./links.js";
import {
  actAfter,
  asking,
  commandsOf,
  focusView,
  go,
  goTo,
  paperOf,
  setProbe,
  setTemperature,
  stepOut,
} from "./moves.js";
import { observation } from "./observation.js";
import { paceOf } from "./pace.js";
import { livePanels } from "./panels.js";
import { knownRun } from "./run.js";
import { keysOf, serverAt } from "./server.js";
import { liveSound } from "./sound.js";
import { statusLine } from "./status.js";
import { steering } from "./steering.js";

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
 * @param {Act} [act]
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

/** @param {HTMLElement} host @param {LiveData} data @param {Act} act */
function createView(host, data, act) {
  const { strings, guest = null } = data;
  const live = stateOf(data, act);
  const commands = makeParts(live);
  const { root, runs, screen, watch, way } = live;
  const below = data.explanations ? [explanations(data.explanations, strings)] : [];
  host.replaceChildren(h("style", {}, data.css), root, ...below);
  const paper = paperOf(live);
  const keys = keyboard(root, {
    hasRuns: runs.length > 0,
    isGuest: guest !== null,
    screen,
    commands,
    isDeaf: () => live.helpDialog.open,
    onPanel: (zoom) => go(live, { zoom }),
    onEscape: (isInView) => stepOut(live, isInView),
    focus: () => focusView(live),
  });
  const refit = () => fit(live);
  window.addEventListener("resize", refit);
  const sizes = new ResizeObserver(refit);
  sizes.observe(host);

  refit();
  watch.start();
  if (!guest) way.offer();
  if (screen.wasOn && !guest) screen.resume();
  tell(live, data.problem);
  window.rnnvizDesk?.arrival();
  if (!guest && !document.activeElement?.matches("input, textarea, select")) focusView(live);

  function remove() {
    live.isRemoved = true;
    way.stop();
    paper();
    silence();
    cancelAnimationFrame(live.frame);
    live.status.stop();
    watch.stop();
    screen.stop();
    keys.stop();
    sizes.disconnect();
    window.removeEventListener("resize", refit);
    live.panels.remove();
    host.replaceChildren();
  }
  return { restyle: (newAct, problem) => restyle(live, newAct, problem), leave: live.steer.leave, remove };
}

/** The view's state, with everything that needs no other part. @param {LiveData} data @param {Act} act */
function stateOf(data, act) {
  const { strings, guest = null } = data;
  const runs = data.runs.map(knownRun);
  const root = h("section", {
    class: runs.length > 1 ? "stage live race" : "stage live",
    "data-testid": "training",
    tabindex: "0",
    "aria-label": strings.view,
  });
  const place = {
    ...placeIn(new URLSearchParams(guest ? "" : location.search)),
    temperature: 0.8,
    probe: "",
    chosen: 0,
    zoom: "",
  };
  const known = {
    data,
    runs,
    root,
    place,
    act,
    theme: null,
    frame: 0,
    isRemoved: false,
    isHere: addressHere(),
    told: "",
  };
  // The other parts are made by `makeParts`.
  const live = /** @type {LiveView} */ (known);
  live.note = tip(root);
  live.helpDialog = help(strings, guest === null || guest.steers);
  live.screen = presenter(root, () => fit(live), 0, guest ? root : document.documentElement);
  live.pages = pageTurner();
  live.way = clickersWay((by, link) => actAfter(live, by, link));
  live.pace = paceOf(runs);
  return live;
}

/** Makes what hears of the training and what shows it, in the root; returns the commands. @param {LiveView} live */
function makeParts(live) {
  const { data, runs, root, place, note } = live;
  const { strings, plans, guest = null } = data;
  const context = {
    strings,
    under: data.under,
    optimizers: data.optimizers,
    count: (value) => value.toLocaleString(data.language),
    isTouch: matchMedia("(pointer: coarse)").matches,
    guest,
  };
  const redraw = () => draw(live);
  const status = statusLine(context, runs, redraw);
  const server = data.server ?? serverAt(data.api, keysOf(data.keys), data.language, strings);
  const onAnswer = (run, present, before) => hear(live, run, present, before);
  const watch = observation(server, runs, { onAnswer, onRefusal: status.tell, draw: redraw });
  const { look, command } = watch;
  const sound = liveSound(root, { runs, strings, scaleOf: () => training(live), say: status.tell });
  const checkpoints = checkpointsOf(runs, place, look, redraw);
  const links = linksOf(data, (run) => (checkpoints.moments.get(run.id)?.probe ?? run.probe)?.text ?? "");
  const steer = steering(
    { runs, strings, guest, pace: live.pace },
    { page: () => live.act && asking(live), command, tell: status.tell, draw: redraw },
  );
  Object.assign(live, { status, watch, sound, checkpoints, links, steer });
  const commands = commandsOf(live);
  const focus = () => focusView(live);
  const acts = {
    ...commands,
    heat: (temperature) => setTemperature(live, temperature),
    unit: (unit) => go(live, { unit }),
    goTo: (step) => goTo(live, step),
    visit: (at) => go(live, { at }),
    focus,
  };
  live.panels = livePanels(context, note, { look, first: data.first ?? null }, acts);
  live.places = layout(context, root, {
    runs,
    plans,
    panels: live.panels.panels,
    heat: live.panels.heat,
    onProbe: (probe) => setProbe(live, probe),
    onRun: (chosen) => go(live, { chosen }),
    onLarge: (name) => go(live, { large: name }),
    onPicture: commands.picture,
    onSound: sound.toggle,
    onTable: commands.table,
    onEnter: focus,
  });
  root.append(...live.places.elements, status.element, note.element, live.helpDialog);
  return commands;
}

/** @param {LiveView} live @param {KnownRun} run @param {{status: string}} present */
function hear({ pace, sound, place, status, checkpoints }, run, present, before) {
  pace.confirm();
  sound.news(run);
  if (before === undefined) place.temperature = run.samples.at(-1)?.temperature ?? place.temperature;
  if (before === present.status) return;
  status.tell("");
  checkpoints.visit();
}

/** What the page says above, where it cannot be seen. @param {LiveView} live */
function tell(live, problem = "") {
  if (problem && problem !== live.told && live.screen.isOn()) live.status.tell(problem);
  live.told = problem;
}

/**
 * The page is what it was, in another theme perhaps; or it could not do what it was asked.
 *
 * @param {LiveView} live
 * @param {Act} act
 */
function restyle(live, act, problem = "") {
  live.act = act;
  delete live.root.dataset.begins;
  window.rnnvizDesk?.arrival();
  tell(live, problem);
  readTheme(live);
  draw(live);
}
