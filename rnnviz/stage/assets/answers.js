// The answers to the stage's questions, kept in this tab.

import { recall, remember } from "../../web/tab.js";

const ANSWERS = "rnnviz.answers";

/** The answers given in this tab before a reload, by the keys of their questions. */
export function recallAnswers() {
  return JSON.parse(recall(ANSWERS) ?? "{}");
}

/** Keep the answers over a reload. */
export function rememberAnswers(answers) {
  remember(ANSWERS, JSON.stringify(answers));
}
