// The drawing of a scene: the elements of the stage, and what in them a new place, a new size or a new scene changes.

/** @import {Place} from "../place.d.ts" */
/** @import {Filmed} from "../motion.d.ts" */

import { isDark } from "../../web/colours.js";
import { dockHeight } from "../../web/dock.js";
import { windowHeight } from "../../web/home.js";
import { h, write } from "../../web/dom.js";
import { pictureKey } from "../../web/picturekey.js";
import { tableKey } from "../../web/table.js";
import { fill, inShort } from "../../web/numbers.js";
import { soundKey } from "../../web/sound/sound.js";
import { backwardOf } from "./model/backwards.js";
import { bar } from "./bar.js";
import { faceScale, riverFace } from "./face.js";
import { foot } from "./foot.js";
import { makeContext } from "./panels/context.js";
import { placeIn } from "./place/cursor.js";
import { stageSizes, withNorms, withRows } from "./panels/geometry.js";
import { HAND_ROW } from "./hands/hands.js";
import { films } from "./motion/films.js";
import { filmOf } from "./motion/steps.js";
import { drawHelp } from "./words/help.js";
import { hover } from "./place/hover.js";
import { laneStates } from "./panels/laneslayout.js";
import { drawPanels } from "./panels/panels.js";
import { stripOf } from "./panels/strip.js";
import { noteAt } from "./place/pointer.js";
import { hindrance, scaleOfAll } from "./model/scene.js";
import { speech } from "./words/speech.js";
import { parameterCount } from "./words/tables.js";
import { PLAYED, spokenAmount } from "./words/amount.js";
import { announcement } from "./words/words.js";
import { warrantKey } from "./warrant/dialog.js";
import { worksheetKey } from "./worksheet/dialog.js";

// Pixels. The bar of a narrower stage, and its losses, take two lines.
const NARROW = 1120;
// Pixels below which the stage becomes no narrower; a page of 320 leaves it 280.
const LEAST_WIDTH = 240;
// Around the river on a whole screen.
const EDGE = 28;
// The font that comes with the program; see `mathfont.py`.
const LETTERS = ["1em Formulas", "italic 1em Formulas", "italic bold 1em Formulas"];

/**
 * The elements of a stage in `host`, which are drawn by `draw(scene, place)` and brought to another place by
 * `update(place)`. above: the part of the window's height above them. parts(): {screen, player,
 * commands, rows}, what the bar and the panels act on; rows: those between ribbon and cell, as `hands.js` has them.
 */
