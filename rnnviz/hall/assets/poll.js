// A question to a room, as a follower answers it and as a lecturer watches its votes.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Counts} from "../messages.d.ts" */
/** @import {Desk, FeltPace, StandingQuestion} from "../desk.d.ts" */

import { h, s, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { withFormulas, writeWithFormulas } from "../../web/plainmath.js";
import { typedAnswer } from "./typedanswer.js";

const LETTERS_OF_CHOICES = "ABCDEF";
const PACES = ["faster", "slower", "lost"];

/**
 * One line a choice: its letter, its words, and where they are told its votes as a bar. knowsTruth: whether the answer
 * is marked before the question is over.
 *
 * @param {StandingQuestion & {knowsTruth?: boolean}} question
 * @param {number} k
 * @param {Strings} strings
 * @param {(k: number) => void} [onClick]
 */
function choiceLine(question, k, strings, onClick) {
  const { choices, counts, isOver, knowsTruth, truth, mine } = question;
  const isTrue = (isOver || knowsTruth) && truth === k;
  const all = counts?.reduce((sum, one) => sum + one, 0) ?? 0;
  const share = all > 0 ? counts[k] / all : 0;
  const marks = `${isTrue ? " ✓" : ""}${isOver && mine === k && truth !== null && !isTrue ? " ✗" : ""}`;
  const line = h(
    onClick ? "button" : "div",
    { class: `option${isTrue ? " is-true" : ""}`, type: onClick && "button", disabled: Boolean(onClick && isOver) },
    counts ? h("span", { class: "bar", style: `width:${100 * share}%` }) : null,
    h("kbd", {}, LETTERS_OF_CHOICES[k]),
    h("span", { class: "words" }, ...withFormulas(choices[k], strings), marks),
    counts ? h("span", { class: "count" }, String(counts[k])) : null,
  );
  if (onClick) {
    line.setAttribute("aria-pressed", String(mine === k));
    line.addEventListener("click", () => onClick(k));
  }
  return line;
}

/** Whether a number is typed, and no answer shows what it may be. @param {StandingQuestion} question */
const isTyped = ({ ranges, isOver }) => Boolean(ranges) && !isOver;

/**
 * The sheet on which a follower answers: {element, show(question, state)}. state: "" or a sentence about the vote.
 * onVote(k). It can be folded to one line, so that the page behind it is seen.
 */
export function ballotSheet(strings, onVote) {
  const text = h("p", { class: "asked" });
  const lines = h("div", { class: "lines" });
  const said = h("p", { class: "said", role: "status" });
  const fold = h("button", { type: "button", class: "fold" });
  const typed = typedAnswer(strings, onVote);
  const element = h(
    "section",
    { class: "ballot", "aria-label": strings.question, hidden: true },
    text,
    fold,
    lines,
    said,
  );
  let drawn = "";
  let standing = "";
  fold.addEventListener("click", () => setFolded(!element.hasAttribute("data-folded")));
  function setFolded(isFolded) {
    element.toggleAttribute("data-folded", isFolded);
    fold.setAttribute("aria-expanded", String(!isFolded));
    fold.setAttribute("aria-label", isFolded ? strings.unfold : strings.fold);
    fold.title = isFolded ? strings.unfold : strings.fold;
    write(fold, isFolded ? "▴" : "▾");
  }
  return {
    element,
    show(question, state) {
      element.hidden = !question;
      if (!question) return;
      // A new question, and an answer that is shown, are to be seen.
      const stands = `${question.id} ${question.isOver}`;
      if (stands !== standing) setFolded(false);
      standing = stands;
      writeWithFormulas(text, question.text, strings);
      write(said, state);
      const key = JSON.stringify(question);
      if (key === drawn) return;
      drawn = key;
      if (isTyped(question)) {
        typed.show(question);
        if (!typed.element.isConnected) lines.replaceChildren(typed.element);
        return;
      }
      const at = [...lines.children].indexOf(document.activeElement);
      lines.replaceChildren(...question.choices.map((_, k) => choiceLine(question, k, strings, onVote)));
      /** @type {HTMLElement | undefined} */ (lines.children[at])?.focus({ preventScroll: true });
    },
  };
}

/** Three quiet buttons: how the pace is felt; a second tap takes it back. onPace(name or ""). */
export function paceButtons(strings, onPace) {
  let now = "";
  const buttons = PACES.map((name) => {
    const button = h("button", { type: "button", "aria-pressed": "false" }, strings[name]);
    button.addEventListener("click", () => {
      now = now === name ? "" : name;
      for (const [k, other] of buttons.entries()) other.setAttribute("aria-pressed", String(PACES[k] === now));
      onPace(now);
    });
    return button;
  });
  return h("p", { class: "paces", role: "group", "aria-label": strings.pace }, ...buttons);
}

/**
 * What a lecturer sees of the question that stands: {element, show(question, news, isOnStage, trouble, isBefore)}.
 * act: {show(isShown), reveal, end}. The votes are counted at once; which answer has how many is drawn when he asks for
 * it. Answers that stand on the page already are not written twice.
 *
 * @param {Strings} strings
 * @param {Pick<Desk, "show" | "reveal" | "end">} act
 */
export function pollPanel(strings, act) {
  const text = h("p", { class: "asked" });
  const lines = h("div", { class: "lines" });
  const said = h("p", { class: "said", role: "status" });
  const showing = h("button", { type: "button" });
  // A clicker does what Enter does.
  const keys = () => h("span", { class: "press" }, h("kbd", {}, "↵"), h("kbd", {}, "PageDown"));
  const reveal = h("button", { type: "button", class: "primary" }, strings.reveal, keys());
  const enter = keys();
  const end = h("button", { type: "button" }, strings.done, enter);
  const element = h(
    "section",
    { class: "poll", "aria-label": strings.question, hidden: true },
    text,
    lines,
    said,
    h("p", { class: "acts" }, reveal, showing, end),
  );
  let now = null;
  showing.addEventListener("click", () => act.show(!now.isShown));
  reveal.addEventListener("click", () => act.reveal());
  end.addEventListener("click", () => act.end());
  return {
    element,
    /**
     * isBefore: the counts and the right answer stand here before the class sees them. trouble: why votes do not come
     * in, or "".
     */
    show(question, { votes, present, counted, often, isFull }, isOnStage, trouble, isBefore = false) {
      now = question;
      element.hidden = !question;
      if (!question) return;
      const { isShown, isOver, isOnScreen } = question;
      writeWithFormulas(text, question.text, strings);
      const told = isOnScreen ? [] : [fill(strings.votes, { votes, present })];
      if (question.late) told.push(fill(strings.lateVotes, question));
      if (often) told.push(fill(strings.tooOften, { often }));
      if (isFull) told.push(strings.questionFull);
      write(said, trouble || told.join(" · "));
      write(showing, isShown ? strings.hideCounts : strings.showCounts);
      showing.hidden = Boolean(isOnScreen);
      // The stage's own question is answered on the stage.
      reveal.hidden = isOver || isOnStage;
      enter.hidden = !isOver;
      const counts = !isOnScreen && (isBefore || isShown || isOver) ? counted : undefined;
      const drawn = { ...question, counts, knowsTruth: isBefore };
      const isTold = isOnScreen || drawn.counts || !(isOnStage || isTyped(question));
      lines.replaceChildren(...(isTold ? question.choices.map((_, k) => choiceLine(drawn, k, strings)) : []));
    },
  };
}

/**
 * How many are there, and what the lecturer can do where there are more than a room takes.
 *
 * @param {Pick<Counts, "present" | "following" | "isCrowded">} counts
 * @param {Strings} strings
 */
export function presentWords({ present, following, isCrowded }, strings) {
  const here = present ? fill(strings.present, { present, following }) : strings.nobody;
  return isCrowded ? `${here} · ${strings.roomFull}` : here;
}

/**
 * How many feel the pace how, {lost: 2, …} as "Slower 1 · Lost 2"; nobody is nobody's news.
 *
 * @param {Counts["paces"]} paces
 * @param {Strings} strings
 */
export function paceWords(paces, strings) {
  const felt = PACES.filter((name) => paces[name] > 0);
  return felt.map((name) => `${strings[name]} ${paces[name]}`).join(" · ");
}

/**
 * How the pace was felt over the last minutes: the share of the class in each of three lines.
 *
 * @param {FeltPace[]} history
 * @param {Strings} strings
 */
export function paceCurve(history, strings, width = 150, height = 30) {
  const latest = history.at(-1);
  if (!latest) return null;
  const [first] = history;
  const span = Math.max(1, latest.at - first.at);
  const lines = PACES.map((name) => {
    const points = history.map((one) => {
      const share = one.present > 0 ? Math.min(1, one[name] / one.present) : 0;
      return `${((one.at - first.at) / span) * width},${height - 1 - share * (height - 2)}`;
    });
    return s("polyline", { class: `pace-${name}`, points: points.join(" "), fill: "none" });
  });
  // The legend says the numbers of now.
  const curve = s("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...lines);
  const legend = PACES.map((name) => h("span", { class: `pace-${name}` }, `${strings[name]} ${latest[name]}`));
  return h("div", { class: "felt" }, curve, h("p", { class: "legend" }, ...legend));
}
