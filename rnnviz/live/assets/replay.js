// One gradient step, replayed: one weight's way from before to after, as equations with numbers.

import { colourOf } from "../../web/colours.js";
import { h, m, write } from "../../web/dom.js";
import { cellUnder } from "../../web/grid.js";
import { bracketed, fill, full, short } from "../../web/numbers.js";
import { addition } from "./addition.js";
import { matrix } from "./server.js";

/** `look(query)` asks for a step of the chosen run. Returns {element, update(view)}. */
export function replay(context, look, note) {
  const { strings } = context;
  const steps = h("select", { class: "notation", "aria-label": strings.ofStep });
  const names = h("select", { class: "notation", "aria-label": strings.parameter });
  const canvas = h("canvas", { width: 1, height: 1 });
  const mark = h("span", { class: "weight-mark" });
  const map = h("div", { class: "weight-map", role: "img", tabindex: "0" }, canvas, mark);
  const caption = h("p", { class: "hint" });
  const table = h("div", { class: "replay-rows" });
  const effect = h("p", { class: "replay-effect" });
  const empty = h("p", { class: "muted" }, strings.replayEmpty);
  const body = h(
    "div",
    { class: "replay-body", hidden: true },
    h("div", { class: "replay-choice" }, steps, names, map, caption),
    h("div", {}, table, effect),
  );
  const element = h(
    "section",
    { class: "panel replay", "aria-label": strings.replay },
    h(
      "h2",
      {},
      h("span", {}, strings.replay),
      h("span", { class: "hint", title: strings.replayHint }, strings.replayHint),
    ),
    empty,
    body,
  );
  const paper = canvas.getContext("2d");
  let run = null;
  let shown = null;
  let gradient = null;
  let palette = null;
  let known = "";

  steps.addEventListener("change", () =>
    ask({ step: steps.value, name: names.value, row: shown.row, column: shown.column }),
  );
  names.addEventListener("change", () => ask({ step: steps.value, name: names.value }));
  map.addEventListener("click", (event) => choose(...locate(event)));
  map.addEventListener("keydown", (event) => {
    const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[
      event.key
    ] ?? [0, 0];
    if (!shown || (down === 0 && right === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    choose(
      Math.min(gradient.rows - 1, Math.max(0, shown.row + down)),
      Math.min(gradient.columns - 1, Math.max(0, shown.column + right)),
    );
  });
  map.addEventListener("pointermove", (event) => {
    if (!gradient) return;
    const [row, column] = locate(event);
    note.show(
      `∂L/∂${shown.name}[${row + 1}, ${column + 1}] = ${full(Number(gradient.at(row, column).toPrecision(6)))}`,
      event.clientX,
      event.clientY,
    );
  });
  map.addEventListener("pointerleave", note.hide);

  function locate(event) {
    const { row, column } = cellUnder(map, event, gradient.columns, gradient.rows);
    return [row, column];
  }

  function choose(row, column) {
    ask({ step: shown.step, name: shown.name, row, column });
  }

  async function ask(query) {
    const answer = await look(run, query);
    if (answer) show(answer);
  }

  function update(view) {
    palette = view.palette;
    const chosen = view.runs[view.chosen];
    const recorded = chosen?.now?.recorded ?? [];
    const isOver = ["finished", "stopped", "failed"].includes(view.mode);
    // Where nothing can be begun anew, nothing is said of what one could do then.
    element.hidden = context.guest !== null && isOver && recorded.length === 0;
    write(empty, isOver ? strings.replayOver : strings.replayEmpty);
    const key = `${chosen?.id} ${recorded} ${view.theme}`;
    if (key === known) return;
    known = key;
    run = chosen?.id;
    body.hidden = recorded.length === 0;
    empty.hidden = recorded.length > 0;
    if (recorded.length === 0) return;
    steps.replaceChildren(
      ...recorded.map((step) => h("option", { value: step }, fill(strings.atStep, { step: context.count(step) }))),
    );
    steps.value = String(recorded.at(-1));
    ask({ step: recorded.at(-1), ...(shown ? { name: shown.name, row: shown.row, column: shown.column } : {}) });
  }

  function show(answer) {
    shown = answer;
    gradient = matrix(answer.gradient);
    names.replaceChildren(
      ...Object.entries(answer.parameters).map(([name, [rows, columns]]) =>
        h("option", { value: name }, `${name} (${rows}, ${columns})`),
      ),
    );
    names.value = answer.name;
    steps.value = String(answer.step);
    Object.assign(canvas, { width: gradient.columns, height: gradient.rows });
    const high = gradient.numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    for (let row = 0; row < gradient.rows; row += 1) {
      for (let column = 0; column < gradient.columns; column += 1) {
        paper.fillStyle = colourOf(gradient.at(row, column), high, palette);
        paper.fillRect(column, row, 1, 1);
      }
    }
    const middle = (k, count) => `${(100 * (k + 0.5)) / count}%`;
    mark.style.left = middle(answer.column, gradient.columns);
    mark.style.top = middle(answer.row, gradient.rows);
    map.classList.toggle("flat", gradient.rows === 1);
    const about = { name: answer.name, rows: gradient.rows, columns: gradient.columns };
    write(caption, `${fill(strings.gradientMap, about)} ±${short(high)}`);
    map.setAttribute("aria-label", `${caption.textContent} ${nameOf(answer)}`);
    table.replaceChildren(...rowsOf(answer).flat());
    const change = answer.loss_after - answer.loss_before;
    const { first, second, sum } = addition(answer.loss_before, change);
    write(effect, fill(strings.effect, { before: first, after: sum, change: `${change > 0 ? "+" : ""}${second}` }));
    effect.classList.toggle("worse", change > 0);
  }

  function nameOf({ name, row, column, of_row, of_column }) {
    return `${name}[${of_row || row + 1}, ${of_column || column + 1}]`;
  }

  /** The weight's way through the step, a line for each part: its name, the equation in letters, then in numbers. */
  function rowsOf(answer) {
    const {
      weight: w,
      rate,
      norm,
      scale,
      clip,
      optimizer,
      momentum,
      epsilon,
      beta_1: b1,
      beta_2: b2,
      corrected_first: c1,
      corrected_second: c2,
    } = answer;
    const n = (value) => m("mn", { title: full(value) }, short(value));
    const inBrackets = (value) => m("mn", { title: full(value) }, bracketed(value));
    const o = (sign) => m("mo", { stretchy: "false" }, sign);
    const i = (letter) => m("mi", {}, letter);
    const clipped = () => m("mover", { accent: "true" }, i("g"), o("ˆ"));
    const fraction = (top, bottom) => m("mfrac", {}, m("mrow", {}, ...top), m("mrow", {}, ...bottom));
    const norms = () => m("mrow", {}, o("‖"), i("g"), o("‖"));
    const lines = [
      [strings.before, [i("w")], [], w.before],
      [strings.gradient, [i("g"), o("="), fraction([i("∂"), i("L")], [i("∂"), i("w")])], [], w.gradient],
      clip === null || scale === 1
        ? [
            strings.clip,
            [clipped(), o("="), i("g")],
            clip === null
              ? [m("mtext", {}, strings.noClip)]
              : [o("("), norms(), o("="), n(norm), o("≤"), n(clip), o(")")],
            w.clipped,
          ]
        : [
            strings.clip,
            [clipped(), o("="), i("g"), o("·"), fraction([i("θ")], [norms()])],
            [o("="), n(w.gradient), o("·"), fraction([n(clip)], [n(norm)])],
            w.clipped,
          ],
    ];
    if (optimizer === "sgd") {
      lines.push([
        strings.update,
        [i("Δ"), o("="), o("−"), i("η"), o("·"), clipped()],
        [o("="), o("−"), n(rate), o("·"), inBrackets(w.clipped)],
        w.update,
      ]);
    } else if (optimizer === "momentum") {
      lines.push([
        strings.velocity,
        [i("v"), o("←"), n(momentum), i("v"), o("+"), clipped()],
        [o("="), n(momentum), o("·"), inBrackets(w.first_moment_before), o("+"), inBrackets(w.clipped)],
        w.first_moment,
      ]);
      lines.push([
        strings.update,
        [i("Δ"), o("="), o("−"), i("η"), o("·"), i("v")],
        [o("="), o("−"), n(rate), o("·"), inBrackets(w.first_moment)],
        w.update,
      ]);
    } else {
      const beta = (number) => m("msub", {}, i("β"), m("mn", {}, number));
      const rest = (number) => m("mrow", {}, o("("), m("mn", {}, "1"), o("−"), beta(number), o(")"));
      const squared = (part) => m("msup", {}, part, m("mn", {}, "2"));
      lines.push([
        strings.firstMoment,
        [i("m"), o("←"), beta(1), i("m"), o("+"), rest(1), clipped()],
        [o("="), n(b1), o("·"), inBrackets(w.first_moment_before), o("+"), n(1 - b1), o("·"), inBrackets(w.clipped)],
        w.first_moment,
      ]);
      lines.push([
        strings.secondMoment,
        [i("v"), o("←"), beta(2), i("v"), o("+"), rest(2), squared(clipped())],
        [
          o("="),
          n(b2),
          o("·"),
          inBrackets(w.second_moment_before),
          o("+"),
          n(1 - b2),
          o("·"),
          squared(inBrackets(w.clipped)),
        ],
        w.second_moment,
      ]);
      const power = (number) =>
        m("mrow", {}, m("mn", {}, "1"), o("−"), m("msubsup", {}, i("β"), m("mn", {}, number), i("t")));
      lines.push([
        strings.update,
        [
          i("Δ"),
          o("="),
          o("−"),
          i("η"),
          o("·"),
          fraction(
            [i("m"), o("/"), o("("), power(1), o(")")],
            [m("msqrt", {}, m("mrow", {}, i("v"), o("/"), o("("), power(2), o(")"))), o("+"), i("ε")],
          ),
        ],
        [
          o("="),
          o("−"),
          n(rate),
          o("·"),
          fraction(
            [n(w.first_moment), o("/"), n(c1)],
            [m("msqrt", {}, m("mrow", {}, n(w.second_moment), o("/"), n(c2))), o("+"), n(epsilon)],
          ),
        ],
        w.update,
      ]);
    }
    const { first, second, sum } = addition(w.before, w.update);
    const shown = (value, digits) => m("mn", { title: full(value) }, digits);
    lines.push([
      strings.after,
      [i("w"), o("←"), i("w"), o("+"), i("Δ")],
      [o("="), shown(w.before, first), o("+"), shown(w.update, second.startsWith("−") ? `(${second})` : second)],
      w.after,
      sum,
    ]);
    const about = [
      fill(strings.atStep, { step: context.count(answer.step) }),
      context.optimizers[optimizer],
      `η = ${short(rate)}`,
      ...(clip === null ? [] : [`θ = ${short(clip)}`]),
    ];
    const title = h(
      "p",
      { class: "replay-title" },
      h("strong", {}, nameOf(answer)),
      " ",
      h("span", { class: "muted" }, about.join(" · ")),
    );
    return [
      [title],
      ...lines.map(([label, letters, numbers, value, digits = short(value)]) => [
        h("span", { class: "replay-label muted" }, label),
        m("math", { class: "in-letters" }, m("mrow", {}, ...letters)),
        h("strong", { class: "replay-value number", title: full(value) }, digits),
        m("math", { class: "with-numbers" }, m("mrow", {}, ...numbers)),
      ]),
    ];
  }
  return { element, update };
}
