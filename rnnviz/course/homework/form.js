// "Give as homework": which kinds of task, how many, how much help, and for which platform.

/** @import {PracticeData} from "../practice/practice.d.ts" */
/** @import {Version} from "./lms.js" */

import { h, hide, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { printSheets } from "../../web/print/room.js";
import { copied } from "../../web/copied.js";
import { home } from "../../web/home.js";
import { chip } from "../reader/chip.js";
import { drawnId, homeworkOf, kindOf, nameOf, oneLine, titleOf } from "./kinds.js";
import { COUNTS, HELPS, LONGEST_TITLE, queryOf, TRIES } from "./link.js";
import { LONGEST_NAME } from "./own.js";
import { notebookOf } from "./otter.js";
import { sheetsOf } from "./paper.js";
import { packageOf } from "./package.js";
import { quizOf } from "./quiz.js";

const FILE = "rnnviz-homework.zip";
// Tasks that are printed at once, which take ten seconds at worst; learners.
const [MOST_PRINTED, MOST_NAMES] = [120, 120];
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
 * The part of the page where a lecturer makes a homework. wish: the kind of task that is chosen beforehand, or "".
 * load(): the script and the style of a package's page.
 *
 * @param {PracticeData} data
 * @param {string} wish
 * @param {() => Promise<{script: string, style: string}>} load
 */
export function homeworkForm(data, wish, load) {
  const { practice: words, families } = data;
  const wished = kindOf(families, wish);
  const offered = families.map((one) => ({ ...one, ask: "" }));
  const kinds = (wished?.ask ? [wished, ...offered] : offered).map((one) => {
    const box = h("input", { type: "checkbox", value: nameOf(one), checked: wished !== null && nameOf(one) === wish });
    return { one, box, element: h("label", {}, box, titleOf(one)) };
  });
  const name = h("input", { type: "text", maxlength: LONGEST_TITLE, value: words.homeworkTitle });
  const count = choice(
    words.homeworkCount,
    COUNTS.map((one) => [one, one]),
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
    return chosen.length > 0
      ? homeworkOf(data, chosen, {
          id: drawnId(),
          title: oneLine(name.value, LONGEST_TITLE) || words.homeworkTitle,
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
    const given = names.value.split("\n").map((one) => oneLine(one, LONGEST_NAME));
    const learners = [...new Set(given.filter(Boolean))];
    const sheets = learners.length * made.data.families.length * made.count;
    if (sheets === 0 || sheets > MOST_PRINTED) {
      write(said, fill(words.homeworkNames, { most: MOST_PRINTED, count: sheets }));
      return;
    }
    write(said, "");
    printSheets(sheetsOf(made, learners));
  });
  const address = h("input", { type: "text", readonly: true, hidden: true, "aria-label": words.homeworkLink });
  const linked = h("p", { class: "told", role: "status" });
  const linking = chip(words.homeworkLink, async () => {
    const made = homework();
    hide(address, made === null);
    write(linked, "");
    if (!made) return;
    address.value = new URL(home().addressOf(`practice?${queryOf(made)}`), location.href).href;
    address.select();
    write(linked, (await copied(address.value)) ? words.homeworkCopied : words.homeworkToCopy);
  });
  const element = h(
    "details",
    { class: "fold homework-form", open: wished !== null },
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
    h("p", { class: "chips" }, making, linking),
    address,
    linked,
    h("label", { class: "names" }, words.homeworkLearners, names),
    h("p", { class: "chips" }, print),
    said,
    h("p", { class: "hint" }, words.homeworkForged),
  );
  if (wished) requestAnimationFrame(() => element.scrollIntoView({ block: "start" }));
  return element;
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
