// The view's data of one run: all answers so far, put together.

/** @import {KnownRun} from "../run.d.ts" */

/**
 * A run by its id. `receive(present)` adds an answer; `asked()` is the next query.
 *
 * @param {string} id
 * @returns {KnownRun}
 */
export function knownRun(id) {
  /** @type {KnownRun} */
  const run = {
    id,
    now: null,
    error: "",
    samples: [],
    writings: [],
    reach: [],
    metrics: { step: [], loss: [], norm: [], scale: [], validation: [], seconds: [] },
    probe: null,
    asked: () => ({
      since: run.metrics.step.length,
      samples: run.samples.length,
      probed: run.probe?.step ?? -1,
      reached: run.reach.length,
      written: run.writings.length,
    }),
    receive(present) {
      run.now = present;
      run.error = "";
      // Two answers to one question would be added twice. An answer from the first row on has all of them.
      if (present.since === 0) run.metrics = present.metrics;
      else if (present.since === run.metrics.step.length)
        for (const name of Object.keys(run.metrics)) run.metrics[name].push(...present.metrics[name]);
      run.samples.push(...present.samples.filter(({ step }) => step > (run.samples.at(-1)?.step ?? -1)));
      run.writings.push(...present.writings.filter(({ step }) => step > (run.writings.at(-1)?.step ?? -1)));
      run.reach.push(...present.reach.filter(({ step }) => step > (run.reach.at(-1)?.step ?? -1)));
      if (present.probe) run.probe = present.probe;
    },
    get title() {
      return run.now ? run.now.cell.toUpperCase() : "";
    },
    /** The last checkpoint that is not after `step`. */
    checkpointAt: (step) => run.now?.checkpoints.findLast((one) => one <= step) ?? null,
  };
  return run;
}
