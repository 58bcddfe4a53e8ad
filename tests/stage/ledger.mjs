// Takes {track, changes, asked: [[t, output], …]} and gives of each the ledger and the witnesses.

import { changeable, changeBounds } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { ledgerOf } from "../../rnnviz/stage/assets/model/ledger.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { foremost, witnessesOf } from "../../rnnviz/stage/assets/model/witnesses.js";
import { WORDS } from "./words.mjs";

export default ({ track, changes, asked }) => {
  const model = changeable(readTrack(track, WORDS));
  const { changes: list, left } = parseChanges(changes, [changeBounds(model.original)]);
  if (left.length > 0) throw new Error(`left: ${left}`);
  model.change(list);
  const ledger = ledgerOf(model);
  const witnesses = witnessesOf(model);

  function lastOf(generator) {
    for (;;) {
      const { done, value } = generator.next();
      if (done) return value;
    }
  }

  const answers = asked.map(([t, k]) => {
    const found = {
      gradient: witnesses.gradient(t, k),
      replacement: lastOf(witnesses.replacement(t, k)),
      ledger: witnesses.ledger(t, k),
    };
    return {
      memory: ledger?.memory ?? null,
      entries: ledger?.entries(t).map((entry) => [...entry]) ?? null,
      scores: ledger?.scores(t, k) ?? null,
      witnesses: Object.fromEntries(Object.entries(found).map(([key, values]) => [key, values && [...values]])),
      foremost: Object.fromEntries(Object.entries(found).map(([key, values]) => [key, values && foremost(values)])),
    };
  });
  return answers;
};
