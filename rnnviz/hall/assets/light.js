// A spotlight: all but one part of the page is dim. The parts have names, so that each page lights its own.

import { h } from "../../web/dom.js";

// The panels of the stage and of a training, in the order of reading; a follower's training has its own.
const LIT_PANELS = {
  ribbon: ".stage .ribbon, .stage .alone-ribbon",
  cell: ".stage .cell.panel",
  equations: ".stage .equations",
  prediction: ".stage .answer",
  memory: ".stage .stage-views",
  curves: ".curves-panel, .runs .curve",
  samples: ".samples-panel, .panel.plan, .runs .sample",
  probe: ".probe-panel",
};
const IN_CHAPTER = ":is([data-section], .folded) > :is(.text, .beside)";
const LIT_PARTS = [...Object.values(LIT_PANELS), IN_CHAPTER].join(", ");
const MARGIN = 8;
// What stands above a follower's page.
const HEADER = 56;
// Milliseconds after which a part that is not there is looked for again.
const LOOK_AGAIN = 250;

/** The name of the part that an element is, or "". */
function partName(element) {
  if (!element.matches?.(LIT_PARTS)) return "";
  if (!element.matches(IN_CHAPTER)) return Object.keys(LIT_PANELS).find((name) => element.matches(LIT_PANELS[name]));
  return `${element.matches(".beside") ? "figure" : "text"}-${element.closest("[data-section]").dataset.section}`;
}

/** The name of the part that the pointer is in, or "". */
export function partAt(event) {
  return event.composedPath().map(partName).find(Boolean) ?? "";
}

/** The parts of the page that can be seen, {name, element}, each name once. */
export function partsOfPage(root = document) {
  const found = new Map();
  for (const element of elementsIn(root)) {
    const name = partName(element);
    if (name && !found.has(name) && isDrawn(element)) found.set(name, element);
  }
  const order = Object.keys(LIT_PANELS);
  return [...found]
    .map(([name, element]) => ({ name, element }))
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** All elements, those of open shadow trees too. */
export function* elementsIn(root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

/**
 * A light: {element, shine(name), at(x, y), off()}. `shine` lights a part, and follows it wherever a new drawing puts
 * it; `at` a region around a point. onLit(name): the part that is lit now, or "" for none. holds: whether the part is
 * kept in view, wherever the page is scrolled.
 */
export function spotlight(onLit, holds = false) {
  const element = h("div", { class: "spot", "aria-hidden": "true", hidden: true });
  let wanted = "";
  let part = null;
  let frame = 0;
  let looked = 0;
  let drawn = "";
  let lit = "";

  function find() {
    if (part?.isConnected && isDrawn(part)) return;
    part = null;
    if (performance.now() - looked < LOOK_AGAIN) return;
    looked = performance.now();
    part = partsOfPage().find(({ name }) => name === wanted)?.element ?? null;
    if (part) show(part);
  }
  function follow() {
    find();
    if (part) {
      const { left, top, width, height } = boxOf(part);
      if (holds && (top > innerHeight - MARGIN || top + height < HEADER)) show(part);
      place(left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, false);
    } else element.hidden = true;
    tell(part ? wanted : "");
    frame = requestAnimationFrame(follow);
  }
  function place(...where) {
    element.hidden = false;
    if (drawn === String(where)) return;
    drawn = String(where);
    const [left, top, width, height, isRound] = where;
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
      borderRadius: isRound ? "50%" : "8px",
    });
  }
  function tell(name) {
    if (name === lit) return;
    lit = name;
    onLit(name);
  }
  function off() {
    cancelAnimationFrame(frame);
    frame = 0;
    wanted = "";
    part = null;
    element.hidden = true;
    tell("");
  }
  return {
    element,
    shine(name) {
      if (name === wanted) return;
      cancelAnimationFrame(frame);
      wanted = name;
      part = null;
      looked = 0;
      follow();
    },
    at(x, y) {
      const radius = Math.min(innerWidth, innerHeight) * 0.18;
      off();
      place(x - radius, y - radius, 2 * radius, 2 * radius, true);
    },
    off,
  };
}

const isDrawn = (part) => boxOf(part).width > 0;

/** The box of a part; on a phone the text of a chapter has none of its own, as its figure stands among it. */
export function boxOf(part) {
  if (part.getClientRects().length > 0) return part.getBoundingClientRect();
  const boxes = [...part.children].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  if (boxes.length === 0) return new DOMRect();
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** A part that is not on the screen as a whole comes there, or its beginning where it is too long. */
function show(part) {
  const { top, bottom, height } = boxOf(part);
  if (top >= 0 && bottom <= innerHeight) return;
  const first = part.getClientRects().length > 0 ? part : [...part.children].find((one) => one.offsetHeight > 0);
  first?.scrollIntoView({ block: height > innerHeight - HEADER ? "start" : "center", behavior: "instant" });
}
