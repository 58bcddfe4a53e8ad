// The stage: a scene, a cursor in it, the view that draws it, and what moves the cursor.

/** @import {MountOptions} from "../page.d.ts" */
/** @import {Address, Place} from "../place.d.ts" */

import { withHallKeys } from "../../web/hallkeys.js";
import { clickersWay } from "../../web/onward.js";
import { presenter } from "../../web/presenter.js";
import { onPaper } from "../../web/print/onpaper.js";
import { keepAnswer } from "../../web/results/results.js";
import { silence } from "../../web/sound/sound.js";
import { addressBar } from "./place/address.js";
import { recallAnswers, rememberAnswers } from "./hands/answers.js";
import { askingAhead, cursor, fromAddress, isAtEnd, isElsewhere, reduce, toAddress } from "./place/cursor.js";
import { keyboard } from "./place/keyboard.js";
import { hands } from "./hands/hands.js";
import { SINGLE } from "./motion/steps.js";
import { motifs } from "./words/motifs.js";
import { playback } from "./place/playback.js";
import { decodeAll } from "./model/model.js";
import { pointer } from "./place/pointer.js";
import { changeTracks, outlineOf, readScene } from "./model/scene.js";
import { seatFor } from "./place/seats.js";
import { stripOf } from "./panels/strip.js";
import { stageSound } from "./place/sound.js";
import { stageView } from "./view.js";
import { showTable } from "../../web/table.js";
import { tablesAt } from "./words/tables.js";
import { RIVER, showWarrant } from "./warrant/dialog.js";
import { showWorksheet } from "./worksheet/dialog.js";
import { practiceOf } from "./worksheet/practice.js";
import { questionSentence } from "./words/words.js";

const stages = new WeakMap();
// By the names of `panelKeys`; what stands in a view is known by the place.
const PANEL_OF = { cell: ".cell", equations: ".equations", view: ".stage-views", prediction: ".output" };
// What a page may offer beside a scene, and does not have to.
const NO_OFFERS = {
  networks: null,
  samples: null,
  glossary: "",
  practice: "",
  howWeKnow: "",
  onNetwork: undefined,
  onSample: undefined,
  onPlace: undefined,
  onMoment: undefined,
  onAsked: undefined,
  intercepts: undefined,
  isFresh: false,
  noticed: undefined,
  pictures: undefined,
  linkOf: undefined,
  elsewhere: "",
  isGuest: false,
  height: null,
  below: 0,
  readsItself: false,
  prints: true,
};

// Under which name its questions count where the reader practises.
const ASKING = "step";

// A river is read by steps, each of as many phases' time.
const RIVERS_PACE = 2;

/**
 * Draw a scene in `host`, or show a new one where a stage already stands. Several may stand on one page.
 * `page.d.ts` describes the options. The part of the window above is given, not measured, because what stands there may
 * still be loading. Returns a function that takes the stage away.
 *
 * @param {HTMLElement} host
 * @param {MountOptions} options
 */
export function mount(host, { scene, place = {}, above = 0, css = "", link = false, whole, ...page }) {
  if (!stages.has(host)) stages.set(host, createStage(host, above, css, link, whole));
  stages.get(host).show(scene, place, page);
  return () => {
    stages.get(host)?.remove();
    stages.delete(host);
  };
}

/**
 * Bring the stage in `host` to a place, as in links; its panels stay, and only what has moved is drawn. isFresh: as
 * for `mount`.
 *
 * @param {Element} host
 * @param {Address} place
 * @param {boolean} [isFresh]
 */
export function bring(host, place, isFresh = false) {
  stages.get(host)?.goTo(place, isFresh);
}

/** Save a picture of the whole stage in `host`: "svg" or "png". */
export function picture(host, form) {
  return stages.get(host)?.savePicture(form);
}

/** What is asked for pictures of the stage in `host`, as for `pictureOf`. */
export function motifsOf(host) {
  return stages.get(host).motifs;
}

