// A homework as it is worked at: its tasks, one at a time, with the learner's own numbers; what is kept and scored.

/** @import {Homework} from "./homework.d.ts" */
/** @import {Session} from "./lms.js" */

import { h, hide, write } from "../../web/dom.js";
import { hand } from "../../web/hand.js";
import { fill } from "../../web/numbers.js";
import { sentenceGap } from "../../web/punctuation.js";
import { seedOf } from "../../practice/browser/seeds.js";
import { chip } from "../reader/chip.js";
import { sheet } from "../practice/sheet.js";
import { lineOf, responseOf, tasksOf } from "./kept.js";
import { headOf, nameOf, rangeOf, tasksIn, titleOf } from "./kinds.js";

const FILE = "rnnviz-homework";

/**
 * {element, end()}. session: of what keeps it, null where nothing does. hint: what is said of where it is kept, "" for
 * nothing; lost: what is said once it is kept no more; isHandedIn: whether the learner hands in a file.
 *
 * @param {Homework} homework
 * @param {Session | null} session
 * @param {{hint: string, lost: string, isHandedIn?: boolean}} said
 */
export function homeworkView(homework, session, { hint, lost, isHandedIn = false }) {
  const { id, count, help, tries, notation, data } = homework;
  const { practice: words, slips, writing, say, language } = data;
  const learner = session?.learner ?? "";
  const asked = tasksIn(homework);
  const programs = asked.map((one) => one.kind.program);
  const tasks = tasksOf(session?.suspended ?? "", programs);
  for (const [k, { kind }] of asked.entries()) tasks[k].worked = rangeOf(kind).worked;
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
  const element = h(
    "div",
    { class: "homework-view", "data-testid": "homework" },
    h("header", { class: "title" }, h("h1", {}, homework.title)),
    h("div", { class: "state" }, notice, save),
    list,
    place,
  );

  const score = () => Math.max(stands, Math.round((100 * tasks.filter((one) => one.isDone).length) / tasks.length));
  /** Nothing is left to do: it is right, or no try is left. */
  function isOver({ isDone, tried = 0 }) {
    return isDone || (tries > 0 && tried >= tries);
  }
  const keyOf = ({ kind, number }) => `${id}.${nameOf(kind)}.${number}`;

  function send() {
    clearTimeout(timer);
    timer = 0;
    if (!session || isReview) return;
    const answered = asked.map((one, k) => ({
      id: keyOf(one),
      description: `${titleOf(one.kind)} ${one.number}`,
      response: responseOf(tasks[k], programs[k]),
      isRight: tasks[k].isDone,
    }));
    const suspended = lineOf(tasks, programs, session.most);
    const [isDone, isThrough] = [tasks.every((one) => one.isDone), tasks.every(isOver)];
    const isKept = session.save({ suspended, score: score(), isDone, isThrough, tasks: answered });
    tell(isKept ? hint : lost, !isKept);
  }
  function later() {
    timer ||= window.setTimeout(send, session?.wait ?? 0);
  }
  /** What is said above the tasks: how far one is, and where it is kept or that it is lost. */
  function tell(problem, isLost = false) {
    const done = tasks.filter((one) => one.isDone).length;
    const state = fill(words.homeworkState, { done, all: tasks.length });
    write(notice, [problem, state].filter(Boolean).join(sentenceGap()));
    hide(save, !isLost && !isHandedIn);
  }
  function download() {
    const lines = asked.map((one, k) => [learner, keyOf(one), responseOf(tasks[k], programs[k])].join("\t"));
    const name = [FILE, ...learner.split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join("-");
    hand(new Blob([`learner\ttask\tanswers\n${lines.join("\n")}\n`]), `${name}.txt`);
  }

  function drawList() {
    const links = asked.map((one, k) => {
      const mark = tasks[k].isDone ? "✓ " : isOver(tasks[k]) ? "✗ " : "";
      const button = chip(`${mark}${headOf(one.kind, one.number, count)}`, () => go(k));
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
    const { kind, number } = asked[open];
    const seed = seedOf(id, learner, nameOf(kind), number);
    const begun = isReview ? { ...tasks[open], isDone: true } : tasks[open];
    const made = sheet({
      family: kind,
      notation,
      seed,
      begun,
      ...rangeOf(kind),
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
        else tell(hint);
      },
    });
    const only = kind.ask ? [sentenceGap(), fill(words.practiceOnly, { name: kind.titles[kind.ask] })] : [];
    const question = h("p", { class: "lead" }, made.question, ...only);
    place.replaceChildren(h("h2", { class: "task-title" }, titleOf(kind)), question, made.element);
  }
  // A tab that is closed, or a platform that goes on to its next page.
  function leave() {
    if (timer) send();
    session?.end();
  }
  function rest() {
    if (document.visibilityState === "hidden" && timer) send();
  }

  draw();
  tell(isReview ? words.homeworkReview : hint);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", rest);
  return {
    element,
    end() {
      leave();
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", rest);
    },
  };
}
