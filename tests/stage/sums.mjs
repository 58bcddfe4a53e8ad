// Reads {payload, asked: [[phase, t, unit], …]} and writes the stage's sum for each.

import { readFileSync } from "node:fs";

import { split, terms } from "../../rnnviz/stage/assets/expression.js";
import { readPayload } from "../../rnnviz/stage/assets/model.js";

const { payload, asked } = JSON.parse(readFileSync(0, "utf8"));
const model = readPayload(payload);
const answers = asked.map(([phase, t, unit]) => {
  const { target, expression } = model.phases[phase];
  const { inner } = split(expression);
  return {
    factors: terms(model, inner, t, unit).map((term) => term.factors.map((factor) => factor.value)),
    values: terms(model, inner, t, unit).map((term) => term.value),
    result: model.value(target, t, unit),
  };
});
process.stdout.write(JSON.stringify(answers));
