// Takes {track, changes} and gives what `writing.js` finds.

import { changeable, changeBounds } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { writingOf } from "../../rnnviz/stage/assets/model/writing.js";
import { WORDS } from "./words.mjs";

export default ({ track, changes }) => {
  const model = changeable(readTrack(track, WORDS));
  const { changes: list, left } = parseChanges(changes, [changeBounds(model.original)]);
  if (left.length > 0) throw new Error(`left: ${left}`);
  model.change(list);
  const found = { loss: [], written: [], p: [] };
  const shares = [...writingOf(model, found)];
  return { ...found, shares };
};
