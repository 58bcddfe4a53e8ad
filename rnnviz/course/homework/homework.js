// A homework as a platform opens it.

/** @import {Homework} from "./homework.d.ts" */

import { h } from "../../web/dom.js";
import { sessionOf } from "./lms.js";
import { homeworkView } from "./view.js";

/**
 * Begin a homework in an element of this window.
 *
 * @param {HTMLElement} host
 * @param {Homework} homework
 */
export function begin(host, homework) {
  const { practice: words, language } = homework.data;
  document.documentElement.lang = language;
  document.title = homework.title;
  const session = sessionOf(window);
  const hint = session ? "" : words.homeworkAlone;
  const { element } = homeworkView(homework, session, { hint, lost: words.homeworkLost });
  host.replaceChildren(h("article", { class: "course practice homework", "data-theme": "light" }, element));
}
