// What of the stage is heard: the chosen unit's row from left to right, and one note wherever one steps.

/** @import {Place} from "../../place.d.ts" */
/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Voice} from "../../../web/sound/note.d.ts" */

import { h } from "../../../web/dom.js";
import { LONE_NOTE, noteLength, noteOf, panOf, rowOf } from "../../../web/sound/notes.js";
import { soundSettings } from "../../../web/sound/settings.js";
import { hindrance, isSounding, play, silence, turnOn } from "../../../web/sound/sound.js";
import { fill } from "../../../web/numbers.js";
import { placeIn, visible } from "./cursor.js";
import { mapsOf, spokenAt } from "./sorting.js";
import { plainLetter } from "../words/labels.js";

/** at: the cursor. Returns {toggle, follow(place, before)}. */
export function stageSound({ at, view }) {
  const marks = [];

  /** The row is played, or what is being played ends. */
  function toggle() {
    if (isSounding()) {
      silence();
      unmark();
      return;
    }
    turnOn(view.root);
    const context = view.context();
    const parts = partsAt(context, at.place, at.outline);
    const [from, to] = endsOf(parts);
    const length = noteLength(to - from + 1, soundSettings().speed);
    const why = hindrance();
    view.explain(why ? context.strings[why] : rowWords(context, parts));
    const row = (values) => values.slice(from, to + 1);
    play(parts.map(({ values, scale, pan }) => ({ notes: rowOf(row(values), scale, { length, pan }) })));
    if (isSounding() && to > from) mark(parts[0].name, context.model.sizes.T, { from, to, length });
  }

  /** On the map, a frame that goes along with what is heard. */
  function mark(name, T, { from, to, length }) {
    unmark();
    const count = to - from + 1;
    const left = [from, to].map((t) => ({ left: `${(100 * t) / T}%` }));
    const timing = { duration: 1000 * count * length, easing: `steps(${count}, jump-none)` };
    for (const frame of view.root.querySelectorAll(`[data-map="${CSS.escape(name)}"]`)) {
      const bar = h("span", { class: "heard-at", style: `width:${100 / T}%` });
      frame.append(bar);
      marks.push(bar);
      bar.animate(left, timing).onfinish = () => bar.remove();
    }
  }
  function unmark() {
    for (const bar of marks.splice(0)) bar.remove();
  }

  /**
   * After a move, the number of the new place.
   *
   * @param {Place} place
   * @param {Place} before
   */
  function follow(place, before) {
    if (!soundSettings().isOn) return;
    const context = view.context();
    const names = [place, before].map((one) => (one.track === place.track ? heardAt(context.model, one) : ""));
    const isSame = names[0] === names[1] && place.t === before.t && place.unit === before.unit;
    if (isSame || place.way !== before.way) return;
    unmark();
    const length = LONE_NOTE / soundSettings().speed;
    const parts = partsAt(context, place, at.outline).filter(({ values }) => values[place.t] !== null);
    const across = context.model.sizes.T < 2 ? 0 : (2 * place.t) / (context.model.sizes.T - 1) - 1;
    play(
      parts.map(({ values, scale, pan = across }) => ({ notes: [noteOf(values[place.t], scale, { pan, length })] })),
    );
  }
  return { toggle, follow };
}

/** "Heard: H[3], t = 1 to 6. Left: as it was; right: as it is now." */
function rowWords({ notation, isBack, strings }, parts) {
  const [from, to] = endsOf(parts);
  if (to < from) return strings.soundNothing;
  const [{ name, unit, isChanged }] = parts;
  const number = `${isBack ? "∂L/∂" : ""}${plainLetter(notation, name, "", unit + 1)}`;
  const row = fill(strings.soundRow, { number, from: from + 1, to: to + 1 });
  return parts.length < 2 ? row : `${row} ${isChanged ? strings.soundChanged : strings.soundTracks}`;
}

/**
 * The rows that are heard at a place, [{name, unit, values, scale, pan, isChanged}]: of each track one; of a track that
 * has been changed by hand the original and what became of it. values: by step, null where one is not computed yet.
 *
 * @param {Context} context
 * @param {Place} place
 */
function partsAt({ model, all, high }, place, outline) {
  const focused = heardAt(model, place);
  const isChanged = all.length === 1 && !model.isBack && Boolean(model.effect);
  const tracks = all.map(({ model: own }, track) => ({ own, numbers: own, seen: placeIn(place, track, outline) }));
  const heard = isChanged ? [{ ...tracks[0], numbers: model.original }, ...tracks] : tracks;
  return heard.flatMap(({ own, numbers, seen }, k) => {
    const name = own.vectors.some((one) => one.name === focused) ? focused : mapsOf(own).at(-1)?.name;
    if (name === undefined) return [];
    const quantity = own.quantity(name);
    const unit = Math.min(place.unit, own.length(name) - 1);
    const values = Array.from({ length: own.sizes.T }, (_, t) =>
      visible(seen, quantity, t) ? numbers.value(name, t, unit) : null,
    );
    const end = high(quantity);
    const scale = { low: quantity.signed ? -end : 0, high: end };
    return [{ name, unit, values, scale, pan: panOf(k, heard.length), isChanged }];
  });
}

/** The first and the last step with a number in one of the rows; the last is before the first where there is none. */
function endsOf(parts) {
  const steps = parts.flatMap(({ values }) => values.flatMap((value, t) => (value === null ? [] : [t])));
  return steps.length > 0 ? [Math.min(...steps), Math.max(...steps)] : [0, -1];
}

/**
 * The quantity of whose map the row is.
 *
 * @param {AnyModel} model
 * @param {Place} place
 */
function heardAt(model, place) {
  const names = mapsOf(model).map(({ name }) => name);
  if (place.way !== "back") return names.length > 0 ? spokenAt(model, place).name : "";
  const { target } = model.phases[place.phase];
  return names.includes(target) ? target : names.at(-1);
}
