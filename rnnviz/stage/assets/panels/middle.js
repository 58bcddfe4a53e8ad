// The middle of the stage: one view at a time under a row of tabs, and under some of them the equation in numbers.

/** @import {Place} from "../../place.d.ts" */
/** @import {ReadPhase} from "../../model.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { HEADING } from "../../../web/heading.js";
import { insteadOf, offeredViews, VIEWS, viewAt } from "./views.js";

// Before scaling: the tabs, and the line below them, which says what is seen.
const HEAD = { tabs: 34, says: 26 };
// The worked numbers: the numbers, their names, and their shapes; on a slide without shapes.
const NUMBERS = { usual: 90, presented: 82 };
// On the way back: how wide a number with its name is, how high its line, and what is around all lines. A product with
// a matrix has a long name.
const NUMBER_BACK = { wide: 97, usual: 42, presented: 46, around: 14, longName: 1.3 };
// Which buttons of a panel belong to a view; to all others those of a view.
const KEYS_OF = { cell: "cell", equations: "equations" };

/**
 * The views in a width and height; lines: the equations with their numbers, as `equations` gives them. hasBox: whether
 * the numbers stand here.
 *
 * @param {Context} context
 */
export function middle(context, lines, width, height, { isSlide, hasBox = true }) {
  const { model, go, panelKeys, scale, narrow, isBack } = context;
  const panels = new Map();
  const numbers = numbersHeight(context, width, isSlide);
  const room = height - HEAD.tabs * scale;
  let panel;
  const buttons = VIEWS.map(({ name, title }) => {
    const button = h("button", { type: "button", class: "tab" }, model.strings[title]);
    button.addEventListener("click", () => go({ view: name }));
    return button;
  });
  const hint = h("p", { class: "hint" });
  let says = hint;
  const holder = h("div", { class: "view" });
  if (!narrow && hasBox) lines.box.style.minHeight = `${numbers}px`;
  const keys = new Map(["cell", "equations", "view"].map((part) => [part, panelKeys(part)]));

  /** @param {Place} state */
  function update(state) {
    const offered = offeredViews(model, state);
    const now = viewAt(model, state);
    buttons.forEach((button, k) => {
      set(button, "aria-pressed", VIEWS[k] === now);
      hide(button, !offered.includes(VIEWS[k]));
    });
    for (const [part, element] of keys) hide(element, part !== (KEYS_OF[now.name] ?? "view"));
    // On a slide the cell needs the room, and what happens in it stands beside it.
    const isSaid = !(isSlide && now.name === "cell");
    hide(above, !isSaid);
    const free = room - (isSaid ? HEAD.says * scale : 0) - (now.hasNumbers && hasBox && !narrow ? numbers : 0);
    const isNew = !panels.has(now.make);
    if (isNew) panels.set(now.make, now.make(context, width, free, lines));
    panel = panels.get(now.make);
    if (holder.firstChild !== panel.element) {
      // Whose focus was in what goes keeps the stage's keys.
      if (holder.matches(":focus-within")) stageOf(element).focus({ preventScroll: true });
      holder.replaceChildren(panel.element);
      holder.style.minHeight = narrow ? "" : `${free}px`;
    }
    hide(lines.box, hasBox && !now.hasNumbers && !lines.isAsking(state));
    // Going back, shapes are as long as the numbers.
    lines.box.classList.toggle("with-shapes", !isBack || now.name === "equations");
    if (isNew && !narrow) panel.fit?.(free);
    if (panel !== lines) panel.update(state);
    lines.update(state, hasBox ? (panel.partsOf ?? null) : null);
    const instead = insteadOf(model, state);
    write(hint, instead || now.hint(model, panel));
    write(title, model.strings[now.title]);
    const beside = instead ? hint : (panel.aside ?? hint);
    if (says !== beside) says.replaceWith(beside);
    says = beside;
    // On a slide nobody can click.
    hint.classList.toggle("instruction", !panel.words && !instead);
  }
  const title = h("span", { class: "unseen", ...HEADING });
  const head = h("h2", { class: "tabs", role: "presentation" }, title, ...buttons, ...keys.values());
  const above = h("div", { class: "says-what" }, says);
  const element = h("section", { class: "panel stage-views" }, head, above, holder, hasBox ? lines.box : null);
  return { element, update, locate: (...where) => panel.locate(...where), tables: () => panel?.tables?.() ?? [] };
}

/** @returns {HTMLElement} */
const stageOf = (element) => element.closest(".stage");

/**
 * How high the numbers are in the phase in which they are highest, so that nothing above them moves.
 *
 * @param {Context} context
 */
function numbersHeight({ model, scale, isBack }, width, isSlide) {
  const kind = isSlide ? "presented" : "usual";
  if (!isBack) return NUMBERS[kind] * scale;
  const count = width / (NUMBER_BACK.wide * scale);
  const highest = Math.max(...model.phases.map((phase) => linesOf(phase, count))) * NUMBER_BACK[kind];
  return Math.max(NUMBERS[kind], highest + NUMBER_BACK.around) * scale;
}

/**
 * In how many lines a gradient's numbers stand, and those of the pre-activation to which it goes on.
 *
 * @param {ReadPhase} phase
 * @param {number} count
 */
function linesOf({ expression, slope }, count) {
  const lines = (e) => Math.ceil((numbersIn(e) + NUMBER_BACK.longName + 1) / count);
  return lines(expression) + (slope ? lines(slope) : 0);
}

/** How many numbers an expression has when it is worked out. */
function numbersIn(e) {
  if (e.op === "matmul") return NUMBER_BACK.longName;
  const parts = [e.left, e.right, e.of, ...(e.terms ?? [])].filter((part) => part?.op);
  const isOne = ["gradient", "outside", "share", "tensor", "parameter"].includes(e.op);
  return isOne ? 1 : parts.reduce((sum, part) => sum + numbersIn(part), 0);
}
