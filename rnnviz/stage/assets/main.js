// The stage: a scene, a cursor in it, the view that draws it, and what moves the cursor.

import { presenter } from "../../web/presenter.js";
import { addressBar } from "./address.js";
import { recallAnswers, rememberAnswers } from "./answers.js";
import { cursor, fromAddress, isAtEnd, isElsewhere, toAddress } from "./cursor.js";
import { keyboard } from "./keyboard.js";
import { playback } from "./playback.js";
import { pointer } from "./pointer.js";
import { outlineOf, readScene } from "./scene.js";
import { seatFor } from "./seats.js";
import { stageView } from "./view.js";

const stages = new WeakMap();

/**
 * Draw a scene in `host`, or show a new one where a stage already stands. Several may stand on one page.
 *
 * place: {track, t, phase, unit, notation, view, char, cover} as in links, counted from 1. above: the part of the
 * window's height reserved above the stage; it is given, not measured, because those elements may still be loading.
 * css: the style sheet, if the page does not carry it. link: whether the address bar follows. networks: {now, all:
 * [{name, title, key}]}, other networks to choose from; a choice calls `onNetwork(name)`. glossary: the address
 * of a page that explains the terms, for the help. onPlace: called at once on every move; the address follows a little
 * later. Returns a function that takes the stage away.
 */
export function mount(host, { scene, place = {}, above = 0, css = "", link = false, ...page }) {
  if (!stages.has(host)) stages.set(host, createStage(host, above, css, link));
  stages.get(host).show(scene, place, page);
  return () => {
    stages.get(host)?.remove();
    stages.delete(host);
  };
}

function createStage(host, above, css, link) {
  let scene;
  let asked = "";
  const at = cursor();
  const page = {};
  const view = stageView(host, { css, above, at, page, parts: () => ({ screen, player, commands }) });
  const seat = seatFor(view.root, link);
  const screen = presenter(view.root, onPresenter, seat.number);
  const player = playback(advance, view.showPlaying);
  const address = addressBar(view.root, () => toAddress(at.place, at.outline));
  const commands = {
    act: at.act,
    play,
    setSpeed: player.setSpeed,
    faster: () => player.change(1),
    slower: () => player.change(-1),
    presenter: () => (screen.wasOn && screen.isOn() && !screen.isFull() ? screen.fill() : screen.toggle()),
    help: () => (view.help.open ? view.help.close() : view.help.showModal()),
    network: (name) => page.onNetwork?.(name),
  };
  const keys = keyboard({ at, view, screen, player, seat, page, commands, onOther: address.now });
  pointer({ at, view });
  at.subscribe(follow);

  function show(given, wanted, offered) {
    const isFirst = scene === undefined;
    Object.assign(page, { networks: null, glossary: "", onNetwork: undefined, onPlace: undefined }, offered);
    if (given.id !== scene?.id) scene = readScene(given);
    const outline = outlineOf(scene);
    // The page may be drawn again with an old place; only one that it has not asked for is new.
    const isNew = JSON.stringify([given.id, wanted]) !== asked;
    if (isNew) {
      asked = JSON.stringify([given.id, wanted]);
      const kept = at.place ? { zoom: at.place.zoom, answers: at.place.answers } : { answers: recallAnswers() };
      at.enter(outline, fromAddress(wanted, outline, kept));
      if (isElsewhere(wanted, at.place, outline)) tell();
    } else at.enter(outline, at.place);
    if (isFirst && screen.wasOn) screen.resume();
    view.draw(scene);
    const isTyping = document.activeElement?.matches("input, textarea, select");
    if (isFirst && seat.number === 0 && !isTyping) view.focus();
  }

  /** After every move: draw it, and say where one stands. */
  function follow(place, before) {
    if (place.answers !== before.answers) rememberAnswers(place.answers);
    const isRedrawn = ["track", "notation", "zoom"].some((name) => place[name] !== before[name]);
    if (isRedrawn) view.draw();
    else view.update(place);
    tell();
  }

  function tell() {
    page.onPlace?.(toAddress(at.place, at.outline));
    if (seat.hasAddress()) address.later();
  }

  /** Go one phase on, unless a question waits for its answer. */
  function advance() {
    return at.place.asked === null && at.act({ do: "phase", by: 1 });
  }

  function play() {
    if (isAtEnd(at.place, at.outline) && !player.state().isPlaying) at.act({ do: "begin" });
    player.toggle();
  }

  function onPresenter(isOn) {
    if (!isOn && at.place.zoom) at.enter(at.outline, { ...at.place, zoom: "" });
    view.draw();
    view.focus();
  }

  function remove() {
    player.stop();
    keys.stop();
    screen.stop();
    address.stop();
    seat.leave();
    view.remove();
  }
  return { show, remove };
}
