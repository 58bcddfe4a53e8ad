// Reads a scene and writes the questions of every step of its first track.

import { readFileSync } from "node:fs";

import { questionsAt } from "../../rnnviz/stage/assets/questions.js";
import { readScene } from "../../rnnviz/stage/assets/scene.js";

const [model] = readScene(JSON.parse(readFileSync(0, "utf8"))).tracks;
process.stdout.write(JSON.stringify(Array.from({ length: model.sizes.T }, (_, t) => questionsAt(model, t))));
