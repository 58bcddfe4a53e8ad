// Takes {track, asked: [{changes, losses}]} and gives what the stage's walk backwards makes of each: the characters and
// what is predicted after them, the gradients of every quantity and the terms that add up to them, what goes on to the
// step before, the parameters' gradients step by step.

import { backwardOf } from "../../rnnviz/stage/assets/model/backwards.js";
import { changeable, changeBounds } from "../../rnnviz/stage/assets/model/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/hands/changes.js";
import { evaluate, sumOf } from "../../rnnviz/engine/expression.js";
import { placedFactors } from "../../rnnviz/stage/assets/model/factors.js";
import { readTrack } from "../../rnnviz/stage/assets/model/model.js";
import { WORDS } from "./words.mjs";

export default ({ track, asked }) => {
  const model = changeable(readTrack(track, WORDS));
  const { T } = model.sizes;
  const steps = [...Array(T).keys()];
  // Around a cell of somebody's own there is no loss to be computed once more.
  const ofLosses = (made) => (track.targets ? made() : null);

  function answerTo({ changes, losses }) {
    const night = backwardOf(model, losses);
    const parsed = parseChanges(changes, [changeBounds(model)]);
    model.change(parsed.changes);
    const units = (name) => [...Array(night.length(name)).keys()];
    const everywhere = (name, of) => steps.map((t) => units(name).map((unit) => of(t, unit)));
    const names = [...night.tensors.keys()];
    return {
      left: parsed.left,
      inputs: night.inputs,
      words: steps.map(night.inputWord),
      likeliest: night.likeliest.map(([first]) => first ?? null),
      values: Object.fromEntries(
        names.map((name) => [name, everywhere(name, (t, unit) => night.value(name, t, unit))]),
      ),
      paths: Object.fromEntries(
        names.map((name) => {
          const listed = night.terms(name, 0, 0).map(({ source, later }, k) => ({
            source,
            later,
            value: everywhere(name, (t, unit) => night.terms(name, t, unit)[k].value),
          }));
          return [name, listed];
        }),
      ),
      phases: night.phases.map((phase) => ({
        key: phase.key,
        target: phase.target,
        value: everywhere(phase.target, (t, unit) => night.value(phase.target, t, unit, phase.before)),
        evaluated: everywhere(phase.target, (t, unit) => evaluate(night, phase.expression, t, unit)),
        summed: everywhere(phase.target, (t, unit) => sumOf(night, phase, t, unit).total),
        inner:
          phase.inner &&
          everywhere(
            phase.inner,
            (t, unit) => evaluate(night, phase.slope, t, unit) - night.value(phase.inner, t, unit),
          ),
      })),
      placed: night.phases.map((phase) =>
        Object.fromEntries(
          track.notations.map((notation) => [
            notation.key,
            sumOf(night, phase, 2, 1).terms.map((term) =>
              placedFactors(night, notation, term, phase.target === "logits", phase.target === "X").map(
                ({ expression, place, value }) => ({ name: expression.name ?? expression.of?.name, place, value }),
              ),
            ),
          ]),
        ),
      ),
      slopes: ofLosses(() =>
        Object.fromEntries(names.map((name) => [name, [0, T - 1].map((t) => night.slope(name, t, 0, 1e-5))])),
      ),
      norms: Object.fromEntries(names.map((name) => [name, steps.map((t) => night.norm(name, t))])),
      parameters: Object.fromEntries(
        [...night.weights.keys()].map((name) => [
          name,
          {
            whole: [...night.parameter(name)],
            differences: ofLosses(() => [0, 1].map((k) => night.difference(name, k, 1e-5))),
            steps: steps.map((t) => [...night.parameterAt(name, t)]),
            upTo: [...steps].reverse().map((t) => [...night.parameterUpTo(name, t)]),
          },
        ]),
      ),
    };
  }
  return asked.map(answerTo);
};
