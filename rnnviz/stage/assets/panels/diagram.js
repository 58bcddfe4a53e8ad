// The inside of the cell: its declared boxes and wires, each with its vector. A wire is as thick as the number that it
// carries for the chosen unit, so that a shut gate looks shut. On the way back the wires are turned round, and each
// vector's strip carries its gradient.

/** @import {Context} from "../../context.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { h, hide, s, set, write } from "../../../web/dom.js";
import { fill, inShort, rough, short } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { atRest } from "../../../web/rest.js";
import { visible } from "../place/cursor.js";
import { wireHit } from "../model/wires.js";
import {
  expressionRuns,
  nameRuns,
  PARTIAL,
  plainExpression,
  plainLetter,
  plainRun,
  subscripts,
  tspans,
} from "../words/labels.js";
import { arrow, wirePath } from "./arrow.js";
import { fitChip } from "./chip.js";
import { diagramFilm } from "./diagramfilm.js";
import { isAtEnd, layoutDiagram } from "./diagramlayout.js";
import { shrinkingFactor } from "./shrinking.js";
import { sheet } from "./sheet.js";
import { strip } from "./strip.js";

// While a key is held nobody asks for a strip's name.
const NAMED_AFTER = 100;
// The box of the input, before scaling.
const CHIP = { width: 40, height: 28, round: 6 };
// How thick a wire is that carries nothing, and what the largest number adds, before scaling.
const WIRE = { least: 1.2, more: 6 };

/**
 * Every diagram of the cell in one place; that of the current phase is seen.
 *
 * @param {Context} context
 */
export function diagrams(context, width, height) {
  const { model } = context;
  const all = model.diagrams.map((one, k) => diagram(context, one, k, width, height));
  const element = h("div", {}, ...all.map((one) => one.element));

  /** @param {Place} state */
  function update(state) {
    all.forEach((one, k) => {
      hide(one.element, k !== model.diagramOf[state.phase]);
      if (!one.element.hidden) one.update(state);
    });
  }
  return { element, update, partsOf: (phase) => all[model.diagramOf[phase]].partsOf(model.phases[phase]) };
}

