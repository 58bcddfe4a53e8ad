// The stage in the static edition: any network, any text, computed in the browser.

/** @import {Link, Made, Own, StageData, Values} from "../site.d.ts" */

import { mount as mountStage, picture } from "../../stage/assets/main.js";
import { h } from "../../web/dom.js";
import { home } from "../../web/home.js";
import { fill } from "../../web/numbers.js";
import { replaceQuery } from "../../web/query.js";
import { notFiniteIn } from "./checks.js";
import { besideButton, controlRow, foldButton } from "./controls.js";
import { changed, isOfComparison, isTrained, kindOf, ORIGINAL, parameterCount, queryOf, WRITTEN } from "./link.js";
import { readLink, Refused, taskOf, tracksOf, trainingOf } from "./link.js";
import { inputOf, lessonsOf, momentsOf, networkOf, programOf, randomWeights } from "./network.js";
import { saveButton } from "./save.js";
import { seenOf } from "./seen.js";
import { encoded, trackOf } from "./track.js";
import { trainingsNamed } from "./trainings.js";
import { weightsMaker } from "./weights.js";
import { drawBox } from "./writing.js";

// Pixels of the stage's frame that lie above it.
const FRAME = 10;
// What another text leaves of the place.
const OF_THE_TEXT = ["loss", "t", "char", "changes"];
// The most weights of a moment that a saved file has in it.
const MOST_NUMBERS = 10_000;
const MOST_IN_NAME = 24;
// Characters of equations that can be mended.
const MOST_KEPT = 4000;

