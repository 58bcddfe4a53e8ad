// The answers to the stage's questions, kept in this tab.

import { ANSWERS_KEPT, recall, remember } from "../../../web/tab.js";

/** The answers given in this tab before a reload, by the keys of their questions. */
export function recallAnswers() {
  return JSON.parse(recall(ANSWERS_KEPT) ?? "{}");
}

/** Keep the answers over a reload. */
export function rememberAnswers(answers) {
  remember(ANSWERS_KEPT, JSON.stringify(answers));
}
