// A pen that draws over the page: lines of a pointer, a finger or a stylus, in the window's own pixels.

import { h } from "../../web/dom.js";

export const INK = "#e8590c";
export const THIN = 3;
const THICK = 5;
const OF_THE_PEN = ["pointerdown", "pointermove", "pointerup", "mousedown", "mousemove", "mouseup", "click"];

// Milliseconds of drawing that are told at a time.
const TELL_EVERY = 100;

/**
 * A pen: {element, hold(isHeld), wipe(), isHeld(), hasDrawn(), fit()}. While it is held, no click reaches the page.
 * onLine(points, isNew): what was drawn since the last time, [{x, y}] in pixels; isNew: a line begins with it.
 *
 * @param {(points: {x: number, y: number}[], isNew: boolean) => void} [onLine]
 */
export function pen(onLine = () => {}) {
  const element = h("canvas", { class: "ink", "aria-hidden": "true" });
  const paper = element.getContext("2d");
  let lines = [];
  let isHeld = false;
  let now = null;
  let scrolled = 0;
  // How many points of the line are told, and when the last of them was.
  let told = 0;
  let toldAt = 0;

  function fit() {
    element.width = innerWidth * devicePixelRatio;
    element.height = innerHeight * devicePixelRatio;
    draw();
  }
  function draw() {
    paper.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    paper.clearRect(0, 0, innerWidth, innerHeight);
    for (const line of lines) stroke(line, 0);
  }
  function stroke(line, from) {
    Object.assign(paper, { strokeStyle: INK, lineCap: "round", lineJoin: "round" });
    for (let k = Math.max(1, from); k < line.length; k += 1) {
      paper.lineWidth = line[k].width;
      paper.beginPath();
      paper.moveTo(line[k - 1].x, line[k - 1].y);
      paper.lineTo(line[k].x, line[k].y);
      paper.stroke();
    }
  }
  function add(event) {
    const known = now.length;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY, pressure, pointerType } of events.length > 0 ? events : [event]) {
      const width = pointerType === "pen" ? THIN + THICK * pressure : THICK;
      now.push({ x: clientX, y: clientY, width });
    }
    stroke(now, known);
    if (performance.now() - toldAt > TELL_EVERY) tell();
  }
  /** What has been drawn since the last time; it begins where that ended. */
  function tell() {
    if (now.length - told < 1 || now.length < 2) return;
    onLine(now.slice(Math.max(0, told - 1)), told === 0);
    told = now.length;
    toldAt = performance.now();
  }
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // The focus stays where the keys are.
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    // A dot is a line that goes nowhere.
    now = [];
    told = 0;
    toldAt = performance.now();
    lines.push(now);
    add(event);
    add(event);
  });
  element.addEventListener("mousedown", (event) => event.preventDefault());
  // The page under the pen hears nothing of it.
  for (const kind of OF_THE_PEN) element.addEventListener(kind, (event) => event.stopPropagation());
  element.addEventListener("pointermove", (event) => now && add(event));
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, () => {
      if (now !== null) tell();
      now = null;
    });
  }
  // What is drawn stays beside what it was drawn at.
  const scroller = () => document.querySelector("[data-testid=stMain]") ?? document.documentElement;
  element.addEventListener("wheel", ({ deltaY }) => scroller().scrollBy(0, deltaY), { passive: true });
  function onScroll() {
    const to = scroller().scrollTop;
    for (const line of lines) for (const point of line) point.y -= to - scrolled;
    scrolled = to;
    draw();
  }
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  addEventListener("resize", fit);
  fit();

  return {
    element,
    fit,
    hold(to) {
      isHeld = to;
      if (lines.length === 0) scrolled = scroller().scrollTop;
      element.classList.toggle("is-held", to);
    },
    wipe() {
      lines = [];
      now = null;
      draw();
    },
    isHeld: () => isHeld,
    hasDrawn: () => lines.length > 0,
  };
}
