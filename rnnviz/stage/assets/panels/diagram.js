// The inside of the cell: its declared boxes and wires, each with its vector. On the way back the wires are turned
// round, and each vector's strip carries its gradient.

/** @import {Context} from "../../context.d.ts" */
/** @import {Place} from "../../place.d.ts" */

import { h, s, set, write } from "../../../web/dom.js";
import { arrow, wirePath } from "./arrow.js";
import { isOfOutput } from "../model/model.js";
import { visible } from "../place/cursor.js";
import { fitChip } from "./chip.js";
import { CANVAS, placeNode, stripSizes, textWidth, wire } from "./geometry.js";
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
import { brief, fill, short } from "../../../web/numbers.js";
import { atRest } from "../../../web/rest.js";
import { shrinkingFactor } from "./shrinking.js";
import { sheet } from "./sheet.js";
import { strip } from "./strip.js";
import { wireHit } from "../model/wires.js";

// While a key is held nobody asks for a strip's name.
const NAMED_AFTER = 100;
// Below the canvas, before scaling: half of a source's box, and the line that names the scale.
const [FOOT, SCALE_LINE] = [12, 16];
// More outputs than these have no strip: its cells could not be told apart.
const MOST_IN_A_STRIP = 48;
// The words above a strip, before scaling: the middle of their line above it, half of its height, and their letters.
const WORDS = { above: 10, half: 8, letter: 15 };
// About how wide a letter of a box is.
const LABEL_LETTER = 9.2;
// About how wide a letter of a phone's expression is; measuring would cost a layout.
const EXPRESSION_LETTER = 6.8;

/**
 * Every diagram of the cell in one place; that of the current phase is seen. Where there are
 * several, `choice` has a button for each, which names it and leads to it; else it is null.
 *
 * @param {Context} context
 */
export function diagrams(context, width, height) {
  const { model, go } = context;
  const all = model.diagrams.map((one, k) => diagram(context, one, k, width, height));
  const buttons = model.diagrams.map(({ title, nodes }) => {
    const button = h("button", { type: "button", class: "tab" }, title);
    const last = model.phases.findLastIndex(({ key }) => nodes.some((node) => node.phase === key));
    button.addEventListener("click", () => go({ phase: last }));
    return button;
  });
  const choice = all.length > 1 ? h("div", { class: "pictures" }, ...buttons) : null;
  const element = h("div", {}, ...all.map((one) => one.element));

  /** @param {Place} state */
  function update(state) {
    all.forEach((one, k) => {
      set(buttons[k], "aria-pressed", k === model.diagramOf[state.phase]);
      one.element.hidden = k !== model.diagramOf[state.phase];
      if (!one.element.hidden) one.update(state);
    });
  }
  return { element, choice, update };
}