/** Send the stage in `host` an action, as its own keys do. */
export function send(host, action) {
  stages.get(host)?.act(action);
}

/** What takes another sample of a batch, where several stand here one at a time: the one before, after, or any. */
function samplesOf(page) {
  const to = (k) => page.samples?.names[k] !== undefined && page.onSample(k);
  const by = (step) => () => to(page.samples ? page.samples.now + step : -1);
  return { sample: (k) => to(Number(k)), sampleBefore: by(-1), sampleAfter: by(1) };
}

function createStage(host, above, css, link, whole) {
  let scene;
  let asked = "";
  const at = cursor();
  const page = {};
  const view = stageView(host, { css, above, at, page, parts: () => ({ screen, player, commands, rows }) });
  const seat = seatFor(view.root, link);
  const screen = presenter(view.root, onPresenter, seat.number, whole);
  const player = playback(advance, view.showPlaying, () => (at.place.face ? RIVERS_PACE : 1));
  const address = addressBar(view.root, () => toAddress(at.place, at.outline));
  const sounds = stageSound({ at, view });
  const rows = hands({ at, redraw: () => view.draw(), focus: view.focus, fetchMoment });
  const commands = {
    act: at.act,
    hands: rows.toggle,
    edit: rows.edit,
    play,
    on: () => way.press(1),
    back: () => way.press(-1),
    turn: () => at.act({ do: "turn" }) || view.explainTurn(),
    setSpeed: player.setSpeed,
    faster: () => player.change(1),
    slower: () => player.change(-1),
    presenter: () => (screen.wasOn && screen.isOn() && !screen.isFull() ? screen.fill() : screen.toggle()),
    help: () => (view.help.open ? view.help.close() : withHallKeys(view.help).showModal()),
    network,
    ...samplesOf(page),
    picture: showPicture,
    table: showTables,
    worksheet: showSheet,
    warrant: showHeld,
    sound: sounds.toggle,
  };
  const way = clickersWay(actAfter);
  const pictured = motifs({ view, at, page });
  const keys = keyboard({ at, view, screen, player, seat, page, commands, rows, onOther: address.now });
  const isPrinted = () => view.isDrawn() && page.prints && !page.isGuest && view.root.checkVisibility();
  const paper = onPaper(
    () => pictured,
    () => page.pictures?.(),
    isPrinted,
  );
  pointer({ at, view, commands });
  at.subscribe((place, before, action) => follow(place, before, SINGLE.includes(action.do)));

  function show(given, wanted, offered) {
    const isFirst = scene === undefined;
    Object.assign(page, NO_OFFERS, offered);
    address.begin();
    at.intercepts = page.intercepts;
    const isOther = given.id !== scene?.id;
    if (isOther) scene = readScene(given, offered.moments);
    const outline = outlineOf(scene);
    // The page may be drawn again with an old place; only one that it has not asked for is new.
    const isNew = JSON.stringify([given.id, wanted]) !== asked;
    if (isNew || page.isFresh) {
      asked = JSON.stringify([given.id, wanted]);
      at.enter(outline, placeOf(wanted, outline, page.isFresh));
      rememberAnswers(at.place.answers);
      if (isElsewhere(wanted, at.place, outline)) tell();
    } else at.enter(outline, at.place);
    changeTracks(scene, at.place.changes.list);
    fetchMoments();
    // A view of a lecture that asks, asks the class as soon as it is there.
    if (page.isFresh && at.place.asked !== null) tellAsked(at.place, { asked: null });
    if (isFirst && screen.wasOn && !page.isGuest) screen.resume();
    if (isFirst && seat.number === 0 && !page.isGuest) way.offer();
    view.draw(scene);
    const isTyping = document.activeElement?.matches("input, textarea, select");
    if (isFirst && seat.number === 0 && !isTyping && !page.isGuest) view.focus();
    if (isOther && page.readsItself && at.place.face) readItself();
  }

  /** The line is read from its beginning; for a reader who wants no motion it has been. */
  function readItself() {
    player.stop();
    if (view.context().moves()) player.toggle();
    else at.act({ do: "last" });
  }

  /** The place of a link, with what a reader keeps from place to place. */
  function placeOf(wanted, outline, isFresh = false) {
    if (isFresh) return askingAhead(fromAddress(wanted, outline), outline);
    const { zoom, answers, changes } = at.place ?? {};
    return fromAddress(wanted, outline, at.place ? { zoom, answers, changes } : { answers: recallAnswers() });
  }

  function goTo(wanted, isFresh) {
    const before = at.place;
    at.enter(at.outline, placeOf(wanted, at.outline, isFresh));
    // Who follows a lecturer sees a single step as the lecturer does.
    follow(at.place, before, !isFresh);
  }

  /**
   * After every move: draw it, and say where one stands. isSingle: the move may be one step, which is seen to happen.
   *
   * @param {Place} place
   */
  function follow(place, before, isSingle) {
    if (place.answers !== before.answers) {
      rememberAnswers(place.answers);
      if (!page.isGuest) countAnswer(place.answers, before);
    }
    if (place.asked?.key !== before.asked?.key) tellAsked(place, before);
    const isRedrawn = ["way", "losses", "track", "notation", "zoom", "oneScale", "face"].some(
      (name) => place[name] !== before[name],
    );
    const isChanged = place.changes !== before.changes && follows(place.changes, before.changes);
    if (isRedrawn || isChanged) view.draw();
    else view.update(place, isSingle ? before : null);
    sounds.follow(place, before);
    tell();
  }

  /** What a reader answers himself counts where he practises; once, as he has seen its answer then. */
  function countAnswer(answers, { asked, answers: earlier }) {
    const given = asked && !(asked.key in earlier) && answers[asked.key];
    if (given && given.choice !== null) keepAnswer(ASKING, asked.kind, given.isRight);
  }

  function tellAsked({ track, notation, asked, answers }, before) {
    const isAnswered = before.asked !== null && before.asked.key in answers;
    if (asked === null) page.onAsked?.(null, isAnswered);
    else {
      const model = scene.tracks[track];
      const about = questionSentence(model, model.notations[notation], asked);
      page.onAsked?.({ key: asked.key, about, truth: asked.answer }, isAnswered);
    }
  }

  /** The tracks after other changes. Returns whether they have to be drawn anew; not while something is dragged. */
  function follows(changes, before) {
    const textOf = () => scene.tracks.map((model) => model.inputs.join()).join();
    const text = textOf();
    if (changes.list !== before.list) changeTracks(scene, changes.list);
    fetchMoments();
    // On the way back the scales that are named are those of the gradients as they are now.
    const isRescaled = at.place.way === "back" && changes.list !== before.list;
    return changes.last === "" && (isRescaled || rows.isOutgrown() || textOf() !== text);
  }

  /** Fetch the weights of a moment, unless they are there; returns a sentence where they cannot be had. */
  async function fetchMoment(model, moment) {
    const { moments } = model;
    if (moments.get(moment)) return "";
    if (!page.onMoment) return scene.strings.editNoWeights;
    const track = scene.tracks.findIndex((one) => one.original === model);
    const { told, refused } = await page.onMoment(moment, track);
    if (told) moments.set(moment, decodeAll(told));
    return refused && `${scene.strings.editNoWeights} ${refused}`;
  }

  /** The weights of the moments that a link names. */
  async function fetchMoments() {
    for (const change of at.place.changes.list) {
      const { original } = scene.tracks[change.track ?? 0];
      if (change.kind !== "weights" || original.moments.get(change.moment)) continue;
      const refused = await fetchMoment(original, change.moment);
      if (refused) {
        view.explain(refused);
        continue;
      }
      changeTracks(scene, at.place.changes.list);
      view.draw();
    }
  }

  function tell() {
    page.onPlace?.(toAddress(at.place, at.outline));
    if (seat.hasAddress()) address.later();
  }

  /** The answer, or a step on or back in the direction of the walk; back no further than a link to here begins. */
  function actAfter(by, link) {
    const { place, outline } = at;
    const [, asked] = link.split("?");
    const isFirst = link !== "" && place.t === fromAddress(Object.fromEntries(new URLSearchParams(asked)), outline).t;
    const to = reduce(place, { do: "on", by }, outline);
    if (to === place || (by < 0 && isFirst)) return null;
    const does = place.asked && by > 0 ? "reveal" : "step";
    return { does, at: to.t + 1, of: outline.T, run: () => at.act({ do: "on", by }) };
  }

  /** Go one phase on, or on the river one step, unless a question waits for its answer. */
  function advance() {
    return at.place.asked === null && at.act({ do: at.place.face ? "step" : "phase", by: 1 });
  }

  function play() {
    if (isAtEnd(at.place, at.outline) && !player.state().isPlaying) at.act({ do: "begin" });
    player.toggle();
  }

  /** A network that is there gets the focus; another one the page has to bring. */
  function network(name) {
    const track = scene.tracks.findIndex(({ cell }) => cell.name === name);
    if (track < 0 || scene.tracks.length === 1) page.onNetwork?.(name);
    else at.go({ track });
  }

  /** The picture of a part of the stage, and the choice of another. */
  async function showPicture(part = "whole") {
    const module = await page.pictures?.().catch(() => null);
    if (module) module.showPictures(pictured, part);
    else if (page.pictures) view.explain(scene.strings.notSaved);
  }

  /** What is drawn as a table: that of a panel's button, or of the element that has the focus. */
  function showTables(part = "") {
    const context = view.context();
    const { activeElement } = /** @type {Document | ShadowRoot} */ (view.root.getRootNode());
    const from = PANEL_OF[part] ? view.root.querySelector(PANEL_OF[part]) : activeElement;
    const { offers, chosen } = tablesAt(context, at.place, from, view.tables());
    const wanted = part === "parameters" ? part : chosen;
    showTable(view.root, context.strings, { offers, chosen: wanted, fileName: pictured.fileName });
  }

  /** A worksheet of the step, with its key. */
  function showSheet() {
    // Its key would say what is asked.
    if (at.place.asked) {
      view.explain(scene.strings.worksheetAsked);
      return;
    }
    // On the river's face no equation stands that could be worked out.
    if (at.place.face) at.act({ do: "river" });
    const context = view.context();
    const practice = practiceOf(context, at.place);
    const links = {
      place: page.linkOf?.(toAddress(at.place, at.outline)) ?? "",
      practice: practice && page.practice ? page.practice + practice : "",
    };
    showWorksheet(view.root, context, at.place, links);
  }

  /** How a number is known; of a part of the stage, its own. */
  function showHeld(part = "") {
    // Its equation with its numbers would say what is asked.
    if (at.place.asked) {
      view.explain(scene.strings.warrantAsked);
      return;
    }
    const isOfRiver = Boolean(at.place.face);
    if (isOfRiver) at.act({ do: "river" });
    const strip = stripOf(view.root.querySelector(".strip:focus"));
    const about = { part: isOfRiver ? RIVER : part, strip, more: page.howWeKnow };
    showWarrant(view.root, view.context(), at.place, about);
  }

  async function savePicture(form) {
    const module = await page.pictures();
    await module.savePicture(pictured, "whole", form);
  }

  function onPresenter(isOn) {
    if (!isOn && at.place.zoom) at.enter(at.outline, { ...at.place, zoom: "" });
    view.draw();
    view.focus();
  }

  function remove() {
    player.stop();
    paper();
    silence();
    way.stop();
    keys.stop();
    screen.stop();
    address.stop();
    seat.leave();
    view.remove();
  }
  return { show, goTo, act: at.act, savePicture, motifs: pictured, remove };
}
