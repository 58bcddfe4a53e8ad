// A homework that came by a link: the learner says who he is, computes, and hands in a file.

/** @import {Homework} from "./homework.d.ts" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { chip } from "../reader/chip.js";
import { oneLine } from "./kinds.js";
import { KEY, learnerOf, LONGEST_NAME, ownSession } from "./own.js";
import { homeworkView } from "./view.js";

/** {element, end()}. @param {Homework} homework */
export function handedOut(homework) {
  const { practice: words } = homework.data;
  const element = h("div", {});
  let end = () => {};
  let shown = "";

  function ask() {
    end();
    end = () => {};
    shown = "";
    const field = h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "name", required: true });
    const begin = h("button", { type: "submit", class: "primary" }, words.homeworkBegin);
    const label = h("label", {}, words.homeworkWho, field);
    const form = h("form", { class: "homework-who" }, label, h("p", { class: "hint" }, words.homeworkWhy), begin);
    form.onsubmit = (event) => {
      event.preventDefault();
      const learner = oneLine(field.value, LONGEST_NAME);
      if (learner) show(learner);
    };
    element.replaceChildren(h("header", { class: "title" }, h("h1", {}, homework.title)), form);
    requestAnimationFrame(() => field.focus());
  }

  function show(learner) {
    end();
    shown = learner;
    const said = { hint: words.homeworkOwn, lost: words.homeworkNotKept, isHandedIn: true };
    const view = homeworkView(homework, ownSession(homework.id, learner), said);
    end = view.end;
    const other = chip(fill(words.homeworkOther, { name: learner }), ask);
    element.replaceChildren(view.element, h("p", { class: "chips" }, other));
  }

  /** Another tab has gone on with it: each key is kept at once, so that nothing here is newer. */
  function follow({ key }) {
    if (key === KEY && shown) show(shown);
  }
  addEventListener("storage", follow);

  const known = learnerOf(homework.id);
  if (known) show(known);
  else ask();
  return {
    element,
    end() {
      removeEventListener("storage", follow);
      end();
    },
  };
}
