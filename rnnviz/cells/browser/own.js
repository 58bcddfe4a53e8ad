// A reader's own cell: from its equations as text to all that the page needs of a network, as
// `rnnviz/site/templates.py` makes it of a built-in one. Fetched by the page once somebody asks for a cell of one's
// own; see `own_cells.py`.

/** @import {Kind, Own, OwnCell, Template} from "../../site/site.d.ts" */
/** @import {Layer, OwnCells, Script} from "./cells.d.ts" */

import { fill } from "../../web/numbers.js";
import { backwardPhases, ledgerOf } from "./backward.js";
import { checksOf } from "./finite.js";
import { cellOf, layerOf, tracedNames } from "./layer.js";
import { notationsOf } from "./notation.js";
import { read, Unfit } from "./script.js";
import { sourceOf } from "./source.js";
import { codeOf } from "./torch.js";
import { parameter, pair, sum, tensor } from "./tree.js";

// Cells that are kept; a reader goes back and forth between a few.
const KEPT = 32;

/**
 * What reads equations; see `Own` in `site.d.ts`.
 *
 * @param {OwnCells} told
 * @returns {Own}
 */
export function ownCells(told) {
  const known = new Map();
  return {
    read: cellIn,
    equationsOf: (cell) => told.builtIn[cell],
    notFinite: (values) => fill(told.sentences.notFinite, values),
    words: told.words,
    beginnings: told.beginnings,
  };

  /** @returns {OwnCell} */
  function cellIn(equations) {
    if (known.has(equations)) return known.get(equations);
    const cell = made(equations);
    // What is refused may be long.
    if (!cell.refused) known.set(equations, cell);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    return cell;
  }

  /** @returns {OwnCell} */
  function made(equations) {
    try {
      const script = read(told, equations);
      const cell = cellOf(told, script);
      const templates = new Map();
      const template = (count) => {
        if (!templates.has(count)) templates.set(count, templateOf(told, cell, script, count, equations));
        return templates.get(count);
      };
      return { kind: kindOf(told, cell), template, source: () => sourceOf(told, script), refused: "" };
    } catch (reason) {
      if (!(reason instanceof Unfit)) throw reason;
      return { kind: null, template: null, source: null, refused: reason.message };
    }
  }
}

/**
 * @param {OwnCells} told
 * @param {Layer} cell
 * @returns {Kind}
 */
function kindOf({ frames, title }, { weights }) {
  const { name } = frames[0].track.cell;
  const axes = Object.fromEntries(weights.map((weight) => [weight.name, weight.axes]));
  return { name, title, about: "", isMain: false, oneWay: name, axes };
}

/**
 * A network with layers of a written cell: what is the cell's in the place of what the frame has.
 *
 * @param {OwnCells} told
 * @param {Layer} cell
 * @param {Script} script
 * @param {number} count of layers
 * @param {string} equations
 * @returns {Template}
 */
function templateOf(told, cell, script, count, equations) {
  const frame = told.frames[count - 1];
  const isAlone = count === 1;
  const layers = isAlone ? [cell] : frame.prefixes.map((_, k) => layerOf(told, cell, k + 1));
  const { track } = frame;
  // What a stack ends with, and the output layer behind it, are the frame's.
  const ends = isAlone ? 2 : 3;
  const quantities = track.quantities.slice(-ends);
  const phases = track.phases.slice(-ends);
  const last = isAlone ? null : lastOf(phases[0], frame);
  const passes = track.program.passes.slice(isAlone ? -1 : -2);
  return {
    ...frame,
    track: {
      ...track,
      rows: isAlone ? [...cell.states.filter((state) => state !== "H").slice(0, 1), "H"] : track.rows,
      called: calledOf(told, track, layers),
      carries: cell.states.length > 0,
      ledger: isAlone ? ledgerOf(told, cell) : track.ledger,
      quantities: [track.quantities[0], ...layers.flatMap((layer) => quantitiesOf(told, layer)), ...quantities],
      phases: [...layers.flatMap((layer) => layer.phases.map(phaseOf)), ...phases],
      diagrams: [
        ...layers.map(({ diagram }, k) => ({
          ...diagram,
          title: track.diagrams[k].title,
          path: track.diagrams[k].path,
        })),
        ...track.diagrams.slice(layers.length),
      ],
      program: {
        ...track.program,
        passes: [...layers.map((layer, k) => passOf(layer, track.program.passes[k])), ...passes],
      },
      backward: {
        phases: backwardPhases(told, layers, SCORE, namesOf(track, layers), last),
        diagrams: [
          ...layers.map(({ wires }) => ({ values: {}, wires })),
          ...track.backward.diagrams.slice(layers.length),
        ],
      },
      notations: notationsOf(told, layers, track.notations),
    },
    ...filesOf(told, frame, layers, last, equations),
    checks: layers.map((layer) => checksOf(layer, script.lines)),
  };
}

