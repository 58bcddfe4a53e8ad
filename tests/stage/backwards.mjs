// Reads {track, changes, losses} and writes what the stage's walk backwards makes of it: the gradients of every quantity
// and the terms that add up to them, what goes on to the step before, the parameters' gradients step by step.

import { readFileSync } from "node:fs";

import { backwardOf } from "../../rnnviz/stage/assets/backwards.js";
import { changeable, changeBounds } from "../../rnnviz/stage/assets/changed.js";
import { parseChanges } from "../../rnnviz/stage/assets/changes.js";
import { evaluate, sumOf } from "../../rnnviz/stage/assets/expression.js";
import { readTrack } from "../../rnnviz/stage/assets/model.js";

const { track, changes, losses } = JSON.parse(readFileSync(0, "utf8"));
const model = changeable(readTrack(track, { language: "en", strings: {} }));
const night = backwardOf(model, losses);
const parsed = parseChanges(changes, [changeBounds(model)]);
model.change(parsed.changes);
const { T } = model.sizes;
const steps = [...Array(T).keys()];
const units = (name) => [...Array(night.length(name)).keys()];
const everywhere = (name, of) => steps.map((t) => units(name).map((unit) => of(t, unit)));
const names = [...night.tensors.keys()];

const answer = {
  left: parsed.left,
  values: Object.fromEntries(names.map((name) => [name, everywhere(name, (t, unit) => night.value(name, t, unit))])),
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
      everywhere(phase.inner, (t, unit) => evaluate(night, phase.slope, t, unit) - night.value(phase.inner, t, unit)),
  })),
  norms: Object.fromEntries(names.map((name) => [name, steps.map((t) => night.norm(name, t))])),
  parameters: Object.fromEntries(
    [...night.weights.keys()].map((name) => [
      name,
      {
        whole: [...night.parameter(name)],
        steps: steps.map((t) => [...night.parameterAt(name, t)]),
        upTo: [...steps].reverse().map((t) => [...night.parameterUpTo(name, t)]),
      },
    ]),
  ),
};
process.stdout.write(JSON.stringify(answer));
