// A homework as a notebook for `otter assign` of otter-grader, which makes of it what learners get and what grades
// them. What is right is tested where no learner sees it; which slip was made he is told at once. All learners have the
// same numbers. Pure.

/** @import {Homework} from "./homework.d.ts" */

import { computed } from "../../practice/browser/judging.js";
import { seedOf } from "../../practice/browser/seeds.js";
import { task as taskOf } from "../../practice/browser/tasks.js";
import { gridsOf } from "../practice/given.js";
import { labels, questionOf, writtenIn } from "../practice/sheet.js";
import { headOf, nameOf, readsOf, tasksIn, wantedOf } from "./kinds.js";

const DIGITS = 10;

/** @param {Homework} homework */
export function notebookOf(homework) {
  const { id, title } = homework;
  const cells = [
    raw("# ASSIGNMENT CONFIG\ninit_cell: true\nexport_cell: false"),
    markdown(`# ${plain(title)}`),
    code("import numpy as np"),
    ...tasksIn(homework).flatMap(({ kind, number }) => {
      const task = taskOf(kind.program, seedOf(id, "", nameOf(kind), number));
      return taskCells(homework, { kind, number, task });
    }),
  ];
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  return `${JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 4 }, null, 1)}\n`;
}

function taskCells({ count, notation, data: { practice: words, slips } }, { kind, number, task }) {
  const { program, titles } = kind;
  const { tex, columns } = writtenIn(kind, notation);
  const name = nameOf(kind).replace(/\W/g, "_");
  // Another task's answers have other names: they are tested when all of the notebook has run.
  const answers = wantedOf(kind).map(({ target, node }) => ({ target, node, variable: `${target}_${name}_${number}` }));
  const asked = answers.map(({ target, variable }) => {
    const numbers = labels(program, words, titles[target], task.answers[target].length);
    return `- \`${variable}\` · $${tex[target]}$ · ${numbers.join(" · ")}`;
  });
  const given = gridsOf({ program, task, reads: readsOf(kind), columns }).map(
    (grid) => `${grid.name} = ${arrayOf(grid.rows)}`,
  );
  const solution = answers.map(({ target, variable }) => `${variable} = ${listOf(task.answers[target])}  # SOLUTION`);
  const tests = answers.flatMap(({ target, node, variable }) => [
    code(rightTest(variable, task.answers[target], task.tolerances[target])),
    ...slipTests(variable, { program, task, node, slips }),
  ]);
  return [
    markdown(`## ${headOf(kind, number, count)}\n\n${questionOf(kind)}\n\n${asked.join("\n")}`),
    code(given.join("\n")),
    raw(`# BEGIN QUESTION\nname: ${name}_${number}\npoints: ${answers.length}`),
    raw("# BEGIN SOLUTION"),
    code(solution.join("\n")),
    raw("# END SOLUTION"),
    raw("# BEGIN TESTS"),
    ...tests,
    raw("# END TESTS"),
    raw("# END QUESTION"),
  ];
}

function rightTest(variable, numbers, off) {
  return [
    ...config({ points: 1, hidden: true }),
    `assert (abs(np.ravel(${variable}) - ${listOf(numbers)}) <= ${listOf(off)}).all()`,
  ].join("\n");
}

/**
 * A test for each slip, which fails where an answer is what the slip gives, and says so. One that turns the sign of
 * what is right has none: it would tell it.
 */
function slipTests(variable, { program, task, node, slips }) {
  const size = task.rightOf(node).length;
  return (program.slips[node] ?? []).flatMap(([slip, trees]) => {
    const isOpposite = ({ op, of }) => op === "negative" && of === node;
    const others = trees.filter((tree) => !isOpposite(program.nodes[tree]));
    const made = others.map((tree) => computed(task.look, tree));
    const known = made.filter(({ found }) => found.every(Number.isFinite));
    if (known.length === 0) return [];
    const near = known.map(({ found, off }) => `(abs(answer - ${listOf(found)}) <= ${listOf(off)}).all()`);
    return [
      code(
        [
          ...config({ points: 0, failure_message: slips[slip] }),
          `answer = np.ravel(${variable})`,
          `is_answered = answer.dtype.kind in "biuf" and answer.size == ${size}`,
          `assert not (is_answered and (${near.join(" or ")}))`,
        ].join("\n"),
      ),
    ];
  });
}

/** What a test says of itself; of YAML, JSON is a part. */
function config(told) {
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['""" # BEGIN TEST CONFIG', ...lines, '""" # END TEST CONFIG'];
}

/** Rows of numbers as they are shown, or of letters. @param {string[][]} rows */
function arrayOf(rows) {
  const literal = (text) => (/^[−\d.]+$/.test(text) ? text.replace("−", "-") : JSON.stringify(text));
  const [first] = rows;
  const list = (row) => `[${row.map(literal).join(", ")}]`;
  if (rows.length > 1) return `np.array([${rows.map(list).join(", ")}])`;
  return first.length > 1 ? `np.array(${list(first)})` : literal(first[0]);
}

/** @param {number[]} numbers */
const listOf = (numbers) => `[${numbers.map((one) => Number(one.toPrecision(DIGITS))).join(", ")}]`;

/** A title is one line, and no markup. */
const plain = (text) => text.replace(/[\\`*_{}[\]<>#$]/g, "\\$&");

const lines = (text) => text.split(/(?<=\n)/);
const raw = (text) => ({ cell_type: "raw", metadata: {}, source: lines(text) });
const markdown = (text) => ({ cell_type: "markdown", metadata: {}, source: lines(text) });
const code = (text) => ({ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: lines(text) });
