// The cloud of three components, turned by a drag.

// Pixels from which a press is a drag.
const DRAG = 4;

/**
 * Calls onDrag(right, down) with the pixels of each movement. isTurnable(): whether a drag turns the cloud, or belongs
 * to another tool. Returns {wasDrag(), stop}; wasDrag: whether the last press was a drag, and so no click.
 *
 * @param {HTMLElement} place
 * @param {{isTurnable: () => boolean, onDrag: (right: number, down: number) => void}} act
 */
export function turnByDrag(place, { isTurnable, onDrag }) {
  /** @type {number[] | null} */
  let from = null;
  let isDragged = false;
  place.addEventListener("pointerdown", (event) => {
    isDragged = false;
    from = event.isPrimary && isTurnable() ? [event.clientX, event.clientY] : null;
    // Plotly lays a cover over the whole page while the pointer is down.
    if (from) document.addEventListener("pointermove", follow);
  });
  function follow(event) {
    if (!from || !(event.buttons & 1)) {
      stop();
      return;
    }
    const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
    if (!isDragged && Math.hypot(right, down) < DRAG) return;
    isDragged = true;
    from = [event.clientX, event.clientY];
    onDrag(right, down);
  }
  function stop() {
    document.removeEventListener("pointermove", follow);
  }
  return { wasDrag: () => isDragged, stop };
}

/**
 * One picture after another, never two at a time: what is asked for meanwhile is drawn once the last one stands.
 *
 * @param {() => Promise<unknown>} draw
 */
export function oneByOne(draw) {
  let isDrawing = false;
  let asked = 0;
  return async function next() {
    asked += 1;
    if (isDrawing) return;
    isDrawing = true;
    for (let drawn = -1; drawn !== asked; ) {
      drawn = asked;
      await draw();
      await new Promise(requestAnimationFrame);
    }
    isDrawing = false;
  };
}
