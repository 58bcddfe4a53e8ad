// The cell's equations, the current one marked; under it the same for one unit, in numbers.

import { breakable } from "./breaks.js";
import { h, write } from "./dom.js";
import { letters, numbers, shapes } from "./formula.js";

const MOST = 8;

export function equations(context) {
  const { model, strings, notation, go } = context;
  const lines = model.phases.map((phase, k) => {
    const line = h("button", { class: "equation", type: "button", title: phase.title }, breakable(letters(model, notation, phase)));
    line.addEventListener("click", () => go({ phase: k }));
    return line;
  });
  const shape = h("p", { class: "shape" });
  const holder = h("div", { class: "in-numbers", tabindex: "0" });
  const note = notation.note ? h("p", { class: "note" }, notation.note) : null;
  const legend = Object.entries(notation.functions).map(([name, letter]) => `${letter} = ${name === "phi" ? model.cell.phi : name}`);
  const used = legend.filter((_, k) => uses(model, Object.keys(notation.functions)[k]));
  const box = h("div", { class: "box" }, holder, shape);
  const size = lines.length <= 3 ? "few" : model.diagrams.length > 1 ? "tall" : "usual";
  const element = h(
    "section",
    { class: "equations panel" },
    h("h2", {}, strings.equations, h("span", { class: "hint" }, used.join(" · "))),
    h("div", { class: `lines ${size}` }, ...lines),
    box,
    note,
  );
  const made = new Map();

  function update(state) {
    const phase = model.phases[state.phase];
    lines.forEach((line, k) => {
      if (k === state.phase) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      line.classList.toggle("ghost", k > state.phase);
      // More than fit are shown as their diagrams are, with what follows from all of them.
      line.hidden = lines.length > MOST && model.diagramOf[k] !== model.diagramOf[state.phase] && k < lines.length - 2;
    });
    write(shape, shapes(model, notation, phase));
    if (!made.has(phase.key)) {
      const { element: formula, update: fill } = numbers(model, notation, phase);
      made.set(phase.key, { element: breakable(formula), update: fill });
    }
    const current = made.get(phase.key);
    const { unit, isOutput } = context.focus(state);
    current.update(state.t, unit, isOutput ? model.labels[unit] : String(unit + 1));
    if (holder.firstChild !== current.element) holder.replaceChildren(current.element);
    // After the frame is painted its layout is known, and asking for it costs nothing.
    requestAnimationFrame(() => setTimeout(shrink, 0, current.element));
  }

  /** Long sums are written smaller, once and for all: numbers must not jump while one steps. */
  function shrink(formula) {
    const share = holder.clientWidth / holder.scrollWidth;
    if (share >= 1 || holder.firstChild !== formula) return;
    const size = Number(formula.style.getPropertyValue("--fit") || 1);
    formula.style.setProperty("--fit", Math.max(0.7, size * share * 0.97));
  }
  return { element, box, size, texts: lines.map((line) => line.textContent), update };
}

function uses(model, name) {
  const inside = (e) => e && ((e.op === "apply" && e.function === name) || [e.of, e.left, e.right, ...(e.terms ?? [])].some(inside));
  return model.phases.some((phase) => inside(phase.expression));
}
