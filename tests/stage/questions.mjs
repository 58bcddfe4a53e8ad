// Reads a payload and writes the questions of every step.

import { readFileSync } from "node:fs";

import { readPayload } from "../../rnnviz/stage/assets/model.js";
import { questionsOf } from "../../rnnviz/stage/assets/questions.js";

const model = readPayload(JSON.parse(readFileSync(0, "utf8")));
const at = questionsOf(model);
process.stdout.write(JSON.stringify(Array.from({ length: model.sizes.T }, (_, t) => at(t))));
