// The cell's equations, the current one marked; under it the same for one unit, in numbers.

import { breakable } from "./breaks.js";
import { h, set, write } from "../../web/dom.js";
import { visible } from "./cursor.js";
import { innerLetters, letters, shapes, workedOut } from "./formula.js";
import { question } from "./question.js";

const MOST = 8;
const SMALLEST = 0.8;

/** act: sends the cursor an action. powers: how many outputs are named under the softmax. */
export function equations(context, act, powers) {
  const { model, strings, notation, go } = context;
  const lines = model.phases.map((phase, k) => {
    const line = h(
      "button",
      { class: "equation", type: "button", title: phase.title },
      breakable(letters(model, notation, phase)),
    );
    const inner = innerLetters(model, notation, phase);
    if (inner) line.append(h("span", { class: "inner" }, breakable(inner)));
    line.addEventListener("click", () => go({ phase: k }));
    return line;
  });
  const shape = h("p", { class: "shape" });
  const holder = h("div", { class: "in-numbers", tabindex: "0" });
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
  const atOutput = model.forward ? 0 : lines.length - 1;
  const asking = question(context, act, "equations");
  const box = h("div", { class: model.forward ? "box back" : "box" }, holder, shape, asking.element, asking.verdict);
  const size = own.length < 3 ? "few" : model.diagrams.length > 1 ? "tall" : "usual";
  const element = h(
    "section",
    { class: "equations panel" },
    h(
      "h2",
      {},
      h("span", {}, strings.equations),
      h("span", { class: "hint" }, used.join(" · ")),
      context.pictureKey("equations"),
    ),
    h("div", { class: `lines ${size}${model.forward ? " back" : ""}` }, ...all),
    box,
    note,
  );
  const made = new Map();

  function update(state) {
    const phase = model.phases[state.phase];
    lines.forEach((line, k) => {
      if (k === state.phase) set(line, "aria-current", "step");
      else line.removeAttribute("aria-current");
      line.classList.toggle("ghost", !visible(state, { phase: k }, state.t));
      // If there are too many, they are shown one diagram at a time, with those of the output layer.
      const isElsewhere = ![state.phase, atOutput].some((other) => model.diagramOf[other] === model.diagramOf[k]);
      // What goes on to another step is the same sum as arrives there, seen from here.
      const isLater = model.phases[k].onwards && k !== state.phase;
      line.hidden = lines.length > MOST && (isElsewhere || isLater);
    });
    asking.update(state);
    holder.hidden = asking.isOpen(state);
    write(shape, shapes(model, notation, phase));
    // A fraction needs the room, and its shapes are both the same.
    shape.hidden = model.quantity(phase.target).kind === "output" || holder.hidden || !asking.verdict.hidden;
    if (state.asked) {
      holder.replaceChildren(h("span", { class: "muted" }, strings.notYet));
      return;
    }
    if (!made.has(phase.key)) made.set(phase.key, workedOut(model, notation, phase, powers));
    const current = made.get(phase.key);
    const { unit, label } = context.focus(state);
    current.update(state.t, unit, label);
    if (holder.firstChild !== current.element) holder.replaceChildren(current.element);
    // After the frame is painted its layout is known, and asking for it costs nothing.
    requestAnimationFrame(() => setTimeout(shrink, 0, current.element));
  }

  /**
   * Long sums are written smaller, once and for all, because numbers must not jump between steps; a sum that is still
   * too long takes another line.
   */
  function shrink(formula) {
    const share = holder.clientWidth / holder.scrollWidth;
    if (share >= 1 || holder.firstChild !== formula) return;
    const size = Number(formula.style.getPropertyValue("--fit") || 1) * share * 0.97;
    formula.style.setProperty("--fit", Math.max(SMALLEST, size));
    if (size < SMALLEST) formula.classList.add("broken");
  }
  const texts = lines.map((line) => line.firstChild.textContent);
  return { element, box, size, texts, isBack: Boolean(model.forward), update };
}

function uses(model, name) {
  const inside = (e) =>
    e && ((e.op === "apply" && e.function === name) || [e.of, e.left, e.right, ...(e.terms ?? [])].some(inside));
  return model.phases.some((phase) => inside(phase.expression));
}
