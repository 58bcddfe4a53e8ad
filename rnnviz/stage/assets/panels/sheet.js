// One canvas under all strips of a panel: a page has to bring every canvas into its frame, however little is on it.

/** @import {Move, Span} from "../../motion.d.ts" */

import { h } from "../../../web/dom.js";
import { held } from "../motion/moves.js";

/**
 * A sheet of a width and height, over the nearest positioned box: {element, place(x, y, draw)}. `place` gives a
 * function that clears a box, [left, top, width, height] seen from (x, y), and draws there anew; a picture of the stage
 * draws all of them on a paper of its own. `keep` keeps what is painted now, and `faded` lets it pass over into what is
 * painted since: every cell takes on its new colour.
 */
export function sheet(width, height) {
  const ratio = window.devicePixelRatio || 1;
  const element = blank(width, height, ratio);
  /** @type {HTMLCanvasElement | null} */
  let kept = null;
  let isKept = false;
  const paper = element.getContext("2d");
  const drawings = [];

  function place(x, y, draw) {
    drawings.push({ x, y, draw });
    // On whole pixels cells are sharp.
    const [left, top] = [x, y].map((at) => Math.round(at * ratio));
    return ([from, upper, wide, high]) => {
      paper.setTransform(ratio, 0, 0, ratio, left, top);
      paper.clearRect(from, upper, wide, high);
      draw(paper);
    };
  }
  element.drawOn = (other) => {
    for (const { x, y, draw } of drawings) {
      other.translate(x, y);
      draw(other);
      other.translate(-x, -y);
    }
  };
  /** @param {boolean} isSeen */
  function keep(isSeen) {
    isKept = isSeen;
    if (!isSeen) return;
    kept ??= blank(width, height, ratio);
    const copy = kept.getContext("2d");
    copy.globalCompositeOperation = "copy";
    copy.drawImage(element, 0, 0);
  }

  /**
   * What was not seen before has no colours to pass over from.
   *
   * @param {Span} span
   * @returns {Move[]}
   */
  function faded(span) {
    if (!isKept) return [];
    const frames = held(span, [
      { share: 0, opacity: 1 },
      { share: 1, opacity: 0 },
    ]);
    return [{ element: kept, into: element.parentElement, frames, isOver: true }];
  }
  return { element, place, keep, faded };
}

function blank(width, height, ratio) {
  return h("canvas", {
    class: "strips",
    width: Math.ceil(width * ratio),
    height: Math.ceil(height * ratio),
    style: `width:${Math.ceil(width * ratio) / ratio}px;height:${Math.ceil(height * ratio) / ratio}px`,
  });
}

/** @typedef {ReturnType<typeof sheet>} Sheet */
