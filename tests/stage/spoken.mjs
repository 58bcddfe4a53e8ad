// Takes {tracks: {name: {track, strings}}} and gives the equations of each as they are read aloud, and those of its
// parameters' gradients.

import { backwardOf } from "../../rnnviz/stage/assets/model/backwards.js";
import { changeable } from "../../rnnviz/stage/assets/model/changed.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { spokenEquation, spokenUse } from "../../rnnviz/stage/assets/words/spoken.js";

export default ({ tracks }) =>
  Object.fromEntries(
    Object.entries(tracks).map(([name, { track, strings }]) => {
      const model = changeable(readTrack(track, { language: "", strings, readsAhead: false }));
      const night = backwardOf(model);
      const [notation] = model.notations;
      const phases = model.phases.map((phase) => spokenEquation(model, notation, phase));
      const uses = [...night.weights.keys()].map((weight) => spokenUse(night, notation, weight));
      return [name, [...phases, ...uses]];
    }),
  );
