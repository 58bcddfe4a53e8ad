// The stage in the static edition: any network, any text, computed in the browser.

/** @import {Link, Made, Shown, StageData, Values} from "../site.d.ts" */

import { mount as mountStage } from "../../stage/assets/main.js";
import { h } from "../../web/dom.js";
import { home } from "../../web/home.js";
import { replaceQuery, valuesOf } from "../../web/query.js";
import { captionOf, labelOf } from "./captions.js";
import { cellWriting } from "./cellwriting.js";
import { doors } from "./doors.js";
import { besideButton, controlRow, foldButton } from "./controls.js";
import { momentKeeper } from "./keptmoments.js";
import {
  changed,
  isTrained,
  ORIGINAL,
  queryOf,
  readLink,
  Refused,
  tracksOf,
  WRITTEN,
} from "../../address/browser/link.js";
import { networkMaker } from "./networkmaker.js";
import { saveButton } from "./save.js";
import { stageFiles } from "./stagefiles.js";
import { trackOf } from "./track.js";
import { trainingsNamed } from "./trainings.js";

// Pixels of the stage's frame that lie above it.
const FRAME = 10;
// What stands below the river of the first page.
const DOORS = 108;
// What another text leaves of the place.
const OF_THE_TEXT = ["loss", "t", "char", "changes"];

/** The stage in `host`: {show(data)}. */
export function mount(host, css) {
  const fold = h("div", { class: "folding" });
  const controls = h("div", { class: "controls" });
  const remark = h("p", { class: "remark", role: "status" });
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, hidden: true }));
  const room = h("div", { class: "room" });
  const further = h("div", { class: "further" });
  const below = h("div", { class: "doors" });
  host.replaceChildren(fold, controls, remark, bar, room, below);
  // Networks beside it, and files, are asked for in the bar at the top, as in the app.
  (document.querySelector("body > .bar .embed") ?? fold.lastChild ?? fold).before(further);
  /** @type {StageData} */
  let data = null;
  /** @type {ReturnType<typeof networkMaker>} */
  let maker = null;
  /** @type {ReturnType<typeof momentKeeper>} */
  let moments = null;
  /** @type {Link} */
  let link = null;
  // The link whose networks are being made; another one may come meanwhile.
  let wanted = "";
  /** @type {Shown} */
  let shown = null;
  let takeStageAway = () => {};
  const templates = new Map();
  /** @type {ReturnType<typeof cellWriting>} */
  let writing = null;
  const draft = { text: "", begun: "", refused: "" };

  /** @param {StageData} given */
  async function show(given) {
    data = { ...given };
    maker = networkMaker(data, templates);
    moments = momentKeeper(data);
    writing = cellWriting(data, draft);
    const asked = new URLSearchParams(location.search);
    const values = valuesOf(asked);
    const isFirst = data.isHome && !namesOf().some((name) => asked.has(name));
    if (isFirst) values.text = [data.firstAtHome];
    data.trainings = await trainingsNamed(data, [...asked.getAll("run"), ...asked.getAll("beside")]);
    const isWithout = asked.get("equations") && !(await writing.own());
    if (isWithout) for (const name of ["equations", ...data.namingCells]) delete values[name];
    const read = readLink(data, values);
    if (isWithout) read.problems.push(data.notFetched());
    else if (asked.get("equations") && !read.link.equations) writing.keep(asked.get("equations"));
    if (isFirst) begin(read.link);
    else stand(read.link, read.keepsPlace ? placeIn(asked) : {}, read.problems);
  }

  /** The first page begins with the river, and its address says so. @param {Link} first */
  function begin(first) {
    const place = { face: "river" };
    replaceQuery(namesOf(), { ...queryOf(data, first), ...place });
    stand(first, place, []);
  }

  /** All that an address can name. */
  const namesOf = () => [...Object.keys(data.fields), ...data.places, "run", "at"];

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
    const place = placeNow();
    const isOther = ["text", "readings", "goal"].some((name) => next[name] !== link[name]);
    if (isOther) {
      for (const name of OF_THE_TEXT) delete place[name];
      if (place.cover) place.cover = "1";
    }
    replaceQuery(namesOf(), { ...queryOf(data, next), ...place });
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

  const placeNow = () => placeIn(new URLSearchParams(location.search));

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
    const tracks = tracksOf(data, link);
    try {
      for (const own of tracks) {
        const one = await maker.make(own, (share) => tellLearning((made.length + share) / tracks.length));
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
      say(...sentences, data.notFetched());
    }
  }

  function drawControls() {
    const given = { data, link, change, drawWriting: writing.draw, addTraining };
    if (data.isHome) {
      below.replaceChildren(...doors(given));
      return;
    }
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const { control } = controls.contains(focused) && focused.matches(":focus-visible") ? focused.dataset : {};
    fold.replaceChildren(foldButton(given, controls));
    controls.replaceChildren(...controlRow(given));
    const isChoosing = further.querySelector(".popup:popover-open") !== null;
    const [beside, networks] = besideButton(given);
    const files = stageFiles(data, link, { room, placeNow, shown: () => shown, moments });
    further.replaceChildren(beside, networks, ...saveButton(data, files));
    const again = /** @type {HTMLElement} */ (controls.querySelector(`[data-control="${CSS.escape(control ?? "")}"]`));
    // Several networks may be chosen one after the other.
    if (isChoosing) networks.showPopover();
    else if (again && !again.matches("input")) again.focus();
    else if (room.firstElementChild) focusStage();
  }

  function focusStage() {
    /** @type {HTMLElement} */ (room.querySelector(".stage"))?.focus({ preventScroll: true });
  }

  function tellLearning(share) {
    bar.hidden = false;
    bar.value = share;
    bar.setAttribute("aria-label", data.words.learning);
  }

  function takeAway() {
    takeStageAway();
    shown = null;
    const save = /** @type {HTMLElement} */ (further.querySelector(".save"));
    if (save) save.hidden = true;
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
      const label = isOriginal ? data.words.original : labelOf(data, link, one);
      const { learnt } = one;
      const about = { id, caption: captionOf(data, one), label, learnt, language, strings: sentences };
      return trackOf(one.template, one.network, one.weights, about);
    });
    document.documentElement.lang = language;
    const scene = { id: JSON.stringify([link, language]), language, strings: sentences, tracks };
    shown = { made, scene };
    takeStageAway = mountStage(room, {
      scene,
      place,
      below: data.isHome ? DOORS : 0,
      readsItself: data.isHome && place.face === "river" && !("t" in place),
      above: room.getBoundingClientRect().top + scrollY + FRAME,
      css,
      link: true,
      whole: document.documentElement,
      glossary: home().addressOf("glossary"),
      practice: home().addressOf("practice?family="),
      howWeKnow: home().addressOf("how_we_know"),
      elsewhere: home().addressOf(data.elsewhere),
      networks: { now: link.cell, all: [...data.networks, ...made.map(ownKind).filter(Boolean)].map(networkKey) },
      onNetwork: (cell) => change({ cell }),
      moments: made.map((one) => Object.fromEntries(moments.stepsOf(one).map((step) => [step, null]))),
      onMoment: (steps, k) => moments.after(made[k], steps),
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

  return { show };
}

/** @param {Record<string, string | number>} query */
function linkTo(query) {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URL(`?${new URLSearchParams(words)}`, location.href).href;
}
