// One task: what is given, a block for each quantity that is to be computed, and what is said of what was entered.

/** @import {Program} from "../../practice/program.d.ts" */
/** @import {Begun} from "./keeping.js" */
/** @import {Family, PracticeData, Written} from "./practice.d.ts" */
/** @import {Say} from "../../web/speech/say.d.ts" */

import { h, hide, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { spokenFormula } from "../../web/speech/speech.js";
import { chip } from "../reader/chip.js";
import { formula } from "../reader/formula.js";
import { parseTex } from "../reader/tex.js";
import { task as taskOf } from "../../practice/browser/tasks.js";
import { classQuestion } from "./classquestion.js";
import { equationWriter } from "./equationwriter.js";
import { givenView } from "./given.js";
import { row } from "./row.js";
import { triesOf } from "./tries.js";
import { asShown } from "../../web/typednumber.js";
import { verdictsOf } from "./verdict.js";

/**
 * A task of a family: {element, question, state, solve(), isWhole}. begun: as it was left, null for a new one; worked:
 * how many of its quantities are; last: the last one that is asked. changed(): something was entered or asked for;
 * finish(): now all of it is right, or no try is left. most: the highest level of help that is given; tries: how often
 * the answers may be handed in, 0 for no limit.
 *
 * @param {{
 *   family: Family, notation: string, seed: number, begun: Begun | null, worked: number, last: number,
 *   words: Record<string, string>, slips: Record<string, string>, writing: PracticeData["writing"], say: Say,
 *   changed: (isTry?: boolean) => void, finish: () => void,
 *   most?: number, tries?: number,
 * }} given
 */
export function sheet({
  family,
  notation,
  seed,
  begun,
  worked,
  last,
  words,
  slips,
  writing,
  say: spoken,
  changed,
  finish,
  most = 3,
  tries: mostTries = 0,
}) {
  const { program, titles, hues, reads } = family;
  const written = writtenIn(family, notation);
  const { tex, symbols, sides, columns, note } = written;
  const say = saying(written, spoken);
  const task = taskOf(program, seed);
  const context = { symbols, say };
  const formulaOf = (name) => formula(tex[name], context);
  const said = (source) => spokenFormula(parseTex(source, symbols), say);
  /** @type {Begun} */
  const state = begun ?? { typed: {}, open: [], help: 0, isWrong: false, isDone: false, worked };
  const wanted = program.wanted.slice(0, last + 1).map(({ target }) => target);
  const tries = triesOf(mostTries, state);
  const verdictOf = verdictsOf({ family, task, wanted, words, slips });
  const isWorked = (name) => wanted.indexOf(name) < state.worked;
  const mine = wanted.filter((name) => !isWorked(name));
  const shown = program.entries.filter(({ of }) => wanted.includes(of));
  const read = Object.fromEntries(shown.map(({ name }) => [name, reads[name]]));
  const given = givenView({ program, task, reads: read, hues, columns, formulaOf, words });
  const rows = new Map();
  const blocks = wanted.map((name) => block(name));
  const check = chip("", handIn);
  const handing = h("p", { class: "told", role: "status" });
  const element = h(
    "div",
    { class: "sheet-of-task" },
    note ? h("p", { class: "hint note" }, note) : null,
    given.element,
    h("div", { class: "asked" }, ...blocks.map((one) => one.element), h("p", { class: "chips" }, check), handing),
  );

  function labelsOf(name, node) {
    return labels(program, words, name, task.rightOf(node).length);
  }

  /** A quantity's row, and above it those of the operations on the way to it. */
  function block(name) {
    const entries = program.entries.filter((one) => one.of === name);
    const steps = entries.map((one) => {
      const isResult = one.name === name;
      const source = isResult ? tex[name] : sides[one.name];
      const head = h("span", { class: "name" }, formula(`${source} =`, context));
      const made = row({
        head,
        labels: labelsOf(isResult ? titles[name] : said(source), one.node),
        words,
        change: () => enter(one.name),
      });
      made.element.classList.toggle("result", isResult);
      made.put(state.typed[one.name] ?? []);
      rows.set(one.name, made);
      return made;
    });
    // What is only read off has no equation.
    const isRead = program.nodes[entries.at(-1).node].op === "parameter";
    const inSigns = isRead ? null : formula(`${tex[name]} = ${sides[name]}`, context);
    const equation = h("div", { class: "equation-of" }, inSigns);
    const terms = chip(words.practiceTerms, () => open(name), words.practiceTermsHint);
    const help = chip("", () => askHelp(name));
    const inClass = askClass(name);
    const writer = equationWriter({
      ...{ program, task, name, title: titles[name], written, context, words, slips, writing, state },
      changed() {
        show();
        changed();
      },
    });
    const acts = h("p", { class: "chips acts" }, ...(isRead ? [] : [writer.button, terms, help]), inClass);
    const mark = h("span", { class: "mark" }, words.practiceWorked);
    const head = h(
      "h2",
      { class: `hue-${hues[name]}` },
      formulaOf(name),
      " ",
      h("span", { class: "title-of" }, titles[name]),
      mark,
    );
    const element = h(
      "section",
      { class: "quantity", "data-quantity": name },
      head,
      writer.element,
      equation,
      ...steps.map((one) => one.element),
      acts,
    );
    return { name, entries, steps, equation, writer, terms, help, acts, mark, element, seen: 0 };
  }

  /** In a room the class may be asked one of a quantity's numbers; once it is shown, its answers say their slips. */
  function askClass(name) {
    const asked = classQuestion(program, task, name);
    if (!asked) return null;
    const { node } = program.wanted.find(({ target }) => target === name);
    const label = labelsOf(titles[name], node)[asked.place];
    const text = fill(words.practiceClass, { question: questionOf(family), name: label });
    const counted = asked.numbers.map(({ text, slip }) => ({ text, slip }));
    const button = chip(words.askClass, () => {
      window.rnnvizDesk.ask({
        text,
        choices: [...counted.map((one) => one.text), words.practiceOther],
        truth: asked.truth,
        ranges: asked.numbers.map(({ range }) => range),
        about: { family: program.family, quantity: name, place: asked.place, choices: counted },
      });
    });
    button.classList.add("ask-class");
    return button;
  }

  const entered = () =>
    Object.fromEntries(
      [...rows]
        .filter(([name]) => !isWorked(ofEntry(name)))
        .map(([name, one]) => [name, one.numbers()])
        .filter(([, numbers]) => numbers !== null),
    );
  const ofEntry = (name) => program.entries.find((one) => one.name === name).of;

  function enter(name) {
    const judged = show();
    if (judged[name] && !judged[name].follows) state.isWrong = true;
    keep();
  }
  /** One of a few tries: all that is asked is judged at once. */
  function handIn() {
    const numbers = entered();
    const isWhole = mine.every((name) => name in numbers);
    write(handing, isWhole ? "" : words.practiceFillIn);
    if (!isWhole) return;
    state.typed = typedNow();
    tries.handIn(state.typed);
    const judged = show();
    if (mine.some((name) => !judged[name]?.right)) state.isWrong = true;
    if (tries.isSpent()) finish();
    keep(true);
  }
  function keep(isTry = false) {
    if (!state.isDone && !tries.isSpent()) state.typed = typedNow();
    changed(isTry);
  }
  const typedNow = () =>
    Object.fromEntries(
      [...rows]
        .filter(([name]) => !isWorked(ofEntry(name)))
        .map(([name, one]) => [name, one.texts()])
        .filter(([, texts]) => texts.some(Boolean)),
    );
  function open(name) {
    state.open = state.open.includes(name) ? state.open.filter((one) => one !== name) : [...state.open, name];
    show();
    changed();
  }

  /** The next level of help for a block: 1 for its equation, 2 for the numbers, 3 for an operation. */
  const isKnown = ({ name, seen, writer }) => seen > 0 || writer.isRight() || state.open.includes(name);
  const levelOf = (one) => (one.seen > 1 ? 3 : isKnown(one) ? 2 : 1);
  /** First the equation; then what the next operation takes; then that operation, done. */
  function askHelp(name) {
    const one = blocks.find((block) => block.name === name);
    if (levelOf(one) === 1) one.seen = 1;
    else if (one.seen < 2) {
      one.seen = 2;
      state.help = Math.max(state.help, 2);
      if (!state.open.includes(name)) state.open = [...state.open, name];
    } else {
      state.help = 3;
      const next = nextOf(one);
      rows.get(next.name).put(task.rightOf(next.node).map(asShown));
    }
    show();
    keep();
  }
  /** The first operation of a block that is not entered, or not right. */
  function nextOf({ entries }) {
    const judged = task.judge(entered());
    return entries.find(({ name }) => !judged[name]?.follows) ?? entries.at(-1);
  }

  function solve() {
    state.help = 3;
    state.isWrong = true;
    for (const name of mine)
      for (const one of program.entries.filter((entry) => entry.of === name))
        rows.get(one.name).put(task.rightOf(one.node).map(asShown));
    state.open = [...mine];
    show();
    keep();
  }

  /** Everything as it stands now; returns what is said of each entry. */
  function show() {
    const numbers = entered();
    const judged = tries.told(task.judge(numbers), typedNow());
    const isRight = mine.every((name) => judged[name]?.right);
    const isNew = isRight && !state.isDone && mine.length > 0;
    if (isNew) state.typed = typedNow();
    if (isRight) state.isDone = mine.length > 0;
    const lit = new Set();
    for (const one of blocks) {
      const { name, entries, equation, writer, terms, help, acts, mark } = one;
      const isGiven = isWorked(name);
      const isOver = isGiven || state.isDone || tries.isSpent();
      const isOpen = isOver || state.open.includes(name);
      hide(mark, !isGiven);
      hide(equation, !(isOver || isKnown(one)));
      writer.show({ isOver, isKnown: isKnown(one) });
      hide(acts, isOver);
      terms.setAttribute("aria-pressed", String(isOpen));
      help.textContent = words[`practiceHelp${levelOf(one)}`];
      hide(help, levelOf(one) > most || Boolean(judged[name]?.follows));
      const next = one.seen > 1 && !isOver && !judged[name]?.follows ? nextOf(one) : null;
      for (const read of next ? reads[next.name] : []) lit.add(read);
      for (const { name: entry, node } of entries) {
        const own = rows.get(entry);
        hide(own.element, !(isOpen || entry === name));
        own.element.toggleAttribute("data-next", entry === next?.name);
        const isOwn = !isGiven && judged[entry] && (!isOver || (judged[entry].right && entry in state.typed));
        if (isOver) own.lock(isOwn ? numbers[entry] : task.rightOf(node));
        own.tell(...(isOwn ? verdictOf(entry, judged, numbers) : ["", ""]));
      }
    }
    const isClosed = state.isDone || tries.isSpent();
    hide(check, !tries.isLimited || isClosed || mine.length === 0);
    write(check, fill(words.practiceHandIn, { left: tries.left() }));
    if (tries.isSpent()) write(handing, words.practiceSpent);
    given.light([...lit]);
    for (const { name, element } of blocks) element.toggleAttribute("data-lit", lit.has(name));
    if (isNew) finish();
    return judged;
  }

  show();
  return { element, question: questionOf(family), state, solve, isWhole: mine.length === 0 };
}

/** What each of the numbers of a vector is called. @param {Program} program */
export function labels({ kind, letters }, words, name, size) {
  if (size === 1) return [name];
  const ofLetters = size === letters.length;
  const ofPlaces = kind === "exercise" ? words.practiceNumber : words.practiceUnit;
  const part = (k) => (ofLetters ? { letter: letters[k] } : { unit: k + 1 });
  return Array.from({ length: size }, (_, k) => fill(ofLetters ? words.practiceEntry : ofPlaces, { name, ...part(k) }));
}

/** What is asked, in a sentence. @param {Family} family */
export function questionOf({ question, program: { reading, target } }) {
  if (!reading) return question;
  const read = [...reading.text.slice(0, reading.steps)];
  return fill(question, { before: read.slice(0, -1).join(""), now: read.at(-1), target });
}

/** How a notation writes a family; what is the same in all of them is told once. @param {Family} family */
export function writtenIn({ written }, notation) {
  return written[notation] ?? Object.values(written)[0];
}

/**
 * What formulas of a notation are read aloud with.
 *
 * @param {Written} written @param {Say} say
 * @returns {Say}
 */
export function saying({ letters, symbols }, say) {
  return { ...say, letters: { ...say.letters, ...letters }, steps: Object.keys(symbols) };
}
