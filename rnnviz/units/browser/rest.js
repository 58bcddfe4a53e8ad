// Where the state rests while one character comes again and again: the fixed points of a step, by Newton's method from
// states of a text, as `../rest.py` finds them.

/** @import {Numbers, Seen} from "../../site/units.d.ts" */

import { createEngine, run } from "../../engine/engine.js";
import { softmax } from "../../course/maths/crossentropy.js";
import { spectralRadius } from "../../course/maths/spectrum.js";
import { generator } from "../../web/pcg64.js";
import { axesOf, projectedOn } from "./states.js";
import { jacobianOf } from "./jacobian.js";
import { solved } from "./linear.js";
import { Refusal } from "./refusal.js";

/**
 * The look "rest". isWhole: else only what states of the text come near to by themselves.
 *
 * @param {Seen} seen
 * @param {() => Promise<void>} breath
 */
export async function restLook(seen, quantity, output, isWhole, breath) {
  const layers = seen.program.passes.slice(0, -1);
  if (layers.length > 1 || layers[0].states.length === 0) throw new Refusal("noRest", { cell: seen.cell });
  const limits = seen.numbers.rest;
  const step = stepOf(seen, output);
  const { ends, before } = startsOf(seen, step);
  let found = await newton(step, ends, true, limits, breath);
  if (isWhole) found = [...found, ...(await newton(step, before, false, limits, breath))];
  const largest = ends[0].map((_, k) => Math.max(...[...ends, ...before].map((state) => Math.abs(state[k]))));
  const points = together(found, limits.same)
    .map((one) => ({ ...one, radius: spectralRadius(step.jacobian(one.state), step.m) }))
    .filter(
      ({ state, radius }) => state.every((one, k) => Math.abs(one) <= limits.far * largest[k]) || radius < limits.drawn,
    )
    .sort((a, b) => Number(b.radius < 1) - Number(a.radius < 1) || b.starts - a.starts);
  return {
    character: seen.outputs[output],
    points: points.map((one) => pointOf(seen, quantity, one, step)),
    tried: points.reduce((sum, { starts }) => sum + starts, 0),
    counts: countsOf(seen, seen.outputs[output]),
  };
}

/** A step with this character: {m, h, states, run(state, T), after(state), jacobian(state)}. @param {Seen} seen */
function stepOf({ program, weights }, output) {
  const [pass] = program.passes;
  const { width: h, states } = pass;
  const m = states.length * h;
  const engines = new Map();
  const parts = (state) => new Map(states.map((name, k) => [`${name}0`, state.slice(k * h, (k + 1) * h)]));

  function read(state, T) {
    if (!engines.has(T)) engines.set(T, createEngine({ ...program, passes: [pass], output: "" }));
    const X = { hot: Array(T).fill(output) };
    return engines.get(T).run(weights, { X, initial: parts(state) }).tensors;
  }
  const at = (tensors, t) =>
    Float64Array.from({ length: m }, (_, k) => tensors.get(states[Math.floor(k / h)])[t * h + (k % h)]);
  return {
    m,
    h,
    states,
    way(state, T) {
      const tensors = read(state, T);
      return Array.from({ length: T }, (_, t) => at(tensors, t));
    },
    after: (state) => at(read(state, 1), 0),
    jacobian(state) {
      const tensors = read(state, 1);
      const own = parts(state);
      return jacobianOf(pass, weights, (name, before) => (before ? own.get(`${name}0`) : tensors.get(name)));
    },
  };
}

/** The states from which the search begins: the last ones, and those before. @param {Seen} seen */
function startsOf(seen, { m, h, states, way }) {
  const { starts, numbers, after, near } = seen.numbers.rest;
  const count = Math.min(starts, Math.max(2, Math.floor(numbers / (after.length * m ** 2))));
  const places = generator(0).permutation(seen.indices.length).subarray(0, count);
  const ways = Array.from(places, (place) => {
    const state = states.flatMap((name) => [...seen.values.get(name).subarray(place * h, (place + 1) * h)]);
    return way(Float64Array.from(state), after.at(-1));
  });
  const last = after.at(-1) - 1;
  const middles = ways.map((own) => meanState(own.slice(own.length / 2)));
  const goesOn = middles.map((middle, s) => sizeOf(less(middle, ways[s][last]), ways[s][last]) > near);
  const early = after.slice(0, -1).flatMap((steps) => ways.map((own) => own[steps - 1]));
  return { ends: ways.map((own) => own[last]), before: [...early, ...middles.filter((_, s) => goesOn[s])] };
}

/**
 * The fixed points to which Newton's method leads, and from how many states each was found.
 *
 * @param {ReturnType<typeof stepOf>} step
 * @param {Float64Array[]} starts
 * @param {boolean} isFree
 * @param {Numbers["rest"]} limits
 * @param {() => Promise<void>} breath
 */
