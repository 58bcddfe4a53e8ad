// What a prediction is worth where the rest of the text is not there yet, as `explain/writing.py` has it; tests hold
// it to that. Pure.

/** @import {AnyModel} from "../../model.d.ts" */

import { engineInput } from "./changed.js";
import { createEngine } from "../../../engine/engine.js";

/**
 * A generator that yields a share from 0 to 1 after each text read, and fills {loss, written, p} of a model's version,
 * a number for each step: −ln p of the target where the text ends with that step's character; the character that the
 * model goes on with, and its probability, where it begins with the first one and then reads what it has said itself.
 *
 * @param {AnyModel} model
 */
export function* writingOf(model, found) {
  const { weights, input, holds } = engineInput(model);
  const { T, q } = model.sizes;
  const read = Array.from(input.X.hot);

  function sharesAfter(codes) {
    const end = codes.length - 1;
    const begun = holds
      .filter(({ steps }) => steps[0] <= end)
      .map((hold) => ({ ...hold, steps: [hold.steps[0], Math.min(end, hold.steps[1])] }));
    const given = { X: { hot: Int32Array.from(codes) }, initial: input.initial, targets: null };
    const Y_hat = createEngine(model.program).run(weights, given, begun).tensors.get("Y_hat");
    return Y_hat.subarray(end * q, (end + 1) * q);
  }

  const own = [read[0]];
  for (let t = 0; t < T; t += 1) {
    found.loss[t] = -Math.log(sharesAfter(read.slice(0, t + 1))[model.targets[t]]);
    const shares = sharesAfter(own);
    const best = shares.reduce((most, share, k) => (share > shares[most] ? k : most), 0);
    found.written[t] = best;
    found.p[t] = shares[best];
    own.push(best);
    yield (t + 1) / T;
  }
}
