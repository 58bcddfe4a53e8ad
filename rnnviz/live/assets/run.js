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
    reach: [],
    metrics: { step: [], loss: [], norm: [], scale: [], validation: [], seconds: [] },
    probe: null,
    asked: () => ({
      since: run.metrics.step.length,
      samples: run.samples.length,
      probed: run.probe?.step ?? -1,
      reached: run.reach.length,
    }),
    receive(present) {
      run.now = present;
      run.error = "";
      // Two answers to one question would be added twice.
      const isNext =
        present.metrics.step.length === 0 || present.rows === run.metrics.step.length + present.metrics.step.length;
      if (isNext) for (const name of Object.keys(run.metrics)) run.metrics[name].push(...present.metrics[name]);
      run.samples.push(...present.samples);
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