/** @param {Context} context */
function diagram(context, drawing, index, width, height) {
  const { model, forward, isBack, scale } = context;
  const { nodes, edges } = drawing;
  const layout = layoutDiagram(context, drawing, index, width, height);
  const phaseIndex = new Map(model.phases.map((phase, k) => [phase.key, k]));
  const phaseOfNode = (node) => (node.phase === "" ? -1 : phaseIndex.get(node.phase));
  const wires = edges.map(wireOf);
  const vectors = nodes.map((node) => ({ name: layout.nameOf(node), before: node.before }));
  const largestAt = isBack
    ? largestOf(
        model,
        vectors.filter(({ name }) => name !== "" && name !== "X"),
      )
    : undefined;
  const scaleName = isBack ? s("text", { class: "small muted end", x: width, y: height - 5 * scale }) : null;
  const painted = sheet(width, height);
  const boxes = nodes.map(boxOf);
  const picture = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, ...(isBack ? { role: "group" } : { "aria-hidden": "true" }) },
    // What ends in a state lies over what only branches off there.
    ...wires.toSorted((a, b) => Number(a.isLast) - Number(b.isLast)).map((one) => one.element),
    // Words keep free of wires, and not of the signs beside them.
    ...boxes.flatMap(({ behind }) => (behind ? [s("rect", { class: "behind", ...behind })] : [])),
    ...boxes.map((box) => box.element),
    ...wires.flatMap(({ factor }) => (factor ? [factor.element] : [])),
    scaleName,
  );
  const element = h(
    "div",
    { class: "diagram", role: "group", "aria-label": context.strings.vectors },
    picture,
    painted.element,
    ...boxes.flatMap(({ cells }) => (cells ? [cells.element] : [])),
    ...wires.flatMap(({ hit }) => (hit ? [hit.note] : [])),
  );
  const ends = { version: -1, of: new Map() };
  /** @type {Place | null} */
  let previous = null;
  const naming = atRest(nameStrips, NAMED_AFTER);
  const read = nodes.find((node) => layout.nameOf(node) === "X");
  const place = read && layout.places.get(read.key);
  context.filmed.add(
    diagramFilm(context, {
      element,
      painted,
      wires,
      input: place ? [place.x, place.y] : null,
      covers: () => boxes.flatMap(({ behind }) => behind ?? []),
      thickness,
      gradientAt,
    }),
  );

  function wireOf(edge, k) {
    const ends = [edge.source, edge.target].map((key) => nodes.find((node) => node.key === key));
    const points = layout.wires[k];
    const [source, target] = isBack ? ends.reverse() : ends;
    const along = isBack ? points.reverse() : points;
    const d = wirePath(along, scale);
    const hue = forward.quantity(edge.carries).hue;
    const line = arrow(hue, along, scale);
    const carried = isBack ? null : carriedBy(edge);
    // On the way back a wire shows the factor by which it takes the gradient on.
    const middle = points[Math.floor(points.length / 2)];
    const own = { diagram: index, wire: k };
    const hit = isBack ? wireHit(context, own, { d, middle, width, height }) : null;
    const factor = isBack ? shrinkingFactor(context, own, edge, points, { width, height: layout.drawn }) : null;
    const group = s("g", {}, line, ...(hit ? [hit.element] : []));
    const isLast = !isBack && isAtEnd(target);
    return {
      element: group,
      line,
      points: along,
      hue,
      source,
      target,
      hit,
      factor,
      carried,
      isLast,
      from: phaseOfNode(source),
      to: phaseOfNode(target),
    };
  }

  /** The vector of which a wire takes each unit to that same unit; null into a product with a matrix, which has all. */
  function carriedBy({ source, target }) {
    const [from, into] = [source, target].map((key) => nodes.find((node) => node.key === key));
    const name = layout.nameOf(from);
    const isAlone = edges.filter((edge) => edge.target === target).length === 1;
    const isByUnit =
      ["product", "sum", "one_minus", "sink"].includes(into.kind) || (isAlone && !model.weights.has(into.label));
    return name && name !== "X" && isByUnit ? { name, before: from.before } : null;
  }

  /** A node with what stands at it: {element, cells, update(state, computed), name(state, computed), phase}. */
  function boxOf(node) {
    const name = layout.nameOf(node);
    const place = layout.places.get(node.key);
    const hue = name && forward.quantity(name) ? forward.quantity(name).hue : hueOfPhase(node);
    const shape = isAtEnd(node) ? [] : [outline(node, place, hue, scale), label(node.label, place.x, place.y)];
    const more =
      name === "X" ? inputBox(context, place, layout.captionOf(node)) : name ? vector(node, name, hue) : null;
    const parts = [...shape, ...(more?.parts ?? [])];
    const group = s("g", { class: `at-${node.kind}`, "aria-hidden": "true" }, ...parts);
    return { ...more, element: group, phase: phaseOfNode(node) };
  }

  function vector(node, name, hue) {
    const { before } = node;
    const made = drawing.values[node.key];
    const { box, title, label: words, behind } = layout.stripOf(node);
    const cells = strip(context, painted, name, { ...box, before, endAt: largestAt });
    cells.element.setAttribute("tabindex", "0");
    cells.element.setAttribute("role", "img");
    cells.element.addEventListener("blur", () => naming.later());
    const { x, y } = words;
    const text = s("text", { class: `hue-${hue} strip-label${words.isAtEnd ? " end" : ""}`, x, y });
    if (isBack && !made) text.append(...tspans([PARTIAL]));
    const calledAt = (t) => {
      const { notation } = context;
      if (made) return plainExpression(model, notation, made.expression, t);
      return isBack ? `∂L/∂${plainLetter(notation, name, model.stepNumber(name, t, before))}` : title;
    };
    const date = dated(context, text, made?.expression ?? { op: "tensor", name, before });
    const own = s("tspan", { class: "plain strip-value" });
    const written = context.narrow ? rough : short;
    text.append(...tspans([plainRun(words.word), { class: "plain range", text: [words.range] }]), own);
    return {
      parts: [text],
      behind,
      cells,
      update(state, computed) {
        const unit = context.unitOf(name, state);
        cells.update(computed ? state.t : null, unit, context.order(state));
        if (words.hasValue) write(own, computed ? `  ${written(model.value(name, state.t, unit, before))}` : "");
        date(state.t);
      },
      name(state, computed) {
        // Of the one that has the focus the live region tells what changes, so that it is not said twice.
        if (cells.element.matches(":focus")) return;
        const { strings } = context;
        const missing = `${calledAt(state.t)}${colon()}${isBack ? strings.notReached : strings.notYet}`;
        const unit = context.unitOf(name, state);
        const said = computed ? inShort(context.describe(name, state.t, unit, before)) : missing;
        set(cells.element, "aria-label", said);
      },
    };
  }

  function hueOfPhase(node) {
    const phase = forward.phases.find(({ key }) => key === node.phase);
    return phase ? forward.quantity(phase.target).hue : "text";
  }

  function label(text, x, y) {
    const written = model.weights.has(text) ? tspans(nameRuns(context, text)) : [text];
    return s("text", { class: "node-label", x, y: y + 5.5 * scale }, ...written);
  }

  /** @param {Place} state */
  function update(state) {
    for (const box of boxes) {
      const computed = visible(state, box, state.t);
      box.element.classList.toggle("ghost", !computed);
      box.element.classList.toggle("lit", box.phase === state.phase);
      box.update?.(state, computed);
    }
    if (scaleName) {
      const [high, t] = [short(largestAt(state.t)), state.t + 1];
      write(scaleName, fill(context.strings.gradientScale, { high, t }));
    }
    for (const one of wires) updateWire(one, state);
    const isNew = previous === null;
    previous = state;
    if (isNew) nameStrips();
    else naming.later();
  }

  function updateWire({ line, hit, factor, carried, from, to }, state) {
    const hasSource = visible(state, { phase: from }, state.t);
    // What is not computed yet shows nothing of its number.
    const wide = carried && hasSource ? thickness(carried, state) : (WIRE.least * scale).toFixed(1);
    if (carried) set(line, "style", `stroke-width:${wide}px`);
    line.classList.toggle("ghost", !hasSource);
    line.classList.toggle("waiting", hasSource && !visible(state, { phase: to }, state.t));
    line.classList.toggle("lit", to === state.phase);
    hit?.update(state, hasSource);
    factor?.update(state, hasSource);
  }

  /** Of a wire for the chosen unit. */
  function thickness({ name, before }, state) {
    const unit = context.unitOf(name, state);
    const value = model.value(name, state.t, unit, before);
    const share = Math.min(1, Math.abs(value) / endOf(name, unit)) || 0;
    return ((WIRE.least + WIRE.more * share) * scale).toFixed(1);
  }

  /** How large the gradient of a node is at the chosen unit, beside the largest one of its step. */
  function gradientAt(node, state) {
    const name = layout.nameOf(node);
    if (!name || name === "X") return 0;
    const value = model.value(name, state.t, context.unitOf(name, state), node.before);
    return Math.min(1, Math.abs(value) / largestAt(state.t)) || 0;
  }

  /** A gate's end is 1; what has a sign has one end in all wires of a unit, so that one sees what is left of it. */
  function endOf(name, unit) {
    if (!model.quantity(name).signed) return 1;
    if (ends.version !== model.version) Object.assign(ends, { version: model.version, of: new Map() });
    if (!ends.of.has(unit)) ends.of.set(unit, largestCarried(unit));
    return ends.of.get(unit);
  }

  function largestCarried(unit) {
    const signed = wires.flatMap(({ carried }) => (carried && model.quantity(carried.name).signed ? [carried] : []));
    const sizes = signed.flatMap(({ name, before }) =>
      Array.from({ length: model.sizes.T }, (_, t) =>
        Math.abs(model.value(name, t, Math.min(unit, model.length(name) - 1), before)),
      ),
    );
    return Math.max(...sizes) || 1;
  }

  /**
   * Where the parts of a phase stand across: what computes it, what it makes, and termAt(expression), null for a term
   * that has no part of its own; null where the phase is not drawn.
   */
  function partsOf({ key, target }) {
    const own = nodes.filter(({ phase }) => phase === key);
    const made = own.find(({ writes }) => writes === target);
    if (!made || layout.nameOf(made) === "") return null;
    const at = (node) => layout.places.get(node.key).x;
    const { box } = layout.stripOf(made);
    const computing = own.find(({ kind }) => kind === "function") ?? own.find((node) => node !== made) ?? made;
    const isPartOf = (node, e) =>
      e.op === "matmul" || e.op === "parameter"
        ? node.label === (e.right?.name ?? e.name)
        : JSON.stringify(drawing.values[node.key]?.expression) === JSON.stringify(e);
    const termAt = (e) => own.filter((node) => isPartOf(node, e)).map(at)[0] ?? null;
    return { computed: at(computing), made: box.x + box.width / 2, termAt };
  }

  /** For those who read the strips' numbers instead of seeing them. */
  function nameStrips() {
    for (const box of boxes) box.name?.(previous, visible(previous, box, previous.t));
    for (const { hit } of wires) hit?.label();
  }
  return { element, update, partsOf };
}

