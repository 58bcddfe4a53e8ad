// Takes {track, changes, t} and gives of every gate and state what is measured of its units, and which is the largest.

import { changeable, changeBounds } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { largestOf, measuresOf, rankedUnits, sortingOf, sortKey } from "../../rnnviz/stage/assets/model/ranking.js";
import { WORDS } from "./words.mjs";

export default ({ track, changes, t }) => {
  const model = changeable(readTrack(track, WORDS));
  model.change(parseChanges(changes, [changeBounds(model.original)]).changes);
  const found = {};
  for (const { name } of model.vectors) {
    for (const measure of [...measuresOf(model, name), ...(changes ? measuresOf(model, name, true) : [])]) {
      const sorting = sortingOf(model, sortKey(name, measure.key));
      found[sortKey(name, measure.key)] = {
        done: measure.done,
        values: Array.from({ length: model.length(name) }, (_, unit) => measure.at(t, unit)),
        largest: largestOf(model, name, measure, t),
        order: rankedUnits(model, sorting, t),
      };
    }
  }
  return found;
};
