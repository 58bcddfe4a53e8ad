// When a chapter is drawn: at once, with the next frame, or seldom; what runs, and what is trained, in between.

/** @import {Definition, Given} from "../definition.d.ts" */
/** @import {readerState} from "./state.js" */

// Milliseconds between two pictures of something that runs, for readers who want little motion; and of a training that
// only makes up for what a link or a changed number asks of it.
const SELDOM = 600;
const OFTEN = 100;

/**
 * What is told of time; `afterPaint` calls when the frame is painted, so that no one who drags waits for it.
 *
 * @typedef {{
 *   now: () => number, frame: (run: (time: number) => void) => number, cancel: (frame: number) => void,
 *   afterPaint: (run: () => void) => {ask: () => void, stop: () => void}, mayMove: boolean,
 * }} Clock
 */

/** @returns {Clock} */
function browserClock() {
  return {
    now: () => performance.now(),
    frame: (run) => requestAnimationFrame(run),
    cancel: (frame) => cancelAnimationFrame(frame),
    afterPaint(run) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      return { ask: () => port2.postMessage(null), stop: () => port1.close() };
    },
    mayMove: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  };
}

/**
 * The pictures of a chapter, one after another. draw(isWhole): draws what is in sight, or all there is; given(): what
 * Python has computed; isThere(): whether the chapter still is in the document.
 *
 * Returns {change, drawNow, run, isRunning, halt, stop}: change(changes, isByHand) sets values and draws, run(name)
 * begins or ends an action.
 *
 * @param {Definition} definition
 * @param {ReturnType<typeof readerState>} state
 * @param {{draw: (isWhole: boolean) => void, given: () => Given, isThere: () => boolean, clock?: Clock}} options
 */
export function schedule({ actions = {}, trainings = [] }, state, { draw, given, isThere, clock = browserClock() }) {
  let frame = 0;
  let drawn = 0;
  // Whether the picture is older than the values, whether a reader waits for it, and whether he has been answered since
  // the last frame.
  let isStale = false;
  let isAwaited = false;
  let isAnswered = false;
  const painted = clock.afterPaint(train);
  const isBehind = (one) => one.isBehind(state.values, given());
  const running = runner(actions, clock);

  function change(changes, isByHand = false) {
    if (isByHand) running.halt();
    state.isTouched ||= isByHand;
    put(changes, isByHand);
    // The first change since the last frame is drawn at once, so that the next one shows it; others wait for that.
    if (isAnswered) isAwaited = true;
    else drawNow();
    isAnswered = true;
    askForFrame();
  }
  function put(changes, isByHand = false) {
    state.put(changes, isByHand);
    isStale = true;
  }
  function run(name) {
    state.isTouched = true;
    put(running.turn(name, state.seen(given())));
    change({});
  }
  function askForFrame() {
    frame ||= clock.frame(advance);
  }
  /** A frame: what runs goes on, and is drawn; afterwards, a slice of what is to be trained. */
  function advance(time) {
    frame = 0;
    isAnswered = false;
    if (running.now()) put(running.walk(time, state.seen(given()), trainings.some(isBehind)));
    const hasMore = trainings.some(isBehind);
    const pause = clock.mayMove ? (running.now() ? 0 : OFTEN) : SELDOM;
    if (isStale && (isAwaited || !(running.now() || hasMore) || time - drawn > pause)) drawNow();
    if (isStale || running.now()) askForFrame();
    if (hasMore) painted.ask();
  }
  function train() {
    const behind = trainings.find(isBehind);
    if (!behind || !isThere()) return;
    behind.slice(state.values, given());
    isStale = true;
    askForFrame();
  }
  function drawNow(isWhole = false) {
    drawn = clock.now();
    [isStale, isAwaited] = [false, false];
    draw(isWhole);
    if (trainings.some(isBehind)) askForFrame();
  }
  function stop() {
    clock.cancel(frame);
    painted.stop();
  }
  return { change, drawNow, run, isRunning: (name) => running.now() === name, halt: running.halt, stop };
}

/** The action that runs, if any: {now(), turn(name, values), walk(time, values, isBehind), halt()}. */
function runner(actions, clock) {
  let running = null;

  /** Take an action, begin one that runs, or end it; gives what changes at once. */
  function turn(name, values) {
    const action = actions[name];
    const wasRunning = running?.name === name;
    running = null;
    if (typeof action === "function") return action(values);
    if ("uncovers" in action) return { [action.uncovers]: values[action.uncovers] === "yes" ? "no" : "yes" };
    if (wasRunning) return {};
    const changes = action.start?.(values) ?? {};
    if (action.runs) return { ...changes, ...turn(action.runs, { ...values, ...changes }) };
    running = { name, frame: action.frame, last: clock.now() };
    return changes;
  }
  /** What changes with a frame; at the end, nothing runs. */
  function walk(time, values, isBehind) {
    const changes = running.frame(values, Math.max(0, time - running.last), isBehind);
    running.last = time;
    if (changes === null) running = null;
    return changes ?? {};
  }
  function halt() {
    running = null;
  }
  return { now: () => running?.name ?? null, turn, walk, halt };
}
