// The hidden states of a probe sentence as a time × unit map that changes while it is learnt, and
// under it the network's prediction after each character.

import { colourOf } from "../../web/colours.js";
import { h } from "../../web/dom.js";
import { cellUnder } from "../../web/grid.js";
import { fill, full, inPercent } from "../../web/numbers.js";
import { matrix } from "./server.js";

/** `note` shows a text beside the pointer. Returns {element, update(view)}. */
export function probe(context, note) {
  const { strings } = context;
  const maps = new Map();
  const element = h("div", { class: "probes" });

  function update(view) {
    for (const run of view.runs) {
      if (!maps.has(run.id)) {
        maps.set(run.id, map(run));
        element.append(maps.get(run.id).element);
      }
      const moment = view.moments.get(run.id);
      maps.get(run.id).show(moment ? moment.probe : run.probe, view.palette);
    }
  }

  function map(run) {
    const canvas = h("canvas", { width: 1, height: 1 });
    const frame = h("div", { class: "probe-frame", role: "img", "aria-label": strings.probe }, canvas);
    const letters = h("div", { class: "probe-letters" });
    const expected = h("div", { class: "probe-expected", title: strings.predictions });
    const title = h("div", { class: "probe-title" });
    const paper = canvas.getContext("2d");
    let states = null;
    let shown = null;
    let drawnWith = null;

    function show(probed, palette) {
      if (!probed || (probed === shown && palette === drawnWith)) return;
      shown = probed;
      drawnWith = palette;
      states = { ...matrix(probed.H), tokens: probed.tokens };
      const { rows: T, columns: units } = states;
      if (canvas.width !== T || canvas.height !== units) Object.assign(canvas, { width: T, height: units });
      for (let t = 0; t < T; t += 1) {
        for (let unit = 0; unit < units; unit += 1) {
          paper.fillStyle = colourOf(states.at(t, unit), 1, palette);
          paper.fillRect(t, unit, 1, 1);
        }
      }
      element.style.setProperty("--steps", T);
      letters.replaceChildren(...probed.tokens.map((token) => h("span", {}, token)));
      expected.replaceChildren(...probed.predictions.map((one, t) => prediction(one, probed.tokens[t])));
      title.textContent = `${run.title} · ${fill(strings.atStep, { step: context.count(probed.step) })}`;
    }

    function prediction({ likeliest, p, target, p_target }, character) {
      const isRight = target !== null && likeliest === target;
      const says = fill(target === null ? strings.predicted : strings.predictedOf, {
        character,
        likeliest,
        p: inPercent(p),
        target,
        q: inPercent(p_target ?? 0),
      });
      const share = target === null ? p : p_target;
      return h("span", { class: isRight ? "is-right" : "is-wrong", style: `--p:${share}`, title: says }, likeliest);
    }

    frame.addEventListener("pointermove", (event) => {
      if (!states) return;
      const { column: t, row: unit } = cellUnder(frame, event, states.rows, states.columns);
      note.show(
        `t = ${t + 1} ${states.tokens[t]}, H[${unit + 1}] = ${full(Number(states.at(t, unit).toPrecision(6)))}`,
        event.clientX,
        event.clientY,
      );
    });
    frame.addEventListener("pointerleave", note.hide);
    return { element: h("figure", { class: "probe" }, title, frame, letters, expected), show };
  }
  return { element, update };
}
