// What a place shows, as one sentence with its numbers. Pure: a context and a place in, a sentence out.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { fill, numberedMessage, short, toldApart } from "../../../web/numbers.js";
import { ledgerOf } from "../model/ledger.js";
import { isSource, lastSource, visible } from "../place/cursor.js";

/**
 * The sentences of a model: say(place). Of the way back how much of the gradient is there; of a phase that reads,
 * computes or predicts what it does to the chosen unit.
 *
 * @param {Context} context
 */
export function sayings(context) {
  const { model, forward, strings, isBack } = context;
  let ledger = null;
  let version;

  /** @param {Place} place */
  function say(place) {
    if (place.asked) return "";
    if (place.view === "difference" && place.cover === null && model.effect) return changed(model.effect());
    return isBack ? back(place) : ahead(place);
  }

  /** What a change by hand has done, in one place. */
  function changed({ before, after, most, predictions }) {
    const steps = predictions.map((t) => t + 1).join(strings.changeComma);
    const others = predictions.length > 0 ? fill(strings.saysOthers, { steps }) : strings.saysSame;
    const said = model.labels.length > 0 ? others : "";
    if (before === null || before === after || !Number.isFinite(after)) return said;
    const by = `${after > before ? "+" : ""}${short(after - before)}`;
    const [from, to] = toldApart(before, after);
    return [fill(strings.saysChanged, { before: from, after: to, by, t: most + 1 }), said].join(" ");
  }

  /** @param {Place} place */
  function ahead(place) {
    const { t } = place;
    const { target } = model.phases[place.phase];
    const quantity = model.quantity(target);
    const input = model.inputWord(t);
    if (quantity.kind === "output") return predicted(place, input);
    const { unit, label } = context.focus(place);
    const value = model.value(target, t, unit);
    if (quantity.kind === "logits") {
      return fill(strings.saysScore, { input, character: label, value: short(value) });
    }
    const given = { input, unit: unit + 1, quantity: quantity.title };
    if (target === memory()) return remembered(given, t, unit);
    if (quantity.kind === "gate") return fill(strings.saysGate, { ...given, share: percent(value) });
    return fill(strings.saysValue, { ...given, value: short(value) });
  }

  function memory() {
    if (version !== model.version) {
      version = model.version;
      ledger = ledgerOf(model);
    }
    return ledger?.memory;
  }

  /** What a step leaves of a memory, and what it adds. */
  function remembered(given, t, unit) {
    const written = short(ledger.written(t, unit));
    const had = model.value(ledger.memory, t, unit, true);
    if (had === 0) return fill(strings.saysFirst, { ...given, written });
    const kept = ledger.kept(t, unit);
    if (kept < 0 || kept > 1) return fill(strings.saysTimes, { ...given, times: short(kept), written });
    const [message, share] = kept < 0.5 ? [strings.saysForgets, 1 - kept] : [strings.saysKeeps, kept];
    return fill(message, { ...given, share: percent(share), written });
  }

  function predicted({ t }, input) {
    const [best] = model.likeliest[t];
    const given = { input, best: model.labels[best], share: percent(model.value("Y_hat", t, best)) };
    if (model.targets === null) return fill(strings.saysGuess, given);
    const target = model.targets[t];
    const loss = short(model.value("loss", t, 0));
    if (target === best) return fill(strings.saysRight, { ...given, loss });
    return fill(strings.saysWrong, { ...given, target: model.labels[target], loss });
  }

  /** What a loss brings to the way back, and where it goes from there. */
  function atLoss(place) {
    const { t } = place;
    const next = forward.quantity(model.phases[1].target).title;
    const given = { t: t + 1, loss: short(forward.value("loss", t, 0)), quantity: next };
    if (!isSource(place, t)) return fill(strings.saysPasses, given);
    return fill(t === lastSource(place, model.sizes) ? strings.saysBegin : strings.saysJoins, given);
  }

  /** @param {Place} place */
  function back(place) {
    const { t } = place;
    if (place.phase === 0 && !forward.arriving) return atLoss(place);
    if (place.phase === 0 && forward.effect) return strings.saysDirect;
    const state = model.quantity("H");
    if (!state || !visible(place, state, t)) return "";
    const last = lastSource(place, model.sizes);
    const whole = model.norm("H", last);
    // Of several losses each adds its own on the way, so that there is no share of one.
    const isOne = place.losses?.length === 1;
    if (!isOne || t === last || !(whole > 0)) return gradientOf(model.phases[place.phase], t);
    const share = percent(model.norm("H", t) / whole);
    return fill(numberedMessage(strings, "saysLeft", last - t), { steps: last - t, share });
  }

  /**
   * How large the gradient is that a phase of step t finds, or hands on to another step.
   *
   * @param {import("../../model.d.ts").ReadPhase} phase
   * @param {number} t
   */
  function gradientOf({ target, before }, t) {
    const quantity = forward.quantity(target).title;
    if (!before) return fill(strings.saysGradient, { t: t + 1, quantity, norm: short(model.norm(target, t)) });
    const units = Array.from({ length: model.length(target) }, (_, unit) => model.value(target, t, unit, true));
    const to = t + model.quantity(target).leg.by + 1;
    return fill(strings.saysOnwards, { to, quantity, norm: short(Math.hypot(...units)) });
  }
  return { say };
}

/** A share in per cent, with two digits; what is not the whole never reads as it. */
function percent(share) {
  const hundredths = 100 * share;
  const rounded = Number(hundredths.toPrecision(hundredths > 99 ? 3 : 2));
  return share < 1 && rounded === 100 ? "> 99.9\u00a0%" : `${rounded}\u00a0%`;
}
