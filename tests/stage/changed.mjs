// Takes {track, moments, texts} and gives what the stage makes of each text of changes: every tensor of the changed
// model by name, what is held and what it would have been, where the two part first, and the losses.

import { changeBounds, changedModel } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { WORDS } from "./words.mjs";

export default ({ track, moments, texts }) => {
  const model = readTrack(track, WORDS, moments);
  const bounds = changeBounds(model);

  const answers = texts.map((text) => {
    const { changes, left } = parseChanges(text, [bounds]);
    const changed = changedModel(model, changes);
    const { T } = model.sizes;
    const names = [...changed.tensors.keys()].filter((name) => !["X", "unlisted"].includes(name));
    const rows = (name) => Array.from({ length: T }, (_, t) => t).map((t) => rowOf(name, t));
    /** @returns {[number, number][]} */
    const rowOf = (name, t) => Array.from({ length: changed.length(name) }, (_, unit) => [t, unit]);
    const { first, before, after, most, predictions, overflow } = changed.effect();
    return {
      left,
      inputs: changed.inputs,
      tensors: Object.fromEntries(
        names.map((name) => {
          const { shape, at } = changed.tensors.get(name);
          return [name, Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) => at(k))];
        }),
      ),
      held: changes
        .filter((change) => change.kind === "hold")
        .flatMap(({ quantity }) =>
          rows(quantity)
            .flat()
            .filter((place) => changed.isHeld(quantity, ...place))
            .map(([t, unit]) => [quantity, t, unit, changed.value(quantity, t, unit), changed.free(quantity, t, unit)]),
        ),
      first: first && [first.t, model.phases[first.phase].key, first.unit],
      losses: [before, after],
      most,
      predictions,
      overflow: overflow && [overflow.t, model.phases[overflow.phase].key],
    };
  });
  return answers;
};
