// "Give as homework": which kinds of task, how many, how much help, and for which platform.

/** @import {PracticeData} from "../practice/practice.d.ts" */
/** @import {Homework} from "./homework.d.ts" */
/** @import {Version} from "./lms.js" */

import { h, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { printSheets } from "../../web/print/room.js";
import { writtenIn } from "../practice/sheet.js";
import { chip } from "../reader/chip.js";
import { notebookOf } from "./otter.js";
import { sheetsOf } from "./paper.js";
import { packageOf } from "./package.js";
import { quizOf } from "./quiz.js";

const FILE = "rnnviz-homework.zip";
const COUNTS = [1, 2, 3, 5];
// Tasks that are printed at once, which take ten seconds at worst; learners, and characters of a name.
const [MOST_PRINTED, MOST_NAMES, LONGEST_NAME] = [120, 120, 60];
const HELPS = ["0", "1", "3"];
const TRIES = ["0", "1", "2", "3", "5"];
/** @type {[Version | keyof typeof TEXTS, string][]} */
const PLATFORMS = [
  ["1.2", "SCORM 1.2"],
  ["2004", "SCORM 2004"],
  ["text2qti", "text2qti"],
  ["otter", "otter-grader"],
];
/** What is one file of text, which other programs make tasks of. */
const TEXTS = {
  text2qti: { make: quizOf, type: "text/plain", file: "rnnviz-quiz.txt", told: "homeworkQuiz" },
  otter: { make: notebookOf, type: "application/x-ipynb+json", file: "rnnviz-homework.ipynb", told: "homeworkOtter" },
};

/**
 * The part of the page where a lecturer makes a package. load(): the script and the style of its page.
 *
 * @param {PracticeData} data
 * @param {() => Promise<{script: string, style: string}>} load
 */
export function homeworkForm(data, load) {
  const { practice: words, families } = data;
  const kinds = families.map((one) => {
    const box = h("input", { type: "checkbox", value: one.program.family });
    return { one, box, element: h("label", {}, box, one.title) };
  });
  const name = h("input", { type: "text", maxlength: 80, value: words.homeworkTitle });
  const count = choice(
    words.homeworkCount,
    COUNTS.map((one) => [String(one), String(one)]),
    "2",
  );
  const help = choice(
    words.homeworkHelp,
    HELPS.map((one) => [one, words[`homeworkHelp${one}`]]),
    "3",
  );
  const tries = choice(
    words.homeworkTries,
    TRIES.map((one) => [one, one === "0" ? words.homeworkTries0 : one]),
    "0",
  );
  const notation = choice(words.practiceNotation, data.notations, data.notations[0][0]);
  const platform = choice(words.homeworkPlatform, PLATFORMS, "1.2");
  const said = h("p", { class: "told", role: "status" });
  const names = h("textarea", { rows: 4, maxlength: MOST_NAMES * LONGEST_NAME });

  /** The homework as it is chosen; null where no kind of task is. */
  function homework() {
    const chosen = kinds.filter(({ box }) => box.checked).map(({ one }) => one);
    if (chosen.length === 0) write(said, words.homeworkNone);
    const own = name.value.replace(/\p{Cc}/gu, " ").trim() || words.homeworkTitle;
    return chosen.length > 0
      ? homeworkOf(data, chosen, own, {
          count: Number(count.value()),
          help: Number(help.value()),
          tries: Number(tries.value()),
          notation: notation.value(),
        })
      : null;
  }
  const making = chip(words.homeworkMake, async () => {
    const made = homework();
    if (!made) return;
    const version = platform.value();
    if (version === "text2qti" || version === "otter") {
      const { make, type, file, told } = TEXTS[version];
      hand(new Blob([make(made)], { type }), file);
      write(said, words[told]);
      return;
    }
    try {
      const { script, style } = await load();
      const bytes = packageOf(made, version, script, style);
      hand(new Blob([bytes], { type: "application/zip" }), FILE);
      write(said, words.homeworkMade);
    } catch {
      write(said, words.homeworkNotMade);
    }
  });
  const print = chip(words.homeworkPrint, () => {
    const made = homework();
    if (!made) return;
    const given = names.value.split("\n").map((one) => one.trim().slice(0, LONGEST_NAME));
    const learners = [...new Set(given.filter(Boolean))];
    const sheets = learners.length * made.data.families.length * made.count;
    if (sheets === 0 || sheets > MOST_PRINTED) {
      write(said, fill(words.homeworkNames, { most: MOST_PRINTED, count: sheets }));
      return;
    }
    write(said, "");
    printSheets(sheetsOf(made, learners));
  });
  return h(
    "details",
    { class: "fold homework-form" },
    h("summary", {}, h("h2", {}, words.homeworkGive)),
    h("p", { class: "hint" }, words.homeworkStory),
    h(
      "fieldset",
      {},
      h("legend", {}, words.practiceTask),
      h("div", { class: "kinds" }, ...kinds.map((one) => one.element)),
    ),
    h("label", {}, words.homeworkName, name),
    count.element,
    help.element,
    tries.element,
    notation.element,
    platform.element,
    h("p", { class: "chips" }, making),
    h("label", { class: "names" }, words.homeworkLearners, names),
    h("p", { class: "chips" }, print),
    said,
    h("p", { class: "hint" }, words.homeworkForged),
  );
}

/** @returns {Homework} */
function homeworkOf({ practice, slips, writing, say, language }, chosen, title, asked) {
  const families = chosen.map((one) => ({ ...one, written: { [asked.notation]: writtenIn(one, asked.notation) } }));
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  return {
    id,
    title,
    ...asked,
    data: { practice, slips, writing, families, say, language },
  };
}

/**
 * A choice among words. @template {string} Value @param {string} label @param {[Value, string][]} options
 * @param {Value} chosen
 */
function choice(label, options, chosen) {
  const select = h("select", {}, ...options.map(([value, text]) => h("option", { value }, text)));
  select.value = chosen;
  const value = () => options.find(([one]) => one === select.value)[0];
  return { element: h("label", {}, label, select), value };
}