/** @param {Context} context */
function diagram(context, { nodes, edges, values, strip_width: share }, index, width, height) {
  const { model, forward, isBack, scale, narrow } = context;
  const stripWidth = Math.min(132 * scale, (share / 100) * width);
  // X's box ends above what stands below; on the way back a line below names the scale.
  const drawn = height - (isBack ? SCALE_LINE + FOOT : FOOT) * scale;
  const { high, above } = stripSizes(height / scale);
  const stripHeight = high * scale;
  const places = new Map(nodes.map((node) => [node.key, placeOf(node)]));
  const phaseIndex = new Map(model.phases.map((phase, k) => [phase.key, k]));
  const phaseOfNode = (node) => (node.phase === "" ? -1 : phaseIndex.get(node.phase));

  const wires = edges.map((edge, k) => {
    const ends = [edge.source, edge.target].map((key) => nodes.find((node) => node.key === key));
    const points = wire(places.get(edge.source), places.get(edge.target), edge.via, width, drawn);
    const [source, target] = isBack ? ends.reverse() : ends;
    const along = isBack ? points.reverse() : points;
    const d = wirePath(along, scale);
    const hue = forward.quantity(edge.carries).hue;
    const line = arrow(hue, along, scale);
    const pulse = s("path", { class: `pulse hue-${hue}`, d, pathLength: 1 });
    // On the way back a wire shows the factor by which it takes the gradient on.
    const middle = points[Math.floor(points.length / 2)];
    const own = { diagram: index, wire: k };
    const hit = isBack ? wireHit(context, own, { d, middle, width, height }) : null;
    const factor = isBack ? shrinkingFactor(context, own, edge, points, { width, height: drawn }) : null;
    const group = s("g", {}, line, pulse, ...(hit ? [hit.element] : []));
    return { element: group, line, pulse, hit, factor, from: phaseOfNode(source), to: phaseOfNode(target) };
  });
  // Gradients have one scale in all of a diagram, so that one sees them shrink.
  const vectors = [];
  const ends = { version: -1, at: new Map() };
  const endAt = isBack ? largestAt : undefined;
  const scaleName = isBack ? s("text", { class: "small muted end", x: width, y: height - 5 * scale }) : null;
  const painted = sheet(width, height);
  const boxes = nodes.map(draw);
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, ...(isBack ? { role: "group" } : { "aria-hidden": "true" }) },
    ...wires.map((w) => w.element),
    ...boxes.map((box) => box.element),
    ...wires.flatMap(({ factor }) => (factor ? [factor.element] : [])),
    scaleName,
  );
  const notes = wires.flatMap(({ hit }) => (hit ? [hit.note] : []));
  const element = h(
    "div",
    { class: "diagram", role: "group", "aria-label": context.strings.vectors },
    drawing,
    painted.element,
    ...boxes.flatMap((box) => box.strips),
    ...notes,
  );
  /** @type {Place | null} */
  let previous = null;
  const naming = atRest(nameStrips, NAMED_AFTER);

  /** A box is as wide as what is written in it. */
  function placeOf(node) {
    const place = placeNode(node, width, drawn, scale * (narrow ? 0.8 : 1), stripWidth);
    const words = model.weights.has(node.label) ? plainLetter(context.notation, node.label) : node.label;
    const letter = LABEL_LETTER * (narrow ? 0.8 : 1);
    const written = node.kind === "function" ? (words.length * letter + 8) * scale : 0;
    return { ...place, halfWidth: Math.max(place.halfWidth, written / 2) };
  }

  /** What leaves a node and has a strip: of the outputs only a few that are all here, and on the way back no Ŷ. */
  function written({ writes }) {
    const quantity = model.quantity(writes);
    if (!quantity || !isOfOutput(quantity)) return writes;
    const isWhole = model.listed.length === model.sizes.q && model.sizes.q <= MOST_IN_A_STRIP;
    return isWhole && !(isBack && quantity.kind === "output") ? writes : "";
  }

  function draw(node) {
    const { x, y, halfWidth, halfHeight } = places.get(node.key);
    const { before } = node;
    const made = values[node.key];
    const name = made ? model.madeName(index, node.key) : written(node);
    const isEnd = node.kind === "source" || node.kind === "sink";
    const parts = [];
    const strips = [];
    const updates = [];
    const names = [];
    const hue = name && forward.quantity(name) ? forward.quantity(name).hue : hueOfPhase(node);
    if (node.kind === "function" || node.kind === "one_minus") {
      parts.push(
        s("rect", {
          class: `node hue-${hue}`,
          x: x - halfWidth,
          y: y - halfHeight,
          width: 2 * halfWidth,
          height: 2 * halfHeight,
          rx: 7 * scale,
        }),
      );
    } else if (!isEnd) {
      parts.push(s("circle", { class: `node hue-${hue}`, cx: x, cy: y, r: halfWidth }));
    }
    if (!isEnd) parts.push(label(node.label, x, y));
    if (name === "X") {
      const chip = s("rect", {
        class: "chip",
        x: x - 20 * scale,
        y: y - 14 * scale,
        width: 40 * scale,
        height: 28 * scale,
        rx: 6 * scale,
      });
      const text = s("text", { class: "character hue-input", x, y: y + 6 * scale });
      parts.push(chip, text);
      // Beside its box where no wire leaves it, with room to it however many digits the step has.
      const leaving = edges.find((edge) => edge.source === node.key);
      const isLeft = leaving && (leaving.via[0]?.[0] ?? nodes.find(({ key }) => key === leaving.target).x) < node.x;
      const side = isLeft
        ? { class: "hue-input start", x: x + 28 * scale }
        : { class: "hue-input end", x: x - 28 * scale };
      const caption = s("text", { ...side, y: y + 5 * scale });
      const room = isLeft ? width - x : x;
      const date = room > 40 * scale ? dated(caption, { op: "tensor", name: "X" }) : () => {};
      parts.push(caption);
      updates.push((state) => {
        if (write(text, forward.inputWord(state.t))) {
          // What is wider than its box grows away from the caption.
          const least = 40 * scale;
          const moved = ((fitChip(chip, text, x, least, scale) - least) / 2) * (isLeft ? -1 : 1);
          set(chip, "x", x - least / 2 - Math.abs(moved) + moved);
          set(text, "x", x + moved);
        }
        if (forward.readings) for (const part of [chip, text]) set(part, "data-full", forward.inputDetail(state.t));
        date(state.t);
      });
    } else if (name) {
      // A source's or sink's strip is its box; another's sits on the wire above it.
      const place = node.strip && [(node.strip[0] / CANVAS.width) * width, (node.strip[1] / CANVAS.height) * drawn];
      const top = place
        ? place[1] - stripHeight / 2
        : isEnd
          ? y - stripHeight / 2
          : y - halfHeight - stripHeight - above * scale;
      const middle = place?.[0] ?? (isEnd ? Math.min(Math.max(x, stripWidth / 2 + 1), width - stripWidth / 2 - 1) : x);
      const cells = strip(context, painted, name, {
        x: middle - stripWidth / 2,
        y: top,
        width: stripWidth,
        height: stripHeight,
        before,
        endAt,
      });
      vectors.push({ name, before });
      cells.element.setAttribute("tabindex", "0");
      cells.element.setAttribute("role", "img");
      // Letters wider than their strip stay within the panel.
      const isLast = narrow && isEnd && x > width / 2;
      const left = middle - stripWidth / 2;
      const longest =
        narrow && made ? plainExpression(model, context.notation, made.expression, model.sizes.T - 1) : "";
      const isCut = left + longest.length * EXPRESSION_LETTER > width;
      const text = s("text", {
        class: `hue-${hue} strip-label${isLast || isCut ? " end" : ""}`,
        x: isCut ? width : isLast ? left + stripWidth : left,
        y: top - 5 * scale,
      });
      parts.push(
        s("rect", {
          class: "behind",
          x: middle - stripWidth / 2 - (isLast ? 0 : 2),
          y: top - 18 * scale,
          width: stripWidth + (isLast ? 2 : 4),
          height: stripHeight + 20 * scale,
        }),
        text,
      );
      strips.push(cells.element);
      const quantity = model.quantity(name);
      const title = quantity.isPre ? context.strings.preActivation : quantity.word;
      const end = context.high(quantity);
      const range = quantity.signed && end !== 1 && !isBack && !(narrow && made) ? ` ±${brief(end)}` : "";
      const isUnworded = narrow || isBack || isEnd || title === "" || !hasRoom(`${name} ${title}${range}`, left, top);
      const words = isUnworded ? "" : ` ${title}`;
      const letters = made?.expression ?? { op: "tensor", name, before };
      if (isBack && !made) text.append(...tspans([PARTIAL]));
      const date = dated(text, letters);
      text.append(...tspans([plainRun(words), { class: "plain range", text: [range] }]));
      updates.push((state, computed) => {
        cells.update(computed ? state.t : null, context.unitOf(name, state), context.order(state));
        date(state.t);
      });
      names.push((state, computed) => {
        const called = made ? plainExpression(model, context.notation, made.expression, state.t) : title;
        const unit = context.unitOf(name, state);
        const { notYet, notReached } = context.strings;
        const missing = isBack ? `∂L/∂${name}: ${notReached}` : `${called}: ${notYet}`;
        const words = computed ? context.describe(name, state.t, unit, before) : missing;
        // Of the one that has the focus the live region tells what changes, so that it is not said twice.
        if (!cells.element.matches(":focus")) set(cells.element, "aria-label", words);
      });
      cells.element.addEventListener("blur", () => naming.later());
    }
    const group = s("g", { class: `at-${node.kind}`, "aria-hidden": "true" }, ...parts);
    return { element: group, strips, updates, names, phase: phaseOfNode(node) };
  }

  /** Whether words above a strip, whose left end and top are given, end before the next box beside them. */
  function hasRoom(words, left, top) {
    const middle = top - WORDS.above * scale;
    const boxes = [...places.values()].filter(
      ({ x, y, halfHeight }) => x > left && Math.abs(y - middle) < halfHeight + WORDS.half * scale,
    );
    const end = Math.min(width, ...boxes.map(({ x, halfWidth }) => x - halfWidth));
    return left + textWidth(words, WORDS.letter * scale) <= end;
  }

  /** Writes an expression's letters into a text; the function returned sets their step. */
  function dated(text, letters) {
    text.append(...tspans(expressionRuns(context, letters, 0)));
    const below = text.querySelectorAll(".sub");
    let written = 0;
    return (t) => {
      if (t === written) return;
      written = t;
      subscripts(context, letters, t).forEach((sub, k) => write(below[k], sub));
    };
  }

  /** The largest gradient of a step, whichever of its strips it is in. */
  function largestAt(t) {
    if (ends.version !== model.version) Object.assign(ends, { version: model.version, at: new Map() });
    if (!ends.at.has(t)) {
      const sizes = vectors.flatMap(({ name, before }) =>
        Array.from({ length: model.length(name) }, (_, k) => Math.abs(model.value(name, t, k, before))),
      );
      ends.at.set(t, Math.max(...sizes) || 1);
    }
    return ends.at.get(t);
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
    // A value travels where a phase follows a phase; a whole step at once has too many.
    const travels = state.t === previous?.t && state.phase === previous.phase + 1 && context.moves();
    for (const box of boxes) {
      const computed = visible(state, box, state.t);
      box.element.classList.toggle("ghost", !computed);
      box.element.classList.toggle("lit", box.phase === state.phase);
      for (const run of box.updates) run(state, computed);
    }
    if (scaleName) {
      const [high, t] = [short(largestAt(state.t)), state.t + 1];
      write(scaleName, fill(context.strings.gradientScale, { high, t }));
    }
    for (const { line, pulse, hit, factor, from, to } of wires) {
      const lit = to === state.phase;
      const hasSource = visible(state, { phase: from }, state.t);
      line.classList.toggle("ghost", !hasSource);
      line.classList.toggle("waiting", hasSource && !visible(state, { phase: to }, state.t));
      line.classList.toggle("lit", lit);
      hit?.update(state, hasSource);
      factor?.update(state, hasSource);
      if (lit && travels) {
        pulse.animate(
          [
            { strokeDashoffset: 1.15, strokeOpacity: 1 },
            { strokeDashoffset: 0, strokeOpacity: 1 },
          ],
          { duration: 200, easing: "ease-out" },
        );
      }
    }
    const isNew = previous === null;
    previous = state;
    if (isNew) nameStrips();
    else naming.later();
  }

  /** For those who read the strips' numbers instead of seeing them. */
  function nameStrips() {
    for (const box of boxes) for (const name of box.names) name(previous, visible(previous, box, previous.t));
    for (const { hit } of wires) hit?.label();
  }
  return { element, update };
}
