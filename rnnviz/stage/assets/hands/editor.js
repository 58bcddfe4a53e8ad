// Changing by hand without a pointer: a row of fields for one change. What does not fit gets a sentence and changes
// nothing.

/** @import {Context} from "../../context.d.ts" */
/** @import {Misfit} from "../../change.d.ts" */

import { h, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { changeKinds } from "./changekinds.js";
import { MOST_CHANGES, misfit } from "./changes.js";
import { chipKey } from "./chips.js";
import { pick } from "./handfields.js";

/**
 * The row of fields. asked: {kind, …}, what to begin with, in which the row keeps what is typed and chosen, and which
 * field has the keys: the stage may be drawn anew at any time. bounds: of the
 * model's changes. fetchMoment(moment): fetches the weights of a moment; a promise of "", or of a sentence why not.
 * onClose: called by the button and by Escape. Returns {element, focus()}.
 *
 * @param {Context} context
 */
export function editor(context, at, { asked, bounds, fetchMoment, onClose }) {
  const { notation, strings } = context;
  const { place } = at;
  const kinds = changeKinds(context, { place, asked, bounds });
  const offered = Object.keys(kinds).filter((key) => kinds[key].isOffered);
  const kind = pick(
    strings.editKind,
    offered.map((key) => [key, kinds[key].title]),
    asked.kind,
  );
  const fields = h("span", { class: "hand-fields" });
  const apply = h("button", { type: "submit", class: "key word" }, strings.editApply);
  const problem = h("p", { class: "hand-problem", role: "alert", hidden: true });
  const remark = h("span", { class: "hint" });
  const away = chipKey("✕", strings.editClose, onClose);
  const element = h("form", { class: "hand-editor", novalidate: true }, kind, fields, apply, away, remark, problem);
  let shown = {};

  function show() {
    asked.kind = kind.value;
    shown = kinds[kind.value].fields();
    takeUp();
    fields.replaceChildren(...Object.values(shown).map((one) => one.closest("label") ?? one));
    write(remark, kinds[kind.value].note ?? "");
    say("");
  }

  /** The fields of this kind as they were left, and kept from now on. */
  function takeUp() {
    asked.typed ??= {};
    asked.typed[kind.value] ??= {};
    const typed = asked.typed[kind.value];
    for (const [name, one] of Object.entries(shown)) {
      if (typed[name] !== undefined && isChoice(one, typed[name])) {
        one.value = typed[name];
        one.dispatchEvent(new Event("input"));
      }
      one.addEventListener("input", () => {
        typed[name] = one.value;
      });
      one.addEventListener("focus", () => {
        asked.field = name;
      });
    }
  }
  const isChoice = (one, value) => !one.options || [...one.options].some((option) => option.value === value);

  function say(sentence) {
    write(problem, sentence);
    problem.hidden = sentence === "";
  }

  /**
   * Why a change does not fit, with what was typed; a matrix's rows and columns are those of the notation.
   *
   * @param {Misfit} misfit
   */
  function refusal({ key, field: wrong, values }) {
    const turned = { row: "column", column: "row", changeNoRow: "changeNoColumn", changeNoColumn: "changeNoRow" };
    const [sentence, named] = notation.columns ? [turned[key] ?? key, turned[wrong] ?? wrong] : [key, wrong];
    return fill(strings[sentence], { ...values, typed: shown[named]?.value.trim() ?? "" });
  }

  async function submit(event) {
    event.preventDefault();
    const change = kinds[kind.value].change(shown);
    const wrong = misfit(change, bounds);
    if (wrong) {
      say(refusal(wrong));
      return;
    }
    if (at.place.changes.list.length >= MOST_CHANGES) {
      say(fill(strings.changesFull, { most: MOST_CHANGES }));
      return;
    }
    say(change.kind === "weights" ? strings.editWaiting : "");
    const refused = change.kind === "weights" ? await fetchMoment(change.moment) : "";
    if (refused) {
      say(refused);
      return;
    }
    say("");
    at.act({ do: "change", change: { ...change, ...(place.track > 0 && { track: place.track }) } });
    at.act({ do: "settle" });
  }

  element.addEventListener("submit", submit);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  });
  kind.addEventListener("change", show);
  kind.addEventListener("focus", () => {
    asked.field = "kind";
  });
  show();
  function focus() {
    const field = asked.field === "kind" ? kind : (shown[asked.field] ?? Object.values(shown).at(-1));
    field.focus();
  }
  return { element, focus };
}
