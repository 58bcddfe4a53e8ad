// Takes {reading, told, seeds} and gives the question of each seed.

import { readingTask } from "../../rnnviz/course/practice/readingtask.js";

export default function answer({ reading, told, seeds }) {
  return seeds.map((seed) => readingTask(reading, told, seed));
}