async function newton({ m, after, jacobian }, starts, isFree, limits, breath) {
  let open = together(
    starts.map((state) => ({ state, starts: 1 })),
    limits.near,
  );
  const farthest = limits.farthest * Math.max(1, ...starts.map((state) => Math.max(...state.map(Math.abs))));
  const found = [];
  const movedBy = (state) => less(after(state), state);
  for (let k = 0; k < limits.newton && open.length > 0; k += 1) {
    const next = [];
    for (const { state, starts: count } of open) {
      const moved = movedBy(state);
      if (sizeOf(moved, state) < limits.still) {
        found.push({ state, starts: count });
        continue;
      }
      const A = jacobian(state);
      for (let i = 0; i < m; i += 1) A[i * m + i] -= 1;
      const step = solved(
        A,
        moved.map((one) => -one),
        m,
      );
      // Where a unit may be anything, nothing says which way to go.
      if (step === null) continue;
      let share = Math.min(1, farthest / Math.max(...step.map(Math.abs)));
      const there = state.map((one, i) => one + step[i]);
      if (isFree && sizeOf(movedBy(there), there) < sizeOf(moved, state)) share = 1;
      next.push({ state: state.map((one, i) => one + share * step[i]), starts: count });
    }
    open = next;
    await breath();
  }
  return found;
}

const less = (a, b) => a.map((one, k) => one - b[k]);

function meanState(states) {
  return states[0].map((_, k) => states.reduce((sum, state) => sum + state[k], 0) / states.length);
}

/** The largest movement of a unit, of its size or of 1. */
function sizeOf(moved, state) {
  let most = 0;
  for (let k = 0; k < moved.length; k += 1) most = Math.max(most, Math.abs(moved[k]) / Math.max(1, Math.abs(state[k])));
  return most;
}

/** States that are nearer than that to one another as one, with the sum of their counts. */
function together(points, near) {
  const kept = [];
  for (const { state, starts } of points) {
    const apart = kept.map((one) => sizeOf(less(one.state, state), state));
    const best = apart.indexOf(Math.min(...apart));
    if (best >= 0 && apart[best] < near) kept[best].starts += starts;
    else kept.push({ state, starts });
  }
  return kept;
}

/** @param {Seen} seen */
function pointOf(seen, quantity, { state, starts, radius }, { h, states }) {
  const isState = states.includes(quantity);
  const of = (name) => state.slice(states.indexOf(name) * h, (states.indexOf(name) + 1) * h);
  const own = of(isState ? quantity : "H");
  const values = seen.values.get(isState ? quantity : "H");
  let [place, nearest] = [0, Infinity];
  for (let k = 0; k < values.length / h; k += 1) {
    let sum = 0;
    for (let i = 0; i < h; i += 1) sum += (values[k * h + i] - own[i]) ** 2;
    if (sum < nearest) [place, nearest] = [k, sum];
  }
  const p = expectedAt(seen, of("H"));
  const outputs = [...p.keys()].sort((a, b) => p[b] - p[a] || a - b).slice(0, seen.numbers.rest.likeliest);
  return {
    at: isState ? projectedOn(axesOf(seen, quantity), own) : [],
    isStable: radius < 1,
    radius,
    reached: starts,
    place,
    outputs,
    p: outputs.map((output) => p[output]),
  };
}

/** The softmax over the outputs in a state. */
function expectedAt({ weights, outputs }, H) {
  const W = weights.get("W_hq").numbers;
  const q = outputs.length;
  const logits = Float64Array.from(weights.get("b_q").numbers);
  for (const [i, one] of H.entries()) for (let j = 0; j < q; j += 1) logits[j] += one * W[i * q + j];
  return softmax(logits);
}

/** How deep a network of the bracket language counts; null for another one. @param {Seen} seen */
function countsOf(seen, opening) {
  const { outputs, program, weights } = seen;
  const { brackets, lineEnd, deepest, steady } = seen.numbers.rest;
  const language = [...Object.keys(brackets), ...Object.values(brackets), lineEnd];
  const isOfBrackets = outputs.length === language.length && language.every((one) => outputs.includes(one));
  if (!Object.hasOwn(brackets, opening) || !isOfBrackets) return null;
  const read = (tokens) => {
    const hot = tokens.map((token) => outputs.indexOf(token));
    return run(program, weights, { X: { hot }, initial: new Map() }).tensors;
  };
  const h = seen.widths.get("H");
  const H = read([lineEnd, ...Array(deepest).fill(opening)]).get("H");
  const steps = Array.from({ length: deepest }, (_, t) => {
    let sum = 0;
    for (let k = 0; k < h; k += 1) sum += (H[(t + 1) * h + k] - H[t * h + k]) ** 2;
    return Math.sqrt(sum);
  });
  const still = steps.findIndex((step) => step < steady * steps[0]);
  const closing = brackets[opening];
  const closes = (depth) => {
    const tokens = [lineEnd, ...Array(depth).fill(opening), ...Array(depth).fill(closing)];
    const Y_hat = read(tokens).get("Y_hat");
    const q = outputs.length;
    return Array.from({ length: depth }, (_, k) => {
      const row = Y_hat.subarray(Y_hat.length - (depth - k) * q, Y_hat.length - (depth - k - 1) * q);
      return outputs[row.indexOf(Math.max(...row))];
    }).every((likeliest, k) => likeliest === (k + 1 < depth ? closing : lineEnd));
  };
  let depth = 0;
  while (depth < deepest && closes(depth + 1)) depth += 1;
  return { depth, still: still < 0 ? deepest : still };
}
