// Takes {theta, gradients, most, rate} and gives the parameters after each step of Adam, and each gradient's norm.

import { adamStep, clipTo, momentsOf } from "../../rnnviz/course/maths/adam.js";

export default ({ theta, gradients, most, rate }) => {
  const moments = momentsOf(theta.length);
  return gradients.map((gradient, k) => {
    const norm = clipTo(gradient, most);
    adamStep(theta, gradient, moments, rate, k + 1);
    return { norm, theta: [...theta] };
  });
};
