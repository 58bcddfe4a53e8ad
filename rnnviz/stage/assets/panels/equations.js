// The cell's equations, the current one marked; under it the same for one unit, in numbers.

/** @import {Place} from "../../place.d.ts" */
/** @import {AnyModel} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { breakable } from "../words/breaks.js";
import { h, hide, set, write } from "../../../web/dom.js";
import { visible } from "../place/cursor.js";
import { innerLetters, letters, piecesOf, shapes, workedOut } from "../words/formula.js";
import { spokenEquation } from "../words/spoken.js";
import { colon } from "../../../web/punctuation.js";
import { question } from "../hands/question.js";
import { textWidth } from "./geometry.js";
import { placeUnder } from "./underlayout.js";

const MOST = 8;
const SMALLEST = { forward: 0.8, back: 0.92 };
// The numbers of eight paths at once are smaller still.
const LEAST_FIT = 0.76;
// Before scaling: the edge of the box of numbers, the letters of shapes and of numbers.
const [PADDING, SHAPE, NUMBER] = [13, 13, 20];
// How the equations are written, from the largest to the smallest letters.
const DENSITIES = ["roomy", "", "dense", "denser"];

/**
 * act: sends the cursor an action. width: of the box of numbers, in pixels. powers: how many outputs are named under
 * the softmax.
 *
 * @param {Context} context
 * @param {Context["act"]} act
 * @param {number} [width]
 * @param {number} [powers]
 */
