// A homework on paper: a sheet for each learner, with numbers of his own, and the answers of all of them on others.

/** @import {Homework} from "./homework.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { sheet } from "../../web/print/sheet.js";
import { seedOf } from "../../practice/browser/seeds.js";
import { task as taskOf } from "../../practice/browser/tasks.js";
import { formula } from "../reader/formula.js";
import { givenView } from "../practice/given.js";
import { questionOf, saying, writtenIn } from "../practice/sheet.js";
import { asShown } from "../../web/typednumber.js";
import { headOf, nameOf, readsOf, tasksIn, wantedOf } from "./kinds.js";

const STYLE = `
.homework-sheet h2 { margin-top: 18px; }
.homework-sheet .given h2 { display: none; }
.homework-sheet .given .hint { margin-top: 8px; color: #4a5261; font-size: 13px; }
.homework-sheet .grids { display: flex; flex-wrap: wrap; gap: 4px 26px; }
.homework-sheet table { border-collapse: collapse; break-inside: avoid; }
.homework-sheet caption { text-align: left; }
.homework-sheet :is(td, th) { padding: 0 7px; font-size: 14px; font-weight: 400; text-align: right; }
.homework-sheet .blank { display: flex; align-items: center; gap: 10px; min-height: 46px; break-inside: avoid; }
.homework-sheet .blank i { width: 76px; height: 30px; border: 1px solid #1c2433; border-radius: 3px; }
.homework-sheet .answers { margin: 2px 0 0; font-size: 14px; }
`;

/**
 * The sheets of these learners, and the key.
 *
 * @param {Homework} homework @param {string[]} names
 */
export function sheetsOf(homework, names) {
  const { id, count, title, data } = homework;
  const { practice: words } = data;
  const drawn = names.map((name) =>
    tasksIn(homework).map(({ kind, number }) => ({
      kind,
      head: headOf(kind, number, count),
      task: taskOf(kind.program, seedOf(id, name, nameOf(kind), number)),
    })),
  );
  const sheets = names.map((name, k) =>
    flowing(
      sheet({
        title,
        about: name,
        inside: drawn[k].flatMap((one) => taskParts(one, homework)),
        hasLines: false,
      }),
    ),
  );
  const key = names.flatMap((name, k) => [
    h("h2", {}, name),
    ...drawn[k].map((one) => h("p", { class: "answers" }, h("strong", {}, one.head), " ", ...answers(one, homework))),
  ]);
  return [...sheets, flowing(sheet({ title: fill(words.homeworkKey, { title }), inside: key, hasLines: false }))];
}

function flowing(section) {
  section.classList.add("flows", "homework-sheet");
  section.prepend(h("style", {}, STYLE));
  return section;
}

function taskParts({ kind, head, task }, { notation, data: { practice: words, say, language } }) {
  const written = writtenIn(kind, notation);
  const context = { symbols: {}, say: saying(written, say[language]) };
  const formulaOf = (name) => formula(written.tex[name], context);
  const { program } = kind;
  const { columns } = written;
  const given = givenView({ program, task, reads: readsOf(kind), hues: {}, columns, formulaOf, words });
  const blanks = wantedOf(kind).map(({ target }) =>
    h(
      "div",
      { class: "blank" },
      h("span", {}, formula(`${written.tex[target]} =`, context)),
      ...Array.from(task.answers[target], () => h("i", {})),
    ),
  );
  return [h("h2", {}, head), h("p", {}, questionOf(kind)), given.element, ...blanks];
}

function answers({ kind, task }, { notation, data: { say, language } }) {
  const written = writtenIn(kind, notation);
  const context = { symbols: {}, say: saying(written, say[language]) };
  return wantedOf(kind).flatMap(({ target }) => [
    formula(`${written.tex[target]} =`, context),
    ` ${task.answers[target].map(asShown).join("  ")}   `,
  ]);
}
