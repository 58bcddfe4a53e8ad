// One gradient step, replayed: one weight's way from before to after, as equations with numbers.

import { colourOf } from "../../web/colours.js";
import { h, write } from "../../web/dom.js";
import { panelHeading } from "../../web/heading.js";
import { cellUnder } from "../../web/grid.js";
import { fill, full, short } from "../../web/numbers.js";
import { addition } from "./addition.js";
import { nameOf, replayRows } from "./replayrows.js";
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
    panelHeading(strings.replay, [h("span", { class: "hint", title: strings.replayHint }, strings.replayHint)]),
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
    drawMap(answer);
    table.replaceChildren(...replayRows(context, answer));
    const change = answer.loss_after - answer.loss_before;
    const { first, second, sum } = addition(answer.loss_before, change);
    write(effect, fill(strings.effect, { before: first, after: sum, change: `${change > 0 ? "+" : ""}${second}` }));
    effect.classList.toggle("worse", change > 0);
  }

  function drawMap(answer) {
    const { name, row, column } = answer;
    const { rows, columns } = gradient;
    const high = gradient.numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    Object.assign(canvas, { width: columns, height: rows });
    for (let k = 0; k < rows * columns; k += 1) {
      const [across, down] = [k % columns, Math.floor(k / columns)];
      paper.fillStyle = colourOf(gradient.at(down, across), high, palette);
      paper.fillRect(across, down, 1, 1);
    }
    const middle = (k, count) => `${(100 * (k + 0.5)) / count}%`;
    mark.style.left = middle(column, columns);
    mark.style.top = middle(row, rows);
    map.classList.toggle("flat", rows === 1);
    write(caption, `${fill(strings.gradientMap, { name, rows, columns })} ±${short(high)}`);
    map.setAttribute("aria-label", `${caption.textContent} ${nameOf(answer)}`);
  }
  return { element, update };
}
