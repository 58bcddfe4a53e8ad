// What a matrix does to lengths: its singular values, and its spectral radius. Matrices are in row order. Pure.

const SWEEPS = 60;
const DOUBLINGS = 40;

/** The singular values of a matrix, the largest first: one-sided Jacobi rotations of its columns. */
export function singularValues(matrix, columns) {
  const rows = matrix.length / columns;
  const A = Float64Array.from(matrix);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let isDone = true;
    for (let p = 0; p < columns; p += 1) {
      for (let q = p + 1; q < columns; q += 1) {
        let [a, b, c] = [0, 0, 0];
        for (let i = 0; i < rows; i += 1) {
          const [x, y] = [A[i * columns + p], A[i * columns + q]];
          a += x * x;
          b += y * y;
          c += x * y;
        }
        if (Math.abs(c) <= 1e-15 * Math.sqrt(a * b)) continue;
        isDone = false;
        const zeta = (b - a) / (2 * c);
        const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const cosine = 1 / Math.sqrt(1 + tangent * tangent);
        for (let i = 0; i < rows; i += 1) {
          const [x, y] = [A[i * columns + p], A[i * columns + q]];
          A[i * columns + p] = cosine * (x - tangent * y);
          A[i * columns + q] = cosine * (tangent * x + y);
        }
      }
    }
    if (isDone) break;
  }
  return Array.from({ length: columns }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < rows; i += 1) sum += A[i * columns + j] ** 2;
    return Math.sqrt(sum);
  }).sort((a, b) => b - a);
}

/** The product of two square matrices. */
export function product(A, B, n) {
  const made = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < n; k += 1) {
      const one = A[i * n + k];
      for (let j = 0; j < n; j += 1) made[i * n + j] += one * B[k * n + j];
    }
  }
  return made;
}

/** The root of the sum of squares. */
export function lengthOf(numbers) {
  return Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0));
}

/** The largest absolute value of an eigenvalue: the limit of ‖Wⁿ‖^(1/n), n doubled until nothing changes (Gelfand). */
export function spectralRadius(W, n) {
  let power = Float64Array.from(W);
  let logarithm = 0;
  for (let k = 0; k < DOUBLINGS; k += 1) {
    const size = lengthOf(power);
    if (size === 0) return 0;
    logarithm += Math.log(size) / 2 ** k;
    power = power.map((one) => one / size);
    power = product(power, power, n);
  }
  return Math.exp(logarithm);
}