export function stageView(host, { css, above, at, page, parts }) {
  let scene;
  let shown = [];
  let context;
  let contexts = [];
  let header;
  let panels;
  let drawnFor = "";
  let hasLetters = false;
  const fold = { isOpen: false };

  const top = h("div");
  const body = h("div", { class: "body" });
  const live = h("p", { class: "announcement", "aria-live": "polite" });
  const help = h("dialog", { class: "help" });
  // A document with a heading for each panel; only the grids of the maps and the tree keep the arrows for themselves.
  const root = h("section", { class: "stage", "data-testid": "stage", tabindex: "0" }, top, body, live, help);
  const noted = (target, event) => (context ? noteAt(context, at.place, panels.locate, target, event) : "");
  const notes = hover(root, noted, () => scene.strings);
  const voice = speech(live, () => {
    const { isPlaying } = parts().player.state();
    const strip = stripOf(root.querySelector(".strip:focus"));
    if (strip && at.place.asked === null) return inShort(strip.text(strip.chosen()));
    return announcement(context, at.place, others(), isPlaying ? PLAYED : spokenAmount());
  });
  host.replaceChildren(...(css ? [h("style", {}, css)] : []), root);
  /** @type {Set<Filmed>} */
  let filmed = new Set();
  const reel = films(root, () => filmed);

  /** Everything anew; a reader whose focus was inside keeps it. */
  function draw(drawn = scene) {
    const isInside = root.matches(":focus-within");
    reel.cut();
    filmed = new Set();
    scene = drawn;
    drawnFor = windowSize();
    hasLetters = LETTERS.every((font) => document.fonts.check(font));
    const { screen, player, commands, rows } = parts();
    const { place } = at;
    const isPresenting = screen.isOn();
    const width = Math.max(LEAST_WIDTH, root.clientWidth);
    const { tracks } = scene;
    const height = isPresenting ? roomHeight() : (page.height ?? pageRoom() - above);
    const isBack = place.way === "back";
    const lanes = tracks.map((model) => ({
      focused: model.rows.length,
      beside: laneStates(model, isBack).length,
    }));
    const usual = stageSizes(width, height, isPresenting, lanes);
    const row = (isPresenting ? HAND_ROW.presented : HAND_ROW.usual) * usual.scale;
    const fitted = withRows(usual, rows.count() * row);
    const sizes = isBack ? withNorms(fitted, tracks.length) : fitted;
    root.style.setProperty("--s", sizes.scale);
    root.classList.toggle("stacked", sizes.stacked);
    root.classList.toggle("narrow", !sizes.stacked && !isPresenting && width < NARROW);
    // The theme is that of the page, not of the tinted paper.
    delete root.dataset.way;
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    root.dataset.way = place.way;
    root.setAttribute("aria-label", scene.strings.stage);
    shown = isBack ? tracks.map((model) => backwardOf(model, place.losses)) : tracks;
    // Finding the gradients also finds the ends of their scales.
    if (isBack) for (const one of shown) one.norm("H", place.t);
    const high = place.oneScale ? scaleOfAll(shown) : undefined;
    contexts = [];
    const isOfCell = (part) => part === "cell" || part === "equations";
    const keysOf = (part) =>
      h(
        "span",
        { class: "panel-keys" },
        // Beside other networks one would not know whose they are.
        isOfCell(part) && tracks.length === 1 && !isPresenting ? parametersKey(tracks[0]) : null,
        isOfCell(part) ? worksheetKey(commands.worksheet, scene.strings) : null,
        warrantKey(() => commands.warrant(part), scene.strings),
        tableKey(() => commands.table(part), scene.strings),
        part === "view" || isOfCell(part) ? soundKey(commands.sound, scene.strings) : null,
        page.pictures ? pictureKey(() => commands.picture(part), scene.strings) : null,
      );
    function parametersKey(model) {
      const { parametersOf, parametersHint } = scene.strings;
      const words = fill(parametersOf, { parameters: parameterCount(model).toLocaleString("en") });
      const key = h("button", { type: "button", class: "parameters", title: parametersHint }, words);
      key.addEventListener("click", () => commands.table("parameters"));
      return key;
    }
    const { elsewhere } = page;
    const shared = { sizes, go: at.go, act: at.act, high, all: contexts, panelKeys: keysOf, elsewhere, filmed };
    tracks.forEach((forward, k) => {
      const notation = forward.notations[place.notation];
      contexts.push(makeContext(shown[k], root, { ...shared, notation, forward }));
    });
    context = contexts[place.track];
    if (place.face) drawFace(width, height, isPresenting);
    else drawCell(width, sizes, isPresenting);
    header.showPlaying(player.state());
    drawHelp(help, scene.strings, page);
    update(place);
    header.fit();
    if (isInside && !root.matches(":focus-within") && !rows.refocus()) focus();
  }

  function drawFace(width, height, isPresenting) {
    const [inner, tall] = isPresenting ? [width - 2 * EDGE, height - 2 * EDGE] : [width, height - page.below];
    const scale = faceScale(inner, tall, isPresenting);
    root.style.setProperty("--s", String(scale));
    const made = riverFace({ ...context, scale }, inner, tall, { play: parts().commands.play, act: at.act });
    ({ header, panels } = made);
    top.replaceChildren();
    body.replaceChildren(...panels.elements);
  }

  /** The bar, and the panels of all tracks. */
  function drawCell(width, sizes, isPresenting) {
    const { screen, rows, commands } = parts();
    const { place } = at;
    const { tracks } = scene;
    const several = {
      contexts,
      focused: place.track,
      placeIn: (now, track) => placeIn(now, track, at.outline),
    };
    const inner = isPresenting ? width - 48 * sizes.scale : width;
    const below = foot(context, commands, inner, isPresenting);
    const above = bar(context, commands, {
      isPresenting,
      losses: place.losses,
      hindrance: hindrance(scene),
      networks: isPresenting && tracks.length === 1 ? page.networks : null,
      samples: page.samples,
      offersScreen: isPresenting && screen.wasOn && !screen.isFull(),
      fold,
    });
    header = { ...above, showPlaying: below.showPlaying };
    panels = drawPanels(context, inner, sizes, {
      act: at.act,
      rows: rows.draw({ ...context, model: context.forward }),
      foot: below,
      tracks: tracks.length > 1 ? several : null,
      zoom: isPresenting ? place.zoom : "",
    });
    top.replaceChildren(header.element);
    body.replaceChildren(...panels.elements);
  }

  /** The same place in the colours that the stage has now; whatever else the panels show stays. */
  function recolour() {
    for (const one of contexts) one.recolour();
    panels.update(at.place);
  }

  /**
   * Paint a place; a step from the place before, if it is one, is then seen to happen.
   *
   * @param {Place} place
   * @param {Place | null} [before]
   */
  function update(place, before = null) {
    reel.cut();
    const film = before && context.moves() ? filmOf(context.model, before, place) : null;
    const isKept = film !== null && reel.keep();
    paint(place);
    if (!isKept) return;
    const { isPlaying, every } = parts().player.state();
    reel.play(film, isPlaying ? every : Infinity);
  }

  /** @param {Place} place */
  function paint(place) {
    const { model } = context;
    root.dataset.t = String(place.t + 1);
    root.dataset.track = String(place.track + 1);
    root.dataset.phase = model.phases[place.phase].key;
    root.dataset.by = model.legAt(place.phase).by < 0 ? "left" : "right";
    root.toggleAttribute("data-asks", place.asked !== null);
    header.update(place);
    panels.update(place);
    notes.update();
    // A grid and a tree say themselves where one goes in them, and nothing is said twice.
    if (!isSaid(place)) voice.later();
    else voice.stop();
  }

  /**
   * Whether the element that has the focus says the place itself; it does not say what is asked.
   *
   * @param {Place} place
   */
  function isSaid({ asked }) {
    if (asked !== null) return false;
    const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
    return root.contains(activeElement?.closest("[role=grid], [role=tree]") ?? null);
  }

  /** Why one cannot turn round, where the button is. */
  function explainTurn() {
    explain(hindrance(scene), header.turn);
  }

  /** A sentence at an element, for those who hear it too: what was about to be said does not take its place. */
  function explain(sentence, element = header.element) {
    voice.stop();
    notes.explain(element, sentence);
    write(live, sentence);
  }

  /** The tracks beside the focused one, each at its place. */
  function others() {
    const beside = shown.map((model, track) => ({ model, place: placeIn(at.place, track, at.outline) }));
    return beside.filter(({ model }) => model !== context.model);
  }

  function focus() {
    root.focus({ preventScroll: true });
  }

  /** What it is drawn for: its size, and in a notebook's frame the notebook's theme. */
  function windowSize() {
    const { scheme = "" } = document.documentElement.dataset;
    return `${root.clientWidth} ${parts().screen.isOn() ? roomHeight() : (page.height ?? pageRoom())} ${scheme}`;
  }

  function roomHeight() {
    return windowHeight() - dockHeight();
  }

  /** The same without what the page says above the stage. */
  function pageRoom() {
    return roomHeight() - (page.noticed?.() ?? 0);
  }

  function onResize() {
    if (context !== undefined && windowSize() !== drawnFor) requestAnimationFrame(refit);
  }

  /** The layout must not depend on the width that the page had while it was still loading. */
  function refit() {
    if (windowSize() !== drawnFor && root.isConnected) draw();
  }

  /** Nor on the letters that stand in for those of formulas: equations are as large as fits them. */
  async function awaitLetters() {
    await Promise.all(LETTERS.map((font) => document.fonts.load(font))).catch(() => {});
    if (context !== undefined && !hasLetters && root.isConnected) draw();
  }

  function remove() {
    reel.stop();
    voice.stop();
    notes.stop();
    observer.disconnect();
    window.removeEventListener("resize", onResize);
    host.replaceChildren();
  }
  window.addEventListener("resize", onResize);
  awaitLetters();
  const observer = new ResizeObserver(onResize);
  observer.observe(root);

  return {
    root,
    help,
    notes,
    draw,
    recolour,
    update,
    focus,
    explainTurn,
    explain,
    remove,
    context: () => context,
    tables: () => panels?.tables() ?? [],
    isDrawn: () => context !== undefined,
    showPlaying: (playing) => header?.showPlaying(playing),
  };
}
