// What is seen to happen in the line: the states go along the arrow into the next cell, and the likeliest output rises
// and meets the letter that came. On the way back gradients go the other way, each as thick as it is large.

/** @import {Context} from "../../context.d.ts" */
/** @import {Film, Filmed, Move, Point, Span} from "../../motion.d.ts" */
/** @import {Sheet} from "./sheet.js" */

import { along, at, during, flight, held, part, sign, SLIDES } from "../motion/moves.js";
import { visible } from "../place/cursor.js";

// The thinnest gradient as a share of the thicker one of two.
const THINNEST = 0.12;
// When output and letter have met, and how much larger the prediction is then.
const MET = 0.6;
const STRUCK = 1.14;

/**
 * A state of a column. copy: as `strip` has it. x, y: its strip's corner.
 * @typedef {{name: string, x: number, y: number, copy(t: number, isBefore: boolean): HTMLCanvasElement}} Row
 * The prediction of a column: where it rises from and where it stands, and its words. pill: what is struck; loss: what
 * falls out, from so high.
 * @typedef {{from: Point, to: Point, words: SVGElement, pill?: SVGElement, loss?: SVGElement, fall?: number}} Said
 * What stands in a column: of each network its states and its prediction, and where the letter and the cell stand.
 * @typedef {{letter: Point, cell: Point, networks: {context: Context, rows: Row[], said: Said | null}[]}} Column
 */

/**
 * The films of a line. columnAt(t): what stands at a step, null outside of what is shown. painted: the strips, which
 * take on new colours unless the line has moved under them, which `first()` says: the step it begins with.
 *
 * @param {Context} context
 * @param {{element: HTMLElement, painted: Sheet, columnAt(t: number): Column | null, first(): number}} drawn
 * @returns {Filmed}
 */
export function lineFilm({ forward, isBack }, { element, painted, columnAt, first }) {
  let kept = -1;
  let corner = { left: 0, top: 0 };

  function keep(isSeen) {
    kept = first();
    painted.keep(isSeen);
    corner = element.getBoundingClientRect();
  }

  /** @param {Film} film */
  function moves(film) {
    const { hands: handed, says: said } = film;
    const here = columnAt(film.t);
    const there = columnAt(film.from);
    return [
      ...(kept === first() ? painted.faded([0, 1]) : []),
      ...(handed && here && there ? handing(film, there, here, handed) : []),
      ...(said && here ? here.networks.flatMap((one, k) => saying(film, one, k, said)) : []),
    ];
  }

  /**
   * @param {Film} film
   * @param {Column} from
   * @param {Column} to
   * @param {Span} span
   * @returns {Move[]}
   */
  function handing(film, from, to, span) {
    return from.networks.flatMap(({ context: { model }, rows }, k) =>
      rows.flatMap(({ name, x, y, copy }, row) => {
        const way = (model.isBackward(name) ? -1 : 1) * (isBack ? -1 : 1);
        if (!model.carries || way !== film.t - film.from) return [];
        const end = to.networks[k].rows[row];
        const [begins, ends] = isBack ? gradients(model, name, film.from) : [1, 1];
        const frames = [
          { share: 0, ...at([x, y], ` scaleY(${begins})`, true), easing: SLIDES },
          { share: 0.8, ...at([end.x, end.y], ` scaleY(${ends})`, true) },
          { share: 1, ...at([end.x, end.y], ` scaleY(${ends})`, true), opacity: 0 },
        ];
        return [{ element: copy(film.from, isBack), into: element, frames: during(span, frames) }];
      }),
    );
  }

  /**
   * @param {Film} film
   * @param {Column["networks"][number]} network
   * @param {Span} span
   * @returns {Move[]}
   */
  function saying({ t, place }, { context, said }, k, span) {
    if (said === null) return [];
    const { forward: model } = context;
    const { from, to, words, pill, loss, fall } = said;
    if (isBack) return [{ element: sign("dot", "loss"), into: element, frames: during(span, along([to, from])) }];
    const risen = part(span, 0, MET);
    const rises = flight(element, sign("answer", "output", model.labels[model.likeliest[t][0]]), risen, from, to);
    const isRight = model.targets?.[t] === model.likeliest[t][0];
    const met = part(span, MET, 1);
    return [
      rises,
      appearing(words, risen),
      ...(k === 0 ? coming(model, place, to, risen) : []),
      ...(pill && isRight ? [struck(pill, met)] : []),
      ...(loss && model.targets !== null && !isRight ? [falling(loss, fall, met)] : []),
    ];
  }

  /** The letter that came: it stands as the next input, unless that is hidden or no letter at all. */
  function coming(model, place, to, span) {
    const t = place.t + 1;
    const isLetter = model.targets !== null && !model.tags && !model.readings;
    const next = isLetter && visible(place, forward.quantity("X"), t) ? columnAt(t) : null;
    if (!next || model.inputs[t] !== model.labels[model.targets[place.t]]) return [];
    return [flight(element, sign("letter", "input", forward.inputWord(t)), span, next.letter, to)];
  }

  /**
   * @param {Film} film
   * @returns {Move[] | null}
   */
  function reads({ t, reads: span }) {
    const column = columnAt(t);
    if (!column) return null;
    return [flight(element, sign("letter", "input", forward.inputWord(t)), span, column.letter, column.cell)];
  }

  function letterAt(t) {
    const column = columnAt(t);
    if (!column) return null;
    const { left, top } = corner;
    return new DOMPoint(left + column.letter[0], top + column.letter[1]);
  }
  return { element, keep, moves, reads, letterAt };
}

/** How thick a gradient is where it leaves and where it arrives, as shares of the thicker one. */
function gradients(model, name, t) {
  const handed = Array.from({ length: model.length(name) }, (_, k) => model.value(name, t, k, true));
  const norms = [model.norm(name, t), Math.hypot(...handed)];
  const most = Math.max(...norms) || 1;
  return norms.map((norm) => Math.max(THINNEST, norm / most).toFixed(3));
}

/**
 * Words that are written once their sign has come.
 *
 * @param {Element} element
 * @param {Span} span
 * @returns {Move}
 */
function appearing(element, span) {
  const frames = [0, 0, 1].map((opacity, k) => ({ share: [0, 0.9, 1][k], opacity }));
  return { element, frames: held(span, frames), isOnward: true };
}

/**
 * @param {Element} element
 * @param {Span} span
 * @returns {Move}
 */
function struck(element, span) {
  const frames = [1, STRUCK, 1].map((scale, k) => ({ share: k / 2, transform: `scale(${scale})` }));
  return { element, frames: held(span, frames), isOnward: true };
}

/**
 * @param {Element} element
 * @param {Span} span
 * @returns {Move}
 */
function falling(element, high, span) {
  const frames = [
    { share: 0, transform: `translateY(${-high}px)`, opacity: 0 },
    { share: 1, transform: "translateY(0)", opacity: 1 },
  ];
  return { element, frames: held(span, frames), isOnward: true };
}
