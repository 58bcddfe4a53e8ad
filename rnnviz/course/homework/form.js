// "Give as homework": which kinds of task, how many, how much help, and for which platform.

/** @import {PracticeData} from "../practice/practice.d.ts" */
/** @import {Homework} from "./homework.d.ts" */
/** @import {Version} from "./lms.js" */

import { h, write } from "../../web/dom.js";
import { chip } from "../reader/chip.js";
import { packageOf } from "./package.js";

const COUNTS = [1, 2, 3, 5];
const HELPS = ["0", "1", "3"];
/** @type {[Version, string][]} */
const PLATFORMS = [
  ["1.2", "SCORM 1.2"],
  ["2004", "SCORM 2004"],
];

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
  const platform = choice(words.homeworkPlatform, PLATFORMS, "1.2");
  const said = h("p", { class: "told", role: "status" });
  const make = chip(words.homeworkMake, async () => {
    const chosen = kinds.filter(({ box }) => box.checked).map(({ one }) => one);
    if (chosen.length === 0) {
      write(said, words.homeworkNone);
      return;
    }
    try {
      const { script, style } = await load();
      const own = name.value.trim() || words.homeworkTitle;
      const bytes = packageOf(
        homeworkOf(data, chosen, own, count.value(), help.value()),
        platform.value(),
        script,
        style,
      );
      download(bytes);
      write(said, words.homeworkMade);
    } catch {
      write(said, words.homeworkNotMade);
    }
  });
  return h(
    "details",
    { class: "fold homework-form" },
    h("summary", {}, h("h2", {}, words.homeworkGive)),
    h("p", { class: "hint" }, words.homeworkStory),
    h("fieldset", {}, h("legend", {}, words.practiceTask), ...kinds.map((one) => one.element)),
    h("label", {}, words.homeworkName, name),
    count.element,
    help.element,
    platform.element,
    h("p", { class: "chips" }, make),
    said,
    h("p", { class: "hint" }, words.homeworkForged),
  );
}

/** @returns {Homework} */
function homeworkOf({ practice, slips, say, language }, families, title, count, help) {
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  return {
    id,
    title,
    count: Number(count),
    help: Number(help),
    data: { practice, slips, families, say, language },
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

function download(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  h("a", { href: address, download: "rnnviz-homework.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
