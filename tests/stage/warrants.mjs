// Takes {tracks} and gives of each {twice, ledger}: the numbers that the engine computes again and how far they are
// from Python's, and the sums of a ledger and how far they are from the memory, as the stage says it of a model that
// nobody has changed.

import { computedTwice, ledgerAddsUp } from "../../rnnviz/stage/assets/warrant/checks.js";
import { changeable } from "../../rnnviz/stage/assets/model/changed.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";

export default ({ tracks }) =>
  tracks.map((track) => {
    const model = changeable(readTrack(track, { language: "en", strings: {}, readsAhead: false }));
    return { twice: computedTwice(model), ledger: ledgerAddsUp(model) };
  });
