// The stage's sentences: about one number, and about the reader's place.

import { visible } from "./cursor.js";
import { plainExpression, plainLetter } from "./labels.js";
import { fill, full, short } from "../../web/numbers.js";

/** One unit with all its digits: "F₃[2], forget gate, t = 3, unit 2: 0.874…". */
export function describeUnit(model, notation, name, t, unit, before = false) {
  const { strings } = model;
  const quantity = model.quantity(name);
  const step = model.stepNumber(name, t, before);
  const title = quantity.isPre ? `${quantity.title}, ${strings.preActivation}` : quantity.title;
  const letter = quantity.expression
    ? `(${plainExpression(model, notation, quantity.expression, t)})[${unit + 1}]`
    : plainLetter(notation, name, step, unit + 1);
  const place = `t = ${step}, ${fill(strings.unit, { unit: unit + 1 })}`;
  return `${[letter, title, place].filter(Boolean).join(", ")}: ${full(model.value(name, t, unit, before))}`;
}

/** The step and its phase, for those who hear the stage. */
export function announcement({ model, focus, likeliest }, state) {
  const { strings, phases, sizes } = model;
  const { t } = state;
  const phase = phases[state.phase];
  const input = model.inputs[t] ?? `x${t + 1}`;
  const said = [fill(strings.announce, { t: t + 1, T: sizes.T, phase: phase.title, input })];
  const { isOutput, unit } = focus(state);
  const value = short(model.value(phase.target, t, unit));
  if (!isOutput) return [...said, fill(strings.announceUnit, { unit: unit + 1, value })].join(" ");
  if (!visible(state, model.quantity("Y_hat"), t)) {
    return [...said, fill(strings.announceLogit, { character: model.labels[unit], value })].join(" ");
  }
  const best = likeliest(t);
  const p = short(model.value("Y_hat", t, best));
  if (model.targets === null) {
    said.push(fill(strings.announceGuess, { character: model.labels[best], p }));
  } else {
    const verdict = model.targets[t] === best ? strings.right : strings.wrong;
    said.push(fill(strings.announcePrediction, { character: model.labels[best], p, verdict }));
    said.push(fill(strings.announceLoss, { loss: short(model.value("loss", t, 0)) }));
  }
  return said.join(" ");
}
