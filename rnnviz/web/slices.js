// A long computation in slices, so that the page can paint and answer between them.

// Milliseconds of work at a time: with a step that goes beyond it, and the picture, it stays below the 50 that one
// notices, and little of the time is lost to waiting for the next frame.
const SLICE = 22;

/**
 * Runs generators, one at a time: start(walk, paint) runs `walk` in slices from the next frame on, and calls
 * paint(share) after each, `share` being what the generator yielded last, from 0 to 1, and 1 at its end. Another start
 * or `stop` ends the one before. isWanted(): whether anybody still looks at it.
 */
export function slices(isWanted = () => true) {
  let frame = 0;

  function start(walk, paint) {
    stop();
    const next = () => {
      if (!isWanted()) return;
      const until = performance.now() + SLICE;
      let step;
      do step = walk.next();
      while (!step.done && performance.now() < until);
      if (!step.done) frame = requestAnimationFrame(next);
      paint(step.done ? 1 : step.value);
    };
    frame = requestAnimationFrame(next);
  }
  function stop() {
    cancelAnimationFrame(frame);
  }
  return { start, stop };
}
