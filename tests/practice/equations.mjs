// Takes {program, seed, told, columns, spelt, written: [[quantity, text]]} and gives what is said of each equation:
// {right, slip}, or {refused, values}.

import { task as taskOf } from "../../rnnviz/practice/browser/tasks.js";
import { judgeEquation, Unread } from "../../rnnviz/practice/browser/writing.js";

export default function answer({ program, seed, told, columns, spelt, written }) {
  const task = taskOf(program, seed);
  return written.map(([name, text]) => {
    try {
      return judgeEquation(program, task, name, text, told, { columns, spelt });
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      return { refused: error.message, values: error.values };
    }
  });
}
