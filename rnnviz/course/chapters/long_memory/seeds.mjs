// Trains every cell with many seeds: reads {cells, seeds} and writes what became of them.
//
// {ladder: {"cell bias": {k: [right, one a seed]}}, mixed: {"cell bias clip": [{right, learnt, spike}, one a seed]}}.
// ladder: networks that met k alone, the share of right answers at k. mixed: networks that met 1 to 20, the share over
// these distances; learnt: after how many steps nearly all of the last answers cost nothing, or null; spike: the
// largest norm of a gradient.

import { readFileSync, writeSync } from "node:fs";
import { firstState, gradientStep, measures } from "./recall.js";

const STEPS = 400;
const LADDER = [2, 5, 10, 20, 40];
const MIXED = 20;
const STRETCH = 20;
const LITTLE = 0.1;

const { cells, seeds } = JSON.parse(readFileSync(0, "utf8"));
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const short = (value) => Number(value.toPrecision(3));

function trained(what) {
  const state = firstState(what);
  const losses = [];
  let learnt = null;
  for (let step = 0; step < STEPS; step += 1) {
    losses.push(gradientStep(state, step, what));
    if (learnt === null && step >= STRETCH && mean(losses.slice(-STRETCH)) < LITTLE) learnt = step + 1;
  }
  return { state, learnt };
}

const each = (f) => Array.from({ length: seeds }, (_, k) => f(k + 1));
const found = { ladder: {}, mixed: {} };
for (const [cell, made] of Object.entries(cells)) {
  for (const bias of Object.keys(made.keep).length ? [0, 1] : [0]) {
    const common = { ...made, cell, bias };
    found.ladder[`${cell} ${bias}`] = Object.fromEntries(
      LADDER.map((k) => [
        k,
        each((seed) => {
          const what = { ...common, k, way: "exact", clip: "on", seed };
          return short(measures(trained(what).state.theta, what, [k])[0].right);
        }),
      ]),
    );
    for (const clip of ["on", "off"]) {
      found.mixed[`${cell} ${bias} ${clip}`] = each((seed) => {
        const what = { ...common, k: MIXED, way: "all", clip, seed };
        const { state, learnt } = trained(what);
        const right = short(mean(measures(state.theta, what).map((one) => one.right)));
        return { right, learnt, spike: short(Math.max(...state.norms)) };
      });
    }
    writeSync(2, `${cell} ${bias}\n`);
  }
}
writeSync(1, JSON.stringify(found));
