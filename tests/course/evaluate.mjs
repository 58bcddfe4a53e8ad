// Takes {module, calls: [[name, ...arguments], …]} and gives what the functions of a chapter's module give.

export default async ({ module, calls }) => {
  const functions = await import(`../../rnnviz/course/assets/${module}.js`);
  return calls.map(([name, ...rest]) => functions[name](...rest));
};
