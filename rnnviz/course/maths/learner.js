// Backpropagation through time over a batch, from the trees that Python derived. Pure.
//
// program: as rnnviz.engine.program makes it, of a plain cell with its output layer. A text is asked once, at its last
// step: the loss is that step's cross-entropy, the mean over the texts. A series of numbers is answered at every step,
// and its reader is told the slope of the loss there. Tests hold all of it to torch.

import { instructions } from "../../engine/instructions.js";
import { fixedRow, pickedRows, rowsOf, shares } from "../../engine/kernels.js";
import { shapesOf, widthsOf } from "../../engine/shapes.js";
import { norm } from "./adam.js";
import { uniform } from "./random.js";

/** Parameters side by side in one array: {flat, named}, named being Map of name to {shape, numbers}. */
export function parameterSet(shapes, flat = null) {
  const sizes = Object.entries(shapes).map(([name, shape]) => [name, shape, shape[0] * shape[1]]);
  const whole = flat ?? new Float64Array(sizes.reduce((sum, [, , size]) => sum + size, 0));
  const named = new Map();
  let start = 0;
  for (const [name, shape, size] of sizes) {
    named.set(name, { shape, numbers: whole.subarray(start, start + size) });
    start += size;
  }
  return { flat: whole, named };
}

/** The same with weights that follow from a seed: uniform within 1/√h, as in torch; h: what the output layer reads. */
export function drawnParameters(shapes, seed) {
  const set = parameterSet(shapes);
  const draw = uniform(seed);
  const most = 1 / Math.sqrt(shapes.W_hq[0]);
  for (let k = 0; k < set.flat.length; k += 1) set.flat[k] = (2 * draw() - 1) * most;
  return set;
}

/**
 * A reader of `samples` texts at once, of up to `most` steps, with these parameters: {forward, backward, gradients}.
 *
 * forward(texts, T): texts[b][t] the character of text b at step t; reads T steps and gives Ŷ of the last, an array of
 * samples × q. backward(targets): after it, `gradients` has ∂L by every parameter. Gives {loss, reach}: the loss, and
 * ‖∂L_b/∂H_t‖ of the first T steps, the mean over the texts, L_b being a text's own loss.
 */
export function batchReader(program, parameters, samples, most) {
  const { inputs, output, passes } = program;
  const [{ width }, { width: q }] = passes;
  const { gradients, places, code } = compiled(program, parameters, samples, most, true);
  const Y_hat = new Float64Array(samples * q);
  let T = 0;

  return {
    gradients,
    forward(read, length) {
      T = length;
      for (const [b, { hot, X, now }] of places.entries()) {
        X.fill(0, 0, T * inputs);
        for (let t = 0; t < T; t += 1) {
          hot[t] = read[b][t];
          X[t * inputs + read[b][t]] = 1;
        }
        for (let t = 0; t < T; t += 1) for (const instruction of code[b].forth) instruction(t);
        for (const instruction of code[b].asked) instruction(T - 1);
        shares(Y_hat, b * q, now.get(output).numbers, (T - 1) * q, q);
      }
      return Y_hat;
    },
    backward(targets) {
      gradients.flat.fill(0);
      const reach = new Float64Array(T);
      let loss = 0;
      for (const [b, { slopes, whole }] of places.entries()) {
        for (const slope of whole) slope.fill(0);
        const logits = slopes.get(output).numbers;
        for (let k = 0; k < q; k += 1) {
          logits[(T - 1) * q + k] = (Y_hat[b * q + k] - (k === targets[b] ? 1 : 0)) / samples;
        }
        loss -= Math.log(Math.max(Y_hat[b * q + targets[b]], 1e-300)) / samples;
        for (const instruction of code[b].answered) instruction(T - 1);
        for (let t = T - 1; t >= 0; t -= 1) for (const instruction of code[b].back) instruction(t);
        const { numbers, start } = slopes.get("H");
        for (let t = 0; t < T; t += 1) reach[t] += norm(numbers, start + t * width, width);
      }
      return { loss, reach };
    },
  };
}

/**
 * A reader of `samples` series at once, a number a step and up to `most` of them, that answers each step with as many
 * numbers as the output layer has: {forward, backward, gradients}.
 *
 * forward(series, T, told): reads T numbers of each series; from step `told` on it reads its own last answer in their
 * place, the middle one of several. Gives the answers, an array of samples × T × q. backward(slopes): slopes has ∂L by
 * each answer, in the same places; after it, `gradients` has ∂L by every parameter. Where it has read its own answers
 * there is no way back.
 */
