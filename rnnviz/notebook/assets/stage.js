// The stage as a widget: the traits of its model are where it is, and either side may change them.

/** @import {PlaceTraits, WidgetModel} from "../widget.d.ts" */

import { bring, mount } from "../../stage/assets/main.js";
import { savePicture, sheetOf, showPictures } from "../../web/picture/save.js";
import { roomIn } from "./room.js";
import { addressOf, PLACE_TRAITS, traitsOf } from "./traits.js";

// Milliseconds. While a key is held or a number dragged, Python hears of the last place this often.
const TELL_EVERY = 50;

/**
 * Draw the stage of `model` in `el`. Returns a function that takes it away.
 *
 * @param {{model: WidgetModel, el: HTMLElement}} given
 * @param {string} css
 */
export function render({ model, el }, css) {
  const room = roomIn(el, css, show);
  let place = addressOf(traits());
  let telling = 0;
  let moved = new Set();

  /** @returns {PlaceTraits} */
  function traits(names = PLACE_TRAITS) {
    return /** @type {PlaceTraits} */ (Object.fromEntries(names.map((name) => [name, model.get(name)])));
  }

  function show() {
    const scene = model.get("_scene");
    room.element.lang = scene.language;
    return mount(room.element, {
      scene,
      place,
      isGuest: true,
      height: model.get("height"),
      pictures: async () => ({ savePicture, showPictures, sheetOf }),
      onPlace,
    });
  }

  function onPlace(now) {
    place = now;
    if (telling === 0) telling = setTimeout(tell, TELL_EVERY);
  }

  function tell() {
    telling = 0;
    const others = Object.entries(traitsOf(place)).filter(([name, value]) => !isSame(model.get(name), value));
    for (const [name, value] of others) model.set(name, value);
    if (others.length > 0) model.save_changes();
  }

  /** Python, or another widget, has changed a trait. Several that change together are one move. */
  function follow(name) {
    if (moved.size === 0) queueMicrotask(goThere);
    moved.add(name);
  }

  function goThere() {
    const wanted = traits([...moved]);
    moved = new Set();
    const now = traitsOf(place);
    const isThere = Object.entries(wanted).every(([name, value]) => isSame(now[name], value));
    if (!isThere) bring(room.element, { ...place, ...addressOf(wanted) });
  }

  /** @type {[string, () => void][]} */
  const heard = [
    ...PLACE_TRAITS.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, () => follow(name)])),
    ["change:_scene", show],
    ["change:height", show],
  ];
  const end = show();
  for (const [event, listener] of heard) model.on(event, listener);
  if (model.get("_spoken") !== navigator.language) {
    model.set("_spoken", navigator.language);
    model.save_changes();
  }

  return () => {
    clearTimeout(telling);
    for (const [event, listener] of heard) model.off(event, listener);
    end();
    room.leave();
  };
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
