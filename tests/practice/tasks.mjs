// Takes {program, seed, entered: [{name: numbers}]} and gives the task's numbers, and what each of the readers is told.

import { task } from "../../rnnviz/practice/browser/tasks.js";

export default function answer({ program, seed, entered }) {
  const { parameters, X, target, given, answers, tolerances, judge } = task(program, seed);
  return { parameters, X, target, given, answers, tolerances, told: entered.map(judge) };
}
