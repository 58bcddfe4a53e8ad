// Lines of the lecturer's pen on a follower's page. They are drawn over parts of the page, wherever these lie here and
// however large they are.

import { h } from "../../web/dom.js";
import { boxOf, elementsIn, partsOfPage } from "./light.js";
import { INK, THIN } from "./pen.js";

// Milliseconds after which the parts are looked for again.
const LOOK_FOR_PARTS = 500;
// Smaller than the parts that a light shines on: a phone shows other steps of the ribbon, and breaks its equations
// elsewhere.
const STEP = ".ribbon .hit[data-step]";
const EQUATION = ".stage .equations .equation";
// Points are told in thousandths of a part.
const WHOLE_PART = 1000;

/** The lines over parts, {part, points}, in thousandths of each part's size, for pixels of this window; and back. */
export function linesFrom(points, { left, top, width, height }) {
  const share = (value, from, size) => Math.round(((value - from) / Math.max(1, size)) * WHOLE_PART);
  return points.flatMap(({ x, y }) => [share(x, left, width), share(y, top, height)]);
}

/** The points [{x, y}] of a line, in the pixels of a part that lies in this box. */
export function pointsIn(numbers, { left, top, width, height }) {
  return Array.from({ length: numbers.length / 2 }, (_, k) => ({
    x: left + (numbers[2 * k] / WHOLE_PART) * width,
    y: top + (numbers[2 * k + 1] / WHOLE_PART) * height,
  }));
}

/** The parts that a line may lie over, {name, element}: steps and equations first, then those of the light. */
function partsOf() {
  const all = [...elementsIn(document)].filter((one) => one.matches(`${STEP}, ${EQUATION}`));
  const steps = all.filter((one) => one.matches(STEP));
  const equations = all.filter((one) => one.matches(EQUATION));
  return [
    ...steps.map((element) => ({ name: `step-${element.dataset.step}`, element })),
    ...equations.map((element, k) => ({ name: `equation-${k + 1}`, element })),
    ...partsOfPage(),
  ];
}

/** The part that a point is in, the smallest one first, else the nearest; null where the page has none. */
export function partNear(x, y) {
  const far = ({ left, top, right, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const parts = partsOf().map((part) => ({ part, distance: far(boxOf(part.element)) }));
  return parts.sort((one, other) => one.distance - other.distance)[0]?.part ?? null;
}

/** The sheet over a follower's page: {element, show(lines)}. */
export function followedInk() {
  const element = h("canvas", { class: "followed-ink", "aria-hidden": "true" });
  const paper = element.getContext("2d");
  let lines = [];
  let parts = [];
  let looked = 0;
  let frame = 0;
  let drawn = "";

  function follow(time) {
    if (time - looked > LOOK_FOR_PARTS) {
      looked = time;
      // Of two of the same name the first one counts, as it does where the line was drawn.
      parts = partsOf().reverse();
    }
    const boxes = new Map(parts.map((part) => [part.name, boxOf(part.element)]));
    const told = JSON.stringify([innerWidth, innerHeight, lines.length, ...boxes]);
    if (told !== drawn) draw(boxes);
    drawn = told;
    frame = lines.length > 0 ? requestAnimationFrame(follow) : 0;
  }
  function draw(boxes) {
    element.width = innerWidth * devicePixelRatio;
    element.height = innerHeight * devicePixelRatio;
    paper.scale(devicePixelRatio, devicePixelRatio);
    Object.assign(paper, { strokeStyle: INK, lineCap: "round", lineJoin: "round", lineWidth: THIN });
    for (const { part, points } of lines) {
      const box = boxes.get(part);
      if (box === undefined) continue;
      paper.beginPath();
      for (const { x, y } of pointsIn(points, box)) paper.lineTo(x, y);
      paper.stroke();
    }
  }
  return {
    element,
    show(wanted) {
      lines = wanted;
      element.hidden = lines.length === 0;
      drawn = "";
      looked = 0;
      if (frame === 0 && lines.length > 0) frame = requestAnimationFrame(follow);
    },
  };
}
