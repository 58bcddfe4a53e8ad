// The engine's arithmetic on rows of numbers, over typed arrays and without allocation.
//
// A place is where a vector stands: {numbers, start, stride, hot}. At step t it begins at start + t · stride; a row
// that a one-hot input picks begins at hot[t] · stride.

/** Where a vector over all steps stands. */
export function rowsOf(numbers, width, start = 0) {
  return { numbers, start, stride: width, hot: null };
}

/** Where a vector stands that is the same at each step, or is needed at one step alone. */
export function fixedRow(numbers) {
  return { numbers, start: 0, stride: 0, hot: null };
}

/** The rows of a matrix, one a step, that a one-hot input picks. */
export function pickedRows(numbers, width, hot) {
  return { numbers, start: 0, stride: width, hot };
}

/** Where the place's row of step t begins. */
export function beginning({ start, stride, hot }, t) {
  return hot === null ? start + t * stride : hot[t] * stride;
}

const FUNCTION_LOOPS = {
  sigmoid(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = 0.5 * Math.tanh(0.5 * a[i + k]) + 0.5;
  },
  tanh(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.tanh(a[i + k]);
  },
  relu(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.max(a[i + k], 0);
  },
  identity(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k];
  },
  exp(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.exp(a[i + k]);
  },
  log(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.log(a[i + k]);
  },
  logsigmoid(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.min(a[i + k], 0) - Math.log1p(Math.exp(-Math.abs(a[i + k])));
  },
  positive(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] > 0 ? 1 : 0;
  },
  negative(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = -a[i + k];
  },
  oneminus(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = 1 - a[i + k];
  },
  softmax(out, o, a, i, n) {
    shares(out, o, a, i, n);
  },
  softplus(out, o, a, i, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.max(a[i + k], 0) + Math.log1p(Math.exp(-Math.abs(a[i + k])));
  },
  one(out, o, _a, _i, n) {
    out.fill(1, o, o + n);
  },
  norm(out, o, a, i, n) {
    out[o] = length(a, i, n);
  },
  normalised(out, o, a, i, n) {
    const whole = length(a, i, n);
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] / whole;
  },
};

// A vector that is shorter counts as this long, as in Python.
const SHORTEST = 1e-12;

function length(a, i, n) {
  return Math.max(Math.sqrt(innerProduct(a, i, a, i, n)), SHORTEST);
}

const PAIR_LOOPS = {
  sum(out, o, a, i, b, j, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] + b[j + k];
  },
  difference(out, o, a, i, b, j, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] - b[j + k];
  },
  product(out, o, a, i, b, j, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] * b[j + k];
  },
  quotient(out, o, a, i, b, j, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = a[i + k] / b[j + k];
  },
  maximum(out, o, a, i, b, j, n) {
    for (let k = 0; k < n; k += 1) out[o + k] = Math.max(a[i + k], b[j + k]);
  },
};

/** The instruction out = f(a) for n numbers; f is a function's name, or negative, oneminus or identity. */
export function applied(name, out, a, n) {
  const loop = FUNCTION_LOOPS[name];
  return (t) => loop(out.numbers, beginning(out, t), a.numbers, beginning(a, t), n);
}

/** The instruction out = a ∘ b for n numbers; the operation is sum, difference, product, quotient or maximum. */
export function paired(operation, out, a, b, n) {
  const loop = PAIR_LOOPS[operation];
  return (t) => loop(out.numbers, beginning(out, t), a.numbers, beginning(a, t), b.numbers, beginning(b, t), n);
}

/**
 * The instruction out = a ∘ b for n numbers, of which the operands may have fewer: each of theirs then stands for
 * `each` numbers in a row.
 */
export function pairedStretched(operation, out, [a, eachOfA], [b, eachOfB], n) {
  const loop = PAIR_LOOPS[operation];
  return (t) => {
    const [o, i, j] = [beginning(out, t), beginning(a, t), beginning(b, t)];
    for (let k = 0; k < n; k += 1) {
      const [one, other] = [i + Math.floor(k / eachOfA), j + Math.floor(k / eachOfB)];
      loop(out.numbers, o + k, a.numbers, one, b.numbers, other, 1);
    }
  };
}

/** The instruction out += sign · a for n numbers, each of a's for `each` in a row. */
export function addedStretched(out, [a, each], n, sign) {
  return (t) => {
    const [o, i] = [beginning(out, t), beginning(a, t)];
    for (let k = 0; k < n; k += 1) out.numbers[o + k] += sign * a.numbers[i + Math.floor(k / each)];
  };
}

