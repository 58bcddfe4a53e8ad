// Takes {module, calls: [[name, ...arguments], …]} and gives what the functions of a module of the course give.

export default async ({ module, calls }) => {
  const functions = await import(`../../rnnviz/course/${module}.js`);
  return calls.map(([name, ...rest]) => functions[name](...rest));
};
