// Takes {chapter, data, query}, what a page is told of it, and gives the numbers in its prose, by name, and what each
// figure is described as, once all that is trained there has been trained: {computed, described}.

import { chapterAt } from "./definition.mjs";

export default async ({ chapter, data, query = "" }) => {
  const { definition, values } = await chapterAt(chapter, data.numbers, query);
  for (const one of definition.trainings ?? []) {
    while (one.isBehind(values, data.numbers)) one.slice(values, data.numbers);
  }
  const words = { ...data.strings, ...data.words };
  const each = (found, read) => Object.fromEntries(Object.entries(found).map(([name, one]) => [name, read(one)]));
  return {
    computed: each(definition.computed ?? {}, (one) => one(values, words)),
    described: each(definition.figures, (one) => one.describe(values, words)),
  };
};
