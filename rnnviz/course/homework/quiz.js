// A homework as a quiz in the Markdown of text2qti, which makes of it what Canvas and others take: a question for each
// number, with how far off it may be. All learners have the same numbers. Pure.

/** @import {Homework} from "./homework.d.ts" */

import { seedOf } from "../../practice/browser/seeds.js";
import { task as taskOf } from "../../practice/browser/tasks.js";
import { gridsOf } from "../practice/given.js";
import { labels, questionOf, writtenIn } from "../practice/sheet.js";

// text2qti writes four decimals, and takes no bound that is nothing.
const DECIMALS = 4;
const LEAST = 10 ** (1 - DECIMALS);

/** @param {Homework} homework */
export function quizOf({ id, title, count, notation, data: { practice: words, families } }) {
  const tasks = families.flatMap((family) => Array.from({ length: count }, (_, k) => ({ family, number: k + 1 })));
  let asked = 0;
  const parts = tasks.flatMap(({ family, number }) => {
    const { program, titles, reads } = family;
    const { tex, columns } = writtenIn(family, notation);
    const task = taskOf(program, seedOf(id, "", program.family, number));
    const head = `${family.title}${count > 1 ? ` ${number}` : ""}`;
    const given = gridsOf({ program, task, reads, columns }).map((grid) => table(tex[grid.name], grid));
    const questions = program.wanted.flatMap(({ target }) => {
      const answers = task.answers[target];
      return labels(program, words, titles[target], answers.length).map((label, k) => {
        asked += 1;
        // No two questions of a quiz may have the same words.
        return `${asked}.  ${head} · $${tex[target]}$ · ${label}\n${bounds(answers[k], task.tolerances[target][k])}`;
      });
    });
    return [`Text title: ${head}\nText: ${indented([questionOf(family), ...given].join("\n\n"))}`, ...questions];
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
