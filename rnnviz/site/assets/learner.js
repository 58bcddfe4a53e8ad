// A worker that learns one text by heart, and tells how far it is.

import { memorise } from "./memorise.js";

// Milliseconds between two reports.
const EVERY = 60;

addEventListener("message", ({ data: { program, weights, hot, targets } }) => {
  let told = 0;
  const best = memorise(program, weights, hot, targets, (done, loss) => {
    if (performance.now() - told < EVERY) return;
    told = performance.now();
    postMessage({ done, loss });
  });
  postMessage({ weights: best.weights });
});
