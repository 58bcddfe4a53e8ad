// What arrives of a loss's gradient at each distance, while the network learns: one picture whose lines are moved.

/** @import {Present} from "../run.d.ts" */

import { h, s } from "../../web/dom.js";
import { panelHeading } from "../../web/heading.js";
import { fill, inPercent, powerOfTen } from "../../web/numbers.js";
import { tableKey } from "../../web/table.js";
import { sampleOf } from "./curves/dots.js";

// Powers of ten; what lies outside is drawn at the edge.
const LEAST_POWER = -8;
const MOST_POWER = 1;
const SIZE = { height: 250, left: 52, right: 14, top: 14, bottom: 44 };
const EARLIER = 4;

/** The last row that is not after a step; the last one for null. */
export function rowAt(rows, at) {
  return (at === null ? rows.at(-1) : rows.findLast(({ step }) => step <= at)) ?? null;
}

/** The path of a row's norms: distances to x, powers of ten to y, both from 0 to 1; what is not known is left out. */
export function reachPath(norms, distances, farthest) {
  return norms
    .map((norm, k) => [distances[k] / farthest, norm])
    .filter(([x, norm]) => norm !== null && x <= 1)
    .map(([x, norm]) => {
      const power = Math.min(MOST_POWER, Math.max(LEAST_POWER, Math.log10(Math.max(norm, 1e-300))));
      return [x, (power - LEAST_POWER) / (MOST_POWER - LEAST_POWER)];
    });
}

/** onTable(from): shows the numbers of the panel that `from` stands in. Returns {element, update(view)}. */
export function reachPanel(context, onTable) {
  const { strings } = context;
  const svg = s("svg", {
    class: "reach-picture",
    role: "img",
    "aria-label": strings.reach,
  });
  const told = h("div", { class: "reach-words" });
  const element = h(
    "section",
    { class: "panel gradient-reach", "aria-label": strings.reach },
    panelHeading(strings.reach, [tableKey(() => onTable(svg), strings)]),
    h("p", { class: "hint" }, strings.reachHint),
    svg,
    told,
  );
  let drawn = "";
  let width = 0;

  const across = (x) => SIZE.left + x * (width - SIZE.left - SIZE.right);
  const up = (y) => SIZE.height - SIZE.bottom - y * (SIZE.height - SIZE.top - SIZE.bottom);
  const pathOfRow = (points) =>
    points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${across(x).toFixed(1)},${up(y).toFixed(1)}`).join("");

  function update({ runs, at }) {
    const seen = runs.map((run) => rowAt(run.reach, at));
    // The letters keep their size: the picture is as wide as its place, in pixels.
    width = svg.clientWidth || 600;
    const key = JSON.stringify([at, width, seen.map((row) => row?.step)]);
    if (key === drawn) return;
    drawn = key;
    element.hidden = runs.every((run) => run.now && run.reach.length === 0);
    const known = runs.filter((_, k) => seen[k]);
    if (known.length === 0) return svg.replaceChildren();
    const { distances } = known[0].now;
    const farthest = Math.max(
      ...runs.flatMap((run, k) => (seen[k]?.norms ?? []).map((norm, d) => (norm === null ? 0 : run.now.distances[d]))),
    );
    svg.replaceChildren(
      ...ground(distances, farthest),
      ...known.filter((run) => run.now.truncation !== null).map((run) => cut(run.now.truncation / farthest)),
      ...runs.flatMap((run, k) => (seen[k] ? lines(run, k, seen[k], farthest, runs.length > 1) : [])),
    );
    told.replaceChildren(...runs.map((run, k) => sentence(run, seen[k], runs.length > 1 ? `race-${k}` : "")));
    return undefined;
  }

  function ground(distances, farthest) {
    const powers = [-8, -6, -4, -2, 0];
    const ticks = distances.filter((d) => d <= farthest && (d >= farthest / (width < 500 ? 5 : 14) || d === 0));
    return [
      ...powers.flatMap((power) => {
        const y = up((power - LEAST_POWER) / (MOST_POWER - LEAST_POWER));
        return [
          s("line", { class: "reach-grid", x1: SIZE.left, x2: width - SIZE.right, y1: y, y2: y }),
          text(SIZE.left - 8, y + 5, powerOfTen(power), "end"),
        ];
      }),
      ...ticks.map((d) => text(across(d / farthest), SIZE.height - 24, String(d), "middle")),
      text((SIZE.left + width) / 2, SIZE.height - 4, strings.reachDistance, "middle"),
    ];
  }
  function cut(x) {
    return s("line", { class: "reach-cut", x1: across(x), x2: across(x), y1: up(0), y2: up(1) });
  }
  function lines(run, k, row, farthest, isRace) {
    const { distances } = run.now;
    const path = (one, kind) =>
      s("path", { class: `reach-line race-${k} ${kind}`, d: pathOfRow(reachPath(one.norms, distances, farthest)) });
    if (isRace) return [path(row, "now")];
    const before = run.reach.filter(({ step }) => step < row.step);
    const every = Math.max(1, Math.floor(before.length / EARLIER));
    const earlier = before.filter((_, i) => i % every === 0).slice(1);
    return [
      ...(before.length > 0 ? [path(before[0], "first")] : []),
      ...earlier.map((one) => path(one, "earlier")),
      path(row, "now"),
    ];
  }
  function sentence(run, row, look) {
    if (!row) return "";
    // A loop of another program may not tell where it cuts its text.
    if (run.now.truncation === null) return h("p", {}, fill(strings.atStep, { step: context.count(row.step) }));
    const name = look ? [h("strong", { class: "race-name" }, sampleOf(`validation ${look}`, ""), run.title), " "] : [];
    return h("p", {}, ...name, shareWords(strings, run.now, row));
  }
  return { element, update };
}

/**
 * How much of what arrives lies beyond the cuts of the batches; or why nobody can say: the text ends before, or the
 * measurement, where it has come to its farthest distance.
 *
 * @param {Record<string, string>} strings
 * @param {Pick<Present, "truncation" | "distances">} run
 * @param {Present["reach"][number]} row
 */
export function shareWords(strings, { truncation, distances }, { step, dropped, norms }) {
  const values = { step, steps: truncation, most: distances.at(-1) };
  if (dropped !== null) return fill(strings.reachDropped, { ...values, percent: inPercent(dropped) });
  return fill(norms.at(-1) === null ? strings.reachNoShare : strings.reachTooFar, values);
}

function text(x, y, words, anchor) {
  return s("text", { x, y, "text-anchor": anchor }, words);
}
