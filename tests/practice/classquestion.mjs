// Takes {program, seed} and gives each quantity as a question to a class, null where it is none.

import { classQuestion } from "../../rnnviz/course/practice/classquestion.js";
import { task as taskOf } from "../../rnnviz/practice/browser/tasks.js";

export default function answer({ program, seed }) {
  const task = taskOf(program, seed);
  return Object.fromEntries(program.wanted.map(({ target }) => [target, classQuestion(program, task, target)]));
}
