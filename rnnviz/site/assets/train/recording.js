// A recorded training, replayed: what a larger run told the live view, in half a minute.

/** @import {Recording} from "../../../training/browser/train.d.ts" */

// Milliseconds from the first step to the last.
const DURATION = 30_000;

/**
 * Answers as the app's server did while the training went on.
 *
 * @param {Recording} recording
 * @param {string} refusal the sentence where more is asked than was recorded
 */
export function replayed({ present, moments }, refusal) {
  const { rows } = present;
  let [seen, began] = [0, performance.now()];
  let status = "training";

  /** How many rows are there by now. */
  function now() {
    const gone = status === "training" ? performance.now() - began : 0;
    const count = Math.min(rows, seen + Math.floor((gone / DURATION) * rows));
    if (count === rows && status === "training") status = "finished";
    return Math.max(1, count);
  }

  function told({ since = 0, samples = 0, probed = -1, reached = 0, written = 0 }) {
    const count = now();
    const step = present.metrics.step[count - 1];
    const until = (all) => all.filter((one) => (one.step ?? one) <= step);
    const checkpoints = until(present.checkpoints);
    const { probe } = moments[checkpoints.at(-1)];
    const metrics = Object.entries(present.metrics).map(([name, column]) => [name, column.slice(since, count)]);
    return {
      ...present,
      status,
      step,
      rows: count,
      metrics: Object.fromEntries(metrics),
      reach: until(present.reach).slice(reached),
      samples: until(present.samples).slice(samples),
      writings: until(present.writings).slice(written),
      checkpoints,
      recorded: [],
      speed: null,
      remaining: null,
      probe: probe.step === probed ? null : probe,
      verdict: status === "finished" ? present.verdict : [],
      isOwner: true,
      wait: 0.2,
    };
  }

  /** Halt where it is, or go on from there. */
  function turn(next) {
    seen = now();
    began = performance.now();
    status = next;
  }

  const answer = (found, refused = "") => Promise.resolve({ told: found, refused, status: refused ? 400 : 200 });
  return {
    ask(what, query) {
      if (what === "present") return answer(told(query));
      // It was recorded with one temperature and one sentence.
      if (what === "moment") return answer(moments[query.step]);
      return answer(null, what === "replay" ? refusal : "");
    },
    command(what) {
      if (what === "pause" && status === "training") turn("paused");
      if (what === "go_on" && status === "paused") turn("training");
      if (what === "stop") turn("stopped");
      return answer({});
    },
  };
}
