// The small pictures of the contents: of each chapter a figure as it stands once its questions are answered, drawn by
// the chapter's own module from the chapter's own numbers, and moved by one of them.

/** @import {ChapterInFile} from "../prose.d.ts" */
/** @import {Definition, Values} from "../definition.d.ts" */

import { ACTIVATION } from "../chapters/activations/chapter.js";
import { BACKPROP } from "../chapters/backprop/chapter.js";
import { DEPTH } from "../chapters/depth/chapter.js";
import { DESCENT } from "../chapters/descent/chapter.js";
import { EMBEDDINGS } from "../chapters/embeddings/chapter.js";
import { EVOLUTION } from "../chapters/evolution/chapter.js";
import { FORECAST } from "../chapters/forecast/chapter.js";
import { GRADIENTS } from "../chapters/gradients/chapter.js";
import { LONG_MEMORY } from "../chapters/long_memory/chapter.js";
import { MATRIX_MEMORY } from "../chapters/matrix_memory/chapter.js";
import { NEURONS } from "../chapters/neurons/chapter.js";
import { NNLM } from "../chapters/nnlm/chapter.js";
import { ONE_UNIT } from "../chapters/one_unit/chapter.js";
import { PARALLEL } from "../chapters/parallel/chapter.js";
import { SOFTMAX } from "../chapters/softmax/chapter.js";
import { TEXTCNN } from "../chapters/textcnn/chapter.js";
import { GATES } from "../chapters/why_gates/chapter.js";
import { HISTORY } from "../chapters/why_history/chapter.js";
import { WHY_SHAPES } from "../chapters/why_shapes/chapter.js";
import { WHY_STATE } from "../chapters/why_state/chapter.js";
import { WHY_UNROLLED } from "../chapters/why_unrolled/chapter.js";
import { WORD2VEC } from "../chapters/word2vec/chapter.js";
import { WRITING } from "../chapters/writing/chapter.js";
import { moved } from "../chapters/evolution/figures/moved.js";
import { paint } from "../reader/paint.js";
import { readerState } from "../reader/state.js";
import { fitted } from "../reader/values.js";

/**
 * Of each chapter the figure; the task that is done in it, where it has one; and the number or the choice by which it
 * is moved, none where the figure has none.
 *
 * @type {Record<string, {of: Definition, figure: string, task?: string, by?: string}>}
 */
export const SHOWN = {
  neurons: { of: NEURONS, figure: "line", task: "part", by: "lay" },
  activations: { of: ACTIVATION, figure: "curve", by: "a" },
  softmax: { of: SOFTMAX, figure: "bars", by: "tau" },
  descent: { of: DESCENT, figure: "surface", by: "w" },
  backprop: { of: BACKPROP, figure: "backward", by: "x1" },
  depth: { of: DEPTH, figure: "guess", by: "gain" },
  embeddings: { of: EMBEDDINGS, figure: "lookup", by: "word" },
  nnlm: { of: NNLM, figure: "network", by: "place" },
  word2vec: { of: WORD2VEC, figure: "tree", by: "merges" },
  textcnn: { of: TEXTCNN, figure: "slide", by: "at" },
  why_history: { of: HISTORY, figure: "table", by: "alpha" },
  why_state: { of: WHY_STATE, figure: "term", task: "cut", by: "loop" },
  why_unrolled: { of: WHY_UNROLLED, figure: "loop", task: "pull", by: "unfold" },
  why_shapes: { of: WHY_SHAPES, figure: "shapes", by: "h" },
  why_gates: { of: GATES, figure: "keep", task: "half", by: "hold" },
  gradients: { of: GRADIENTS, figure: "fates", by: "text" },
  long_memory: { of: LONG_MEMORY, figure: "task", by: "steps" },
  writing: { of: WRITING, figure: "plausible", by: "passage" },
  forecast: { of: FORECAST, figure: "almost", task: "pull", by: "shift" },
  one_unit: { of: ONE_UNIT, figure: "found", by: "threshold" },
  evolution: { of: EVOLUTION, figure: "race" },
  matrix_memory: { of: MATRIX_MEMORY, figure: "between", by: "asked" },
  parallel: { of: PARALLEL, figure: "tree", task: "whole", by: "unit" },
};
// The room in which figures are drawn, in pixels, and the size of their letters; the card shows it smaller.
const [WIDTH, LOW, TALL, LETTER] = [640, 440, 560, 16];
// A cell of the timeline has its words beside it.
const NO_TITLES = { moved: "", ofStep: "" };
// Milliseconds that all the frames take, and how many there are.
const [DURATION, FRAMES] = [2400, 24];

/**
 * The figure of a chapter in `svg`: {play()}, which goes through one of its numbers once and ends as it began. data: as
 * the chapter itself is told.
 *
 * @param {SVGElement} svg
 * @param {string} name
 * @param {ChapterInFile} data
 */
export function miniature(svg, name, data) {
  const { figure, by, of } = SHOWN[name];
  const drawn = of.figures[figure];
  const height = drawn.isTall ? TALL : LOW;
  const words = { ...data.strings, ...data.words };
  const state = answered(name);
  const rest = state.values;
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  svg.removeAttribute("preserveAspectRatio");
  const show = () => paint(svg, drawn.draw(state.seen(data.numbers), { width: WIDTH, height, u: LETTER }, words));
  let from = 0;
  show();

  function next(time) {
    from ||= time;
    const share = (time - from) / DURATION;
    const isOver = share >= 1 || !svg.isConnected;
    state.values = isOver ? rest : { ...rest, ...movedBy(of, by, rest, Math.round(share * FRAMES) / FRAMES) };
    show();
    if (isOver) from = 0;
    else requestAnimationFrame(next);
  }
  return { play: () => by && from === 0 && requestAnimationFrame(next) };
}

/**
 * A cell of the timeline in `svg`: what one of its steps does to its states, as its section shows it.
 *
 * @param {SVGSVGElement} svg
 * @param {string} cell
 * @param {ChapterInFile} data of the chapter
 */
export function cellMiniature(svg, cell, data) {
  const { cells, step } = data.numbers;
  const box = { width: WIDTH, height: TALL, u: LETTER };
  paint(svg, moved(cells[cell], box, { ...data.strings, ...data.words, ...NO_TITLES }, step));
  const { x, y, width, height } = svg.getBBox();
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

/** The state of a chapter in which everything is shown, and the task of its figure done. @param {string} name */
export function answered(name) {
  const { of, task } = SHOWN[name];
  const state = readerState(of, "all=on");
  state.put(of.tasks?.[task]?.solution ?? {});
  return state;
}

/**
 * The value of what moves a figure after a share of the way: from where it usually is to its most, from there to its
 * least, and back; a choice goes through its words.
 *
 * @param {Definition} of
 * @param {string} by
 * @param {Values} rest
 * @param {number} share from 0 to 1
 */
export function movedBy({ numbers = {}, choices = {} }, by, rest, share) {
  if (by in choices) {
    const words = choices[by].of;
    return { [by]: words[(words.indexOf(rest[by]) + Math.floor(share * words.length)) % words.length] };
  }
  const number = numbers[by];
  const { least, most } = number;
  const way = [rest[by], most, least, rest[by]];
  const leg = Math.min(2, Math.floor(3 * share));
  const value = way[leg] + (way[leg + 1] - way[leg]) * (3 * share - leg);
  return { [by]: fitted(number, value) };
}
