// Takes {data, queries, length, q} and gives the plan of each address; or {text, sample, training} and gives what is
// counted.

import { configsOf, planned, planOf, queryOf } from "../../rnnviz/address/browser/training_plan.js";
import { baselines, knownWords, numbered, wordsOf } from "../../rnnviz/training/browser/baselines.js";

export default function answer({ data, queries, length, q, text, sample, training }) {
  if (text) {
    const { vocabulary, numbers } = numbered(text);
    const { uniform, unigram, bigram } = baselines(
      numbers.slice(0, training),
      numbers.slice(training),
      vocabulary.length,
    );
    return { vocabulary, lines: [uniform, unigram, bigram], known: knownWords(sample, wordsOf(text)) };
  }
  const read = { text: "", vocabulary: Array(q).fill(""), length };
  return queries.map((query) => {
    const { plan, refused } = planOf(data, query);
    const configs = configsOf(data, plan, length, q);
    const parameters = configs.map((config) => planned(data, config, read).parameters);
    return { configs, refused, query: queryOf(data, plan), parameters };
  });
}
