// A training as it stood: its losses as curves, and what it wrote.

import { h, s } from "../../web/dom.js";
import { fill, short } from "../../web/numbers.js";

const WIDEST = 720;
const NARROWEST = 340;
const HIGH = 300;
const LEFT = 44;
const RIGHT = 135;
const LOW = 28;
const TOP = 10;
const LINE = 17;
// One for each training of a race: told apart without colour too.
const DASHES = ["", "8 4", "2 4", "10 3 2 3"];
const MOST_WRITTEN = 12;

/** The element that shows runs, as `rnnviz.live.record` has them. time: when they were read. */
export function recordView(runs, time, strings, language) {
  const said = time.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  return h(
    "article",
    { class: "record" },
    h("p", { class: "frozen" }, fill(strings.frozen, { time: said })),
    h("h2", {}, strings.curves),
    curves(runs, strings),
    h("div", { class: "runs" }, ...runs.map((run) => writings(run, strings))),
  );
}

function curves(runs, strings) {
  const wide = Math.max(NARROWEST, Math.min(WIDEST, document.body.clientWidth - 40));
  const steps = Math.max(1, ...runs.map((run) => run.step));
  const levels = runs.flatMap(({ loss, lines }) => [...loss.map(([, value]) => value), ...Object.values(lines)]);
  const highest = Math.max(1e-9, ...levels) * 1.05;
  const x = (step) => LEFT + (step / steps) * (wide - LEFT - RIGHT);
  const y = (value) => HIGH - LOW - (value / highest) * (HIGH - LOW - TOP);
  const way = (points) => points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const [{ lines }] = runs;
  const names = [
    ...Object.entries(lines).map(([name, value]) => ({ at: y(value), text: `${strings[name]} ${short(value)}` })),
    ...runs.flatMap((run) => named(run, strings).map(([text, points]) => ({ at: y(points.at(-1)[1]), text }))),
  ].sort((one, other) => one.at - other.at);
  for (const [k, one] of names.entries()) if (k > 0) one.at = Math.max(one.at, names[k - 1].at + LINE);
  const over = Math.max(0, (names.at(-1)?.at ?? 0) - (HIGH - LOW));
  const label = runs.map((run) => titleOf(run, strings)).join("; ");
  return s(
    "svg",
    { class: "losses", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": label },
    s("line", { class: "axis", x1: LEFT, x2: wide - RIGHT, y1: y(0), y2: y(0) }),
    s("text", { x: LEFT - 6, y: y(0) + 4, "text-anchor": "end" }, "0"),
    s("text", { x: LEFT - 6, y: y(highest) + 12, "text-anchor": "end" }, short(highest)),
    s("text", { x: LEFT, y: HIGH - 8 }, "0"),
    s("text", { x: wide - RIGHT, y: HIGH - 8, "text-anchor": "end" }, String(steps)),
    ...Object.values(lines).map((value) =>
      s("line", { class: "level", x1: LEFT, x2: wide - RIGHT, y1: y(value), y2: y(value) }),
    ),
    ...runs.flatMap(({ loss, validation }, k) => [
      s("polyline", { class: "loss", points: way(loss), "stroke-dasharray": DASHES[k % DASHES.length] }),
      s("polyline", { class: "validation", points: way(validation), "stroke-dasharray": DASHES[k % DASHES.length] }),
    ]),
    ...names.map(({ at, text }) => s("text", { x: wide - RIGHT + 8, y: at - over + 4 }, text)),
  );
}

/** The curves of a run that have any point, each with its name. */
function named({ cell, loss, validation }, strings) {
  const own = cell.toUpperCase();
  const all = [
    [`${own}, ${strings.loss}`, loss],
    [`${own}, ${strings.validation}`, validation],
  ];
  return all.filter(([, points]) => points.length > 0);
}

function titleOf({ cell, hidden, step, steps, loss }, strings) {
  const last = loss.at(-1);
  const now = last ? `, ${strings.loss} ${short(last[1])}` : "";
  return `${cell.toUpperCase()}, h = ${hidden}: ${fill(strings.stepOf, { step, steps })}${now}`;
}

function writings(run, strings) {
  const samples = run.samples.slice(-MOST_WRITTEN).reverse();
  return h(
    "section",
    {},
    h("h2", {}, titleOf(run, strings)),
    ...samples.flatMap(({ step, temperature, text }) => [
      h("h3", {}, fill(strings.wrote, { step, temperature })),
      h("p", { class: "written" }, text),
    ]),
  );
}
