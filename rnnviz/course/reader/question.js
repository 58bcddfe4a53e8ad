// Questions of a chapter. Choosing an answer and revealing the right one are two acts.

import { h, write } from "../../web/dom.js";
import { blockElement, inlineNodes } from "./prose.js";

/**
 * A question with answers, {element, show(answer)}. answer: {chosen, isShown, all}; change(changes): of chosen and
 * isShown. The block is as `markup.py` reads it.
 */
export function questionView(block, context, change) {
  const [, name, asked, answers, then] = block;
  const { words } = context;
  // The numbers that the chapter puts into the question, by their names.
  const numbers = {};
  const part = (number) => {
    numbers[number] = context.part(number);
    return numbers[number];
  };
  const nodes = (parts) => inlineNodes(parts, { ...context, part });
  const inputs = answers.map((_, k) => h("input", { type: "radio", name: `question_${name}`, value: k + 1 }));
  const choices = answers.map(([, text], k) =>
    h("label", { class: "answer" }, inputs[k], h("span", {}, ...nodes(text))),
  );
  const button = h("button", { type: "button", class: "chip", "data-uncovers": "" });
  // In a room the lecturer may ask the class.
  const room = h("button", { type: "button", class: "chip ask-class" }, words.askClass);
  const verdict = h("p", { class: "verdict" });
  const after = h("div", { class: "after", role: "status" });
  const element = h(
    "div",
    { class: "question", "data-question": name },
    h("fieldset", {}, h("legend", {}, ...nodes(asked)), ...choices),
    h("p", { class: "acts" }, button, room),
    after,
  );
  const explanation = then.map((one) => blockElement(one, context));
  const whys = answers.map(([, , why]) =>
    why.length > 0 ? h("p", { class: "why" }, ...inlineNodes(why, context)) : null,
  );
  const right = answers.findIndex(([isRight]) => isRight);
  let now = {};
  let drawn = "";

  for (const [k, input] of inputs.entries()) input.onchange = () => change({ chosen: k + 1 });
  button.onclick = () => change({ isShown: !now.isShown });
  room.onclick = () => {
    const told = Object.entries(numbers).map(([number, node]) => [number, node.textContent.trim()]);
    // The strip of the question comes a moment later, and lies over the page.
    addEventListener("resize", () => element.firstElementChild.scrollIntoView({ block: "nearest" }), { once: true });
    window.rnnvizDesk.ask({ about: { chapter: context.chapter, question: name, numbers: Object.fromEntries(told) } });
  };
  return {
    element,
    show(answer) {
      now = answer;
      const state = JSON.stringify(answer);
      if (state === drawn) return;
      drawn = state;
      const isOpen = answer.isShown || answer.all;
      for (const [k, input] of inputs.entries()) input.checked = answer.chosen === k + 1;
      for (const [k, choice] of choices.entries()) choice.classList.toggle("right", isOpen && k === right);
      button.textContent = answer.isShown ? words.hide : words.show;
      button.hidden = Boolean(answer.all);
      element.toggleAttribute("data-covered", !isOpen);
      const isRight = answer.chosen === right + 1;
      const said = inlineNodes(answers[right][1], context);
      verdict.className = `verdict ${answer.chosen && !isRight ? "wrong" : "is-right"}`;
      if (!answer.chosen) verdict.replaceChildren("✓ ", ...said);
      else verdict.replaceChildren(isRight ? words.right : words.wrong);
      const why = whys[answer.chosen - 1];
      after.replaceChildren(...(isOpen ? [verdict, ...(why ? [why] : []), ...explanation] : []));
    },
  };
}

/**
 * A task that the reader does in the figure, {element, show(isDone, all)}. doIt(): does it for the reader; null where
 * there is nothing to be shown.
 */
export function taskView(block, context, doIt) {
  const [, name, asked, then] = block;
  const { words } = context;
  const mark = h("span", { class: "mark" }, words.task);
  const button = h("button", { type: "button", class: "chip", "data-uncovers": "" }, words.doIt);
  const after = h("div", { class: "after", role: "status" });
  const text = h("p", {}, mark, " ", ...inlineNodes(asked, context));
  const element = h("div", { class: "question task", "data-task": name }, text, button, after);
  const explanation = then.map((one) => blockElement(one, context));
  button.onclick = doIt;
  return {
    element,
    show(isDone, all) {
      element.classList.toggle("done", isDone);
      write(mark, isDone ? words.done : words.task);
      button.hidden = isDone || !doIt;
      const isOpen = isDone || all;
      element.toggleAttribute("data-covered", !isOpen && Boolean(doIt));
      if (isOpen !== after.hasChildNodes()) after.replaceChildren(...(isOpen ? explanation : []));
    },
  };
}
