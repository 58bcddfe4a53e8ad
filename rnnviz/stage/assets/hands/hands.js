// What a reader changes by hand: the rows between ribbon and cell. The chips are there while something is changed; the
// experiments and the fields, while the reader has opened them.

import { h } from "../../../web/dom.js";
import { short } from "../../../web/numbers.js";
import { changeBounds, changedModel } from "../model/changed.js";
import { chips } from "./chips.js";
import { editor } from "./editor.js";
import { experimentsOf } from "./experiments.js";
import { trials } from "./trials.js";

/** The height of a row, before scaling. */
export const HAND_ROW = { usual: 40, presented: 27 };

/**
 * The rows of a stage. at: the cursor. redraw: draws the stage anew, with its rows. focus: gives the stage the keys.
 * fetchMoment(model, moment): fetches the weights of a moment; a promise of "", or of a sentence why not.
 * Returns {count(), draw(context), refocus(), isOutgrown(), toggle(), edit(asked), close(), onKey(event)}.
 */
export function hands({ at, redraw, focus, fetchMoment }) {
  let asked = null;
  // What is offered to be tried, for which model, in which notation.
  let offered = [];
  let offeredFor = null;
  let offeredIn = null;
  let drawn = null;
  let hadFocus = false;
  const state = { asked: "", guess: null };

  /** Whether there is anything to say about changes. Where all are taken back, undo has a row of its own. */
  function hasRow({ list, past, future, left }) {
    const spoken = asked === null ? [list, left] : [list, left, past, future];
    return spoken.some((one) => one.length > 0);
  }

  /** How many rows there are. */
  function count() {
    const chipRows = hasRow(at.place.changes) ? 1 : 0;
    const openRows = state.asked === "" ? 2 : 3;
    return chipRows + (asked === null ? 0 : openRows);
  }

  function draw(context) {
    const { model } = context;
    const bounds = changeBounds(model.original);
    hadFocus = drawn?.fields?.element.matches(":focus-within") ?? false;
    const row = chips(context, at);
    row.element.hidden = !hasRow(at.place.changes);
    const parts = [row.element];
    drawn = { row, fields: null, count: count() };
    if (asked !== null && bounds === null) {
      parts.push(h("p", { class: "hand-problem", role: "status" }, model.strings.handsOff));
    } else if (asked !== null) {
      const changedBy = (changes) => changedModel(model.original, changes);
      if (offeredFor !== model.original || offeredIn !== context.notation) {
        offered = experimentsOf(model.original, context.notation, changedBy, short);
        offeredIn = context.notation;
        offeredFor = model.original;
      }
      const tried = trials(context, at, { experiments: offered, state, changedBy, redraw, onClose: endTrial });
      const moment = (one) => fetchMoment(model.original, one);
      drawn.fields = state.asked ? tried : editor(context, at, { asked, bounds, fetchMoment: moment, onClose: toggle });
      parts.push(tried.element, state.asked ? null : drawn.fields.element);
    }
    const element = h("section", { class: "hands", "aria-label": model.strings.handsChanges }, ...parts);
    return { element, update: row.update };
  }

  /** Gives the keys back to the fields that had them before the stage was drawn anew. Returns whether they had. */
  function refocus() {
    if (hadFocus) drawn.fields?.focus();
    return hadFocus && drawn.fields !== null;
  }

  /** Whether there are more or fewer rows than have been drawn. */
  function isOutgrown() {
    return drawn !== null && drawn.count !== count();
  }

  function toggle() {
    asked = asked === null ? {} : null;
    Object.assign(state, { asked: "", guess: null });
    redraw();
    if (asked === null) focus();
    else drawn.fields?.focus();
  }

  /** Closes what is open. Returns whether anything was. */
  function close() {
    if (asked === null) return false;
    toggle();
    return true;
  }

  /** Opens the fields with what is asked for, such as {kind: "input", t: 2}. */
  function edit(wanted) {
    asked = wanted;
    redraw();
    drawn.fields?.focus();
  }

  function endTrial() {
    Object.assign(state, { asked: "", guess: null });
    redraw();
    focus();
  }

  /** Undo and redo, but for those of a field that is typed in. Returns whether the key was used. */
  function onKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    if (event.composedPath()[0].matches?.('input[type="text"]')) return false;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return false;
    at.act({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    return true;
  }
  return { count, draw, refocus, isOutgrown, toggle, edit, close, onKey };
}