// As `rnnviz.model` has it.
const SCORE = {
  target: "logits",
  expression: sum([pair("matmul", tensor("H"), parameter("W_hq")), parameter("b_q")]),
};

/** The phase that a stack ends with. */
function lastOf({ key, target, expression }, { numbers }) {
  return { key, equation: { target, expression }, text: numbers.about.equations.at(-1) };
}

/** All quantities of a network by their names. */
function namesOf({ quantities }, layers) {
  const own = layers.flatMap((layer) => layer.quantities);
  return new Map([quantities[0], ...quantities.slice(-3), ...own].map((one) => [one.name, one]));
}

/**
 * What each parameter is called when an equation is read aloud; those of the output layer are the frame's.
 *
 * @param {OwnCells} told
 * @param {Pick<Template["track"], "called">} track
 * @param {Layer[]} layers
 */
function calledOf({ parameters }, { called }, layers) {
  const own = layers.flatMap(({ weights, quantities }) =>
    weights.map(({ name, kind, gate }) => {
      const { title } = quantities.find((one) => one.name === gate);
      return [name, fill(parameters[kind], { quantity: title })];
    }),
  );
  return { ...Object.fromEntries(own), W_hq: called.W_hq, b_q: called.b_q };
}

function phaseOf({ key, title, meaning, equation }) {
  return { key, title, meaning, ...equation };
}

/** @param {Layer} layer */
function passOf({ reads, states, equations, contributions }, frame) {
  return { ...frame, reads, states, equations, contributions };
}

/**
 * @param {OwnCells} told
 * @param {Layer} layer
 */
function quantitiesOf({ hues, gateHues }, { number, quantities }) {
  const own = quantities.filter(({ kind }) => kind === "gate").map(({ name }) => name.split(".").at(-1));
  const taken = own.flatMap((name) => hues[name] ?? []);
  const left = gateHues.filter((hue) => !taken.includes(hue));
  const free = left.length ? left : gateHues;
  const others = own.filter((name) => !hues[name]);
  const hueOf = ({ name, kind }) => {
    const short = name.split(".").at(-1);
    return kind === "gate" ? (hues[short] ?? free[others.indexOf(short) % free.length]) : kind;
  };
  return quantities.map((quantity) => {
    const { name, kind, title, word, pre } = quantity;
    const part = number ? `layer${number}` : "";
    const signed = kind !== "gate";
    return { name, kind, title, word, part, reversed: false, pre, hue: hueOf(quantity), signed, high: 1, preHigh: 1 };
  });
}

/** What files of numbers, of code and of weights have of the cell. */
function filesOf(told, frame, layers, last, equations) {
  const { names, axes, about } = frame.numbers;
  const output = names.slice(names.indexOf("logits"));
  const own = ["X", ...layers.flatMap(tracedNames), ...(last ? ["H"] : []), ...output];
  const shown = layers.flatMap(({ quantities }) => quantities.flatMap(({ name, pre }) => [name, pre].filter(Boolean)));
  const starts = layers.flatMap(({ states }) => states.map((state) => `${state}0`));
  const isState = (name) => starts.includes(name);
  const weights = layers.flatMap((layer) => layer.weights.map(({ name, axes }) => [name, [...axes]]));
  const code = Object.entries(frame.code).map(([key, [words]]) => [
    key,
    [words, codeOf(told, layers, last, key === "held")],
  ]);
  const texts = [...layers.flatMap(({ phases }) => phases), ...(last ? [last] : [])].map(({ text }) => text);
  return {
    tensors: [...shown, ...(last ? ["H"] : []), ...output.slice(0, 2), ...starts, "unlisted", "X", "loss", "mean_loss"],
    code: Object.fromEntries(code),
    kept: { ...frame.kept, options: optionsOf(frame.kept.options, equations) },
    numbers: {
      names: own,
      axes: {
        ...Object.fromEntries(own.map((name) => [name, axes[name] ?? (isState(name) ? ["n", "h"] : ["T", "n", "h"])])),
        ...Object.fromEntries([...weights, ["W_hq", axes.W_hq], ["b_q", axes.b_q]]),
      },
      about: { ...about, equations: texts },
    },
  };
}

/**
 * What a file of weights says of the cells. options may be any: they are as deep as there are layers.
 *
 * @param {any} options
 */
function optionsOf(options, equations) {
  if (!options.layers) return { ...options, equations };
  return { ...options, layers: options.layers.map((one) => ({ ...one, options: optionsOf(one.options, equations) })) };
}
