// The checkpoints that a reader can go back to, and what the networks wrote and predicted at one of them.

/** @import {KnownRun} from "../run.d.ts" */

import { isStill } from "./status.js";

/**
 * state: {at, temperature, probe}, at: the step to go back to, or null for now. look(run, what, query) asks the server;
 * draw() shows what came. Returns {moments, all, closest, beside, visit}; moments: by a run's id, those to be shown.
 *
 * @param {KnownRun[]} runs
 */
export function checkpointsOf(runs, state, look, draw) {
  const moments = new Map();
  const kept = new Map();

  function all() {
    return [...new Set(runs.flatMap((run) => run.now?.checkpoints ?? []))].sort((a, b) => a - b);
  }

  function closest(step) {
    const near = all().map((one) => [Math.abs(one - step), one]);
    return near.length > 0 ? near.reduce((a, b) => (b[0] < a[0] ? b : a))[1] : null;
  }

  /** The checkpoint a number of places after the one shown; after the last comes now, which is null. */
  function beside(by) {
    const stops = [...all(), null];
    const from = stops.indexOf(state.at);
    return stops[Math.min(stops.length - 1, Math.max(0, (from < 0 ? stops.length - 1 : from) + by))];
  }

  /**
   * The checkpoint of a run to show: the one the reader chose, or the last one if no run is training and the last
   * sample was drawn at another temperature. null shows the present.
   */
  function stepOf(run) {
    if (state.at !== null) return run.checkpointAt(state.at);
    const last = run.samples.at(-1);
    return isStill(runs) && last && last.temperature !== state.temperature ? run.checkpointAt(last.step) : null;
  }

  /** Fetch the moments to show, each once. */
  function visit() {
    moments.clear();
    for (const run of runs) {
      const step = stepOf(run);
      if (step === null) continue;
      const key = JSON.stringify([run.id, step, state.temperature, state.probe]);
      if (kept.has(key)) moments.set(run.id, kept.get(key));
      else {
        look(run.id, "moment", { step, temperature: state.temperature, probe: state.probe }).then((moment) => {
          if (!moment) return;
          kept.set(key, moment);
          if (stepOf(run) === step && moment.sample.temperature === state.temperature) moments.set(run.id, moment);
          draw();
        });
      }
    }
  }
  return { moments, all, closest, beside, visit };
}
