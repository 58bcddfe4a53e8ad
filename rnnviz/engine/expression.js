// The sum behind one unit, from the tree of its equation. It multiplies factors that rnnviz
// computed and adds the products up; tests hold it to rnnviz.explain.unit_sum.

const FUNCTIONS = {
  sigmoid: (x) => 0.5 * Math.tanh(0.5 * x) + 0.5,
  tanh: Math.tanh,
  relu: (x) => Math.max(x, 0),
  identity: (x) => x,
  exp: Math.exp,
  log: Math.log,
  logsigmoid: (x) => Math.min(x, 0) - Math.log1p(Math.exp(-Math.abs(x))),
  positive: (x) => (x > 0 ? 1 : 0),
};

// How closely an expression binds as it is written; one that is not among them stands by itself.
const [SUM_RANK, PRODUCT_RANK, OWN_RANK] = [1, 2, 3];
const RANKS = {
  sum: SUM_RANK,
  oneminus: SUM_RANK,
  negative: SUM_RANK,
  product: PRODUCT_RANK,
  quotient: PRODUCT_RANK,
  matmul: PRODUCT_RANK,
  outer: PRODUCT_RANK,
};
function rankOf(e) {
  if (e.op === "later" || e.op === "total" || (e.op === "loss" && e.count === 1)) return rankOf(e.of);
  return e.op === "loss" ? PRODUCT_RANK : (RANKS[e.op] ?? OWN_RANK);
}

/** Whether a part has brackets where it is subtracted. */
export const isBracketedTerm = (e) => rankOf(e) === SUM_RANK;
/** Whether it has them as a factor of ⊙: R ⊙ (H W) is not (R ⊙ H) W, so that a product of another kind has them. */
export const isBracketedFactor = (e) => rankOf(e) !== OWN_RANK && e.op !== "product";
/** Whether it has them beside a matrix, below a stroke or under a power: unless it stands by itself. */
export const isBracketedBeside = (e) => rankOf(e) !== OWN_RANK;

/** Whether both factors of a product are the same. */
export function isSquare({ left, right }) {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The plain function behind a name; `phi` is the cell's own. */
export function functionOf(model, name) {
  return FUNCTIONS[name === "phi" ? model.cell.phi : name];
}

/** One unit of what an expression stands for, at step t. */
export function evaluate(model, expression, t, unit) {
  switch (expression.op) {
    case "tensor":
      return model.known(expression.name, t, unit, expression.before);
    case "gradient":
      return model.passing(expression.of.name, t, unit);
    case "outside": {
      const { name } = expression.of;
      return model.arriving.get(name).at(t * model.length(name) + unit);
    }
    case "loss":
      return model.isCounted(t) ? evaluate(model, expression.of, t, unit) / expression.count : 0;
    case "later": {
      const step = model.stepAfter(expression.source, t);
      return step === null ? 0 : evaluate(model, expression.of, step, unit);
    }
    case "share":
      return evaluate(model, expression.of, t, expression.start + unit);
    case "parameter":
      return model.weights.get(expression.name).at(unit);
    case "matmul":
      return terms(model, expression, t, unit).reduce((sum, term) => sum + term.value, 0);
    case "sum":
      return expression.terms.reduce((sum, term) => sum + evaluate(model, term, t, unit), 0);
    case "product":
      return evaluate(model, expression.left, t, unit) * evaluate(model, expression.right, t, unit);
    case "quotient":
      return evaluate(model, expression.left, t, unit) / evaluate(model, expression.right, t, unit);
    case "maximum":
      return Math.max(evaluate(model, expression.left, t, unit), evaluate(model, expression.right, t, unit));
    case "negative":
      return -evaluate(model, expression.of, t, unit);
    case "concat": {
      const split = lengthOf(model, expression.left);
      return unit < split
        ? evaluate(model, expression.left, t, unit)
        : evaluate(model, expression.right, t, unit - split);
    }
    case "oneminus":
      return 1 - evaluate(model, expression.of, t, unit);
    case "apply":
      return functionOf(model, expression.function)(evaluate(model, expression.of, t, unit));
  }
}

/** The terms of a sum for one unit: [{factors: [{expression, index, value}], value}]. */
export function terms(model, expression, t, unit) {
  switch (expression.op) {
    case "sum":
      return expression.terms.flatMap((part) => terms(model, part, t, unit));
    case "matmul":
      return matmulTerms(model, expression, t, unit);
    case "later": {
      const step = model.stepAfter(expression.source, t);
      return step === null ? [] : terms(model, expression.of, step, unit).map((term) => ({ ...term, t: step }));
    }
    case "product": {
      const right = terms(model, expression.right, t, unit);
      return terms(model, expression.left, t, unit).flatMap((a) =>
        right.map((b) => termOf([...a.factors, ...b.factors])),
      );
    }
    default: {
      const value = evaluate(model, expression, t, unit);
      return [termOf([{ expression, index: [unit], value }])];
    }
  }
}

function termOf(factors) {
  return { factors, value: factors.reduce((product, factor) => product * factor.value, 1) };
}

function matmulTerms(model, { left, right }, t, unit) {
  if (right.op === "transposed") return transposedTerms(model, left, right.of, t, unit);
  const weights = model.weights.get(right.name);
  const [rows, columns] = weights.shape;
  // Of a one-hot input one row counts; a model whose states are all 0 leaves those of its states out, too.
  const omitsZeros = model.omitsZeros || (left.op === "tensor" && left.name === "X");
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    const x = evaluate(model, left, t, row);
    if (omitsZeros && x === 0) continue;
    const w = weights.at(row * columns + unit);
    found.push(
      termOf([
        { expression: left, index: [row], value: x },
        { expression: right, index: [row, unit], value: w },
      ]),
    );
  }
  return found;
}

