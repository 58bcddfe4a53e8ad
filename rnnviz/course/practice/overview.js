// All kinds of task: what is due, how far one has come with each, and the file that one takes along.

/** @import {PracticeData} from "./practice.d.ts" */

import { h } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { listComma } from "../../web/punctuation.js";
import { keyOfQuestion, results } from "../../web/results/results.js";
import { dayInWords, dayOf, fresh, isDue } from "../../web/results/schedule.js";
import { chip } from "../reader/chip.js";
import { hrefOf } from "../reader/around.js";
import { asFile, FILE_NAME, MOST_KB, takeFile } from "./keeping.js";

/**
 * @param {PracticeData} data
 * @param {string} said of the file that was taken in last
 * @param {(said: string) => void} again draws the page anew
 */
export function overview(data, said, again) {
  const { families, readings, questions, practice: words, strings, language, chosen } = data;
  const kept = results().families;
  const parts = [...new Set(families.map((one) => one.part))];
  const now = Date.now();
  const rows = families.map((one) => {
    const { family } = one.program;
    return { ...one, name: family, kept: kept[family], href: hrefOf(`practice?family=${family}`, chosen) };
  });
  const asked = questions.flatMap(({ name: page, title, asked }) =>
    asked.map(({ name, address, title: own = title }) => {
      const key = keyOfQuestion(page, name);
      return { name: key, title: own, kept: kept[key], href: hrefOf(address, chosen) };
    }),
  );
  const read = readings.map((one) => ({
    ...one,
    kept: kept[one.name],
    href: hrefOf(`practice?family=${one.name}`, chosen),
  }));
  const all = [...rows, ...read, ...asked];
  const link = ({ href, title }) => h("a", { href }, title);
  // Several questions of a section have one address.
  const list = (ones) =>
    [...new Map(ones.map((one) => [one.href, one])).values()].flatMap((one, k) => [k > 0 ? " · " : "", link(one)]);
  const due = all.filter((one) => one.kept && isDue(one.kept, now));
  const later = all.filter((one) => one.kept && !due.includes(one) && one.kept.due.length > 0);
  const next = Math.min(...later.flatMap((one) => one.kept.due).filter((day) => day > dayOf(now)));
  const comes = later.filter((one) => one.kept.due.includes(next));
  // In the order of the course, the first kind of which not all is the reader's yet.
  const onward = rows.find((one) => !one.kept || one.kept.worked > 0);
  const asking = questions.map((one) => questionsRow(one, kept, hrefOf(one.address, chosen), words));
  return [
    due.length > 0 ? h("p", { class: "due" }, h("strong", {}, strings.due), " ", ...list(due)) : null,
    due.length === 0 && comes.length > 0
      ? h("p", { class: "due" }, fill(words.practiceNext, { day: dayInWords(next, language) }), " ", ...list(comes))
      : null,
    onward ? h("p", { class: "next" }, words.practiceOnward, " ", link(onward)) : null,
    h(
      "table",
      { class: "map" },
      headOf(words.practiceTask, words.practiceYours, words.practiceAlone),
      ...parts.map((part) =>
        h(
          "tbody",
          {},
          h("tr", { class: "part" }, h("th", { colspan: 3, scope: "rowgroup" }, part)),
          ...rows.filter((one) => one.part === part).map((one) => familyRow(one, link(one), words)),
        ),
      ),
    ),
    h(
      "table",
      { class: "map asks" },
      headOf(words.readings, words.practiceAlone),
      h("tbody", {}, ...read.map((one) => readingRow(one, link(one), words))),
    ),
    h(
      "table",
      { class: "map asks" },
      headOf(words.practiceQuestions, words.practiceAnswered),
      h("tbody", {}, ...asking),
    ),
    fileTools(words, all, said, again),
  ].filter(Boolean);
}

const headOf = (...titles) => h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title))));

/** A page's questions: those that were right when they were answered last. */
function questionsRow({ name: page, title, asked }, kept, href, words) {
  const rights = asked.map(({ name }) => kept[keyOfQuestion(page, name)]?.inRow > 0);
  const points = rights.map((isRight) =>
    h("span", { class: "point hue-right", "data-mine": isRight, "aria-hidden": "true" }),
  );
  const share = fill(words.practiceShare, { done: rights.filter(Boolean).length, all: asked.length });
  return h(
    "tr",
    { "data-page": page },
    h("th", { scope: "row" }, h("a", { href }, title)),
    h("td", { "data-head": words.practiceAnswered }, h("span", { class: "points" }, ...points), " ", share),
  );
}

function readingRow({ name, kept }, link, words) {
  return h("tr", { "data-family": name }, h("th", { scope: "row" }, link), aloneCell(kept, words));
}

/** Of a kind of task how many were right without help. */
function aloneCell(kept, words) {
  const { alone, tries } = kept ?? fresh(0);
  const count = tries > 0 ? fill(words.practiceCount, { alone, tries }) : words.practiceNone;
  return h("td", { "data-head": words.practiceAlone }, count);
}

function familyRow({ program, path, hues, kept, name }, link, words) {
  const quantities = program.wanted.map(({ target }) => target);
  const { worked } = kept ?? fresh(quantities.length);
  const points = quantities.map((one, k) => {
    const isMine = k >= worked;
    return h("span", { class: `point hue-${hues[one]}`, "data-mine": isMine, "aria-hidden": "true" });
  });
  const share = fill(words.practiceShare, { done: quantities.length - worked, all: quantities.length });
  return h(
    "tr",
    { "data-family": name },
    h("th", { scope: "row" }, link, h("small", {}, path.join(" → "))),
    h("td", { "data-head": words.practiceYours }, h("span", { class: "points" }, ...points), " ", share),
    aloneCell(kept, words),
  );
}

function fileTools(words, rows, said, again) {
  const told = h("p", { class: "told", role: "status" }, said);
  const field = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": words.practiceLoad,
  });
  field.onchange = async () => {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    const known = rows.map((one) => one.name);
    const found = file.size <= MOST_KB * 1024 ? takeFile(await file.text(), known) : [];
    const titles = new Set(rows.filter((one) => found.includes(one.name)).map((one) => one.title));
    const message = titles.size > 0 ? words.practiceLoaded : words.practiceNoFile;
    again(fill(message, { names: [...titles].join(listComma()), most: MOST_KB }));
  };
  const save = chip(words.practiceSave, () => hand(asFile(), FILE_NAME), words.practiceSaveHint);
  const load = chip(words.practiceLoad, () => field.click(), words.practiceLoadHint);
  return h(
    "div",
    { class: "files" },
    h("p", { class: "hint" }, words.practiceKept),
    h("p", { class: "chips" }, save, load, field),
    told,
  );
}
