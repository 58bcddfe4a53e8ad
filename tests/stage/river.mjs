// Takes {track, changes} and gives the river of each step: {state, isExact, steps: [{parts, sizes, kept}, …]}, or null.

import { changeable, changeBounds } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { hasRiver, riverOf } from "../../rnnviz/stage/assets/model/river.js";
import { WORDS } from "./words.mjs";

export default ({ track, changes }) => {
  const model = changeable(readTrack(track, WORDS));
  const { changes: list, left } = parseChanges(changes, [changeBounds(model.original)]);
  if (left.length > 0) throw new Error(`left: ${left}`);
  model.change(list);
  if (!hasRiver(model)) return null;
  const river = riverOf(model);
  const steps = Array.from({ length: model.sizes.T }, (_, t) => ({
    parts: river.parts(t).map((part) => [...part]),
    sizes: river.parts(t).map((_, k) => river.size(k, t)),
    kept: river.kept(t),
  }));
  return { state: river.state, isExact: river.isExact, steps };
};
