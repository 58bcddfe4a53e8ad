// Takes {scene, focused, width, height, asked: [{what, place, ...}]}, where a place is that of a link, and gives the
// layouts of the stage's panels: "sum" of a unit, the "ledger" of its memory, the "gradient" of a weight, the "lanes"
// of all networks.

import { fromAddress, placeIn } from "../../rnnviz/stage/assets/place/cursor.js";
import { backwardOf } from "../../rnnviz/stage/assets/model/backwards.js";
import { ledgerOf } from "../../rnnviz/stage/assets/model/ledger.js";
import { changeTracks, outlineOf, readScene } from "../../rnnviz/stage/assets/model/scene.js";
import {
  accountLayout,
  accountSizes,
  ledgerAt,
  ledgerParts,
  unitAccount,
} from "../../rnnviz/stage/assets/panels/balancelayout.js";
import { makeContext } from "../../rnnviz/stage/assets/panels/context.js";
import {
  frameAt,
  matrixRead,
  numberAt,
  reachedFrom,
  stepsLayout,
} from "../../rnnviz/stage/assets/panels/gradientslayout.js";
import { besideAt, lanesLayout, vectorsAt, cellLayout } from "../../rnnviz/stage/assets/panels/laneslayout.js";
import { sumAt, sumLayout, textOf } from "../../rnnviz/stage/assets/panels/sumlayout.js";

export default ({ scene: sent, focused = 0, width, height, asked }) => {
  const scene = readScene(sent);
  const outline = outlineOf(scene);
  Object.assign(globalThis, { getComputedStyle: () => ({ getPropertyValue: () => "#808080", color: "#000000" }) });

  function contextsOf(isBack) {
    const all = [];
    const shared = { sizes: { scale: 1, stacked: false }, all, go: () => true, act: () => true };
    for (const forward of scene.tracks) {
      const model = isBack ? backwardOf(forward, null) : forward;
      const notation = forward.notations[0];
      all.push(makeContext(model, null, { ...shared, notation, forward, panelKeys: () => null }));
    }
    return all;
  }

  const layouts = {
    sum(contexts, place) {
      const laid = sumLayout(contexts[focused], sumAt(contexts[focused], place), { width, height });
      const said = ({ label, ...row }) => ({ ...row, label: { ...label, text: label.runs.map(textOf).join("") } });
      return { ...laid, rows: laid.rows.map(said), total: said(laid.total) };
    },
    ledger(contexts, place) {
      const context = contexts[focused];
      const ledger = ledgerOf(context.model);
      const { hasScores, block, bars } = ledgerParts(context, width, height);
      const at = ledgerAt(context, place, hasScores, ledger.width);
      const sizes = accountSizes(context, block, bars);
      const account = unitAccount(context, ledger, ledger.entries(at.t), at);
      return { ...at, ...accountLayout(context, account, sizes), entries: account.entries };
    },
    gradient(contexts, place) {
      const { model, notation } = contexts[focused];
      const chosen = numberAt(model, place.weight);
      const values = model.inputs.map((_, t) => model.parameterAt(chosen.name, t)[chosen.at]);
      const laid = stepsLayout(contexts[focused], values, { width, room: height, map: [60, 60] });
      const from = reachedFrom(model, chosen.name, place);
      const frame = frameAt(matrixRead(model, notation, chosen.name), chosen.at);
      return { ...laid, ...chosen, from, frame, words: laid.words(from), values };
    },
    lanes(contexts, place) {
      const laid = lanesLayout(contexts, focused, width, height);
      const { T } = scene.tracks[0].sizes;
      const lanes = contexts.map((context, k) => {
        const own = placeIn(place, k, outline);
        const { vectors } = cellLayout(context, laid, k, 0);
        return Array.from({ length: T }, (_, t) => ({
          ...besideAt(contexts, k, own, t, laid, null),
          vectors: vectorsAt(context, own, vectors, t, t),
        }));
      });
      return { ...laid, lanes };
    },
  };

  return asked.map(({ what, place, changes = [] }) => {
    changeTracks(scene, changes);
    return layouts[what](contextsOf(place.way === "back"), fromAddress(place, outline));
  });
};
