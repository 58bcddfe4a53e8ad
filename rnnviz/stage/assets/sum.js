// One unit taken apart: its terms as bars that add up, then the activation curve.

import { h, s } from "./dom.js";
import { firstTensor, functionOf, lengthOf, split, terms } from "./expression.js";
import { functionName, plainSymbol } from "./formula.js";
import { waterfall } from "./geometry.js";
import { fill, full, short } from "./numbers.js";
import { SUB_BACK, tspans } from "./diagram.js";

export function sum(context, width, height) {
  const { model, strings, notation, scale } = context;
  const svg = s("svg", { class: "sum", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  const element = h("div", { class: "sum-panel" }, svg);
  let shown = "";
  let caption = "";

  function update(state) {
    const phase = model.phases[state.phase];
    const { unit, isOutput } = context.focus(state);
    const key = `${state.t} ${phase.key} ${unit}`;
    if (key === shown) return;
    shown = key;
    const { inner, function: applied } = split(phase.expression);
    const list = terms(model, inner, state.t, unit);
    const most = Math.max(2, Math.floor((height - 8 * scale) / (19 * scale)) - 1);
    const { bars, low, high } = waterfall(list.map((term) => term.value), most);
    const target = model.quantity(phase.target);
    const total = applied ? model.value(target.pre, state.t, unit) : model.value(target.name, state.t, unit);

    const curve = curveOf(inner, applied);
    const curveWidth = curve ? Math.min(height * 1.15, width * 0.28) : 0;
    const labels = Math.min(268 * scale, width * 0.44);
    const values = 62 * scale;
    const room = width - labels - values - curveWidth - (curve ? 26 * scale : 0);
    const x = (v) => labels + ((v - low) / (high - low || 1)) * room;
    const rowHeight = Math.min(26 * scale, (height - 8 * scale) / (bars.length + 1));
    const rows = bars.map((bar, k) => {
      const y = 4 * scale + k * rowHeight;
      const left = Math.min(x(bar.from), x(bar.to));
      const parts = bar.term < 0
        ? [s("tspan", { class: "muted" }, fill(strings.rest, { count: bar.rest }))]
        : describe(list[bar.term], state);
      return s(
        "g",
        {},
        s("text", { class: "row-label", x: labels - 10 * scale, y: y + rowHeight * 0.68 }, ...parts),
        s("line", { class: "thread", x1: x(bar.to), x2: x(bar.to), y1: y + rowHeight * 0.5, y2: y + rowHeight * 1.2 }),
        s("rect", { class: bar.value < 0 ? "below" : "above", x: left, y: y + rowHeight * 0.16, width: Math.max(1.5, Math.abs(x(bar.to) - x(bar.from))), height: rowHeight * 0.66, rx: 2, "data-full": full(bar.value) }),
        s("text", { class: "row-value", x: labels + room + values, y: y + rowHeight * 0.68, "data-full": full(bar.value) }, short(bar.value)),
      );
    });
    const end = 4 * scale + bars.length * rowHeight;
    const zero = s("line", { class: "axis", x1: x(0), x2: x(0), y1: 2, y2: end + rowHeight });
    const together = plainSymbol(notation, applied ? target.pre : target.name, state.t + 1);
    const totalRow = s(
      "g",
      { class: "total" },
      s("text", { class: "row-label", x: labels - 10 * scale, y: end + rowHeight * 0.68 }, ...tspanBack(together.base, together.sub), s("tspan", { class: "plain" }, `[${isOutput ? model.labels[unit] : unit + 1}] =`)),
      s("rect", { class: "total-bar", x: Math.min(x(0), x(total)), y: end + rowHeight * 0.3, width: Math.max(1.5, Math.abs(x(total) - x(0))), height: rowHeight * 0.4, rx: 2, "data-full": full(total) }),
      s("text", { class: "row-value", x: labels + room + values, y: end + rowHeight * 0.68, "data-full": full(total) }, short(total)),
    );
    const parts = [zero, ...rows, totalRow];
    if (curve) parts.push(drawCurve(curve, width - curveWidth, curveWidth, state.t, unit, total, target));
    svg.replaceChildren(...parts);
    const letter = plainSymbol(notation, target.name, state.t + 1);
    svg.setAttribute("aria-label", `${letter.base} ${fill(strings.sumHint, { total: short(total) })}`);
    const name = isOutput ? fill(strings.character, { character: model.labels[unit] }) : fill(strings.unit, { unit: unit + 1 });
    caption = `${target.title}, ${name}: ${fill(strings.sumHint, { total: short(total) })}`;
  }

  function describe(term, state) {
    const pieces = term.factors.flatMap((factor, k) => {
      const dot = k === 0 ? [] : [s("tspan", { class: "plain" }, " · ")];
      return [...dot, ...factorLabel(factor, state)];
    });
    return pieces;
  }

  function factorLabel({ expression, index, value }, state) {
    if (expression.op === "parameter") {
      const written = notation.symbols[expression.name];
      const row = index.length > 1 ? index[0] : null;
      const place = row === null ? "" : /(^|\.)W_x/.test(expression.name) && model.vocabulary.length ? `[${model.vocabulary[row]}]` : `[${row + 1},${index[1] + 1}]`;
      const weight = index.length > 1 ? ` ${short(value)}` : "";
      return [...tspanBack(written.base, written.sub + written.sup), s("tspan", { class: "plain" }, `${place}${weight}`)];
    }
    const name = firstTensor(expression);
    const quantity = model.quantity(name.name);
    const number = s("tspan", { class: `hue-${quantity.hue}` }, ` ${short(value)}`);
    if (expression.op === "concat") {
      const isLeft = index[0] < lengthOf(model, expression.left);
      const at = isLeft ? index[0] : index[0] - lengthOf(model, expression.left);
      return factorLabel({ expression: isLeft ? expression.left : expression.right, index: [at], value }, state);
    }
    if (expression.op === "product") {
      const both = [expression.left, expression.right].map((e) => letterAt(e, null, state));
      return [s("tspan", { class: "plain" }, "("), ...both[0], s("tspan", { class: "plain" }, " ⊙ "), ...both[1], s("tspan", { class: "plain" }, `)[${index[0] + 1}]`), number];
    }
    if (expression.op !== "tensor") {
      const f = expression.op === "oneminus" ? "1−" : expression.op === "apply" ? functionName(model, notation, expression.function) : "";
      return [s("tspan", { class: "plain" }, f), ...letterAt(name, index, state), number];
    }
    if (name.name === "X") return letterAt(name, null, state);
    return [...letterAt(name, index, state), number];
  }

  function letterAt({ name, before }, index, state) {
    const { base, sub } = plainSymbol(notation, name, model.stepNumber(name, state.t, before));
    const place = index ? `[${index[0] + 1}]` : "";
    return [...tspanBack(base, sub, `hue-${model.quantity(name).hue}`), s("tspan", { class: "plain" }, place)];
  }

  function tspanBack(base, sub, hue = "") {
    const made = tspans(base, sub);
    if (hue) made[0].classList.add(hue);
    return sub === "" ? made : [...made, s("tspan", { class: "plain", dy: SUB_BACK }, "\u200a")];
  }

  /** What curve belongs to the phase: its own activation, or one inside a product. */
  function curveOf(inner, applied) {
    if (applied && applied !== "softmax") return { name: applied, pre: true };
    const within = [inner.left, inner.right, inner].find((e) => e?.op === "apply");
    return within ? { name: within.function, of: within.of } : null;
  }

  function drawCurve(curve, left, size, t, unit, total, target) {
    const f = functionOf(model, curve.name);
    const at = curve.pre ? total : model.value(curve.of.name, t, unit, curve.of.before);
    const reach = Math.max(4, Math.ceil(Math.abs(at)));
    const ys = curve.name === "sigmoid" ? [0, 1] : curve.name === "tanh" ? [-1, 1] : [Math.min(0, f(-reach)), Math.max(1, f(reach))];
    const pad = 18 * scale;
    const px = (v) => left + pad + ((v + reach) / (2 * reach)) * (size - 2 * pad);
    const py = (v) => height - pad - ((v - ys[0]) / (ys[1] - ys[0])) * (height - 2 * pad);
    const points = Array.from({ length: 61 }, (_, k) => {
      const v = -reach + (2 * reach * k) / 60;
      return `${px(v).toFixed(1)} ${py(f(v)).toFixed(1)}`;
    });
    const result = f(at);
    return s(
      "g",
      { class: `curve hue-${target.hue}` },
      s("line", { class: "axis", x1: px(-reach), x2: px(reach), y1: py(Math.max(0, ys[0])), y2: py(Math.max(0, ys[0])) }),
      s("line", { class: "axis", x1: px(0), x2: px(0), y1: py(ys[0]), y2: py(ys[1]) }),
      s("path", { class: "line", d: `M${points.join("L")}` }),
      s("path", { class: "drop", d: `M${px(at)} ${py(Math.max(0, ys[0]))}V${py(result)}H${px(0)}` }),
      s("circle", { class: "point", cx: px(at), cy: py(result), r: 5 * scale, "data-full": `${full(at)} → ${full(result)}` }),
      s("text", { class: "small", x: left + size / 2, y: 12 * scale }, `${functionName(model, notation, curve.name)}(${short(at)}) = ${short(result)}`),
      s("text", { class: "small muted end", x: px(0) - 4, y: py(ys[1]) + 10 * scale }, short(ys[1])),
      s("text", { class: "small muted end", x: px(reach), y: height - 2 }, short(reach)),
    );
  }
  return { element, update, words: () => caption };
}
