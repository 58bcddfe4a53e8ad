// What is largest in a whole text, and which unit changes least. Pure; what is erased and written follows from the
// ledger, which follows from the equations.

/** @import {AnyModel} from "../../model.d.ts" */

import { changedModel } from "./changed.js";
import { ledgerOf } from "./ledger.js";
import { measuresOf } from "./ranking.js";

/**
 * The places of a text: {name, erased, written, changed, least, loss}. name: the memory, or the state where there is no
 * ledger. erased: {t, unit, amount, held}, the most that a step took away of what a unit held; written: {t, unit,
 * amount}. Without a ledger both are null, and changed is {t, unit, before, after}. least: {unit, low, high, mean}, the
 * unit of H whose numbers differ least; loss: {t, value}, null without targets. Null is also what is nowhere above 0.
 *
 * @param {AnyModel} model
 */
export function superlativesOf(model) {
  const ledger = ledgerOf(model);
  const name = ledger?.memory ?? "H";
  const before = (t, unit) => model.value(name, t, unit, true);
  const now = (t, unit) => model.value(name, t, unit);
  const lost = ({ kept }) => {
    return (t, unit) => {
      const share = kept(t, unit);
      return share >= 0 && share <= 1 ? Math.abs(before(t, unit)) * (1 - share) : 0;
    };
  };
  const erased = ledger && most(model, name, lost(ledger));
  const written = ledger && most(model, name, (t, unit) => Math.abs(ledger.written(t, unit)));
  const change = ledger ? null : measuresOf(model, name).find(({ key }) => key === "change");
  const changed = change ? most(model, name, change.at) : null;
  return {
    name,
    erased: erased && { ...erased, held: Math.abs(before(erased.t, erased.unit)) },
    written,
    changed: changed && { ...changed, before: before(changed.t, changed.unit), after: now(changed.t, changed.unit) },
    least: leastChanging(model),
    loss: largestLoss(model),
  };
}

/**
 * The largest of all steps and units, {t, unit, amount}; null where nothing is above 0.
 *
 * @param {AnyModel} model
 */
function most(model, name, at) {
  let best = null;
  for (let t = 0; t < model.sizes.T; t += 1) {
    for (let unit = 0; unit < model.length(name); unit += 1) {
      const amount = at(t, unit);
      if (amount > (best?.amount ?? 0)) best = { t, unit, amount };
    }
  }
  return best;
}

/** @param {AnyModel} model */
function leastChanging(model) {
  let best = null;
  const steps = [...Array(model.sizes.T).keys()];
  for (let unit = 0; unit < model.length("H"); unit += 1) {
    const values = steps.map((t) => model.value("H", t, unit));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (best === null || high - low < best.high - best.low) {
      best = { unit, low, high, mean: values.reduce((sum, one) => sum + one, 0) / values.length };
    }
  }
  return best;
}

/** @param {AnyModel} model */
function largestLoss(model) {
  if (model.targets === null) return null;
  const losses = model.targets.map((_, t) => model.value("loss", t, 0));
  const value = Math.max(...losses);
  return { t: losses.indexOf(value), value };
}

/**
 * The mean loss as it is, and with a unit of H held at one value throughout: {before, after}; null where nothing can
 * be computed anew, or has been changed by hand already.
 *
 * @param {AnyModel} model
 */
export function lossHeldAt(model, unit, value) {
  if (!model.program || !model.targets || model.effect) return null;
  const hold = { kind: "hold", quantity: "H", units: [unit], from: 0, to: model.sizes.T - 1, value };
  const { before, after } = changedModel(model.original ?? model, [hold]).effect();
  return { before, after };
}
