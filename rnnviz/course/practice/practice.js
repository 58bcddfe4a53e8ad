// The page on which a reader computes: all kinds of task, one task, whose numbers are those of the address, or a
// homework that came by a link.

/** @import {Family, PracticeHere} from "./practice.d.ts" */
/** @import {Reading} from "./readings.d.ts" */

import { isDark } from "../../web/colours.js";
import { h, hide } from "../../web/dom.js";
import { quoted } from "../../web/fields.js";
import { fill } from "../../web/numbers.js";
import { listComma, sentenceGap } from "../../web/punctuation.js";
import { replaceQuery } from "../../web/query.js";
import { keepFamily, results } from "../../web/results/results.js";
import { dayInWords, dayOf, finished, followed, fresh } from "../../web/results/schedule.js";
import { homeworkForm } from "../homework/form.js";
import { fromQuery as homeworkFrom, NAMES } from "../homework/link.js";
import { handedOut } from "../homework/handedout.js";
import { nameOf } from "../homework/kinds.js";
import { goOnClick, hrefOf } from "../reader/around.js";
import { chip } from "../reader/chip.js";
import { courseOnPaper } from "../reader/paper.js";
import { begunTasks, keepTask } from "./keeping.js";
import { overview } from "./overview.js";
import { placeView } from "./placeview.js";
import { readingView } from "./reading.js";
import { sheet } from "./sheet.js";

const PAGE = "practice";
// Seeds that a page draws are short enough to be read out.
const DRAWN = 1000000;
const WHOLE = /^[0-9]{1,10}$/;

