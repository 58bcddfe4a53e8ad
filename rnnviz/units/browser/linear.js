// Equations and eigenvectors of small matrices, which stand row by row in one array. Pure.

const SWEEPS = 60;

/**
 * The solution of A x = b by Gauss's elimination; null where A is singular. A and b are overwritten.
 *
 * @param {Float64Array} A n rows of n numbers
 * @param {Float64Array} b n rows of `columns` numbers
 */
export function solved(A, b, n, columns = 1) {
  for (let k = 0; k < n; k += 1) {
    let pivot = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(A[i * n + k]) > Math.abs(A[pivot * n + k])) pivot = i;
    if (A[pivot * n + k] === 0) return null;
    if (pivot !== k) {
      swapRows(A, n, k, pivot);
      swapRows(b, columns, k, pivot);
    }
    for (let i = k + 1; i < n; i += 1) {
      const share = A[i * n + k] / A[k * n + k];
      if (share === 0) continue;
      for (let j = k + 1; j < n; j += 1) A[i * n + j] -= share * A[k * n + j];
      for (let j = 0; j < columns; j += 1) b[i * columns + j] -= share * b[k * columns + j];
    }
  }
  for (let k = n - 1; k >= 0; k -= 1) {
    for (let c = 0; c < columns; c += 1) {
      let sum = b[k * columns + c];
      for (let j = k + 1; j < n; j += 1) sum -= A[k * n + j] * b[j * columns + c];
      b[k * columns + c] = sum / A[k * n + k];
    }
  }
  return b;
}

function swapRows(A, width, one, other) {
  for (let j = 0; j < width; j += 1) {
    const kept = A[one * width + j];
    A[one * width + j] = A[other * width + j];
    A[other * width + j] = kept;
  }
}

/**
 * Eigenvalues of a symmetric matrix, the largest first, and their vectors of length 1, by Jacobi's rotations.
 *
 * @param {Float64Array} given
 * @returns {{values: number[], vectors: Float64Array[]}}
 */
export function eigenvectors(given, n) {
  const A = given.slice();
  // A row is a vector.
  const V = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  const whole = A.reduce((sum, one) => sum + one * one, 0);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let off = 0;
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) off += A[p * n + q] ** 2;
    if (off <= 1e-32 * whole) break;
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) rotate(A, V, n, p, q);
  }
  const order = Array.from({ length: n }, (_, k) => k).sort((a, b) => A[b * n + b] - A[a * n + a]);
  return {
    values: order.map((k) => A[k * n + k]),
    vectors: order.map((k) => V.slice(k * n, (k + 1) * n)),
  };
}

function rotate(A, V, n, p, q) {
  const apq = A[p * n + q];
  if (apq === 0) return;
  const theta = (A[q * n + q] - A[p * n + p]) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k += 1) {
    const [x, y] = [A[k * n + p], A[k * n + q]];
    A[k * n + p] = c * x - s * y;
    A[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k += 1) {
    const [x, y] = [A[p * n + k], A[q * n + k]];
    A[p * n + k] = c * x - s * y;
    A[q * n + k] = s * x + c * y;
    const [v, w] = [V[p * n + k], V[q * n + k]];
    V[p * n + k] = c * v - s * w;
    V[q * n + k] = s * v + c * w;
  }
}
