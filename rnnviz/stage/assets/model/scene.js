// A scene: one or more tracks, each a model that reads the same text, and the words of the stage.

/** @import {AnyModel} from "../../model.d.ts" */

import { whyNotBackward } from "./backwards.js";
import { changeable, changeBounds } from "./changed.js";
import { differences } from "../place/differences.js";
import { fill } from "../../../web/numbers.js";
import { legsOf } from "../place/legs.js";
import { readTrack } from "./model.js";
import { hasRiver } from "./river.js";
import { questionsAt } from "../hands/questions.js";
import { orderAt, sortsAt } from "../place/sorting.js";
import { offeredViews, VIEWS } from "../panels/views.js";

/**
 * What Python sends, decoded: {id, language, strings, tracks: [model, …]}. moments: for each track, weights of moments
 * of its learning by their number of steps, as Python encodes them, or null for those that can be fetched.
 */
export function readScene(scene, moments = []) {
  const { id, language, strings } = scene;
  // Of networks side by side each says what it knows without what follows, if one of them reads ahead.
  const readsAhead = scene.tracks.some(({ quantities }) => quantities.some(({ reversed }) => reversed));
  const words = { language, strings, readsAhead };
  const tracks = scene.tracks.map((track, k) => changeable(readTrack(track, words, moments[k])));
  return { id, language, strings, tracks };
}

/** Every track with its own of the changes. */
export function changeTracks({ tracks }, changes) {
  tracks.forEach((model, k) => model.change(changes.filter(({ track = 0 }) => track === k)));
}

/** The bounds of a place in a scene, for the cursor. */
export function outlineOf({ tracks }) {
  return {
    T: tracks[0].sizes.T,
    // Somebody's own loss is one number of all steps.
    isOneLoss: tracks.some(({ arriving }) => Boolean(arriving)),
    differences: () => differences(tracks),
    notations: tracks[0].notations.map((one) => one.key),
    views: VIEWS.map(({ name }) => name),
    tracks: tracks.map((model) => ({
      phases: model.phases.map((phase) => phase.key),
      legs: model.legs,
      ...(whyNotBackward(model) ? { back: null } : backOf(model)),
      outputPhase: outputPhaseOf(model),
      units: model.units,
      hasRiver: hasRiver(model),
      isOutput: (k) => k < model.sizes.q && model.hasOutput(k),
      changes: changeBounds(model.original),
      questions: (t) => questionsAt(model, t),
      views: (place) => offeredViews(model, place).map(({ name }) => name),
      sorts: (place) => sortsAt(model, place),
      order: (place) => orderAt(model, place),
    })),
  };
}

/** @param {AnyModel} model */
function backOf(model) {
  const { phases } = model.backward;
  return { back: phases.map(({ key }) => key), legsBack: legsOf(phases, model.isReversed, true) };
}

/** @param {AnyModel} model */
function outputPhaseOf(model) {
  const first = model.phases.findIndex(({ target }) => ["logits", "output"].includes(model.quantity(target).kind));
  return first < 0 ? model.phases.length : first;
}

/** Why one cannot turn round in a scene, in words; "" where one can. */
export function hindrance({ tracks, strings }) {
  const first = tracks.find(whyNotBackward);
  return first ? fill(strings[whyNotBackward(first)], { network: first.label }) : "";
}

/** The end of each scale of colours that holds all tracks, so that they can be compared: high(quantity). */
export function scaleOfAll(tracks) {
  const ends = new Map();
  const scaleOf = ({ kind, isPre }) => `${kind} ${Boolean(isPre)}`;
  for (const model of tracks) {
    for (const { name } of model.quantities) {
      const own = model.quantity(name);
      for (const one of [own, own.pre && model.quantity(own.pre)].filter(Boolean)) {
        ends.set(scaleOf(one), Math.max(one.high, ends.get(scaleOf(one)) ?? 0));
      }
    }
  }
  return (quantity) => (quantity.signed ? Math.max(quantity.high, ends.get(scaleOf(quantity)) ?? 0) : quantity.high);
}