/** A function has a box, another operation a circle. */
function outline({ kind }, { x, y, halfWidth, halfHeight }, hue, scale) {
  if (kind !== "function" && kind !== "one_minus") {
    return s("circle", { class: `node hue-${hue}`, cx: x, cy: y, r: halfWidth });
  }
  const corner = { x: x - halfWidth, y: y - halfHeight, rx: 7 * scale };
  return s("rect", { class: `node hue-${hue}`, ...corner, width: 2 * halfWidth, height: 2 * halfHeight });
}

/**
 * The input's character in its box, with its letter beside it.
 *
 * @param {Context} context
 */
function inputBox(context, { x, y }, { isRight, hasStep, ...at }) {
  const { forward, scale } = context;
  const [width, height] = [CHIP.width * scale, CHIP.height * scale];
  const corner = { x: x - width / 2, y: y - height / 2, rx: CHIP.round * scale };
  const chip = s("rect", { class: "chip", ...corner, width, height });
  const text = s("text", { class: "character hue-input", x, y: y + 6 * scale });
  const caption = s("text", { class: `hue-input ${isRight ? "start" : "end"}`, ...at });
  const date = hasStep ? dated(context, caption, { op: "tensor", name: "X" }) : () => {};

  function update({ t }) {
    if (write(text, forward.inputWord(t))) {
      // What is wider than its box grows away from the caption.
      const moved = ((fitChip(chip, text, x, width, scale) - width) / 2) * (isRight ? -1 : 1);
      set(chip, "x", x - width / 2 - Math.abs(moved) + moved);
      set(text, "x", x + moved);
    }
    if (forward.readings) for (const part of [chip, text]) set(part, "data-full", forward.inputDetail(t));
    date(t);
  }
  return { parts: [chip, text, caption], update };
}

/** Writes an expression's letters into a text; the function returned sets their step. */
function dated(context, text, letters) {
  text.append(...tspans(expressionRuns(context, letters, 0)));
  const below = text.querySelectorAll(".sub");
  let written = 0;
  return (t) => {
    if (t === written) return;
    written = t;
    subscripts(context, letters, t).forEach((sub, k) => write(below[k], sub));
  };
}

/** The largest gradient of a step, whichever of these it is in: they have one scale, so that one sees them shrink. */
function largestOf(model, vectors) {
  const found = { version: -1, at: new Map() };
  return (t) => {
    if (found.version !== model.version) Object.assign(found, { version: model.version, at: new Map() });
    if (!found.at.has(t)) {
      const sizes = vectors.flatMap(({ name, before }) =>
        Array.from({ length: model.length(name) }, (_, k) => Math.abs(model.value(name, t, k, before))),
      );
      found.at.set(t, Math.max(...sizes) || 1);
    }
    return found.at.get(t);
  };
}
