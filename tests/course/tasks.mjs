// Takes {chapter, numbers, asked: [[task, query], …]} and says of each task of the chapter whether it is done at the
// address, once all that is trained there has been trained. Where the query is null, it is the task's own solution.

import { chapterAt } from "./definition.mjs";

export default async ({ chapter, numbers, asked }) => {
  const done = [];
  for (const [task, query] of asked) {
    const { definition, values: found } = await chapterAt(chapter, numbers, query ?? "");
    const { isDone, solution } = definition.tasks[task];
    const values = query === null ? { ...found, ...solution } : found;
    for (const one of definition.trainings ?? []) {
      while (one.isBehind(values, numbers)) one.slice(values, numbers);
    }
    done.push(isDone(values));
  }
  return done;
};
