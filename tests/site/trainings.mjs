// Takes {loops, wasm, key, config, text, q, start, steps} and gives a training in the browser's code: its rows, what
// it then measures, and the rows after it was kept and taken up again. wasm: in base64, or null for JavaScript alone.

import { runInThisContext } from "node:vm";
import { fastArithmetic, plainArithmetic } from "../../rnnviz/training/browser/products.js";
import { createTrainer, Diverged } from "../../rnnviz/training/browser/trainer.js";

export default function answer({ loops, wasm, key, config, text, q, start, steps }) {
  Object.assign(globalThis, { self: globalThis });
  runInThisContext(loops);
  const arithmetic = wasm
    ? fastArithmetic(new WebAssembly.Module(Uint8Array.from(atob(wasm), (one) => one.charCodeAt(0))))
    : plainArithmetic;
  // any: the script has made it.
  const own = /** @type {any} */ (self).rnnvizLoops[key];
  const made = () => createTrainer(config, own, arithmetic, Int32Array.from(text), q, start);
  const trainer = made();
  const rows = [];
  const first = trainer.trial();
  try {
    for (let k = 0; k < steps; k += 1) rows.push(trainer.advance());
  } catch (reason) {
    if (!(reason instanceof Diverged)) throw reason;
    return { rows, why: reason.message };
  }
  const probe = trainer.probe(text.slice(0, 5));
  const again = made();
  again.restore(trainer.snapshot());
  return {
    rows,
    validation: trainer.validationLoss(),
    reach: trainer.reach(),
    probe: { H: [...probe.H], Y_hat: [...probe.Y_hat] },
    sample: trainer.sample(30, 0, 1),
    trials: [first, trainer.trial()],
    next: [trainer.recordedStep(), again.advance()].map(({ loss, norm }) => ({ loss, norm })),
  };
}
