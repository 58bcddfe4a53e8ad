// A homework as a quiz in the Markdown of text2qti, which makes of it what Canvas and others take: a question for each
// number, with how far off it may be. All learners have the same numbers. Pure.

/** @import {Homework} from "./homework.d.ts" */

import { seedOf } from "../../practice/browser/seeds.js";
import { task as taskOf } from "../../practice/browser/tasks.js";
import { gridsOf } from "../practice/given.js";
import { labels, questionOf, writtenIn } from "../practice/sheet.js";
import { headOf, nameOf, readsOf, tasksIn, wantedOf } from "./kinds.js";

// text2qti writes four decimals, and takes no bound that is nothing.
const DECIMALS = 4;
const LEAST = 10 ** (1 - DECIMALS);

/** @param {Homework} homework */
export function quizOf(homework) {
  const { id, title, count, notation, data } = homework;
  const { practice: words } = data;
  let asked = 0;
  const parts = tasksIn(homework).flatMap(({ kind, number }) => {
    const { program, titles } = kind;
    const { tex, columns } = writtenIn(kind, notation);
    const task = taskOf(program, seedOf(id, "", nameOf(kind), number));
    const head = headOf(kind, number, count);
    const given = gridsOf({ program, task, reads: readsOf(kind), columns }).map((grid) => table(tex[grid.name], grid));
    const questions = wantedOf(kind).flatMap(({ target }) => {
      const answers = task.answers[target];
      return labels(program, words, titles[target], answers.length).map((label, k) => {
        asked += 1;
        // No two questions of a quiz may have the same words.
        return `${asked}.  ${head} · $${tex[target]}$ · ${label}\n${bounds(answers[k], task.tolerances[target][k])}`;
      });
    });
    return [`Text title: ${head}\nText: ${indented([questionOf(kind), ...given].join("\n\n"))}`, ...questions];
  });
  return `${[`Quiz title: ${title}`, ...parts].join("\n\n")}\n`;
}

/** Whole numbers are asked exactly. */
function bounds(answer, tolerance) {
  if (Number.isInteger(answer) && answer !== 0) return `=   ${answer}`;
  const [low, high] = [answer - tolerance, answer + tolerance].map((one) => one.toFixed(DECIMALS)).map(Number);
  const apart = (one, by) => (Math.abs(one) < LEAST ? by * LEAST : one);
  return `=   [${apart(low, -1)}, ${apart(high, 1)}]`;
}

function table(name, { rows, heads, sides }) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const above = rows[0].map((_, k) => heads[k] ?? " ");
  const lines = rows.map((row, k) => line([sides[k] ?? " ", ...row]));
  return [line([`$${name}$`, ...above]), line(["---", ...above.map(() => "---:")]), ...lines].join("\n");
}

/** What goes on after its first line stands further to the right. */
const indented = (text) => text.replaceAll("\n", "\n    ");
