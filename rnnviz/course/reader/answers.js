// What a reader has answered and done in a chapter, kept in this tab: who comes back by another link finds it again.

import { recall, remember } from "../../web/tab.js";

const keyOf = (chapter) => `rnnviz.answers.${chapter}`;

/** The answers given in this tab, by the names of their questions and tasks, as `readerState` has them. */
export function recallAnswers(chapter) {
  return JSON.parse(recall(keyOf(chapter)) ?? "{}");
}

/** Keep the answers of a chapter. */
export function rememberAnswers(chapter, answers) {
  remember(keyOf(chapter), JSON.stringify(answers));
}
