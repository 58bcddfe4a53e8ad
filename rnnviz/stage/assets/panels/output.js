// The prediction: the likeliest characters and the target, each with its logit and its bar, and the step's loss. Until
// the step has its own, that of the step before stands there, small. After a change by hand, an outline is the bar as
// it was before.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Film} from "../../motion.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill, full, short, toldApart } from "../../../web/numbers.js";
import { isComputed, visible } from "../place/cursor.js";
import { textWidth } from "./geometry.js";
import { growing } from "../motion/moves.js";
import { HEADING } from "../../../web/heading.js";

// A label has the room that the longest needs, in its own letters, and a share of them where that would take too much.
const LABEL = { least: 1.8, most: 6, around: 0.6, letter: 1.12, smallest: 0.55 };

// Of an earlier step so many are named.
const EARLIER = 3;

function labelWidth({ labels }) {
  const longest = Math.max(...labels.map((label) => textWidth(label, LABEL.letter)));
  return Math.min(LABEL.most, Math.max(LABEL.least, longest + LABEL.around));
}

/** How large a label's letters are. */
function letterOf(label) {
  const fitting = (LABEL.most - LABEL.around) / textWidth(label, LABEL.letter);
  return LABEL.letter * Math.max(LABEL.smallest, Math.min(1, fitting));
}

