// The tables of a series of lectures: how many were there each time, and how many were right each time.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {AskedOnce, Series} from "../series.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { withFormulas } from "../../web/plainmath.js";

/**
 * The rooms of a series, in their order.
 *
 * @param {Series} series
 * @param {Strings} strings
 * @param {string} language
 */
export function lecturesTable({ lectures }, strings, language) {
  const rows = lectures.map(({ at, present, questions, votes }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, day(at, language)),
      h("td", {}, present === null ? "–" : String(present)),
      h("td", {}, String(questions)),
      h("td", {}, String(votes)),
    ),
  );
  return table(strings.lectures, [strings.day, strings.presentHead, strings.questionsHead, strings.votesHead], rows);
}

/**
 * Each question with all its times; those first that a class got wrong most often.
 *
 * @param {Series} series
 * @param {Strings} strings
 * @param {string} language
 */
export function questionsTable({ questions }, strings, language) {
  const rows = questions.flatMap(({ text, truth, times, wrong }) =>
    times.map((one, k) => {
      const words = [
        h("span", { class: "asked" }, ...withFormulas(text, strings)),
        truth === null ? null : h("span", { class: "truth" }, "✓ ", ...withFormulas(truth, strings)),
        wrong > 1 ? h("strong", { class: "wrong" }, fill(strings.wrongTimes, { wrong, asked: times.length })) : null,
      ];
      const head = k === 0 ? h("th", { scope: "rowgroup", rowspan: times.length }, ...words) : null;
      return h("tr", { "data-first": k === 0 }, head, ...timeCells(one, strings, language));
    }),
  );
  return table(strings.questionsOf, [strings.questionHead, strings.day, strings.rightHead, strings.presentHead], rows);
}

/**
 * When a question was asked, right of how many, and how many were there.
 *
 * @param {AskedOnce} one
 * @param {Strings} strings
 * @param {string} language
 */
function timeCells({ at, right, votes, present }, strings, language) {
  const isWrong = right !== null && 2 * right < votes;
  const share = h("span", { class: "share" }, h("span", { style: `width:${(100 * (right ?? 0)) / votes}%` }));
  const words = right === null ? fill(strings.answeredBy, { votes }) : fill(strings.rightOf, { right, votes });
  return [
    h("td", {}, day(at, language)),
    h("td", { "data-wrong": isWrong }, h("span", { class: "of" }, words), right === null ? null : share),
    h("td", {}, present === null ? "–" : String(present)),
  ];
}

function table(caption, heads, rows) {
  const head = h("tr", {}, ...heads.map((words) => h("th", { scope: "col" }, words)));
  return h("table", {}, h("caption", {}, caption), h("thead", {}, head), h("tbody", {}, ...rows));
}

/** @param {number | null} seconds since 1970 @param {string} language */
function day(seconds, language) {
  return seconds === null ? "–" : new Date(1000 * seconds).toLocaleDateString(language, { dateStyle: "medium" });
}
