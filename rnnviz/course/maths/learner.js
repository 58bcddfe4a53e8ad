// Backpropagation through time over a batch of texts, from the trees that Python derived. Pure.
//
// program: as rnnviz.engine.program makes it, of a plain cell with its output layer. A text is asked once, at its last
// step: the loss is that step's cross-entropy, the mean over the texts. Tests hold all of it to torch.

import { instructions } from "../../engine/instructions.js";
import { fixedRow, pickedRows, rowsOf, shares } from "../../engine/kernels.js";
import { norm } from "./adam.js";

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

/**
 * A reader of `samples` texts at once, of up to `most` steps, with these parameters: {forward, backward, gradients}.
 *
 * forward(texts, T): texts[b][t] the character of text b at step t; reads T steps and gives Ŷ of the last, an array of
 * samples × q. backward(targets): after it, `gradients` has ∂L by every parameter. Gives {loss, reach}: the loss, and
 * ‖∂L_b/∂H_t‖ of the first T steps, the mean over the texts, L_b being a text's own loss.
 */
export function batchReader(program, parameters, samples, most) {
  const { inputs, output, passes } = program;
  const [cell, layer] = passes;
  const { width } = cell;
  const q = layer.width;
  const gradients = parameterSet(Object.fromEntries([...parameters.named].map(([name, { shape }]) => [name, shape])));
  const texts = Array.from({ length: samples }, () => textPlaces(program, most));
  const code = texts.map((places) => computing(places));
  const Y_hat = new Float64Array(samples * q);
  let T = 0;

  function sourcesOf(places) {
    return {
      tensor: (name, before) => (before ? places.earlier : places.now).get(name),
      parameter: (name) => ({
        ...fixedRow(parameters.named.get(name).numbers),
        shape: parameters.named.get(name).shape,
      }),
      width: (name) => (name === "X" ? inputs : name === output ? q : width),
      gradient: (of) => slopeOf(places, of),
    };
  }
  function slopeOf(places, { op, name, before }) {
    if (op !== "parameter") return (before ? places.earlierSlopes : places.slopes).get(name);
    const { shape, numbers } = gradients.named.get(name);
    return { ...fixedRow(numbers), shape };
  }
  function computing(places) {
    const picked = (name) =>
      pickedRows(parameters.named.get(name).numbers, parameters.named.get(name).shape[1], places.hot);
    const forth = instructions({ ...sourcesOf(places), picked });
    for (const { target, expression } of cell.equations) forth.compute(expression, places.now.get(target));
    const asked = instructions({ ...sourcesOf(places), picked });
    for (const { target, expression } of layer.equations) asked.compute(expression, places.now.get(target));
    const back = instructions({ ...sourcesOf(places), picked: () => null });
    for (const { to, expression } of cell.contributions) {
      // What the characters themselves would have to be, nobody needs to know.
      if (to.op !== "parameter" && to.name === "X") continue;
      back.add(expression, slopeOf(places, to));
    }
    const answered = instructions({ ...sourcesOf(places), picked: () => null });
    for (const { to, expression } of layer.contributions) {
      answered.add(expression, slopeOf(places, to));
    }
    return { forth: forth.code, asked: asked.code, back: back.code, answered: answered.code };
  }

  return {
    gradients,
    forward(read, length) {
      T = length;
      for (const [b, { hot, X, now }] of texts.entries()) {
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
      for (const [b, places] of texts.entries()) {
        for (const slope of places.whole) slope.fill(0);
        const logits = places.slopes.get(output).numbers;
        for (let k = 0; k < q; k += 1) {
          logits[(T - 1) * q + k] = (Y_hat[b * q + k] - (k === targets[b] ? 1 : 0)) / samples;
        }
        loss -= Math.log(Math.max(Y_hat[b * q + targets[b]], 1e-300)) / samples;
        for (const instruction of code[b].answered) instruction(T - 1);
        for (let t = T - 1; t >= 0; t -= 1) for (const instruction of code[b].back) instruction(t);
        const { numbers, start } = places.slopes.get("H");
        for (let t = 0; t < T; t += 1) reach[t] += norm(numbers, start + t * width, width);
      }
      return { loss, reach };
    },
  };
}

/** Where the tensors of one text stand, and their slopes; a state has a row more, for what it begins with. */
function textPlaces({ inputs, output, passes }, most) {
  const [cell, layer] = passes;
  const hot = new Int32Array(most);
  const X = new Float64Array(most * inputs);
  const [now, earlier, slopes, earlierSlopes] = [new Map(), new Map(), new Map(), new Map()];
  const whole = [];
  now.set("X", rowsOf(X, inputs));
  for (const { target } of cell.equations) {
    const isState = cell.states.includes(target);
    for (const [here, before] of [
      [now, earlier],
      [slopes, earlierSlopes],
    ]) {
      const numbers = new Float64Array((most + 1) * cell.width);
      here.set(target, rowsOf(numbers, cell.width, isState ? cell.width : 0));
      if (isState) before.set(target, rowsOf(numbers, cell.width));
      if (here === slopes) whole.push(numbers);
    }
  }
  now.set(output, rowsOf(new Float64Array(most * layer.width), layer.width));
  slopes.set(output, rowsOf(new Float64Array(most * layer.width), layer.width));
  whole.push(slopes.get(output).numbers);
  return { hot, X, now, earlier, slopes, earlierSlopes, whole };
}
