// The inside of the cell: boxes and wires as the cell declares them, each with its vector.

import { h, s, set, write } from "./dom.js";
import { placeNode, roundedPath, wire } from "./geometry.js";
import { plainSymbol } from "./formula.js";
import { strip } from "./strip.js";

// A subscript hangs lower, in its own smaller em; what follows comes back up.
const SUB_DOWN = "0.28em";
export const SUB_BACK = "-0.213em";

/** Every diagram of the cell in one place; that of the current phase is seen. */
export function diagrams(context, width, height) {
  const { model } = context;
  const all = model.diagrams.map((one) => diagram(context, one, width, height));
  const element = h("div", {}, ...all.map((one) => one.element));

  function update(state) {
    all.forEach((one, k) => {
      one.element.hidden = k !== model.diagramOf[state.phase];
      if (!one.element.hidden) one.update(state);
    });
  }
  return { element, update };
}

function diagram(context, { nodes, edges }, width, height) {
  const { model, scale, narrow } = context;
  // Few strips may be longer than many.
  const stripWidth = Math.min(132 * scale, (nodes.length > 9 ? 0.135 : 0.17) * width);
  const stripHeight = 17 * scale;
  const places = new Map(nodes.map((node) => [node.key, placeNode(node, width, height, scale * (narrow ? 0.86 : 1), stripWidth)]));
  const phaseIndex = new Map(model.phases.map((phase, k) => [phase.key, k]));
  const phaseOfNode = (node) => (node.phase === "" ? -1 : phaseIndex.get(node.phase));

  const wires = edges.map((edge) => {
    const source = nodes.find((node) => node.key === edge.source);
    const target = nodes.find((node) => node.key === edge.target);
    const points = wire(places.get(edge.source), places.get(edge.target), edge.via, width, height);
    const d = roundedPath(points, 8 * scale);
    const hue = model.quantity(edge.carries).hue;
    const line = s("path", { class: `wire hue-${hue}`, d, "marker-end": "url(#arrow)" });
    const pulse = s("path", { class: `pulse hue-${hue}`, d, pathLength: 1 });
    return { element: s("g", {}, line, pulse), line, pulse, from: phaseOfNode(source), to: phaseOfNode(target) };
  });
  const boxes = nodes.map(draw);
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group" },
    ...wires.map((w) => w.element),
    ...boxes.map((box) => box.element),
  );
  const element = h("div", { class: "diagram" }, drawing, ...boxes.flatMap((box) => box.strips));
  let previous = { t: -1, phase: -1 };

  function draw(node) {
    const { x, y, halfWidth, halfHeight } = places.get(node.key);
    const before = node.writes.endsWith("_prev");
    const name = before ? node.writes.slice(0, -5) : node.writes;
    const isEnd = node.kind === "source" || node.kind === "sink";
    const parts = [];
    const strips = [];
    const updates = [];
    const hue = name && model.quantity(name) ? model.quantity(name).hue : hueOfPhase(node);
    if (node.kind === "function" || node.kind === "one_minus") {
      parts.push(s("rect", { class: `node hue-${hue}`, x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight, rx: 7 * scale }));
    } else if (!isEnd) {
      parts.push(s("circle", { class: `node hue-${hue}`, cx: x, cy: y, r: halfWidth }));
    }
    if (!isEnd) parts.push(label(node.label, x, y));
    if (name === "X") {
      const chip = s("rect", { class: "chip", x: x - 20 * scale, y: y - 14 * scale, width: 40 * scale, height: 28 * scale, rx: 6 * scale });
      const text = s("text", { class: "character hue-input", x, y: y + 6 * scale });
      parts.push(chip, text);
      const caption = s("text", { class: "hue-input", x: x - 44 * scale, y: y + 5 * scale });
      parts.push(caption);
      updates.push((state) => {
        write(text, model.inputs[state.t] ?? "x");
        const { base, sub } = plainSymbol(context.notation, "X", state.t + 1);
        if (x > 50 * scale) caption.replaceChildren(...tspans(base, sub));
      });
    } else if (name) {
      // A source's or sink's strip is its box; another's sits on the wire above it.
      const top = isEnd ? y - stripHeight / 2 : y - halfHeight - stripHeight - 9 * scale;
      const middle = isEnd ? Math.min(Math.max(x, stripWidth / 2 + 1), width - stripWidth / 2 - 1) : x;
      const cells = strip(context, name, { x: middle - stripWidth / 2, y: top, width: stripWidth, height: stripHeight, before });
      cells.element.setAttribute("tabindex", "0");
      cells.element.setAttribute("role", "img");
      const text = s("text", { class: `hue-${hue} strip-label`, x: middle - stripWidth / 2, y: top - 5 * scale });
      parts.push(s("rect", { class: "behind", x: middle - stripWidth / 2 - 2, y: top - 18 * scale, width: stripWidth + 4, height: stripHeight + 20 * scale }), text);
      strips.push(cells.element);
      const title = model.quantity(name).isPre ? context.strings.preActivation : model.quantity(name).word;
      updates.push((state, computed) => {
        cells.update(computed ? state.t : null, state.unit);
        const time = model.stepNumber(name, state.t, before);
        const { base, sub } = plainSymbol(context.notation, name, time);
        const words = narrow || isEnd || title === "" ? "" : ` ${title}`;
        const key = base + sub + words;
        if (text.dataset.key !== key) {
          text.dataset.key = key;
          text.replaceChildren(...tspans(base, sub), s("tspan", { class: "plain", dy: SUB_BACK }, words));
        }
        if (computed) set(cells.element, "aria-label", context.describe(name, state.t, Math.min(state.unit, model.length(name) - 1), before));
        else set(cells.element, "aria-label", `${title}: ${context.strings.notYet}`);
      });
    }
    const group = s("g", { class: `at-${node.kind}` }, ...parts);
    return { element: group, strips, updates, phase: phaseOfNode(node) };
  }

  function hueOfPhase(node) {
    const phase = model.phases[phaseOfNode(node)];
    return phase ? model.quantity(phase.target).hue : "text";
  }

  function label(text, x, y) {
    const isWeight = model.weights.has(text);
    const { base, sub } = isWeight ? plainSymbol(context.notation, text, "") : { base: text, sub: "" };
    return s("text", { class: "node-label", x, y: y + 5.5 * scale }, ...(isWeight ? tspans(base, sub) : [base]));
  }

  function update(state) {
    // A value travels where a phase follows a phase; a whole step at once has too many.
    const travels = state.t === previous.t && state.phase === previous.phase + 1 && context.moves();
    for (const box of boxes) {
      const computed = box.phase <= state.phase;
      box.element.classList.toggle("ghost", !computed);
      box.element.classList.toggle("lit", box.phase === state.phase);
      for (const run of box.updates) run(state, computed);
    }
    for (const { line, pulse, from, to } of wires) {
      const lit = to === state.phase;
      line.classList.toggle("ghost", from > state.phase);
      line.classList.toggle("waiting", from <= state.phase && to > state.phase);
      line.classList.toggle("lit", lit);
      if (lit && travels) {
        pulse.animate([{ strokeDashoffset: 1.15, opacity: 1 }, { strokeDashoffset: 0, opacity: 1 }], { duration: 200, easing: "ease-out" });
      }
    }
    previous = { t: state.t, phase: state.phase };
  }
  return { element, update };
}

/** A letter with its subscript, as SVG text. */
export function tspans(base, sub) {
  const letter = s("tspan", { class: "letter" }, base);
  return sub === "" ? [letter] : [letter, s("tspan", { class: "sub", dy: SUB_DOWN }, sub)];
}