/** @param {Context} context */
export function output(context, rows) {
  // On the way back the prediction is what it was, and in the place of each logit stands its gradient.
  const { forward: model, model: scored, isBack, strings, go } = context;
  const count = Math.min(rows, model.likeliest[0].length);
  const lines = Array.from({ length: count }, () => line());
  const heading = h("span", HEADING);
  const lossLabel = h("span", { class: "loss-label" });
  const loss = h("span", { class: "loss number" });
  const lossBefore = h("span", { class: "muted number" });
  const formula = h("span", { class: "muted number" });
  const mean = h("span", { class: "muted number" });
  const columns = isBack ? h("span", { class: "hint columns" }, strings.predictionColumns) : null;
  const head = h("h2", { role: "presentation" }, heading, columns, context.panelKeys("prediction"));
  const element = h(
    "section",
    { class: "output panel" },
    head,
    h(
      "div",
      {
        class: "output-body",
        style: `--label:${labelWidth(model)}em`,
        title: isBack ? strings.predictionBack : strings.predictionHint,
      },
      h("div", { class: "bars" }, ...lines.map((l) => l.element)),
      h("div", { class: "losses" }, h("span", {}, lossLabel, " ", lossBefore), loss, formula, mean),
    ),
  );

  function line() {
    const character = h("span", { class: "character" });
    const logit = h("span", { class: "logit" });
    const bar = h("span", { class: "bar" });
    const outline = h("span", { class: "bar-before" });
    const value = h("span", { class: "number" });
    const mark = h("span", { class: "mark" });
    const button = h(
      "button",
      { type: "button", class: "bar-line" },
      character,
      logit,
      h("span", { class: "track" }, bar, outline),
      value,
      mark,
    );
    const shown = { k: 0, t: 0 };
    button.addEventListener("click", () =>
      go({ t: shown.t, choice: shown.k, phase: isBack ? 0 : model.phases.length - 1, view: "sum" }),
    );
    function update(k, state, isPredicted) {
      Object.assign(shown, { k, t: state.t });
      const p = isPredicted ? model.value("Y_hat", state.t, k) : 0;
      const isTarget = isPredicted && model.targets !== null && model.targets[state.t] === k;
      write(character, model.labels[k]);
      character.style.fontSize = `${letterOf(model.labels[k]).toFixed(2)}em`;
      bar.style.transform = `scaleX(${p})`;
      hide(outline, !isPredicted || !isChanged() || !model.original.hasOutput(k));
      if (!outline.hidden) {
        const before = model.original.value("Y_hat", state.t, k);
        outline.style.width = `${100 * before}%`;
        outline.dataset.full = fill(strings.before, { value: full(before) });
      }
      const isScored = state.isEarlier || visible(state, scored.quantity("logits"), state.t);
      const z = scored.value("logits", state.t, k);
      write(logit, isScored ? short(z) : "");
      set(logit, "data-full", isScored ? full(z) : "");
      write(value, isPredicted ? short(p) : "");
      set(value, "data-full", isPredicted ? full(p) : "");
      write(mark, isTarget ? `← ${strings.target}` : "");
      button.classList.toggle("is-target", isTarget);
      button.classList.toggle("is-chosen", state.view === "sum" && state.choice === k && !state.isEarlier);
    }
    return { element: button, bar, update };
  }

  /** @param {Film} film */
  function moves({ says, isBack: isOver }) {
    const bars = lines.map(({ bar }) => bar);
    return says && !isOver ? growing(bars, says) : [];
  }

  function isChanged() {
    return model.effect !== null;
  }

  /** The outputs in their lines: before their scores are there, which and in which order tells nothing of them. */
  function rowsAt(state, isPredicted) {
    if (!isPredicted && !visible(state, scored.quantity("logits"), state.t)) return model.listed.slice(0, count);
    const order = model.likeliest[state.t].slice(0, count);
    if (model.targets !== null && !order.includes(model.targets[state.t])) order[count - 1] = model.targets[state.t];
    return order;
  }

  /**
   * The place whose prediction is seen: while that of its own step is not begun, the step before.
   *
   * @param {Place} place
   */
  function seenAt(place) {
    const made = model.quantity("Y_hat");
    const isBegun = [made, scored.quantity("logits")].some((one) => isComputed(place, one, place.t));
    const hasEarlier = place.t > 0 && !isBegun && place.cover === null && isComputed(place, made, place.t - 1);
    return hasEarlier ? { ...place, t: place.t - 1, isEarlier: true } : { ...place, isEarlier: false };
  }

  /** @param {Place} place */
  function update(place) {
    const state = seenAt(place);
    const isPredicted = state.isEarlier || isComputed(state, model.quantity("Y_hat"), state.t);
    element.classList.toggle("ghost", !isPredicted);
    element.classList.toggle("earlier", state.isEarlier);
    element.classList.toggle("covered", state.cover !== null && !isPredicted);
    element.classList.toggle("scored", state.isEarlier || visible(state, scored.quantity("logits"), state.t));
    const asked = model.readings ? strings.predictionTrend : model.tags ? strings.predictionTag : strings.prediction;
    write(heading, fill(asked, { character: model.inputs[state.t] }));
    rowsAt(state, isPredicted).forEach((k, row) => lines[row].update(k, state, isPredicted));
    lines.forEach(({ element: row }, n) => row.classList.toggle("is-away", state.isEarlier && n >= EARLIER));
    if (model.targets === null) {
      write(lossLabel, strings.noTarget);
      return;
    }
    const value = model.value("loss", state.t, 0);
    const p = model.value("Y_hat", state.t, model.targets[state.t]);
    const average = model.value("mean_loss", state.t, 0);
    write(lossLabel, fill(strings.loss, { t: state.t + 1 }));
    lossLabel.title = strings.lossHint;
    const before = isPredicted && isChanged() ? model.original.value("loss", state.t, 0) : null;
    const [was, now] = before === null ? ["", short(value)] : toldApart(before, value);
    write(loss, isPredicted ? now : "?");
    write(lossBefore, before === null ? "" : fill(strings.lossBefore, { loss: was }));
    set(lossBefore, "data-full", before === null ? "" : full(before));
    set(loss, "data-full", isPredicted ? full(value) : "");
    write(formula, isPredicted ? `= −log ${short(p)}` : "");
    write(mean, isPredicted ? fill(strings.meanLoss, { loss: short(average) }) : "");
    set(mean, "data-full", isPredicted ? full(average) : "");
  }
  context.filmed.add({ element, moves });
  return { element, update };
}