/** The stage in `host`: {show(data)}. */
export function mount(host, css) {
  const fold = h("div", { class: "folding" });
  const controls = h("div", { class: "controls" });
  const remark = h("p", { class: "remark", role: "status" });
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, hidden: true }));
  const room = h("div", { class: "room" });
  const further = h("div", { class: "further" });
  host.replaceChildren(fold, controls, remark, bar, room);
  // Networks beside it, and files, are asked for in the bar at the top, as in the app.
  (document.querySelector("body > .bar .embed") ?? fold.lastChild ?? fold).before(further);
  /** @type {StageData} */
  let data = null;
  let maker = null;
  // What is learnt for a change or a file leaves the text that is being learnt alone.
  let aside = null;
  /** @type {Link} */
  let link = null;
  // The link whose networks are being made; another one may come meanwhile.
  let wanted = "";
  // What is on the stage. any: a scene as Python would send it.
  /** @type {{made: Made[], scene: any}} */
  let shown = null;
  let takeStageAway = () => {};
  const templates = new Map();
  // What stands in the box in which a cell is written.
  let draft = { text: "", begun: "", refused: "" };

  /** @param {StageData} given */
  async function show(given) {
    data = { ...given };
    maker = weightsMaker(data);
    aside = weightsMaker(data);
    const asked = new URLSearchParams(location.search);
    const values = valuesOf(asked);
    data.trainings = await trainingsNamed(data, [...asked.getAll("run"), ...asked.getAll("beside")]);
    const isWithout = asked.get("equations") && !(await ownCells());
    if (isWithout) for (const name of ["equations", ...data.namingCells]) delete values[name];
    const read = readLink(data, values);
    if (isWithout) read.problems.push(data.strings.offline);
    else if (asked.get("equations") && !read.link.equations) keepDraft(asked.get("equations"));
    stand(read.link, read.keepsPlace ? placeIn(asked) : {}, read.problems);
  }

  /** What reads cells of one's own, fetched when it is needed for the first time; null where it cannot be had. */
  async function ownCells() {
    try {
      const { ownModule, ownCells: told } = data;
      data.own ??= (await import(data.pathOf(ownModule))).ownCells(await data.fetched(told));
      return data.own;
    } catch (reason) {
      console.error(reason);
      return null;
    }
  }

  /** Equations of an address that do not fit can be mended in the box. */
  function keepDraft(text) {
    draft = { text: text.slice(0, MOST_KEPT), begun: "", refused: data.own.read(text).refused };
  }

  /**
   * The box in which a cell is written. given: what it shows, of what reads it.
   *
   * @param {HTMLElement} panel
   * @param {(own: Own) => {shown: string, show: (equations: string) => string, source: (() => string) | null}} given
   */
  async function drawWriting(panel, given) {
    panel.replaceChildren(h("p", { class: "small" }, "…"));
    const own = await ownCells();
    if (own) drawBox(panel, own, { draft, ...given(own) });
    else panel.replaceChildren(h("p", { role: "alert" }, data.strings.offline));
  }

  /**
   * Other networks, or another text, which begins at its first step; gives the sentence why it cannot be had.
   *
   * @param {Values} values
   */
  function change(values) {
    let next;
    try {
      next = changed(data, link, values);
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      say(reason.message);
      return reason.message;
    }
    const place = placeIn(new URLSearchParams(location.search));
    const isOther = ["text", "readings", "goal"].some((name) => next[name] !== link[name]);
    if (isOther) {
      for (const name of OF_THE_TEXT) delete place[name];
      if (place.cover) place.cover = "1";
    }
    const names = [...data.fields, ...data.places, "run", "at"];
    replaceQuery(names, { ...queryOf(data, next), ...place });
    stand(next, place, []);
    return "";
  }

  /** Puts a training of this browser, such as "0123456789abcdef@500", beside the others. @param {string} moment */
  async function addTraining(moment) {
    for (const [run, one] of await trainingsNamed(data, [moment])) data.trainings.set(run, one);
    return change({ beside: [...link.beside, moment] });
  }

  function placeIn(asked) {
    return Object.fromEntries([...asked].filter(([name]) => data.places.includes(name)));
  }

  function say(...sentences) {
    remark.textContent = sentences.filter(Boolean).join(" ");
    remark.hidden = remark.textContent === "";
  }

  /**
   * @param {Link} next
   * @param {Record<string, string>} place
   * @param {string[]} sentences
   */
  async function stand(next, place, sentences) {
    link = next;
    const key = JSON.stringify(link);
    wanted = key;
    maker.stop();
    bar.hidden = true;
    const isAlone = !link.moment && link.weights === "trained" && !isTrained(data, link);
    say(...(isAlone && sentences.length === 0 ? [data.words.single] : sentences));
    drawControls();
    const made = [];
    try {
      for (const own of tracksOf(data, link)) {
        const one = await networkMade(own, made.length);
        if (wanted !== key || one === null) return;
        made.push(one);
      }
      bar.hidden = true;
      draw(made, place);
    } catch (reason) {
      if (wanted !== key) return;
      bar.hidden = true;
      if (reason instanceof Refused) {
        // Another network than the one that is asked for would deceive.
        takeAway();
        say(...sentences, reason.message);
        return;
      }
      console.error(reason);
      say(...sentences, data.strings.offline);
    }
  }

  function drawControls() {
    const given = { data, link, change, drawWriting, addTraining };
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const { control } = controls.contains(focused) && focused.matches(":focus-visible") ? focused.dataset : {};
    fold.replaceChildren(foldButton(given, controls));
    controls.replaceChildren(...controlRow(given));
    const isChoosing = further.querySelector(".popup:popover-open") !== null;
    const [beside, networks] = besideButton(given);
    further.replaceChildren(beside, networks, ...saveButton(data, filesOf()));
    const again = /** @type {HTMLElement} */ (controls.querySelector(`[data-control="${CSS.escape(control ?? "")}"]`));
    // Several networks may be chosen one after the other.
    if (isChoosing) networks.showPopover();
    else if (again && !again.matches("input")) again.focus();
    else if (room.firstElementChild) focusStage();
  }

  function focusStage() {
    /** @type {HTMLElement} */ (room.querySelector(".stage"))?.focus({ preventScroll: true });
  }

  /**
   * @param {Link} own
   * @param {number} before how many are made already
   * @returns {Promise<Made | null>}
   */
  async function networkMade(own, before) {
    const count = link.beside.length + 1;
    const network = networkOf(data, own);
    const coming = templateOf(own, network);
    await checkNumbers(own, coming, network);
    const learning = maker.weightsOf(own, coming, network, (done) => {
      bar.hidden = false;
      bar.value = (before + done) / count;
      bar.setAttribute("aria-label", data.words.learning);
    });
    const [template, weights] = await Promise.all([coming, learning]);
    return weights && { link: own, template, network, weights };
  }

  function takeAway() {
    takeStageAway();
    shown = null;
    /** @type {HTMLElement} */ (further.querySelector(".save")).hidden = true;
  }

  /** Refuses a written cell whose numbers are not finite before it has learnt anything. */
  async function checkNumbers(own, coming, network) {
    if (own.cell !== WRITTEN) return;
    const template = await coming;
    const lessons = isTrained(data, own) ? lessonsOf(data, own, network).lessons : [inputOf(network.reading)];
    const weights = randomWeights(template, network, own.seed);
    const found = notFiniteIn(programOf(template, network), template.checks, weights, lessons);
    if (found) throw new Refused(fill(data.words.cannotBeShown, { reason: data.own.notFinite(found) }));
  }

  async function templateOf(own, { sizes }) {
    if (own.cell === WRITTEN) return data.own.read(own.equations).template(sizes.length);
    const file = data.files[own.cell][sizes.length - 1];
    if (!templates.has(file)) templates.set(file, await data.fetched(file));
    return templates.get(file);
  }

  /**
   * @param {Made[]} made
   * @param {Record<string, string>} place
   */
  function draw(made, place) {
    const { language, sentences } = data;
    const tracks = made.map((one, k) => {
      const id = JSON.stringify(one.link);
      const isOriginal = link.beside[k - 1] === ORIGINAL;
      const label = isOriginal ? data.words.original : labelOf(one);
      const about = { id, caption: captionOf(one), label, language, strings: sentences };
      return trackOf(one.template, one.network, one.weights, about);
    });
    const moments = made.map((one) => {
      const steps = earlySteps(one);
      return Object.fromEntries(steps.map((step) => [step, null]));
    });
    document.documentElement.lang = language;
    const scene = { id: JSON.stringify([link, language]), language, strings: sentences, tracks };
    shown = { made, scene };
    takeStageAway = mountStage(room, {
      scene,
      place,
      above: room.getBoundingClientRect().top + scrollY + FRAME,
      css,
      link: true,
      whole: document.documentElement,
      glossary: home().addressOf("glossary"),
      elsewhere: home().addressOf(data.elsewhere),
      networks: { now: link.cell, all: [...data.networks, ...made.map(ownKind).filter(Boolean)].map(networkKey) },
      onNetwork: (cell) => change({ cell }),
      moments,
      onMoment: (steps, k) => weightsAfter(made[k], steps),
      pictures: data.pictures,
      linkOf: (to) => linkTo({ ...queryOf(data, link), ...to }),
    });
  }

  function ownKind({ network: { kind } }) {
    return kind.name === WRITTEN ? kind : null;
  }

  /** Those of the documents have a key of the keyboard. */
  function networkKey({ name, title, isMain }) {
    return { name, title, key: isMain ? name[0] : "" };
  }

  async function weightsAfter(one, steps) {
    const found = await aside.momentsOf(one.link, one.template, one.network, [steps]);
    return { told: found && encodedWeights(found.get(steps)), refused: "" };
  }

  /** What files are made of. */
  function filesOf() {
    const placeNow = () => placeIn(new URLSearchParams(location.search));
    const named = (form) => {
      const { track = "1", t = "1" } = placeNow();
      const text = link.text.replace(/[^\p{L}\p{N}]+/gu, "-");
      const short = [...text]
        .slice(0, MOST_IN_NAME)
        .join("")
        .replace(/^-+|-+$/g, "");
      const { cell } = shown.made[Number(track) - 1].link;
      return `${["rnnviz", cell, short, `t${t}`].filter(Boolean).join("-")}.${form}`;
    };
    async function stage() {
      const place = placeNow();
      const moments = [];
      for (const one of shown.made) moments.push(await keptMoments(one));
      return { scene: shown.scene, moments, place };
    }
    async function seen() {
      const { track = "1", changes = "" } = placeNow();
      const focus = Number(track) - 1;
      const moments = [];
      for (const one of shown.made) moments.push(changes.includes("weights=") ? await keptMoments(one, Infinity) : {});
      return seenOf(shown.made[focus], shown.scene.tracks, focus, changes, moments);
    }
    const title = [...new Set(tracksOf(data, link).map(({ cell }) => kindOf(data, cell, link).title))].join(", ");
    return { title, named, stage, seen, picture: (form) => picture(room, form) };
  }

  /** The moments of learning by heart; a network of a training has none. @param {Made} one */
  function earlySteps(one) {
    return momentsOf(data, one.link, one.network, data.moments);
  }

  /** Weights of moments of learning as they travel, by their steps; none of a network with more than `most` weights. */
  async function keptMoments(one, most = MOST_NUMBERS) {
    const { link: own, template, network, weights } = one;
    const steps = earlySteps(one);
    const count = [...weights.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
    if (steps.length === 0 || count > most) return {};
    const found = await aside.momentsOf(own, template, network, steps);
    return Object.fromEntries([...(found ?? [])].map(([step, one]) => [step, encodedWeights(one)]));
  }

  function encodedWeights(weights) {
    return Object.fromEntries([...weights].map(([name, { shape, numbers }]) => [name, encoded(shape, numbers)]));
  }

  /** What a network is called beside its ribbon: its cell, and of a training beside others the step. */
  function labelOf({ link: own, network }) {
    const at = own.moment && link.beside.length > 0 ? ` · ${grouped(trainingOf(data, own.moment).at)}` : "";
    return `${network.kind.title}${at}`;
  }

  /** Where the weights come from. */
  function captionOf({ link: own, network }) {
    const { words } = data;
    if (own.moment) {
      const { training, at } = trainingOf(data, own.moment);
      const steps = grouped(Math.max(at, training.steps));
      return `${fill(words.ofRun, { step: grouped(at), steps })} · ${training.corpus}`;
    }
    const untaught = fill(words.untaught, { seed: own.seed });
    const hasLearnt = isTrained(data, own);
    if (taskOf(data, own.goal)) {
      const tags = data.tagsTold[own.goal];
      return hasLearnt ? fill(words.tagsLearnt, { tags }) : `${untaught} · ${tags}`;
    }
    if (own.readings) return fill(hasLearnt ? words.reads : words.readsUntaught, { seed: own.seed });
    if (isOfComparison(data, own)) {
      const { kind, sizes, d, q } = network;
      return fill(words.ofComparison, { count: parameterCount(kind, sizes, d, q) });
    }
    return hasLearnt ? words.learnt : untaught;
  }
  return { show };
}

/** A whole number with its thousands set apart. */
const grouped = (number) => number.toLocaleString("en");

/** All values of each name of an address. */
function valuesOf(asked) {
  return Object.fromEntries([...asked.keys()].map((name) => [name, asked.getAll(name)]));
}

/** @param {Record<string, string | number>} query */
function linkTo(query) {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URL(`?${new URLSearchParams(words)}`, location.href).href;
}
