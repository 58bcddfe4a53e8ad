// Takes {tracks: {name: {track, strings}}} and gives the equations of each as they are read aloud.

import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { spokenEquation } from "../../rnnviz/stage/assets/words/spoken.js";

export default ({ tracks }) =>
  Object.fromEntries(
    Object.entries(tracks).map(([name, { track, strings }]) => {
      const model = readTrack(track, { language: "", strings, readsAhead: false });
      return [name, model.phases.map((phase) => spokenEquation(model, model.notations[0], phase))];
    }),
  );