/** The terms of a vector times a transposed matrix: a row of the matrix itself. */
function transposedTerms(model, left, parameter, t, unit) {
  const weights = model.weights.get(parameter.name);
  const columns = weights.shape[1];
  return Array.from({ length: columns }, (_, column) =>
    termOf([
      { expression: left, index: [column], value: evaluate(model, left, t, column) },
      { expression: parameter, index: [unit, column], value: weights.at(unit * columns + column), isBack: true },
    ]),
  );
}

/** How long the vector is that an expression stands for. */
export function lengthOf(model, expression) {
  switch (expression.op) {
    case "tensor":
      return model.length(expression.name);
    case "parameter":
      return model.weights.get(expression.name).shape[1];
    case "matmul":
      return lengthOf(model, expression.right);
    case "transposed":
      return model.weights.get(expression.of.name).shape[0];
    case "share":
      return expression.width;
    case "concat":
      return lengthOf(model, expression.left) + lengthOf(model, expression.right);
    default:
      return lengthOf(model, expression.of ?? expression.left ?? expression.terms[0]);
  }
}

/**
 * The terms behind one unit of a phase, their total, and the function applied to it: {terms, total, function}. Under a
 * softmax they are e to each logit, and the unit's own is divided by their total; the unsent outputs are one term,
 * which says how many it stands for.
 */
export function sumOf(model, phase, t, unit) {
  const { inner, function: applied } = split(phase.expression);
  const list = applied === "softmax" ? powers(model, inner, t) : terms(model, inner, t, unit);
  return { terms: list, total: list.reduce((sum, term) => sum + term.value, 0), function: applied };
}

function powers(model, expression, t) {
  const list = model.listed.map((k) =>
    termOf([
      {
        expression: { op: "apply", function: "exp", of: expression },
        index: [k],
        value: Math.exp(evaluate(model, expression, t, k)),
      },
    ]),
  );
  const count = model.sizes.q - list.length;
  return count > 0 ? [...list, { factors: [], value: model.value("unlisted", t, 0), count }] : list;
}

/** A phase's sum and the function applied to it: {inner, function}; function is null for a plain sum. */
export function split(expression) {
  return expression.op === "apply"
    ? { inner: expression.of, function: expression.function }
    : { inner: expression, function: null };
}

/** The first quantity that an expression reads, which lends it its hue. */
export function firstTensor(expression) {
  if (expression.op === "tensor") return expression;
  const parts = [expression.left, expression.right, expression.of, ...(expression.terms ?? [])];
  for (const part of parts.filter(Boolean)) {
    const found = firstTensor(part);
    if (found) return found;
  }
  return undefined;
}
