// Activation functions with their derivatives (003), and small models that show what they do. Pure.

/** Each as {value, slope}; the slope of ReLU at 0 is 0, as torch has it. */
export const ACTIVATIONS = {
  identity: { value: (a) => a, slope: () => 1 },
  sigmoid: { value: sigma, slope: (a) => sigma(a) * (1 - sigma(a)) },
  tanh: { value: Math.tanh, slope: (a) => 1 - Math.tanh(a) ** 2 },
  relu: { value: (a) => Math.max(a, 0), slope: (a) => (a > 0 ? 1 : 0) },
};

/** 1 / (1 + e^−a), without overflow. */
function sigma(a) {
  return 0.5 + 0.5 * Math.tanh(a / 2);
}

/** α σ(β a) − γ, which is tanh for α = β = 2 and γ = 1. */
export function stretched(alpha, beta, gamma, a) {
  return alpha * sigma(beta * a) - gamma;
}

// The pre-activations of two hidden units for eight samples: spread around 0, as most weights make them.
const HIDDEN = [
  [1.4, -0.9],
  [-1.1, 1.6],
  [0.5, 1.2],
  [-0.7, -1.3],
  [1.8, 0.6],
  [-1.6, -0.4],
  [0.9, -1.7],
  [-0.3, 0.8],
];
const WANTED = [1.5, -1.5];

/** What an output neuron with two weights gets from its two hidden units, sample by sample, and should make of it. */
export function neuronData(name) {
  return HIDDEN.map((pair) => {
    const inputs = pair.map(ACTIVATIONS[name].value);
    return { inputs, wanted: inputs[0] * WANTED[0] + inputs[1] * WANTED[1] };
  });
}

/** The mean of ½ (w·s − y)² over the samples. */
export function neuronLoss(data, [w1, w2]) {
  const off = data.map(({ inputs, wanted }) => inputs[0] * w1 + inputs[1] * w2 - wanted);
  return off.reduce((sum, one) => sum + (one * one) / 2, 0) / data.length;
}

/** The weights of a descent that takes one sample a step, in turn: from `start` on, `steps` of them. */
export function neuronDescent(data, start, rate, steps) {
  const path = [start];
  for (let k = 0; k < steps; k += 1) {
    const [w1, w2] = path[k];
    const { inputs, wanted } = data[k % data.length];
    const off = inputs[0] * w1 + inputs[1] * w2 - wanted;
    path.push([w1 - rate * off * inputs[0], w2 - rate * off * inputs[1]]);
  }
  return path;
}

/** How many steps of a path go up in both weights or down in both. */
export function sameSigns(path) {
  return path.slice(1).filter(([x, y], k) => (x - path[k][0]) * (y - path[k][1]) > 0).length;
}

// Points on a bent line, for one neuron with ReLU to fit.
export const BENT = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].map((x) => [x, Math.max(0, 1.1 * x + 0.3)]);

/**
 * The mean of ½ (relu(w x + b) − y)² over the points: {loss, gradient: [by w, by b], alive: points with w x + b > 0}.
 */
export function reluFit(w, b) {
  let [loss, dw, db, alive] = [0, 0, 0, 0];
  for (const [x, y] of BENT) {
    const a = w * x + b;
    const off = Math.max(a, 0) - y;
    loss += off ** 2 / 2;
    if (a > 0) {
      alive += 1;
      dw += off * x;
      db += off;
    }
  }
  const n = BENT.length;
  return { loss: loss / n, gradient: [dw / n, db / n], alive };
}

/** H_t = f(w H_{t−1} + x) from H_0 on, for a single unit with a constant input: [H_0, …, H_T]. */
export function states(name, w, x, from, T) {
  const found = [from];
  for (let t = 0; t < T; t += 1) found.push(ACTIVATIONS[name].value(w * found[t] + x));
  return found;
}