export function numberReader(program, parameters, samples, most) {
  const { output, passes } = program;
  const q = passes[1].width;
  const { gradients, places, code } = compiled(program, parameters, samples, most, false);
  const answers = new Float64Array(samples * most * q);
  let T = 0;

  return {
    gradients,
    forward(series, length, told = length) {
      T = length;
      for (const [b, { X, now }] of places.entries()) {
        const { numbers } = now.get(output);
        for (let t = 0; t < T; t += 1) {
          X[t] = t < told ? series[b][t] : numbers[(t - 1) * q + (q >> 1)];
          for (const instruction of code[b].forth) instruction(t);
          for (const instruction of code[b].asked) instruction(t);
        }
        answers.set(numbers.subarray(0, T * q), b * T * q);
      }
      return answers.subarray(0, samples * T * q);
    },
    backward(slopes) {
      gradients.flat.fill(0);
      for (const [b, place] of places.entries()) {
        for (const slope of place.whole) slope.fill(0);
        const { numbers } = place.slopes.get(output);
        for (let t = T - 1; t >= 0; t -= 1) {
          for (let k = t * q; k < (t + 1) * q; k += 1) numbers[k] = slopes[b * T * q + k];
          for (const instruction of code[b].answered) instruction(t);
          for (const instruction of code[b].back) instruction(t);
        }
      }
    },
  };
}

/**
 * The instructions of each sample, and where its tensors stand: {gradients, places, code}. isPicked: whether a step
 * reads a character, so that its product with a matrix is one of the matrix's rows.
 */
function compiled(program, parameters, samples, most, isPicked) {
  const [cell, layer] = program.passes;
  const shapes = shapesOf(program);
  const gradients = parameterSet(Object.fromEntries([...parameters.named].map(([name, { shape }]) => [name, shape])));
  const places = Array.from({ length: samples }, () => textPlaces(program, most));

  function sourcesOf(place) {
    return {
      tensor: (name, before) => (before ? place.earlier : place.now).get(name),
      parameter: (name) => ({
        ...fixedRow(parameters.named.get(name).numbers),
        shape: parameters.named.get(name).shape,
      }),
      shape: (name) => shapes.get(name),
      gradient: (of) => slopeOf(place, of),
    };
  }
  function slopeOf(place, { op, name, before }) {
    if (op !== "parameter") return (before ? place.earlierSlopes : place.slopes).get(name);
    const { shape, numbers } = gradients.named.get(name);
    return { ...fixedRow(numbers), shape };
  }
  function computing(place) {
    const rowOf = (name) =>
      pickedRows(parameters.named.get(name).numbers, parameters.named.get(name).shape[1], place.hot);
    const picked = isPicked ? rowOf : () => null;
    const forth = instructions({ ...sourcesOf(place), picked });
    for (const { target, expression } of cell.equations) forth.compute(expression, place.now.get(target));
    const asked = instructions({ ...sourcesOf(place), picked });
    for (const { target, expression } of layer.equations) asked.compute(expression, place.now.get(target));
    const back = instructions({ ...sourcesOf(place), picked: () => null });
    for (const { to, expression } of cell.contributions) {
      // What the inputs themselves would have to be, nobody needs to know.
      if (to.op !== "parameter" && to.name === "X") continue;
      back.add(expression, slopeOf(place, to));
    }
    const answered = instructions({ ...sourcesOf(place), picked: () => null });
    for (const { to, expression } of layer.contributions) {
      answered.add(expression, slopeOf(place, to));
    }
    return { forth: forth.code, asked: asked.code, back: back.code, answered: answered.code };
  }
  return { gradients, places, code: places.map(computing) };
}

/** Where the tensors of one sample stand, and their slopes; a state has a row more, for what it begins with. */
function textPlaces(program, most) {
  const { inputs, output, passes } = program;
  const [cell, layer] = passes;
  const widths = widthsOf(program);
  const hot = new Int32Array(most);
  const X = new Float64Array(most * inputs);
  const [now, earlier, slopes, earlierSlopes] = [new Map(), new Map(), new Map(), new Map()];
  const whole = [];
  now.set("X", rowsOf(X, inputs));
  for (const { target } of cell.equations) {
    const isState = cell.states.includes(target);
    const width = widths.get(target);
    for (const [here, before] of [
      [now, earlier],
      [slopes, earlierSlopes],
    ]) {
      const numbers = new Float64Array((most + 1) * width);
      here.set(target, rowsOf(numbers, width, isState ? width : 0));
      if (isState) before.set(target, rowsOf(numbers, width));
      if (here === slopes) whole.push(numbers);
    }
  }
  now.set(output, rowsOf(new Float64Array(most * layer.width), layer.width));
  slopes.set(output, rowsOf(new Float64Array(most * layer.width), layer.width));
  whole.push(slopes.get(output).numbers);
  return { hot, X, now, earlier, slopes, earlierSlopes, whole };
}
