// Takes {told, seeds} and gives the question of each seed.

import { placeTask } from "../../rnnviz/course/practice/placetask.js";

export default function answer({ told, seeds }) {
  return seeds.map((seed) => placeTask(told, seed));
}
