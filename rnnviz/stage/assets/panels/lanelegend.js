// The line below several networks: what the marks beside them mean; on the way back, how much of a gradient each of
// them carries on, and what that is owed to.

/** @import {Place} from "../../place.d.ts" */

import { h, set, write } from "../../../web/dom.js";
import { fill, full, short } from "../../../web/numbers.js";
import { backwardOf } from "../model/backwards.js";
import { visible } from "../place/cursor.js";
import { usesOf } from "../hands/questions.js";

const CARRYING = ["keep", "replace"];

/**
 * The words of the line: {element, update(place, {most, parts})}. most, parts: as `lanes` marks them. hasLosses:
 * whether each step's loss is written.
 */
export function laneLegend(contexts, focused, placeIn, hasLosses) {
  const { strings, isBack, elsewhere } = contexts[focused];
  const words = h("span", { class: "lane-words" });
  const link = h("a", { class: "lane-elsewhere", href: elsewhere || null, hidden: true }, strings.carryElsewhere);
  const element = h("p", { class: "lane-legend" }, words, " ", link);

  /** @param {Place} place */
  function update(place, marks) {
    const { said, whole, isAgainst } = isBack ? carried(place) : { said: marked(marks), whole: "", isAgainst: false };
    write(words, said);
    set(words, "data-full", whole);
    link.hidden = !isAgainst || !elsewhere;
  }

  function marked({ most, parts }) {
    const isScored = contexts.some(({ model }) => model.targets !== null);
    const loss = isScored ? (hasLosses ? strings.legendLoss : strings.legendMean) : "";
    const largest = most ? fill(strings.legendMost, { t: most.t + 1, by: short(most.by) }) : "";
    return [largest, parts ? strings.legendParting : "", loss, learnt()].filter(Boolean).join(strings.legendSemicolon);
  }

  /** The steps of learning, where all have learnt the text by heart: their losses are alike by then. */
  function learnt() {
    const all = contexts.map(({ model }) => model);
    if (!all.every((model) => model.learnt)) return "";
    const steps = all.map(({ label, learnt: { steps: count, loss, reached } }) =>
      loss > reached ? fill(strings.legendNotLearnt, { label, loss: short(loss) }) : `${label} ${count}`,
    );
    return fill(strings.legendLearnt, {
      loss: String(all[0].learnt.reached),
      steps: steps.join(strings.changeComma),
    });
  }

  /**
   * What of the gradient of one loss, the last that L starts from, has come as far as the place's step.
   *
   * @param {Place} place
   */
  function carried(place) {
    const from = place.losses?.at(-1) ?? contexts[0].forward.sizes.T - 1;
    const found = contexts.flatMap((context, k) => {
      const { forward } = context;
      const own = placeIn(place, k);
      const isReached = visible(own, context.model.quantity("H"), own.t) && place.t < from;
      // The states of two directions stand joined in H, which no step hands on.
      const isCarried = forward.program.passes.some(({ states = [] }) => states.includes("H"));
      if (!isReached || !isCarried || forward.isBackward("H")) return [];
      const night = backwardOf(forward, [from]);
      const share = night.norm("H", place.t) / night.norm("H", from);
      const isGated = [...usesOf(forward).values()].some(({ does }) => CARRYING.includes(does));
      return Number.isFinite(share) ? [{ label: forward.label, share, isGated }] : [];
    });
    if (found.length < 2) return { said: strings.legendNorms, whole: "", isAgainst: false };
    const told = (digits) =>
      fill(strings.carryShares, {
        from: from + 1,
        t: place.t + 1,
        shares: found.map(({ label, share }) => `${label} ${digits(100 * share)} %`).join(strings.changeComma),
      });
    const isAgainst = found.some((gated) =>
      found.some((plain) => gated.isGated && !plain.isGated && gated.share < plain.share),
    );
    const why = isAgainst ? (isEachAlone() ? strings.carryAlone : strings.carryLearnt) : "";
    return { said: [told(short), why].filter(Boolean).join(" "), whole: told(full), isAgainst };
  }

  /** Whether each character of the text alone tells the target, so that none before it need be known. */
  function isEachAlone() {
    const { inputs, targets } = contexts[0].forward;
    const next = new Map();
    return inputs.every((input, t) => {
      if (!next.has(input)) next.set(input, targets[t]);
      return next.get(input) === targets[t];
    });
  }
  return { element, update };
}
