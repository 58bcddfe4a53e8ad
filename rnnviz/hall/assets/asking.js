// Where a lecturer writes questions to the class, and keeps some for later.

/** @import {Asked} from "../messages.d.ts" */
/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Desk} from "../desk.d.ts" */

import { asked } from "../../web/asked.js";
import { h, write } from "../../web/dom.js";
import { prepare, prepared, withQuestion } from "./prepared.js";
import { questionOf } from "./question.js";

/**
 * Where a free question is written: its first line asks, the others answer; * marks the right one, for the lecturer
 * alone. desk: {ask(question), intoPlan(text), question, refused, room}, as `lectern` has it; without a room's key
 * there is no table of its votes. onAsked(): the class is asked. Returns {element, draw(), refresh()}; draw is called
 * when the desk has news, refresh where another window may have kept questions.
 *
 * @param {Strings} strings
 * @param {Pick<Desk, "question" | "refused" | "room" | "intoPlan"> & {ask: (question: Asked) => void}} desk
 * @param {() => void} onAsked
 */
export function askingForm(strings, desk, onAsked) {
  const field = h("textarea", { rows: "4", "aria-label": strings.askLabel, placeholder: strings.askExample });
  const refused = h("p", { class: "refused", role: "alert" });
  const list = h("ul", { class: "prepared" });
  // What was asked and is not there yet: its text, and the question that stood before it.
  let sent = null;
  const button = (words, onclick, title) => {
    const made = h("button", { type: "button", title }, words);
    made.addEventListener("click", onclick);
    return made;
  };
  const drawList = () => list.replaceChildren(...prepared().map(row));
  /** A prepared question goes out without its answers having been on the screen. */
  function row(text) {
    const away = button("×", () => {
      prepare(prepared().filter((one) => one !== text));
      drawList();
    });
    away.setAttribute("aria-label", strings.askRemove);
    away.title = strings.askRemove;
    const change = () => {
      field.value = text;
      field.focus();
    };
    const [first] = text.split("\n");
    return h(
      "li",
      {},
      h("span", { class: "words" }, first),
      button(strings.askThis, () => send(text)),
      button(strings.askChange, change),
      away,
    );
  }
  /** The field is empty at once: which answer is right stays with the lecturer. */
  function send(text) {
    write(refused, "");
    sent = { text, before: desk.question?.id };
    if (field.value === text) field.value = "";
    desk.ask(questionOf(text));
  }
  function draw() {
    if (sent === null) return;
    if (desk.question && desk.question.id !== sent.before) {
      sent = null;
      onAsked();
    } else if (desk.refused) {
      write(refused, desk.refused);
      field.value ||= sent.text;
      sent = null;
    }
  }
  const save = async () => write(refused, await saveVotes(desk.room, strings));
  const keep = () => {
    if (!field.value.trim()) return;
    prepare(withQuestion(prepared(), field.value));
    field.value = "";
    drawList();
  };
  const intoPlan = () => {
    if (!field.value.trim()) return;
    desk.intoPlan(field.value);
    field.value = "";
  };
  const saving = desk.room?.key ? button(strings.saveVotes, save) : null;
  const acts = [
    button(strings.ask, () => send(field.value)),
    button(strings.keep, keep),
    button(strings.intoPlan, intoPlan, strings.intoPlanHint),
    saving,
  ];
  drawList();
  const element = h("div", { class: "asking" }, field, refused, h("p", { class: "acts" }, ...acts), list);
  return { element, draw, refresh: drawList };
}

/** The votes so far as a file, of a room {code, key}; returns a sentence where they cannot be had. */
export async function saveVotes({ code, key }, words) {
  const headers = { "x-rnnviz-key": key };
  const language = document.documentElement.lang || "en";
  const zone = new URLSearchParams({ lang: language, minutes: String(-new Date().getTimezoneOffset()) });
  const { told, refused } = await asked(`/hall/${code}/votes?${zone}`, { words, as: "blob", headers });
  if (refused) return refused;
  const url = URL.createObjectURL(told);
  h("a", { href: url, download: `rnnviz-${code}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return "";
}
