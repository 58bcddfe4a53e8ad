// What the nodes of a family's program come to, as rows of numbers; see `../program.py`.

/** @import {Node, Program} from "../program.d.ts" */

/** By name, each of a whole row. @type {Record<string, (x: number[]) => number[]>} */
export const FUNCTIONS = {
  sigmoid: (x) => x.map((one) => 0.5 * Math.tanh(0.5 * one) + 0.5),
  tanh: (x) => x.map(Math.tanh),
  relu: (x) => x.map((one) => Math.max(one, 0)),
  identity: (x) => x,
  exp: (x) => x.map(Math.exp),
  sqrt: (x) => x.map(Math.sqrt),
  sign: (x) => x.map(Math.sign),
  log: (x) => x.map(Math.log),
  softmax(x) {
    const most = Math.max(...x);
    const powers = x.map((one) => Math.exp(one - most));
    const whole = powers.reduce((sum, one) => sum + one);
    return powers.map((one) => one / whole);
  },
};

/**
 * Two vectors, place by place; what is alone stands beside each of the other one's.
 *
 * @template T, R @param {T[]} left @param {T[]} right @param {(x: T, y: T) => R} of
 */
export function paired(left, right, of) {
  const longer = left.length >= right.length ? left : right;
  return longer.map((_, k) => of(left[left.length === 1 ? 0 : k], right[right.length === 1 ? 0 : k]));
}

/**
 * Of a program the values of nodes, each computed once: {value(node), matrix(node), functionOf(e)}.
 * read(tensor): a quantity's numbers; parameters: by name, as rows; known: what stands in the place of some nodes.
 *
 * @param {Pick<Program, "nodes" | "phi">} program
 * @param {(e: Extract<Node, {op: "tensor"}>) => number[]} read
 * @param {Record<string, number[][]>} parameters
 * @param {Map<number, number[]>} known
 */
export function valuesOf({ nodes, phi }, read, parameters, known = new Map()) {
  const found = new Map(known);
  /** @param {number} node @returns {number[]} */
  function value(node) {
    if (!found.has(node)) found.set(node, computed(node));
    return found.get(node);
  }
  /** @param {number} node @returns {number[]} */
  function computed(node) {
    const e = nodes[node];
    switch (e.op) {
      case "tensor":
        return read(e);
      case "parameter":
        return parameters[e.name][0];
      case "transposed":
        return matrix(node)[0];
      case "matmul": {
        const [x, W] = [value(e.left), matrix(e.right)];
        return W[0].map((_, column) => x.reduce((sum, one, row) => sum + one * W[row][column], 0));
      }
      case "sum":
        return e.terms.map(value).reduce((all, one) => paired(all, one, (x, y) => x + y));
      case "negative":
        return value(e.of).map((x) => -x);
      case "oneminus":
        return value(e.of).map((x) => 1 - x);
      case "product":
        return paired(value(e.left), value(e.right), (x, y) => x * y);
      case "quotient":
        return paired(value(e.left), value(e.right), (x, y) => x / y);
      case "maximum":
        return paired(value(e.left), value(e.right), Math.max);
      case "apply":
        return FUNCTIONS[functionOf(e)](value(e.of));
    }
    throw new Error(`${JSON.stringify(e)} is no operation of a task.`);
  }
  /** A weight matrix, as it is or transposed. @param {number} node */
  function matrix(node) {
    const e = nodes[node];
    if (e.op !== "transposed") return parameters[/** @type {{name: string}} */ (e).name];
    const W = matrix(e.of);
    return W[0].map((_, column) => W.map((row) => row[column]));
  }
  const functionOf = (e) => (e.function === "phi" ? phi : e.function);
  return { value, matrix, functionOf };
}
