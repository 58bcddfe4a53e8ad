// Takes a scene and gives the questions of every step of its first track.

import { questionsAt } from "../../rnnviz/stage/assets/hands/questions.js";
import { readScene } from "../../rnnviz/stage/assets/model/scene.js";

export default (scene) => {
  const [model] = readScene(scene).tracks;
  return Array.from({ length: model.sizes.T }, (_, t) => questionsAt(model, t));
};
