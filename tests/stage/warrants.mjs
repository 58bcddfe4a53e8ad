// Takes {tracks} and gives of each the numbers that the engine computes again and how far they are from Python's, as the
// stage says it of a model that nobody has changed.

import { computedTwice } from "../../rnnviz/stage/assets/warrant/checks.js";
import { changeable } from "../../rnnviz/stage/assets/model/changed.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";

export default ({ tracks }) =>
  tracks.map((track) => computedTwice(changeable(readTrack(track, { language: "en", strings: {} }))));
