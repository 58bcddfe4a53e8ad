// A homework as a platform opens it: its tasks, one at a time, with the learner's own numbers; what is kept and scored.

/** @import {Homework} from "./homework.d.ts" */

import { h, hide, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { seedOf } from "../../practice/browser/seeds.js";
import { chip } from "../reader/chip.js";
import { sheet } from "../practice/sheet.js";
import { lineOf, responseOf, tasksOf } from "./kept.js";
import { sessionOf } from "./lms.js";

// Milliseconds after which what was entered is sent at the latest; a task that is done is sent at once.
const LATE = 30000;
const FILE = "rnnviz-homework.txt";

/**
 * Begin a homework in an element of this window.
 *
 * @param {HTMLElement} host
 * @param {Homework} homework
 */
export function begin(host, homework) {
  const { id, count, help, tries, notation, data } = homework;
  const { practice: words, families, slips, writing, say, language } = data;
  const session = sessionOf(window);
  const learner = session?.learner ?? "";
  const asked = families.flatMap((family) =>
    Array.from({ length: count }, (_, k) => ({ family, number: k + 1, program: family.program })),
  );
  const programs = asked.map((one) => one.program);
  const tasks = tasksOf(session?.suspended ?? "", programs);
  // Whatever becomes of what was kept: a score that stands is not lowered.
  const stands = session?.score ?? 0;
  let open = Math.max(
    0,
    tasks.findIndex((one) => !isOver(one)),
  );
  let timer = 0;
  const isReview = Boolean(session?.isReview);
  const notice = h("p", { class: "notice", role: "status" });
  const save = chip(words.homeworkFile, download);
  const list = h("nav", { class: "chips list-of-tasks", "aria-label": words.homeworkTasks });
  const place = h("div", {});
  const root = h(
    "article",
    { class: "course practice homework", "data-theme": "light", "data-testid": "homework" },
    h("header", { class: "title" }, h("h1", {}, homework.title)),
    h("div", { class: "state" }, notice, save),
    list,
    place,
  );
  host.replaceChildren(root);
  document.documentElement.lang = language;
  document.title = homework.title;

  const score = () => Math.max(stands, Math.round((100 * tasks.filter((one) => one.isDone).length) / tasks.length));
  /** Nothing is left to do: it is right, or no try is left. */
  function isOver({ isDone, tried = 0 }) {
    return isDone || (tries > 0 && tried >= tries);
  }
  const nameOf = ({ family, number }) => `${id}.${family.program.family}.${number}`;

  function send() {
    clearTimeout(timer);
    timer = 0;
    if (!session || isReview) return;
    const answered = asked.map((one, k) => ({
      id: nameOf(one),
      description: `${one.family.title} ${one.number}`,
      response: responseOf(tasks[k], one.program),
      isRight: tasks[k].isDone,
    }));
    const suspended = lineOf(tasks, programs, session.most);
    const [isDone, isThrough] = [tasks.every((one) => one.isDone), tasks.every(isOver)];
    const isKept = session.save({ suspended, score: score(), isDone, isThrough, tasks: answered });
    tell(isKept ? "" : words.homeworkLost);
  }
  function later() {
    timer ||= window.setTimeout(send, LATE);
  }
  /** What is said above the tasks: what is lost, or how far one is. */
  function tell(problem) {
    const done = tasks.filter((one) => one.isDone).length;
    const state = fill(words.homeworkState, { done, all: tasks.length });
    write(notice, [problem, state].filter(Boolean).join(" "));
    hide(save, problem === "");
  }
  function download() {
    const lines = asked.map((one, k) => [learner, nameOf(one), responseOf(tasks[k], one.program)].join("\t"));
    hand(new Blob([`learner\ttask\tanswers\n${lines.join("\n")}\n`]), FILE);
  }

  function drawList() {
    const links = asked.map((one, k) => {
      const mark = tasks[k].isDone ? "✓ " : isOver(tasks[k]) ? "✗ " : "";
      const button = chip(`${mark}${one.family.title} ${count > 1 ? one.number : ""}`.trim(), () => go(k));
      if (k === open) button.setAttribute("aria-current", "true");
      return button;
    });
    list.replaceChildren(...links);
  }
  function go(k) {
    open = k;
    draw();
  }
  function draw() {
    drawList();
    const { family, number, program } = asked[open];
    const seed = seedOf(id, learner, program.family, number);
    const begun = isReview ? { ...tasks[open], isDone: true } : tasks[open];
    const made = sheet({
      family,
      notation,
      seed,
      begun,
      worked: 0,
      last: program.wanted.length - 1,
      words,
      slips,
      writing,
      say: say[language],
      most: help,
      tries,
      // A try that is not kept could be had again.
      changed: (isTry) => (isTry ? send() : later()),
      finish() {
        drawList();
        if (session) send();
        else tell(words.homeworkAlone);
      },
    });
    const question = h("p", { class: "lead" }, made.question);
    place.replaceChildren(h("h2", { class: "task-title" }, family.title), question, made.element);
  }

  draw();
  tell(isReview ? words.homeworkReview : session ? "" : words.homeworkAlone);
  hide(save, true);
  // A tab that is closed, or a platform that goes on to its next page.
  addEventListener("pagehide", () => {
    if (timer) send();
    session?.end();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && timer) send();
  });
}
