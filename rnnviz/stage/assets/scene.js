// A scene: one or more tracks, each a model that reads the same text, and the words of the stage.

import { readTrack } from "./model.js";
import { questionsAt } from "./questions.js";

/** What Python sends, decoded: {id, language, strings, tracks: [model, …]}. */
export function readScene(scene) {
  const { id, language, strings } = scene;
  return { id, language, strings, tracks: scene.tracks.map((track) => readTrack(track, { language, strings })) };
}

/** The bounds of a place in a scene, for the cursor. */
export function outlineOf({ tracks }) {
  return {
    T: tracks[0].sizes.T,
    notations: tracks[0].notations.map((one) => one.key),
    tracks: tracks.map((model) => ({
      phases: model.phases.map((phase) => phase.key),
      outputPhase: outputPhaseOf(model),
      units: model.units,
      isOutput: (k) => k < model.sizes.q && model.hasOutput(k),
      questions: (t) => questionsAt(model, t),
    })),
  };
}

function outputPhaseOf(model) {
  const first = model.phases.findIndex(({ target }) => ["logits", "output"].includes(model.quantity(target).kind));
  return first < 0 ? model.phases.length : first;
}
