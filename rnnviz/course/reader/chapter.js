// A chapter: its prose, its figures, and the values that both show. Nothing in it needs the server after it has opened.

/** @import {Definition} from "../definition.d.ts" */
/** @import {ChapterInFile} from "../prose.d.ts" */

import { isDark } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { withHallKeys } from "../../web/hallkeys.js";
import { KEYS_EVERYWHERE, KEYS_OF_A_CHAPTER, meaningOf } from "../../web/keytable.js";
import { clickersWay } from "../../web/onward.js";
import { presenter } from "../../web/presenter.js";
import { silence } from "../../web/sound/sound.js";
import { showTable } from "../../web/table.js";
import { recallAnswers } from "./answers.js";
import { goOnClick } from "./around.js";
import { foldsIn } from "./fold.js";
import { lighting } from "./light.js";
import { courseOnPaper } from "./paper.js";
import { chapterMotifs, figureInSight } from "./motif.js";
import { schedule } from "./schedule.js";
import { figureSound } from "./sound.js";
import { readerState } from "./state.js";
import { chapterView } from "./view.js";
import { whereabouts } from "./whereabouts.js";

const OWN_KEYS = "input:not([type=radio], [type=checkbox]), textarea, select";

/**
 * Put a chapter into `host`; `definition.d.ts` describes what its definition has.
 * send(target): goes to a page of ours, such as "step?cell=gru".
 * Returns {show(data, send), goTo(query), end()}; goTo brings a chapter that is there to the state of another address.
 *
 * @param {HTMLElement} host
 * @param {string} css
 * @param {Definition} definition
 */
export function chapter(host, css, definition) {
  const root = h("article", { class: "course", "data-testid": "chapter" });
  host.replaceChildren(h("style", {}, css), root);
  const state = readerState(definition, location.search);
  const lights = lighting(root);
  /** @type {ChapterInFile | null} */
  let data = null;
  /** @type {(target: string) => void} */
  let send = () => {};
  let view = null;
  let where = null;
  let folds = null;
  const pace = schedule(definition, state, { draw, given: () => data.numbers, isThere: () => root.isConnected });
  const screen = screenOf(root, () => where?.place);
  const motifs = chapterMotifs(root, {
    figures: () => view.figures,
    about: () => ({ name: data.name, title: data.title, strings: data.strings }),
  });
  const showPicture = pictures(motifs, { data: () => data, view: () => view, before: () => where.write() });
  const sound = figureSound(root, {
    figures: () => view.figures,
    strings: () => data.strings,
    say: (words) => view.say(words),
    refuse: (words) => view.refuse(words),
  });
  const hands = {
    ...pace,
    setAll,
    beginAnew,
    enter,
    present: screen.present,
    showPicture,
    hear: sound.toggle,
    showTable: showTables,
  };
  const way = clickersWay((by, link) => where.actAfter(by, link));
  const onKey = keyHandler({
    ...hands,
    hear: () => sound.toggle(figureInHand(root, view.figures)),
    showTable: () => showTables(figureInHand(root, view.figures)),
    help: () => view.help,
    turn: (by) => way.press(by),
  });

  function draw(isWhole) {
    folds.setAll(state.isAll);
    view.draw(isWhole);
    // Whoever follows in a room hears it at once; the address says it a little later.
    window.rnnvizDesk?.moved(`${data.name}?${new URLSearchParams(where.query())}`);
    where.writeSoon();
  }
  /** What a figure shows, as tables. */
  function showTables(k) {
    const offers = view.figures[k]?.tables(data.strings) ?? [];
    const name = data.name.replaceAll("_", "-");
    if (offers.length === 0) return;
    showTable(root, data.strings, { offers, chosen: "1", fileName: (table) => `rnnviz-${name}-${k + 1}-${table}` });
  }
  /** Show everything, or no longer. */
  function setAll() {
    const here = where.place.now();
    state.isAll = !state.isAll;
    pace.drawNow(true);
    if (here) where.place.restore(here);
  }
  /** Into a section that the reader opens. */
  function enter(section) {
    state.section = section;
    draw(false);
  }
  /** Everything as at first: nothing answered, nothing done. */
  function beginAnew() {
    const here = where.place.now();
    pace.halt();
    state.beginAnew();
    pace.drawNow(true);
    if (here) where.place.restore(here);
  }
  function build() {
    view?.stop();
    view = chapterView(root, definition, data, { state, hands, lights });
    root.replaceChildren(...view.elements);
    folds.show();
  }
  function begin() {
    // A view of a lecture is as its plan says.
    if (!window.rnnvizDesk?.isArriving()) state.recall(recallAnswers(data.name));
    folds = foldsIn(root, data.name);
    build();
    where = whereabouts(root, state, {
      data: () => data,
      drawAll: () => pace.drawNow(true),
      halt: pace.halt,
      send: (target) => send(target),
    });
    window.rnnvizChapter = { goTo: where.arriveAt, find: where.find };
    screen.resume();
    pace.drawNow(true);
    where.begin();
    way.offer();
  }
  /** What is told again, such as in another language, is shown where the reader is. */
  function follow(isSame) {
    const here = where.place.now();
    if (!isSame) build();
    pace.drawNow(true);
    if (!isSame && here) where.place.restore(here);
  }
  const paper = courseOnPaper(root, css, { figures: () => view.figures, draw: () => pace.drawNow(true) });
  goOnClick(root, (target) => where.go(target));
  document.addEventListener("keydown", onKey);

  return {
    goTo: (search) => where.goTo(search),
    arrive: (arrival) => where.arrive(arrival),
    /** Of what a sheet of paper for a section takes its picture. */
    onPaper: (section) => ({ motifs, part: motifs.partOf(section) }),
    /**
     * @param {ChapterInFile} given
     * @param {(target: string) => void} way
     */
    show(given, way) {
      send = way;
      document.documentElement.lang = given.language;
      root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
      const isFirst = data === null;
      const isSame = !isFirst && JSON.stringify(given) === JSON.stringify(data);
      data = given;
      if (isFirst) begin();
      else follow(isSame);
    },
    end() {
      for (const one of [pace, view, where, screen]) one?.stop();
      window.rnnvizChapter = null;
      paper();
      way.stop();
      document.removeEventListener("keydown", onKey);
      silence();
    },
  };
}

