// Questions that a lecturer has prepared, each as it was written, in this browser.

const PREPARED = "rnnviz questions";
const MOST_PREPARED = 50;
const LONGEST = 4000;

/** @returns {string[]} */
export function prepared() {
  try {
    return questionsIn(JSON.parse(localStorage.getItem(PREPARED)));
  } catch {
    return [];
  }
}

/** Keep these. Throws where the browser has no room. */
export function prepare(questions) {
  localStorage.setItem(PREPARED, JSON.stringify(questions));
}

/** With one more; where there are many, the oldest goes. */
export function withQuestion(questions, question) {
  const rest = questions.filter((one) => one !== question);
  return [...rest, question].slice(-Math.max(MOST_PREPARED, questions.length));
}

/** With those of another lecturer, each once; none goes for them. */
export function withQuestions(questions, others) {
  return [...new Set([...questions, ...questionsIn(others).slice(-MOST_PREPARED)])];
}

const questionsIn = (told) =>
  Array.isArray(told) ? told.filter((one) => typeof one === "string" && one.length <= LONGEST) : [];