export function equations(context, act, width = 0, powers = undefined) {
  const { model, strings, notation, go, scale } = context;
  const lines = model.phases.map((phase, k) => {
    const line = h(
      "button",
      {
        class: "equation",
        type: "button",
        title: phase.title,
        "aria-label": `${phase.title}${colon()}${spokenEquation(model, notation, phase)}`,
      },
      breakable(letters(model, notation, phase)),
    );
    const inner = innerLetters(model, notation, phase);
    if (inner) line.append(h("span", { class: "inner" }, breakable(inner)));
    line.addEventListener("click", () => go({ phase: k }));
    return line;
  });
  const shape = h("p", { class: "shape" });
  const holder = h("div", { class: "in-numbers", tabindex: "0", role: "group", "aria-label": strings.inNumbers });
  const note = notation.note ? h("p", { class: "note" }, notation.note) : null;
  const legend = Object.entries(notation.functions).map(
    ([name, letter]) => `${letter} = ${name === "phi" ? model.cell.phi : name}`,
  );
  const used = legend.filter((_, k) => uses(model, Object.keys(notation.functions)[k]));
  // The output layer's equations stand in one row: they are the same under every cell.
  const isOutput = model.phases.map((phase) => ["logits", "output"].includes(model.quantity(phase.target).kind));
  const own = lines.filter((_, k) => !isOutput[k]);
  const layer = lines.filter((_, k) => isOutput[k]);
  // They come last, and on the way back first.
  const outputs = h("div", { class: "output-layer" }, ...layer);
  const all = model.forward ? [outputs, ...own] : [...own, outputs];
  // Where what the output layer reads is drawn.
  const atOutput = model.forward ? 0 : own.length - 1;
  const asking = question(context, act, "equations");
  // Going back, each number has its letters under it.
  const inLetters = model.forward ? null : h("span", { role: "img" });
  const above = h("div", { class: "in-letters" }, inLetters, shape);
  const box = h("div", { class: model.forward ? "box back" : "box" }, above, holder, asking.element, asking.verdict);
  const size = own.length < 3 ? "few" : model.diagrams.length > 1 ? "tall" : "usual";
  const list = h("div", { class: `lines ${size}${model.forward ? " back" : ""}` }, ...all);
  const element = h("section", { class: "equations panel" }, list, note);
  const smallest = SMALLEST[model.forward ? "back" : "forward"];
  const made = new Map();
  const placed = new Map();
  let windows = null;
  let lettersOf = "";

  /**
   * partsOf(phase): where the parts of the drawing above are that compute a phase, as a diagram has them; null where
   * there is none.
   *
   * @param {Place} state
   */
  function update(state, partsOf = null) {
    const phase = model.phases[state.phase];
    lines.forEach((line, k) => {
      if (k === state.phase) set(line, "aria-current", "step");
      else line.removeAttribute("aria-current");
      line.classList.toggle("ghost", !visible(state, { phase: k }, state.t));
      hide(line, isHidden(k, state.phase));
    });
    asking.update(state);
    hide(holder, asking.isOpen(state));
    hide(above, holder.hidden || !asking.verdict.hidden);
    write(shape, shapes(model, notation, phase));
    const under = partsOf && piecesUnder(state.phase, partsOf);
    const written = `${phase.key} ${under !== null}`;
    if (inLetters && lettersOf !== written) {
      inLetters.replaceChildren(...(under ? under.letters : [breakable(letters(model, notation, phase))]));
      inLetters.classList.toggle("under", under !== null);
      set(inLetters, "aria-label", spokenEquation(model, notation, phase));
    }
    lettersOf = written;
    // A fraction needs the room, and its shapes are both the same.
    hide(shape, model.quantity(phase.target).kind === "output");
    if (state.asked) {
      holder.replaceChildren(h("span", { class: "muted" }, strings.notYet));
      return;
    }
    if (!made.has(phase.key)) made.set(phase.key, workedOut(model, notation, phase, powers));
    const current = made.get(phase.key);
    const { unit, label } = context.focus(state);
    current.stand?.(under?.numbers ?? null);
    current.update(state.t, unit, label);
    if (holder.firstChild !== current.element) {
      holder.replaceChildren(current.element);
      // WebKit does not see a fraction that comes later, where a style asks for it by `:has`.
      box.classList.toggle("has-fraction", current.element.querySelector(".fraction") !== null);
    }
    // After the frame is painted its layout is known, and asking for it costs nothing.
    requestAnimationFrame(() => setTimeout(shrink, 0, current.element));
  }

  /** A phase's pieces under its parts, {numbers: their places, letters: their elements}; null without room for them. */
  function piecesUnder(k, partsOf) {
    if (!placed.has(k)) placed.set(k, layUnder(model.phases[k], partsOf(k)));
    return placed.get(k);
  }

  function layUnder(phase, parts) {
    const pieces = parts && piecesOf(model, notation, phase);
    if (!pieces) return null;
    const edge = PADDING * scale;
    const inside = { computed: parts.computed - edge, made: parts.made - edge };
    const termAt = (e) => (parts.termAt(e) === null ? null : parts.termAt(e) - edge);
    const beside = textWidth(shapes(model, notation, phase), SHAPE * scale) + 2 * edge;
    const room = { width: width - 2.5 * edge, letter: NUMBER * scale, beside };
    const places = placeUnder(pieces, { ...inside, termAt }, room);
    if (places === null) return null;
    const at = (x, written) => h("span", { style: `left:${x}px` }, written);
    const whole = [{ letters: letters(model, notation, phase) }];
    const written = (places.letters.length === 1 ? whole : pieces).map((piece, n) => ({
      ...piece,
      x: places.letters[n],
    }));
    return {
      numbers: places.numbers,
      letters: written.flatMap((piece) => (piece.letters ? [at(piece.x, piece.letters)] : [])),
    };
  }

  function isHidden(k, current) {
    if (windows) return !windows[current].has(k);
    // If there are too many, they are shown one diagram at a time, with those of the output layer.
    const drawn = [current, atOutput].map((other) => model.diagramOf[other]);
    const isElsewhere = !isOutput[k] && !drawn.includes(model.diagramOf[k]);
    // What goes on to another step is the same sum as arrives there, seen from here.
    const isLater = model.phases[k].onwards && k !== current;
    return lines.length > MOST && (isElsewhere || isLater);
  }

  /**
   * How high the lines are, by row, where each is the current one and where it is not; the page is laid out twice for
   * it. Of two lines in a row the higher one counts.
   */
  function measured() {
    const [current, usual] = [true, false].map((isCurrent) => {
      for (const line of lines) {
        line.hidden = false;
        line.toggleAttribute("aria-current", isCurrent);
      }
      return lines.map((line) => line.getBoundingClientRect());
    });
    const around = element.getBoundingClientRect().height - list.getBoundingClientRect().height;
    return (shown, phase) => {
      const rows = new Map();
      for (const k of shown) {
        const { height } = (k === phase ? current : usual)[k];
        rows.set(usual[k].top, Math.max(rows.get(usual[k].top) ?? 0, height));
      }
      return [...rows.values()].reduce((sum, height) => sum + height, around);
    };
  }

  /** Written as large as a height has room for; of more equations than fit it each phase shows those around it. */
  function fit(height) {
    for (const density of DENSITIES) {
      setDensity(density);
      if (highest() <= height) return;
    }
    showAround(height);
  }

  /** How high the panel is in the phase in which it is highest. */
  function highest() {
    const heightOf = measured();
    const every = [...lines.keys()];
    const shown = (phase) => every.filter((k) => !isHidden(k, phase));
    return Math.max(...every.map((phase) => heightOf(shown(phase), phase)));
  }

  /** Each phase shows its own equation and those before and after it, as far as they fit a height. */
  function showAround(height) {
    const heightOf = measured();
    windows = lines.map((_, phase) => {
      const shown = new Set([phase]);
      const fits = (k) => heightOf(new Set([...shown, k]), phase) <= height;
      const ways = [-1, 1].map((by) => ({ by, next: phase + by }));
      for (let isMoving = true; isMoving; ) {
        isMoving = false;
        for (const way of ways) {
          if (!(way.next in lines) || !fits(way.next)) continue;
          shown.add(way.next);
          way.next += way.by;
          isMoving = true;
        }
      }
      return shown;
    });
  }

  /** Letters of the equations: "roomy" makes all larger, "dense" leaves only the current one large, "denser" none. */
  function setDensity(density) {
    for (const one of ["roomy", "dense", "denser"]) element.classList.toggle(one, density.startsWith(one));
  }

  /**
   * Long sums are written smaller, once and for all, because numbers must not jump between steps; a sum that is still
   * too long takes another line.
   */
  function shrink(formula) {
    const wide = holder.clientWidth / holder.scrollWidth;
    const high = (holder.clientHeight + 1) / holder.scrollHeight;
    if (Math.min(wide, high) >= 1 || holder.firstChild !== formula) return;
    const now = Number(formula.style.getPropertyValue("--fit") || 1);
    const fitTo = (size) => formula.style.setProperty("--fit", size);
    if (wide < 1) {
      const size = now * wide * 0.97;
      fitTo(Math.max(smallest, size));
      if (size < smallest) formula.classList.add("broken");
      return;
    }
    // What is too high has other lines when it is smaller, so that it is looked at again.
    const smaller = now * 0.95;
    if (smaller >= smallest) fitTo(smaller);
    else if (now > LEAST_FIT) fitTo(Math.max(LEAST_FIT, smaller));
    else return;
    shrink(formula);
  }

  return { element, box, update, fit, words: () => used.join(" · "), isAsking: asking.isOpen };
}

/** @param {AnyModel} model */
function uses(model, name) {
  const inside = (e) =>
    e && ((e.op === "apply" && e.function === name) || [e.of, e.left, e.right, ...(e.terms ?? [])].some(inside));
  return model.phases.some((phase) => inside(phase.expression));
}