export const mount = (host, css) => {
  const root = h("article", { class: "course practice", "data-testid": "practice" });
  host.replaceChildren(h("style", {}, css), root);
  const paper = courseOnPaper(root, css);
  /** @type {PracticeHere} */
  let data = null;
  // The tasks that were drawn here, where a browser may keep nothing, too.
  const here = new Map();
  // What the address says beside the language.
  let asked = fromAddress();
  /** Ends what is shown. */
  let leave = () => {};

  function show(given, send) {
    data = given;
    document.documentElement.lang = data.language;
    root.dataset.theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
    goOnClick(root, (target) => {
      const [name, query] = target.split("?");
      if (name !== PAGE) send(target);
      else go(fromQuery(query));
    });
    draw();
  }
  function go(next) {
    // How formulas are written stays from task to task.
    asked = { ...next, notation: next.notation || asked.notation };
    // The browser's own way back leads to what was there.
    history.pushState(history.state, "", location.href);
    draw();
    scrollTo({ top: 0 });
  }
  function comeBack() {
    if (!root.isConnected || !data) return;
    asked = fromAddress();
    draw();
  }
  addEventListener("popstate", comeBack);
  function draw() {
    leave();
    leave = () => {};
    if (asked.homework) drawHomework(asked.homework);
    else drawAsked();
  }
  /** @param {URLSearchParams} query */
  function drawHomework(query) {
    const found = homeworkFrom(query, data);
    if ("homework" in found) {
      const shown = handedOut(found.homework);
      leave = shown.end;
      root.replaceChildren(shown.element);
      return;
    }
    const { name, value, choices } = found;
    const sentence = fill(data.practice.homeworkDamaged, { name, value: quoted(value), choices });
    drawOverview([h("p", { class: "problem", role: "alert" }, sentence)]);
  }
  function drawAsked() {
    const { practice: words, families, readings } = data;
    const known = [...families.map((one) => one.program.family), ...readings.map((one) => one.name)];
    const family = families.find((one) => one.program.family === asked.family);
    const reading = readings.find((one) => one.name === asked.family);
    const problems = [];
    if (asked.family && !family && !reading) {
      problems.push(fill(words.practiceUnknown, { value: quoted(asked.family), choices: known.join(listComma()) }));
    }
    if (asked.notation && !data.notations.some(([key]) => key === asked.notation)) {
      const choices = data.notations.map(([key]) => key).join(listComma());
      problems.push(fill(words.practiceNoNotation, { value: quoted(asked.notation), choices }));
      asked = { ...asked, notation: "" };
    }
    const isSeed = WHOLE.test(asked.seed) && Number(asked.seed) <= data.largestSeed;
    if ((family || reading) && asked.seed && !isSeed) {
      problems.push(fill(words.practiceNoSeed, { value: quoted(asked.seed), most: data.largestSeed }));
    }
    const quantities = family?.program.wanted.map(({ target }) => target) ?? [];
    if (family && asked.ask && !quantities.includes(asked.ask)) {
      const choices = quantities.join(listComma());
      problems.push(fill(words.practiceNoQuantity, { value: quoted(asked.ask), choices }));
    }
    const notes = problems.map((one) => h("p", { class: "problem", role: "alert" }, one));
    const seed = isSeed ? Number(asked.seed) : null;
    if (family) drawTask(family, seed, notes);
    else if (reading) drawReading(reading, seed ?? drawnSeed(), notes);
    else drawOverview(notes);
  }
  function drawOverview(notes, said = "") {
    const { give } = asked;
    write({});
    const head = h("header", { class: "title" }, h("h1", {}, data.title), h("p", { class: "lead" }, data.lead));
    const all = overview(data, said, (told) => drawOverview([], told));
    root.replaceChildren(head, ...notes, ...all, homeworkForm(data, give, homeworkFiles));
  }

  /** @param {Reading} reading @param {number} seed */
  function drawReading(reading, seed, notes) {
    const { practice: words, strings, trainings, chosen } = data;
    const { name, title, chapter } = reading;
    const key = `${name} ${seed}`;
    if (!here.has(key)) here.set(key, { chosen: null, isShown: false });
    write({ family: name, seed });
    const view = reading.place ? placeView : readingView;
    const made = view({
      ...{ reading, told: trainings, seed, words, strings, chosen, state: here.get(key) },
      answered(isRight) {
        const done = { isWrong: !isRight, help: 0, quantities: 1, at: Date.now() };
        keepFamily(name, fresh(0), (kept) => finished(kept, done));
      },
    });
    const anew = chip(reading.place ? words.placeAnew : words.readingAnew, () => drawReading(reading, drawnSeed(), []));
    const ways = [
      h("a", { href: hrefOf(chapter.address, chosen) }, fill(words.practiceChapter, { title: chapter.title })),
      "way" in made ? made.way : h("a", { href: hrefOf("train", chosen) }, words.readingTrain),
    ];
    root.replaceChildren(
      h("p", { class: "where" }, h("a", { href: hrefOf(PAGE, chosen) }, words.practice)),
      h("header", { class: "task-head" }, h("h1", {}, title), h("p", { class: "chips tools" }, anew)),
      h("p", { class: "lead" }, made.question),
      ...notes,
      made.element,
      h("nav", { class: "around", "aria-label": words.practice }, ...ways),
      h("p", { class: "hint" }, words.practiceLink),
    );
  }

  /** @param {Family} family @param {number | null} seed */
  function drawTask(family, seed, notes, isOther = false) {
    const { practice: words, slips, say, language, chosen } = data;
    const { program, title } = family;
    const name = program.family;
    // Of a task of one quantity all that leads up to it is worked.
    const only = program.wanted.findIndex(({ target }) => target === asked.ask);
    const quantities = program.wanted.length;
    const notation = data.notations.find(([key]) => key === asked.notation)?.[0] ?? data.notations[0][0];
    const tasks = begunTasks();
    const unknown = fresh(quantities);
    const kept = results().families[name] ?? unknown;
    const own = seed ?? (isOther ? drawnSeed() : (openSeed(tasks, name) ?? drawnSeed()));
    const kind = nameOf({ ...family, ask: only < 0 ? "" : asked.ask });
    const key = `${kind} ${own}`;
    const begun = here.get(key) ?? tasks[key] ?? null;
    write({ family: name, seed: own, ...(only < 0 ? {} : { ask: asked.ask }) });
    const made = sheet({
      family,
      notation,
      seed: own,
      begun,
      worked: only < 0 ? Math.min(kept.worked, quantities) : only,
      last: only < 0 ? quantities - 1 : only,
      words,
      slips,
      writing: data.writing,
      say: say[language],
      changed: () => keepTask(key, made.state),
      finish: () => {
        const { isWrong, help } = made.state;
        keepTask(key, made.state);
        keepFamily(name, unknown, (now) => {
          const next = finished(now, { isWrong, help, quantities, at: Date.now() });
          // One quantity says nothing of how much of a whole task is to be worked.
          return only < 0 ? next : { ...next, worked: now.worked, inRow: now.inRow };
        });
        showEnd();
      },
    });
    here.set(key, made.state);
    function other() {
      notes = [];
      drawTask(family, null, [], true);
      scrollTo({ top: 0 });
    }
    /** The same numbers with one quantity more, or one less, worked. */
    function work(count) {
      keepFamily(name, unknown, (now) => ({ ...now, worked: count, inRow: 0, at: Date.now() }));
      here.set(key, { ...made.state, worked: count, isDone: false });
      keepTask(key, here.get(key));
      drawTask(family, own, []);
    }
    const { worked } = made.state;
    const more = chip(words.practiceMore, () => work(worked - 1));
    const less = chip(words.practiceLess, () => work(worked + 1));
    const solution = chip(words.practiceSolution, () => made.solve());
    const anew = chip(words.practiceAnew, other);
    const writing = h("select", {}, ...data.notations.map(([value, text]) => h("option", { value }, text)));
    writing.value = notation;
    writing.onchange = () => {
      asked = { ...asked, notation: writing.value };
      drawTask(family, own, notes);
    };
    const choice = h("label", { class: "notation" }, words.practiceNotation, writing);
    hide(choice, Object.keys(family.written).length === 1);
    const whole = only < 0 ? null : h("a", { href: hrefOf(`${PAGE}?family=${name}`, chosen) }, words.practiceAll);
    const tools = h("p", { class: "chips tools" }, whole, choice, more, less, solution, anew);
    const verdict = h("p", { class: "verdict" });
    const end = h("div", { class: "end", role: "status" }, verdict);
    function showEnd() {
      const { isDone, isWrong, help } = made.state;
      hide(end, !isDone && !made.isWhole);
      for (const one of [less, solution]) hide(one, isDone || made.isWhole);
      hide(more, worked === 0 || isDone);
      if (only >= 0) for (const one of [more, less]) hide(one, true);
      if (made.isWhole) verdict.textContent = words.practiceWhole;
      else if (isWrong || help > 1) verdict.textContent = doneWithHelp();
      else verdict.textContent = words.practiceDone;
    }
    /** When such a task comes back, if it still does. */
    function doneWithHelp() {
      const today = dayOf(Date.now());
      const [day] = results().families[name]?.due.filter((one) => one > today) ?? [];
      return day ? fill(words.practiceDoneHelped, { day: dayInWords(day, language) }) : words.practiceDoneAfter;
    }
    const goOn = h(
      "button",
      { type: "button", class: "primary" },
      made.isWhole ? words.practiceRead : words.practiceAnew,
    );
    goOn.onclick = () => {
      if (made.isWhole) {
        keepFamily(name, unknown, (now) => followed(now, quantities, Date.now()));
        keepTask(key, { ...made.state, isDone: true });
      }
      other();
    };
    const onlyYours = fill(words.practiceOnly, { name: family.titles[asked.ask] });
    const ways = [
      h(
        "a",
        { href: hrefOf(family.chapter.address, chosen) },
        fill(words.practiceChapter, { title: family.chapter.title }),
      ),
      family.stage ? h("a", { href: hrefOf(family.stage, chosen) }, words.practiceStage) : null,
      h("a", { href: hrefOf(`${PAGE}?give=${kind}`, chosen) }, words.homeworkGive),
    ];
    const run = `${name}.${own}`;
    const steps = family.solution
      ? h("a", { href: hrefOf(fill(family.solution, { run }), chosen) }, words.practiceSteps)
      : null;
    end.append(h("p", { class: "acts" }, goOn, steps));
    root.replaceChildren(
      h("p", { class: "where" }, h("a", { href: hrefOf(PAGE, chosen) }, words.practice)),
      h("header", { class: "task-head" }, h("h1", {}, title), tools),
      h("p", { class: "lead" }, made.question, ...(only < 0 ? [] : [sentenceGap(), onlyYours])),
      ...notes,
      made.element,
      end,
      h("nav", { class: "around", "aria-label": words.practice }, ...ways),
      h("p", { class: "hint" }, words.practiceLink),
    );
    showEnd();
  }
  /** What a package carries. The static edition says where its files are. */
  async function homeworkFiles() {
    const addressOf = (name) =>
      data.homework ? data.pathOf(data.homework[name]) : `${location.origin}${data.base}/${name}`;
    const [script, style] = await Promise.all(
      ["homework.js", "homework.css"].map(async (name) => {
        const answer = await fetch(addressOf(name));
        if (!answer.ok) throw new Error(`${answer.status} ${name}`);
        return answer.text();
      }),
    );
    return { script, style };
  }
  /** What the address says now. */
  function write(said) {
    const lang = data.chosen ? { lang: data.chosen } : {};
    const isUsual = asked.notation === "" || asked.notation === data.notations[0][0];
    const notation = isUsual ? {} : { notation: asked.notation };
    const names = ["family", "seed", "notation", "ask", "give", ...NAMES, ...Object.keys(lang)];
    replaceQuery(names, { ...said, ...notation, ...lang });
    const { family = "", seed = "", ask = "" } = said;
    asked = { ...asked, family, seed: String(seed), ask, give: "", homework: null };
  }
  function end() {
    leave();
    removeEventListener("popstate", comeBack);
    paper();
  }
  return { show, end };
};

const fromAddress = () => fromQuery(location.search);
function fromQuery(query = "") {
  const given = new URLSearchParams(query);
  const [family, seed, notation, ask, give] = ["family", "seed", "notation", "ask", "give"].map(
    (name) => given.get(name) ?? "",
  );
  return { family, seed, notation, ask, give, homework: given.has("homework") ? given : null };
}

const drawnSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % DRAWN;

/** The seed of the newest task of a family that was begun and is not done. */
function openSeed(tasks, family) {
  const found = Object.entries(tasks).findLast(([key, { isDone }]) => key.startsWith(`${family} `) && !isDone);
  return found ? Number(found[0].slice(family.length + 1)) : null;
}
