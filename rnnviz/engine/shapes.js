// How many numbers each quantity of a program has at a step, and in which shape.

/** @import {AnyPass, AnyProgram} from "./program.d.ts" */

/** The quantities that a pass computes. @param {AnyPass} pass @returns {string[]} */
export function targetsOf({ joins, target, equations }) {
  return joins ? [target] : equations.map((equation) => equation.target);
}

/**
 * The lengths of the axes of X and of every quantity, in the order of the passes.
 *
 * @param {AnyProgram} program
 * @returns {Map<string, number[]>}
 */
export function shapesOf({ inputs, passes }) {
  const shapes = new Map([["X", [inputs]]]);
  for (const pass of passes) for (const name of targetsOf(pass)) shapes.set(name, pass.shapes?.[name] ?? [pass.width]);
  return shapes;
}

/** How many numbers something of these lengths has. @param {number[]} shape */
export function sizeOf(shape) {
  return shape.reduce((product, length) => product * length, 1);
}

/** How many numbers X and every quantity has at a step. @param {AnyProgram} program */
export function widthsOf(program) {
  return new Map([...shapesOf(program)].map(([name, shape]) => [name, sizeOf(shape)]));
}
