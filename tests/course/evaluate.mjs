// Takes {module, calls: [[name, ...arguments], …]} and gives what the functions of a module of the course give, and its
// constants.

import { IN_ONE_CALL } from "./inonecall.mjs";

export default async ({ module, calls }) => {
  const exported = { ...(await import(`../../rnnviz/course/${module}.js`)), ...IN_ONE_CALL[module] };
  const found = (one, given) => (typeof one === "function" ? one(...given) : one);
  return calls.map(([name, ...given]) => found(exported[name], given));
};
