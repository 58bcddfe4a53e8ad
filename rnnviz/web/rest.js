// What is for a reader who has stopped, and would only hold up one who is on the way.

/** `later()` calls `run` when nothing has asked for it for `milliseconds`; `stop()` forgets it. */
export function atRest(run, milliseconds) {
  let waiting = 0;
  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(run, milliseconds);
  }
  return { later, stop: () => clearTimeout(waiting) };
}
