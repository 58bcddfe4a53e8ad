// What a step of a cell computes: multiplications in its products, and powers of e in its gates and candidates. Pure.

/**
 * Of a cell's step, for a sample: {products, powers: {sigmoid, tanh}}. products: multiplications in the products with
 * matrices; powers: how many numbers go through each function, each of which takes one power of e.
 */
export function stepCounts(cell, d, h) {
  const blocks = { rnn: 1, gru: 3, lstm: 4 }[cell];
  const powers = {
    rnn: { sigmoid: 0, tanh: h },
    gru: { sigmoid: 2 * h, tanh: h },
    lstm: { sigmoid: 3 * h, tanh: 2 * h },
  }[cell];
  return { products: blocks * (d * h + h * h), powers };
}

/** The nanoseconds of a fully connected layer's products, and of its activation. times: of one, by name. */
export function layerTimes(d, h, f, times) {
  return { products: d * h * times.product, activation: h * times[f] };
}
