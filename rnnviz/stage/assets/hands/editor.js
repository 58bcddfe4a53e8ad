// Changing by hand without a pointer: a row of fields for one change. What does not fit gets a sentence and changes
// nothing.

/** @import {Context} from "../../context.d.ts" */
/** @import {Misfit} from "../../change.d.ts" */

import { h, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { MOST_CHANGES, misfit, numberOf } from "./changes.js";
import { chipKey } from "./chips.js";
import { plainLetter } from "../words/labels.js";

const WHOLE = /^ *[0-9]{1,6} *$/;

/**
 * The row of fields. asked: {kind, …}, what to begin with, in which the row keeps what is typed and chosen, and which
 * field has the keys: the stage may be drawn anew at any time. bounds: of the
 * model's changes. fetchMoment(moment): fetches the weights of a moment; a promise of "", or of a sentence why not.
 * onClose: called by the button and by Escape. Returns {element, focus()}.
 *
 * @param {Context} context
 */
export function editor(context, at, { asked, bounds, fetchMoment, onClose }) {
  const { model, notation, strings } = context;
  const { place } = at;
  const { target } = (place.way === "back" ? model.backward.phases : model.phases)[place.phase];
  const kinds = {
    hold: { title: strings.editHold, fields: holdFields, change: holdChange },
    weight: { title: strings.editWeight, fields: weightFields, change: weightChange },
    initial: { title: strings.editInitial, fields: initialFields, change: initialChange },
    input: { title: strings.editInput, fields: inputFields, change: inputChange },
    weights: { title: strings.editWeights, fields: momentFields, change: momentChange },
  };
  const offered = Object.keys(kinds).filter(isOffered);
  const kind = pick(
    strings.editKind,
    offered.map((key) => [key, kinds[key].title]),
    asked.kind,
  );
  const fields = h("span", { class: "hand-fields" });
  const apply = h("button", { type: "submit", class: "key word" }, strings.editApply);
  const problem = h("p", { class: "hand-problem", role: "alert", hidden: true });
  const away = chipKey("✕", strings.editClose, onClose);
  const element = h("form", { class: "hand-editor", novalidate: true }, kind, fields, apply, away, problem);
  let shown = {};

  function isOffered(key) {
    if (key === "input") return model.vocabulary.length > 1;
    if (key === "initial") return bounds.states.size > 0;
    return key !== "weights" || bounds.moments.length > 0;
  }

  function show() {
    asked.kind = kind.value;
    shown = kinds[kind.value].fields();
    takeUp();
    fields.replaceChildren(...Object.values(shown).map((one) => one.closest("label") ?? one));
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

  // ---- the fields of each kind -----------------------------------------------------------

  function holdFields() {
    const quantity = pick(strings.editQuantity, named([...bounds.quantities.keys()]), asked.quantity ?? target);
    const units = field(strings.editUnits, asked.units ?? place.unit + 1, strings.editAllHint);
    const from = number(strings.editFrom, asked.from ?? place.t + 1);
    const to = number(strings.editTo, asked.to ?? model.sizes.T);
    return { quantity, units, from, to, value: number(strings.editValue, asked.value ?? "") };
  }

  function holdChange({ quantity, units, from, to, value }) {
    const isAll = [strings.editAll.toLowerCase(), "*", "all"].includes(units.value.trim().toLowerCase());
    return {
      kind: "hold",
      quantity: quantity.value,
      units: isAll ? null : units.value.split(/[,，、]/).map(countedPlace),
      from: countedPlace(from.value),
      to: countedPlace(to.value),
      value: typedValue(value.value),
    };
  }

  function weightFields() {
    const names = [...bounds.weights.keys()].map((name) => [name, plainLetter(notation, name, "")]);
    const name = pick(strings.editName, names, asked.name);
    const row = number(strings.editRow, asked.row ?? 1);
    const column = number(strings.editColumn, asked.column ?? place.unit + 1);
    const value = number(strings.editValue, "");
    const showNow = () => {
      const [rows, columns] = bounds.weights.get(name.value);
      const [i, j] = indices();
      const isThere = i >= 0 && i < rows && j >= 0 && j < columns;
      value.placeholder = isThere
        ? String(
            Number(
              model.weights
                .get(name.value)
                .at(i * columns + j)
                .toPrecision(6),
            ),
          )
        : "";
    };
    const indices = () => {
      const [i, j] = [countedPlace(row.value), countedPlace(column.value)];
      return notation.columns ? [j, i] : [i, j];
    };
    for (const one of [name, row, column]) one.addEventListener("input", showNow);
    if (bounds.weights.get(name.value)[0] === 1) row.value = "1";
    showNow();
    return { name, row, column, value };
  }

  function weightChange({ name, row, column, value }) {
    const [i, j] = [countedPlace(row.value), countedPlace(column.value)];
    const places = notation.columns ? { row: j, column: i } : { row: i, column: j };
    return { kind: "weight", name: name.value, ...places, value: typedValue(value.value) };
  }

  function initialFields() {
    const state = pick(strings.editState, named([...bounds.states.keys()]), asked.state);
    const units = field(strings.editUnits, asked.units ?? place.unit + 1, strings.editAllHint);
    return { state, units, value: number(strings.editValue, asked.value ?? "") };
  }

  function initialChange({ state, units, value }) {
    const { units: places } = holdChange({ ...shown, quantity: state, from: units, to: units, units, value });
    return {
      kind: "initial",
      state: state.value,
      unit: places === null ? null : places[0],
      value: typedValue(value.value),
    };
  }

  function inputFields() {
    const step = number(strings.editStep, (asked.t ?? place.t) + 1);
    const now = model.inputs[asked.t ?? place.t];
    const character = pick(
      strings.editCharacter,
      model.vocabulary.map((one) => [one, one]),
      now,
    );
    step.addEventListener("input", () => {
      const there = model.inputs[countedPlace(step.value)];
      if (there !== undefined) character.value = there;
    });
    return { step, character };
  }

  function inputChange({ step, character }) {
    return { kind: "input", t: countedPlace(step.value), character: character.value };
  }

  function momentFields() {
    return {
      moment: pick(
        strings.editMoment,
        bounds.moments.map((k) => [k, k]),
        asked.moment,
      ),
    };
  }

  function momentChange({ moment }) {
    return { kind: "weights", moment: Number(moment.value) };
  }

  // ---- parts -----------------------------------------------------------------------------

  function named(names) {
    return names.map((name) => [name, `${plainLetter(notation, name, "")} ${model.quantity(name).title}`]);
  }

  function pick(title, options, chosen) {
    const all = options.map(([value, words]) => h("option", { value }, words));
    const select = h("select", { class: "choice", "aria-label": title, title }, ...all);
    if (options.some(([value]) => value === chosen)) select.value = chosen;
    return select;
  }

  function field(title, value, hint = title) {
    const input = h("input", {
      class: "hand-field",
      type: "text",
      autocomplete: "off",
      inputmode: "text",
      title: hint,
    });
    input.value = String(value);
    // What stands in the row is the label, with the field in it.
    h("label", {}, `${title} `).append(input);
    return input;
  }

  /** A field for a number: what no number has in it stays a key of the lecture there. */
  function number(title, value) {
    const made = field(title, value);
    made.dataset.takes = "number";
    return made;
  }

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

/** A number as readers count, from 0; NaN, which fits nowhere, if it is none. */
function countedPlace(text) {
  return WHOLE.test(text) ? Number(text) - 1 : NaN;
}

function typedValue(text) {
  return numberOf(text) ?? NaN;
}
