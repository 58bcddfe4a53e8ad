// The hall's window, as the lecturer's notes in another window see it and drive it.

/** @import {Desk} from "../desk.d.ts" */

import { recall, remember } from "../../web/tab.js";
import { lectureChannel } from "./channel.js";
import { stageIn } from "./keysback.js";
import { CLOCK_KEPT } from "./toolkeys.js";

const OWN_NAME = "rnnviz tab";
const LOOK_EVERY = 250;
// A window that nobody looks at is asked by its browser to rest for a minute.
const SILENT_AFTER = 90_000;
// What the notes may have done here.
const ACTS_OF_NOTES = ["ask", "show", "reveal", "end", "handOver", "intoPlan"];
const PAGE_DOWN = { PageDown: 0.85, PageUp: -0.85, ArrowDown: 0.12, ArrowUp: -0.12 };

/**
 * What the notes ask of this window: {isOpen(), open(), end()}. isOpen: whether there are notes. onChange: they have
 * come, or gone.
 *
 * @param {Desk} desk
 * @param {() => void} onChange
 */
export function hallWindow(desk, onChange) {
  const name = recall(OWN_NAME) ?? `${Date.now()}${Math.random()}`;
  remember(OWN_NAME, name);
  let asked = 0;
  let last = "";
  let timer = 0;
  const channel = lectureChannel(({ kind, hall, press, act }) => {
    if (kind === "ask") hear();
    if (kind === "bye") leave();
    if (kind !== "do" || hall !== name) return;
    if (press) pressKey(press);
    if (ACTS_OF_NOTES.includes(act?.name)) desk[act.name](act.value);
  });

  function state() {
    const { room, news, question, refused, connection, view, offer } = desk;
    const { present, following, isCrowded, votes, counted, often, isFull, paces, drives } = news;
    const isOnStage = desk.isOnStage();
    const until = Number(recall(CLOCK_KEPT)) || 0;
    const code = room?.code ?? "";
    const own = { kind: "told", hall: name, view, title: document.title, until, isFocused: document.hasFocus() };
    const next = desk.next();
    const hasKey = room !== null && room.key !== "";
    const told = { room: code, hasKey, connection, drives, present, following, isCrowded, paces };
    return { ...own, ...told, next, question, refused, votes, counted, often, isFull, isOnStage, offer };
  }
  function tell(isAsked) {
    const now = state();
    const text = JSON.stringify(now);
    if (text !== last || isAsked) channel.send(now);
    last = text;
  }
  function hear() {
    const wasOpen = isOpen();
    asked = Date.now();
    tell(true);
    timer ||= setInterval(() => (isOpen() ? tell(false) : leave()), LOOK_EVERY);
    if (!wasOpen) onChange();
  }
  function leave() {
    clearInterval(timer);
    timer = 0;
    asked = 0;
    onChange();
  }
  const isOpen = () => Date.now() - asked < SILENT_AFTER;

  // Notes that are there already hear that this window is here again.
  channel.send({ kind: "here" });
  return {
    isOpen,
    open() {
      const language = new URLSearchParams(location.search).get("lang");
      open(`/notes${language ? `?lang=${encodeURIComponent(language)}` : ""}`, "rnnviz-notes", "width=900,height=700");
    },
    end() {
      clearInterval(timer);
      channel.end();
    },
  };
}

/** A key of the notes, as if it had been pressed here: at the stage where there is one. */
function pressKey(key) {
  const target = stageIn() ?? document.body;
  const isFree = target.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }),
  );
  const by = PAGE_DOWN[key];
  if (isFree && by) (document.querySelector("[data-testid=stMain]") ?? window).scrollBy(0, by * innerHeight);
}
