// Takes {scene, notation, asked: [{place, blanks, isOneUnit}]}, where a place is that of a link and blanks null for the
// usual ones, and gives of each the exercise and what may be left blank.

import { backwardOf } from "../../rnnviz/stage/assets/model/backwards.js";
import { changeTracks, outlineOf, readScene } from "../../rnnviz/stage/assets/model/scene.js";
import { makeContext } from "../../rnnviz/stage/assets/panels/context.js";
import { fromAddress } from "../../rnnviz/stage/assets/place/cursor.js";
import { blanksOf, exerciseOf, hasChoice, usualBlanks } from "../../rnnviz/stage/assets/worksheet/exercise.js";

export default ({ scene: sent, notation: key = "row", asked }) => {
  const scene = readScene(sent);
  const outline = outlineOf(scene);
  Object.assign(globalThis, { getComputedStyle: () => ({ getPropertyValue: () => "#808080", color: "#000000" }) });
  const [forward] = scene.tracks;
  const notation = forward.notations.find((one) => one.key === key) ?? forward.notations[0];
  return asked.map(({ place: link, blanks = null, isOneUnit = false }) => {
    const place = fromAddress(link, outline);
    changeTracks(scene, place.changes.list);
    const model = place.way === "back" ? backwardOf(forward, null) : forward;
    const shared = { sizes: { scale: 1, stacked: false }, all: [], go: () => true, act: () => true };
    const context = makeContext(model, null, { ...shared, notation, forward, panelKeys: () => null });
    const chosen = blanks === null ? usualBlanks(context, place) : new Set(blanks);
    const made = exerciseOf(context, place, { blanks: chosen, isOneUnit });
    const questions = made.questions.map(({ phase, ...rest }) => rest);
    return { ...made, questions, blanks: blanksOf(context, place), choice: hasChoice(context, place) };
  });
};
