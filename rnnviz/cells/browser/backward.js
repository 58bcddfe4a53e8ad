// The walk back through a network with written cells, for its track; as `rnnviz/explain/backwards.py` and
// `rnnviz/stage/backward.py`.

/** @import {Contribution, Equation} from "../../engine/program.d.ts" */
/** @import {Layer, OwnCells, Path} from "./cells.d.ts" */

import { fill } from "../../web/numbers.js";
import { contributionsOf } from "./gradient.js";
import { tracedNames } from "./layer.js";
import { tensor, walk } from "./tree.js";

/** @typedef {{key: string, target: string, before: boolean, paths: Path[], inner: string}} BackwardPhase */

/**
 * The gradients of a step in the order of walking back, as the stage shows them.
 *
 * @param {OwnCells} told
 * @param {Layer[]} layers
 * @param {Equation} score of the logits
 * @param {Map<string, {title: string, pre: string | null}>} quantities all of them, by name
 * @param {{key: string, equation: Equation} | null} last what a stack ends with
 */
export function backwardPhases(told, layers, score, quantities, last) {
  const said = sayings(told, quantities);
  return phasesOf(layers, score, quantities, last).map((phase) => {
    const { key, target, before, inner } = phase;
    const onwards = before || target === "X";
    return { key, target, before, inner, onwards, title: said.title(phase), meaning: said.meaning(phase) };
  });
}

/** @returns {BackwardPhase[]} */
function phasesOf(layers, score, quantities, last) {
  const found = pathsOf(layers, score, last);
  const pathsTo = (name) => found.get(name) ?? [];
  /** @type {BackwardPhase[]} */
  const made = [{ key: score.target, target: score.target, before: false, paths: pathsTo(score.target), inner: "" }];
  const add = ({ key, equation: { target } }) => {
    const paths = pathsTo(target);
    made.push({ key, target, before: false, paths, inner: (paths.length && quantities.get(target).pre) || "" });
  };
  const onwards = (target, before, paths) => {
    made.push({ key: `to-${target.replaceAll(".", "-")}`, target, before, paths, inner: "" });
  };
  if (last) add(last);
  for (const { phases, states } of layers.toReversed()) {
    for (const phase of phases.toReversed()) add(phase);
    for (const state of states) {
      const later = pathsTo(state).filter((path) => path.later);
      if (later.length) onwards(state, true, later);
    }
  }
  onwards("X", false, pathsTo("X"));
  return made;
}

/**
 * The paths of each quantity, those of its own step first.
 *
 * @returns {Map<string, Path[]>}
 */
function pathsOf(layers, score, last) {
  const names = ["X", ...layers.flatMap(tracedNames), ...(last ? ["H"] : []), score.target];
  const order = new Map(names.map((name, k) => [name, k]));
  /** @type {Contribution[]} */
  const all = [
    ...contributionsOf(score),
    ...layers.toReversed().flatMap(({ contributions }) => contributions),
    ...(last ? contributionsOf(last.equation) : []),
  ];
  const found = new Map([[score.target, [{ source: "loss", later: false }]]]);
  for (const { source, to } of all) {
    if (to.op !== "tensor") continue;
    if (!found.has(to.name)) found.set(to.name, []);
    found.get(to.name).push({ source, later: to.before });
  }
  const rank = ({ source }) => order.get(source) ?? 0;
  for (const paths of found.values()) paths.sort((a, b) => Number(a.later) - Number(b.later) || rank(a) - rank(b));
  return found;
}

/** What is said of a phase. */
function sayings({ backward: words, betweenScripts }, quantities) {
  const owners = new Map([...quantities.values()].filter(({ pre }) => pre).map((one) => [one.pre, one]));
  const titleOf = (name) => (quantities.get(name) ?? owners.get(name)).title;
  const between = new RegExp(betweenScripts, "g");
  const spaced = (sentence) => sentence.replace(between, " ");

  /** @param {BackwardPhase} phase */
  function title({ target, before }) {
    return spaced(fill(before ? words.earlier : words.gradient, { quantity: titleOf(target) }));
  }

  /** @param {BackwardPhase} phase */
  function meaning({ target, before, paths }) {
    if (target === "logits") return words.logits;
    /** @type {Map<boolean, Set<string>>} */
    const when = new Map();
    for (const path of paths) {
      const isLater = path.later && !before;
      if (!when.has(isLater)) when.set(isLater, new Set());
      when.get(isLater).add(titleOf(path.source));
    }
    const sources = [...when].map(([isLater, titles]) => {
      const all = [...titles].join(words.comma);
      return isLater ? fill(words.later, { quantity: all }) : all;
    });
    const byCount = [words.noPath, words.onePath][paths.length] ?? words.morePaths;
    const told = { quantity: titleOf(target), count: paths.length, paths: sources.join(words.comma) };
    return spaced(fill(before ? words.onwards : byCount, told));
  }
  return { title, meaning };
}

/** Why a ledger is: its memory, as terms; or the sentence why there is none; as `rnnviz/explain/ledger.py`. */
export function ledgerOf({ ledger }, { states, quantities, equations }) {
  if (states.length === 0) return { memory: null, reason: ledger.carriesNothing };
  const equationOf = (state) => equations.find(({ target }) => target === state);
  const memories = states.filter((state) => quantities.find(({ name }) => name === state).kind === "memory");
  for (const memory of [...memories, "H"]) {
    const equation = equationOf(memory);
    const kept = shareOf(equation, tensor(memory, true));
    if (!kept) continue;
    const isLinear = memory === "H" || shareOf(equationOf("H"), tensor(memory)) !== null;
    return { memory, kept, written: equation.expression, isLinear };
  }
  return { memory: null, reason: ledger.mixes };
}

/** ∂target/∂ a state, unit by unit, as terms; null where it depends on the state itself, or on other units. */
function shareOf(equation, of) {
  const isOf = (e) => e.op === "tensor" && e.name === of.name && e.before === of.before;
  const isOwn = (e) => isOf(e) || (e.op === "tensor" && e.name === equation.target && !e.before);
  const terms = contributionsOf(equation).flatMap(({ to, expression }) => (isOf(to) ? [expression] : []));
  const isNoShare = (e) => e.op === "matmul" || isOwn(e);
  return terms.length === 0 || terms.some((term) => [...walk(term)].some(isNoShare)) ? null : terms;
}
