// What a reader has set in a chapter, as it stands in the address: values, answers, and whether all is shown. Pure.

/** @import {Definition, Given, Values} from "../definition.d.ts" */

import { bounded, fitted, fromQuery, toQuery } from "./values.js";

/**
 * The state of a chapter at an address:
 *   values     of its numbers, choices and texts
 *   answers    {name: {chosen, isShown}} of its questions and tasks, once `answer` was asked for them
 *   isAll      whether everything is shown
 *   section    where the reader is, "" being the beginning
 *   isTouched  whether the reader has set anything: what a link has set is not yet done by anybody
 *
 * @param {Pick<Definition, "numbers" | "choices" | "texts">} definition
 * @param {string} search
 */
export function readerState({ numbers = {}, choices = {}, texts = {} }, search) {
  const settings = { numbers, choices, texts };
  let query = new URLSearchParams(search);
  const state = {
    values: fromQuery(settings, query),
    answers: {},
    isAll: query.get("all") === "on",
    section: query.get("section") ?? "",
    isTouched: false,
    put,
    answer,
    seen,
    follow,
    recall,
    isAnswered,
    beginAnew,
    asked: () => query.get("section"),
    inAddress,
    namesInAddress,
  };
  return state;

  /** Set some values. What is dragged keeps to the steps; what is computed is taken as it is. */
  function put(changes, isByHand = false) {
    const fit = isByHand ? fitted : bounded;
    for (const [name, value] of Object.entries(changes)) {
      state.values = { ...state.values, [name]: name in numbers ? fit(numbers[name], value) : value };
    }
  }
  /** The answer to a question, or what became of a task. */
  function answer(name) {
    state.answers[name] ??= answerIn(query, name);
    return state.answers[name];
  }
  function isOpen(question) {
    return state.isAll || Boolean(state.answers[question]?.isShown);
  }
  /**
   * What figures and sentences are drawn from.
   *
   * @param {Given} given
   * @returns {Values}
   */
  function seen(given) {
    return { ...state.values, all: state.isAll, given, isOpen };
  }
  /** Go to the state of another address, but for its section. */
  function follow(other) {
    query = new URLSearchParams(other);
    state.values = fromQuery(settings, query);
    // What a follower has chosen stays his own, wherever the lecturer goes.
    for (const [name, { chosen }] of Object.entries(state.answers)) {
      const asked = answerIn(query, name);
      state.answers[name] = { ...asked, chosen: asked.chosen ?? chosen };
    }
    state.isAll = query.get("all") === "on";
  }
  /** Take what was answered before in this chapter, unless the address itself sets something. */
  function recall(answers) {
    const isSet = Object.keys(toQuery(settings, state.values)).length > 0 || state.isAll;
    if (!isSet && ![...query.keys()].some((name) => /^(answer|shown)_/.test(name))) state.answers = { ...answers };
  }
  function isAnswered() {
    return Object.values(state.answers).some(({ chosen, isShown }) => chosen || isShown);
  }
  /** Everything as at first. What the figure then shows is not yet done by anybody. */
  function beginAnew() {
    query = new URLSearchParams();
    state.values = fromQuery(settings, query);
    for (const name of Object.keys(state.answers)) state.answers[name] = answerIn(query, name);
    [state.isAll, state.isTouched] = [false, false];
  }
  /** What of it belongs into the address, and the names of all that may. */
  function inAddress() {
    const own = toQuery(settings, state.values);
    for (const [name, { chosen, isShown }] of Object.entries(state.answers)) {
      if (chosen) own[`answer_${name}`] = String(chosen);
      if (isShown) own[`shown_${name}`] = "on";
    }
    if (state.isAll) own.all = "on";
    if (state.section) own.section = state.section;
    return own;
  }
  function namesInAddress() {
    const asked = Object.keys(state.answers).flatMap((name) => [`answer_${name}`, `shown_${name}`]);
    return [...Object.values(settings).flatMap(Object.keys), ...asked, "all", "section"];
  }
}

function answerIn(query, name) {
  const chosen = Number(query.get(`answer_${name}`));
  return {
    chosen: Number.isInteger(chosen) && chosen > 0 ? chosen : null,
    isShown: query.get(`shown_${name}`) === "on",
  };
}
