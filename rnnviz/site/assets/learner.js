// A worker that learns by heart, and tells how far it is; or gives the weights of moments on the way.

import { memorise, weightsAfter } from "./memorise.js";

// Milliseconds between two reports.
const EVERY = 60;

addEventListener("message", ({ data: { program, weights, lessons, reached, moments, checks } }) => {
  if (moments) {
    postMessage({ moments: weightsAfter(program, weights, lessons, moments, checks) });
    return;
  }
  let told = 0;
  const onProgress = (done, loss) => {
    if (performance.now() - told < EVERY) return;
    told = performance.now();
    postMessage({ done, loss });
  };
  const best = memorise(program, weights, lessons, reached, onProgress, checks);
  const { weights: own, loss, steps } = best;
  postMessage({ weights: own, learnt: { steps, loss, reached } });
});