/** The instruction out += sign · the sum of each row of a, of shape (rows, columns). */
export function rowsAdded(out, a, [rows, columns], sign) {
  return (t) => {
    const [o, i] = [beginning(out, t), beginning(a, t)];
    for (let row = 0; row < rows; row += 1) {
      let sum = 0;
      for (let k = 0; k < columns; k += 1) sum += a.numbers[i + row * columns + k];
      out.numbers[o + row] += sign * sum;
    }
  };
}

/** The instruction out += sign · aᵀ, with a of shape (rows, columns). */
export function turnedAdded(out, a, [rows, columns], sign) {
  return (t) => {
    const [o, i] = [beginning(out, t), beginning(a, t)];
    for (let row = 0; row < rows; row += 1) {
      for (let k = 0; k < columns; k += 1) out.numbers[o + k * rows + row] += sign * a.numbers[i + row * columns + k];
    }
  };
}

/** The instruction out += a W, with W of shape (rows, columns), which may differ from step to step. */
export function multiplied(out, a, W, [rows, columns]) {
  return (t) => {
    const x = a.numbers;
    const weights = W.numbers;
    const i = beginning(a, t);
    const o = beginning(out, t);
    const w = beginning(W, t);
    let row = 0;
    for (; row + 3 < rows; row += 4) addFourRows(out.numbers, o, weights, w + row * columns, columns, x, i + row);
    for (; row < rows; row += 1) addRow(out.numbers, o, weights, w + row * columns, columns, x[i + row]);
  };
}

/** Four rows at once: y is then read and written a fourth as often. */
function addFourRows(y, o, weights, w, columns, x, i) {
  const p = x[i];
  const q = x[i + 1];
  const r = x[i + 2];
  const s = x[i + 3];
  if (p === 0 && q === 0 && r === 0 && s === 0) return;
  const second = w + columns;
  const third = second + columns;
  const fourth = third + columns;
  for (let k = 0; k < columns; k += 1) {
    y[o + k] += p * weights[w + k] + q * weights[second + k] + r * weights[third + k] + s * weights[fourth + k];
  }
}

function addRow(y, o, weights, w, columns, x) {
  if (x === 0) return;
  for (let k = 0; k < columns; k += 1) y[o + k] += x * weights[w + k];
}

/** The instruction out += sign · a Wᵀ, with W of shape (rows, columns), which may differ from step to step. */
export function multipliedBack(out, a, W, [rows, columns], sign) {
  return (t) => {
    const y = out.numbers;
    const i = beginning(a, t);
    const o = beginning(out, t);
    const w = beginning(W, t);
    for (let row = 0; row < rows; row += 1)
      y[o + row] += sign * innerProduct(a.numbers, i, W.numbers, w + row * columns, columns);
  };
}

function innerProduct(x, i, w, j, n) {
  let p = 0;
  let q = 0;
  let r = 0;
  let s = 0;
  let k = 0;
  for (; k + 3 < n; k += 4) {
    p += x[i + k] * w[j + k];
    q += x[i + k + 1] * w[j + k + 1];
    r += x[i + k + 2] * w[j + k + 2];
    s += x[i + k + 3] * w[j + k + 3];
  }
  for (; k < n; k += 1) p += x[i + k] * w[j + k];
  return p + q + r + s;
}

/** The instruction out += sign · aᵀ b, with out of shape (rows, columns). */
export function outerAdded(out, a, b, [rows, columns], sign) {
  return (t) => {
    const x = a.numbers;
    const [o, i, j] = [beginning(out, t), beginning(a, t), beginning(b, t)];
    for (let row = 0; row < rows; row += 1) {
      addRow(out.numbers, o + row * columns, b.numbers, j, columns, sign * x[i + row]);
    }
  };
}

/** The instruction out += sign · a for n numbers. */
export function added(out, a, n, sign) {
  return (t) => addRow(out.numbers, beginning(out, t), a.numbers, beginning(a, t), n, sign);
}

/** The instruction out = 0 for n numbers. */
export function zeroed(out, n) {
  return (t) => out.numbers.fill(0, beginning(out, t), beginning(out, t) + n);
}

/** Softmax of n numbers; gives the logarithm of what it divides by, for numbers as they came. */
export function shares(out, o, a, i, n) {
  let most = -Infinity;
  for (let k = 0; k < n; k += 1) most = Math.max(most, a[i + k]);
  let whole = 0;
  for (let k = 0; k < n; k += 1) {
    out[o + k] = Math.exp(a[i + k] - most);
    whole += out[o + k];
  }
  for (let k = 0; k < n; k += 1) out[o + k] /= whole;
  return most + Math.log(whole);
}