/** The larger picture of a lecture: {present(), resume(), stop()}. The reader stays at the same `place()`. */
function screenOf(root, place) {
  const screen = presenter(root, enlarge, 0, document.documentElement);

  function enlarge(isOn) {
    const here = place()?.now();
    document.documentElement.toggleAttribute("data-presents", isOn);
    if (here?.top) place().restore(here);
  }
  return {
    present() {
      if (screen.isOn() && !screen.isFull() && screen.wasOn) screen.fill();
      else screen.toggle();
    },
    resume() {
      if (!screen.wasOn) return;
      screen.resume();
      enlarge(true);
    },
    stop() {
      document.documentElement.removeAttribute("data-presents");
      screen.stop();
    },
  };
}

/** What shows a picture of a figure, the one in sight where none is named. before(): is called first. */
function pictures(motifs, { data, view, before }) {
  return async (figure = motifs.inSight()) => {
    if (view().figures.length === 0) return;
    before();
    // A file has it within; a page fetches it with the first picture.
    const fetched = data().pictures?.() ?? import(new URL("./picture.js", import.meta.url).href);
    const module = await fetched.catch(() => null);
    view().refuse(module ? "" : data().strings.noConnection);
    module?.showPictures(motifs, figure);
  };
}

/** The place of the figure that has the focus, or else of the one in sight. */
function figureInHand(root, figures) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const focused = figures.findIndex(({ element }) => element.contains(activeElement));
  return focused < 0 ? figureInSight(figures) : focused;
}

/** What the keys do, with what a reader can do, and with {help(), turn(by)}. */
function keyHandler({ setAll, present, showPicture, hear, showTable: showTables, help, turn }) {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.composedPath().find((one) => one instanceof Element);
    if (from?.closest(OWN_KEYS)) return;
    const meaning = meaningOf({ ...KEYS_EVERYWHERE, ...KEYS_OF_A_CHAPTER }, event.key);
    if (meaning === "everything") setAll();
    else if (meaning === "presenter") present();
    else if (meaning === "picture") showPicture();
    else if (meaning === "sound") hear();
    else if (meaning === "help") help().open ? help().close() : withHallKeys(help()).showModal();
    else if (help().open) return;
    else if (meaning === "table") showTables();
    else if (meaning === "on") turn(1);
    else if (meaning === "back") turn(-1);
    else return;
    event.preventDefault();
  };
}
