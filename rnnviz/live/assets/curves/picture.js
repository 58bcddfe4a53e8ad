// The picture of the curves: its layers, and the curves in them.

import { pathOf } from "../../../course/plot/plot.js";
import { s, set } from "../../../web/dom.js";
import { baselines, ground } from "./axes.js";
import { dotsOf } from "./dots.js";
import { placeOf, pointsOf } from "./lines.js";

// What lies this far outside the picture is as good as any farther place.
const FAR = 1e4;
const PANELS = ["loss", "norm"];

/**
 * Returns {svg, guide, draw({axes, lines}, training, at), showBox(corners)}. guide: the layer of what is read.
 * training: as for `linesOf`; at: the step that is shown, or null for now.
 */
export function curvePicture({ strings, count }) {
  const clips = PANELS.map((panel) => s("rect", { "data-panel": panel }));
  const back = s("g");
  const layers = PANELS.map((panel) => s("g", { "clip-path": `url(#curves-${panel})` }));
  const front = s("g");
  const then = s("line", { class: "curve-then", visibility: "hidden" });
  const guide = s("g", { class: "curve-guide" });
  const box = s("rect", { class: "curve-box", visibility: "hidden" });
  const svg = s(
    "svg",
    {
      class: "curves-picture",
      tabindex: "0",
      role: "slider",
      "aria-orientation": "horizontal",
      "aria-label": strings.curveKeys,
    },
    s("defs", {}, ...clips.map((rect) => s("clipPath", { id: `curves-${rect.dataset.panel}` }, rect))),
    back,
    ...layers,
    then,
    front,
    guide,
    box,
  );

  function draw({ axes, lines }, training, at) {
    const { unit } = training;
    const base = baselines(axes, training);
    const [width, height] = [svg.clientWidth, svg.clientHeight];
    back.replaceChildren(...ground(axes, { unit, strings, count, width, height }));
    for (const [k, panel] of PANELS.entries()) {
      clip(clips[k], axes.x, axes[panel]);
      const curves = lines.filter((line) => line.panel === panel).flatMap((line) => curveOf(line, axes, unit));
      layers[k].replaceChildren(...(panel === "loss" ? base.lines : []), ...curves);
    }
    front.replaceChildren(...base.words);
    const isThen = at !== null && at >= axes.x.from && at <= axes.x.to;
    const across = isThen ? axes.x.at(at) : 0;
    place(then, { x1: across, x2: across, y1: axes.loss.end, y2: axes.norm.start }, isThen);
  }

  function showBox(corners) {
    if (!corners) return set(box, "visibility", "hidden");
    const [[x1, x2], [y1, y2]] = [corners.x, corners.y].map((pair) => [...pair].sort((a, b) => a - b));
    return place(box, { x: x1, y: y1, width: x2 - x1, height: y2 - y1 }, true);
  }
  return { svg, guide, draw, showBox };
}

function place(element, attributes, isSeen) {
  set(element, "visibility", isSeen ? "visible" : "hidden");
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
}

function clip(rect, x, y) {
  const [width, height] = [Math.max(0, x.end - x.start), Math.max(0, y.start - y.end)];
  for (const [name, value] of Object.entries({ x: x.start, y: y.end, width, height })) set(rect, name, value);
}

function curveOf(line, axes, unit) {
  const onAxis = line.panel === "loss" ? placeOf(unit) : (value) => value;
  const points = pointsOf(line, axes.x, axes[line.panel], onAxis).map(([across, up]) => [
    across,
    Math.min(FAR, Math.max(-FAR, up)),
  ]);
  const path = s("path", { class: `curve-line ${line.look}`, d: pathOf(points) });
  return line.dots ? [path, s("path", { class: `curve-dots ${line.look}`, d: dotsOf(points, line.dots) })] : [path];
}
