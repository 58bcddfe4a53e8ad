// Trainings as a follower sees them: the loss so far as a line, and what the network wrote last.

import { h, s, write } from "../../web/dom.js";
import { fill, short } from "../../web/numbers.js";

const WIDTH = 320;
const HEIGHT = 120;
const LABEL = 14;

/** Trainings in `host`: {show(runs)}. runs: as `followed.py` tells them. */
export function followedRuns(host, strings) {
  function show(runs) {
    const highest = Math.max(1e-9, ...runs.flatMap(({ loss }) => loss.map(([, value]) => value)));
    host.replaceChildren(...runs.map((run) => card(run, highest, strings)));
  }
  return { show };
}

function card({ cell, hidden, step, steps, loss, sample }, highest, strings) {
  const last = loss.at(-1);
  const now = last ? `${strings.loss} ${short(last[1])}` : "";
  const title = h("h2", {}, `${cell.toUpperCase()}, h = ${hidden}`);
  const where = h("p", { class: "where" });
  write(where, `${fill(strings.stepOf, { step, steps })} ${now}`);
  const line = loss.map(([at, value]) => `${x(at, steps)},${y(value, highest)}`).join(" ");
  const curve = s(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${title.textContent}: ${where.textContent}`,
    },
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1, stroke: "currentColor", "stroke-opacity": 0.4 }),
    s("text", { x: 2, y: LABEL, "font-size": 12, fill: "currentColor" }, short(highest)),
    s("polyline", { points: line, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
  );
  return h("section", { class: "run" }, title, where, curve, h("p", { class: "sample" }, sample));
}

const x = (step, steps) => ((step / Math.max(1, steps)) * WIDTH).toFixed(1);
const y = (loss, highest) => (HEIGHT - 1 - (loss / highest) * (HEIGHT - LABEL - 4)).toFixed(1);
