// Playing: a phase after a phase, at one of a few speeds.

// Milliseconds.
const EVERY = 900;
export const SPEEDS = [0.5, 1, 2, 4];

/**
 * `advance()` goes one phase on and returns whether there was one; every change calls `show` with `state()`,
 * {isPlaying, speed, every}; every: the milliseconds from one to the next. hurry(): how many times as fast it goes.
 * Returns {toggle, stop, setSpeed(times), change(by), state}.
 */
export function playback(advance, show, hurry = () => 1) {
  let timer = 0;
  let speed = 1;

  function state() {
    return { isPlaying: timer !== 0, speed, every: EVERY / speed / hurry() };
  }
  function start() {
    clearInterval(timer);
    timer = setInterval(() => advance() || stop(), state().every);
    show(state());
  }
  function stop() {
    if (timer === 0) return;
    clearInterval(timer);
    timer = 0;
    show(state());
  }
  function setSpeed(times) {
    speed = times;
    if (timer !== 0) start();
    else show(state());
  }
  function change(by) {
    const place = SPEEDS.indexOf(speed) + by;
    setSpeed(SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)]);
  }
  return { state, stop, setSpeed, change, toggle: () => (timer === 0 ? start() : stop()) };
}
