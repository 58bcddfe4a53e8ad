// The order of a list of cards by hand: one takes a card, and drops it before or behind another one.

// Pixels that a press has to move to be no click.
const LEAST = 6;
// Pixels at the edge of the list in which it scrolls, and by how many at a time.
const EDGE = 36;
const SCROLLS = 12;

/**
 * What is pressed in `list` may be dragged. onDrop(from, to): the card at `from` is to be at `to`. A finger scrolls the
 * list, and moves nothing.
 *
 * @param {HTMLElement} list
 * @param {(from: number, to: number) => void} onDrop
 */
export function dragOrder(list, onDrop) {
  /** @type {{from: number, x: number, y: number, card: HTMLElement, gap: number, isMoving: boolean} | null} */
  let drag = null;
  const cards = () => /** @type {HTMLElement[]} */ ([...list.children]);

  /** @param {PointerEvent} event */
  function begin(event) {
    const thumb = /** @type {Element} */ (event.target).closest(".thumb");
    if (!thumb || event.button !== 0 || event.pointerType === "touch") return;
    const card = thumb.parentElement;
    drag = { from: cards().indexOf(card), x: event.clientX, y: event.clientY, card, gap: -1, isMoving: false };
    addEventListener("keydown", cancel, true);
  }
  /** @param {PointerEvent} event */
  function move({ pointerId, clientX, clientY }) {
    if (!drag || (!drag.isMoving && Math.hypot(clientX - drag.x, clientY - drag.y) < LEAST)) return;
    // From here on the press belongs to the list, wherever it ends: it is no click on what lies there.
    if (!drag.isMoving) list.setPointerCapture(pointerId);
    drag.isMoving = true;
    drag.card.dataset.drags = "";
    const { top, bottom } = list.getBoundingClientRect();
    if (clientY < top + EDGE) list.scrollTop -= SCROLLS;
    else if (clientY > bottom - EDGE) list.scrollTop += SCROLLS;
    drag.gap = gapAt(clientX, clientY);
    mark(drag.gap);
  }
  /** The gap that is nearest to a place, from 0 before the first card; in a column, above or below a card. */
  function gapAt(x, y) {
    const boxes = cards().map((one) => one.querySelector(".thumb").getBoundingClientRect());
    const isColumn = boxes.length < 2 || boxes[0].left === boxes[1].left;
    const far = ({ left, right, top, bottom }) =>
      Math.hypot(x - Math.max(left, Math.min(right, x)), y - Math.max(top, Math.min(bottom, y)));
    const near = boxes.reduce((best, box, k) => (far(box) < far(boxes[best]) ? k : best), 0);
    const { left, right, top, bottom } = boxes[near];
    return near + Number(isColumn ? y > (top + bottom) / 2 : x > (left + right) / 2);
  }
  function mark(gap) {
    for (const [k, one] of cards().entries()) {
      one.toggleAttribute("data-before", k === gap);
      one.toggleAttribute("data-behind", k === gap - 1 && gap === list.children.length);
    }
  }
  function drop() {
    if (!drag) return;
    const { from, gap, isMoving } = drag;
    end();
    const to = gap > from ? gap - 1 : gap;
    if (isMoving && to !== from) onDrop(from, to);
  }
  /** Escape puts the card back, and closes nothing. @param {KeyboardEvent} event */
  function cancel(event) {
    if (event.key !== "Escape" || !drag?.isMoving) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }
  function end() {
    if (drag) delete drag.card.dataset.drags;
    drag = null;
    mark(-1);
    removeEventListener("keydown", cancel, true);
  }
  list.addEventListener("pointerdown", begin);
  list.addEventListener("pointermove", move);
  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", end);
}
