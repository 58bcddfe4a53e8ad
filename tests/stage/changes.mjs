// Takes {tracks, texts} and gives what the stage makes of each text of changes: {changes, left}.

import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";

export default ({ tracks, texts }) => {
  const bounds = tracks.map((track) => ({
    ...track,
    quantities: new Map(Object.entries(track.quantities)),
    states: new Map(Object.entries(track.states)),
    weights: new Map(Object.entries(track.weights)),
  }));
  return texts.map((text) => parseChanges(text, bounds));
};
