// The kinds of change that can be typed: each has its fields, and makes a change of what is typed in them.

/** @import {Bounds} from "../../change.d.ts" */
/** @import {Context} from "../../context.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { plainLetter } from "../words/labels.js";
import { countedPlace, field, number, pick, typedValue } from "./handfields.js";

/**
 * By its name, {title, note, isOffered, fields(), change(fields)}; a note stands behind the fields. bounds: of the
 * model's changes; place: of the row; asked: what the fields begin with, any words and numbers.
 *
 * @param {Pick<Context, "model" | "notation" | "strings">} context
 * @param {{place: Place, asked: Record<string, any>, bounds: Bounds}} of
 */
export function changeKinds(context, of) {
  const given = { ...context, ...of };
  return {
    hold: holdKind(given),
    weight: weightKind(given),
    initial: initialKind(given),
    input: inputKind(given),
    weights: momentKind(given),
  };
}

function holdKind({ model, notation, strings, place, asked, bounds }) {
  const { target } = (place.way === "back" ? model.backward.phases : model.phases)[place.phase];
  const names = named(model, notation, bounds.quantities);
  return {
    title: strings.editHold,
    isOffered: true,
    fields: () => ({
      quantity: pick(strings.editQuantity, names, asked.quantity ?? target),
      units: unitsField(strings, asked, place),
      from: number(strings.editFrom, asked.from ?? place.t + 1),
      to: number(strings.editTo, asked.to ?? model.sizes.T),
      value: number(strings.editValue, asked.value ?? ""),
    }),
    change: ({ quantity, units, from, to, value }) => ({
      kind: "hold",
      quantity: quantity.value,
      units: typedUnits(strings, units),
      from: countedPlace(from.value),
      to: countedPlace(to.value),
      value: typedValue(value.value),
    }),
  };
}

function weightKind({ model, notation, strings, place, asked, bounds }) {
  const names = [...bounds.weights.keys()].map((name) => [name, plainLetter(notation, name, "")]);
  /** Of the parameter, whichever way round the notation writes it. */
  const placeIn = (row, column) => {
    const [i, j] = [countedPlace(row.value), countedPlace(column.value)];
    return notation.columns ? { row: j, column: i } : { row: i, column: j };
  };
  return {
    title: strings.editWeight,
    isOffered: true,
    fields() {
      const name = pick(strings.editName, names, asked.name);
      const row = number(strings.editRow, asked.row ?? 1);
      const column = number(strings.editColumn, asked.column ?? place.unit + 1);
      const value = number(strings.editValue, "");
      const showNow = () => {
        const [rows, columns] = bounds.weights.get(name.value);
        const at = placeIn(row, column);
        const isThere = at.row >= 0 && at.row < rows && at.column >= 0 && at.column < columns;
        const now = isThere && model.weights.get(name.value).at(at.row * columns + at.column);
        value.placeholder = isThere ? String(Number(now.toPrecision(6))) : "";
      };
      for (const one of [name, row, column]) one.addEventListener("input", showNow);
      if (bounds.weights.get(name.value)[0] === 1) row.value = "1";
      showNow();
      return { name, row, column, value };
    },
    change: ({ name, row, column, value }) => ({
      kind: "weight",
      name: name.value,
      ...placeIn(row, column),
      value: typedValue(value.value),
    }),
  };
}

function initialKind({ model, notation, strings, place, asked, bounds }) {
  return {
    title: strings.editInitial,
    isOffered: bounds.states.size > 0,
    fields: () => ({
      state: pick(strings.editState, named(model, notation, bounds.states), asked.state),
      units: unitsField(strings, asked, place),
      value: number(strings.editValue, asked.value ?? ""),
    }),
    change: ({ state, units, value }) => ({
      kind: "initial",
      state: state.value,
      unit: typedUnits(strings, units)?.[0] ?? null,
      value: typedValue(value.value),
    }),
  };
}

function inputKind({ model, strings, place, asked }) {
  return {
    title: strings.editInput,
    // Which other characters one may look for in vain.
    note: strings.editCharacterNote,
    isOffered: model.vocabulary.length > 1,
    fields() {
      const t = asked.t ?? place.t;
      const step = number(strings.editStep, t + 1);
      const choices = model.vocabulary.map((one) => [one, one]);
      const character = pick(strings.editCharacter, choices, model.inputs[t]);
      step.addEventListener("input", () => {
        const there = model.inputs[countedPlace(step.value)];
        if (there !== undefined) character.value = there;
      });
      return { step, character };
    },
    change: ({ step, character }) => ({ kind: "input", t: countedPlace(step.value), character: character.value }),
  };
}

/** The weights of another moment of the training. */
function momentKind({ strings, asked, bounds }) {
  const choices = bounds.moments.map((k) => [k, k]);
  return {
    title: strings.editWeights,
    isOffered: choices.length > 0,
    fields: () => ({ moment: pick(strings.editMoment, choices, asked.moment) }),
    change: ({ moment }) => ({ kind: "weights", moment: Number(moment.value) }),
  };
}

function named(model, notation, quantities) {
  return [...quantities.keys()].map((name) => [
    name,
    `${plainLetter(notation, name, "")} ${model.quantity(name).title}`,
  ]);
}

const unitsField = (strings, asked, place) =>
  field(strings.editUnits, asked.units ?? place.unit + 1, strings.editAllHint);

/** The numbers of units, or null for all. */
function typedUnits(strings, { value }) {
  const isAll = [strings.editAll.toLowerCase(), "*", "all"].includes(value.trim().toLowerCase());
  return isAll ? null : value.split(/[,，、]/).map(countedPlace);
}
