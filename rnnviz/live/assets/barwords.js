// What the bar of a training shows: which of its buttons are there, and its words. Pure.

import { fill } from "../../web/numbers.js";

// Longer ones are told in minutes.
const LONG = 90;

/**
 * view: as `main.js` draws it. context: {strings, count(number), guest}. Returns {train, isSteered, isLocked,
 * canStepNow, canStep, where, share, tempo}. train: the words of its button; isSteered: whether anything is begun or
 * stepped here; canStepNow: whether One gradient step does so in this mode; canStep: whether it may be pressed at all;
 * share: of the steps that are done, null where nobody knows how many there are; tempo: null where it is not chosen.
 */
export function barOf(view, { strings, count, guest }) {
  const { runs, mode, isOwner, pace } = view;
  // In a race any of the runs may be the first to answer.
  const now = runs.find((run) => run.now)?.now;
  const isRunning = mode === "training" || mode === "waiting";
  const isOpen = isRunning || mode === "paused";
  const isLocked = isOpen && !isOwner;
  const words = isRunning ? "pause" : mode === "paused" ? "goOn" : mode === "none" ? "train" : "again";
  const shares = runs.map((run) => (run.now && now.steps !== null ? run.now.step / run.now.steps : 0));
  const isKnown = runs.length > 0 && now?.steps !== null;
  return {
    train: strings[words],
    // In another program's page nothing is begun or put away.
    isSteered: guest === null || (guest.steers && isOpen),
    isLocked,
    canStepNow: mode === "none" || mode === "paused",
    canStep: mode !== "gone" && !isLocked,
    where: now && !view.isTelling ? whereOf(runs, now.steps, { strings, count }) : "",
    share: isKnown ? meanOf(shares) : null,
    tempo: isOpen && isOwner && pace !== undefined ? tempoOf(pace, strings) : null,
  };
}

/** How long it takes still, how fast it is and how long it has taken: what one wants to know most comes first. */
export function paceWords({ runs, mode }, { strings, count }) {
  const left = runs.reduce((sum, run) => sum + (run.now?.remaining ?? 0), 0);
  const speeds = runs.map((run) => run.now?.speed).filter(Boolean);
  const seconds = Math.max(0, ...runs.map((run) => run.metrics.seconds.at(-1) ?? 0));
  const words = [];
  if (mode === "training" && left > LONG) words.push(fill(strings.minutes, { minutes: Math.round(left / 60) }));
  else if (mode === "training" && left > 0) words.push(fill(strings.remaining, { seconds: Math.ceil(left) }));
  if (speeds.length > 0) words.push(fill(strings.speed, { speed: count(Number(meanOf(speeds).toPrecision(2))) }));
  if (seconds > 0) words.push(fill(strings.seconds, { seconds: seconds.toFixed(1) }));
  return words;
}

function whereOf(runs, steps, { strings, count }) {
  const step = count(Math.max(...runs.map((run) => run.now?.step ?? 0)));
  return steps === null ? fill(strings.atStep, { step }) : fill(strings.stepOf, { step, steps: count(steps) });
}

function tempoOf(pace, strings) {
  return pace === 0 ? strings.fullSpeed : fill(strings.stepsASecond, { count: pace });
}

const meanOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
