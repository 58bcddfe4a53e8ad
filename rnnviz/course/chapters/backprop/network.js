// A network of two inputs, two hidden units and one output, with sigmoids, forwards and backwards by hand. Pure.

const sigmoid1 = (a) => 0.5 + 0.5 * Math.tanh(a / 2);

/**
 * Everything that the network computes on its way to the loss ½ (ŷ − y)².
 * net: numbers by their names: x1 x2, wij from input i to hidden unit j, b1 b2, v1 v2, c, y.
 */
export function forwardPass(net) {
  const a1 = net.x1 * net.w11 + net.x2 * net.w21 + net.b1;
  const a2 = net.x1 * net.w12 + net.x2 * net.w22 + net.b2;
  const [h1, h2] = [sigmoid1(a1), sigmoid1(a2)];
  const o = h1 * net.v1 + h2 * net.v2 + net.c;
  const yhat = sigmoid1(o);
  return { a1, a2, h1, h2, o, yhat, loss: (yhat - net.y) ** 2 / 2 };
}

/** The derivative of the loss by everything, under the same names; from the end to the beginning, each one once. */
export function backwardPass(net) {
  const { h1, h2, yhat: out } = forwardPass(net);
  const yhat = out - net.y;
  const o = yhat * out * (1 - out);
  const [v1, v2, c] = [o * h1, o * h2, o];
  const [dh1, dh2] = [o * net.v1, o * net.v2];
  const [a1, a2] = [dh1 * h1 * (1 - h1), dh2 * h2 * (1 - h2)];
  return {
    yhat,
    o,
    v1,
    v2,
    c,
    h1: dh1,
    h2: dh2,
    a1,
    a2,
    w11: a1 * net.x1,
    w21: a1 * net.x2,
    b1: a1,
    w12: a2 * net.x1,
    w22: a2 * net.x2,
    b2: a2,
    x1: a1 * net.w11 + a2 * net.w12,
    x2: a1 * net.w21 + a2 * net.w22,
  };
}

/**
 * The derivative of the loss by one number as products of local factors, one product for each way from it to the loss:
 * lists of {name, by, value}. by: what the factor is the derivative of, such as "a1/x1".
 */
export function chainOf(net, name) {
  const { h1, h2, yhat } = forwardPass(net);
  const hidden = { 1: h1, 2: h2 };
  const end = [
    { name: "ŷ − y", by: "L/ŷ", value: yhat - net.y },
    { name: "ŷ (1 − ŷ)", by: "ŷ/o", value: yhat * (1 - yhat) },
  ];
  const through = (j) => [
    ...end,
    { name: `v_${j}`, by: `o/h_${j}`, value: net[`v${j}`] },
    { name: `h_${j} (1 − h_${j})`, by: `h_${j}/a_${j}`, value: hidden[j] * (1 - hidden[j]) },
  ];
  const [kind, i, j] = name;
  if (name === "c") return [[...end, { name: "1", by: "o/c", value: 1 }]];
  if (kind === "v") return [[...end, { name: `h_${i}`, by: `o/v_${i}`, value: hidden[i] }]];
  if (kind === "b") return [[...through(i), { name: "1", by: `a_${i}/b_${i}`, value: 1 }]];
  if (kind === "w") return [[...through(j), { name: `x_${i}`, by: `a_${j}/w_${i}${j}`, value: net[`x${i}`] }]];
  return [1, 2].map((k) => [...through(k), { name: `w_${i}${k}`, by: `a_${k}/x_${i}`, value: net[`w${i}${k}`] }]);
}

/** The derivative by one number, measured: two losses, this far to either side. */
export function measuredSlope(net, name, width = 1e-5) {
  const at = (by) => forwardPass({ ...net, [name]: net[name] + by }).loss;
  return (at(width) - at(-width)) / (2 * width);
}

// The numbers that training changes.
export const WEIGHTS = ["w11", "w12", "w21", "w22", "b1", "b2", "v1", "v2", "c"];

/** The weights after one step against the gradient. */
export function descended(net, rate) {
  const gradient = backwardPass(net);
  return Object.fromEntries(WEIGHTS.map((name) => [name, net[name] - rate * gradient[name]]));
}
