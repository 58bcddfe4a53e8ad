// A written cell as the stage, the engine and the notations need it: alone, or as a layer of a stack; as
// `../program.py` and `../composite.py`.

/** @import {Contribution, Equation, Expression} from "../../engine/program.d.ts" */
/** @import {Layer, OwnCells, Phase, Quantity, Script} from "./cells.d.ts" */

import { fill } from "../../web/numbers.js";
import { textOf } from "./equation.js";
import { contributionsOf, factorsOf } from "./gradient.js";
import { layered } from "./layout.js";
import { rolesOf } from "./roles.js";
import { apply, readsOf, rebuilt, tensor } from "./tree.js";

/**
 * The cell of a script.
 *
 * @param {OwnCells} told
 * @param {Script} script
 * @returns {Layer}
 */
export function cellOf(told, script) {
  const { quantities, weights, phases } = rolesOf(told, script);
  const equations = equationsOf(phases, quantities);
  const diagram = layered(told.layout, phases);
  const nodes = new Map(diagram.nodes.map((node) => [node.key, tensor(node.writes, node.before)]));
  const wires = diagram.edges.map(({ source, target }) => {
    return factorsOf(phases.find(({ key }) => key === target).equation, nodes.get(source));
  });
  const contributions = contributionsIn(equations);
  const { states } = script;
  return {
    number: 0,
    prefix: "",
    reads: "X",
    states,
    quantities,
    weights,
    phases,
    equations,
    contributions,
    diagram,
    wires,
  };
}

/**
 * The equations of a step: where Y = f(A) and A has a name, each has one.
 *
 * @param {Phase[]} phases
 * @param {Quantity[]} quantities
 * @returns {Equation[]}
 */
function equationsOf(phases, quantities) {
  return phases.flatMap(({ equation: { target, expression } }, k) => {
    const { pre } = quantities[k];
    if (!pre || expression.op !== "apply") return [{ target, expression }];
    return [
      { target: pre, expression: expression.of },
      { target, expression: apply(expression.function, tensor(pre)) },
    ];
  });
}

/**
 * The terms of all gradients, in the order in which the backward pass meets them. A quantity from which no path leads
 * to the output gives none.
 *
 * @param {Equation[]} equations
 * @returns {Contribution[]}
 */
function contributionsIn(equations) {
  const live = new Set(["H"]);
  for (let count = 0; count < live.size; ) {
    count = live.size;
    for (const equation of equations.filter(({ target }) => live.has(target))) {
      for (const leaf of readsOf(equation)) if (leaf.op === "tensor") live.add(leaf.name);
    }
  }
  return equations.toReversed().flatMap((one) => (live.has(one.target) ? contributionsOf(one) : []));
}

/**
 * A cell as a layer of a stack, under the names that it has there.
 *
 * @param {OwnCells} told
 * @param {Layer} cell
 * @param {number} number from 1
 * @returns {Layer}
 */
export function layerOf(told, cell, number) {
  const prefix = `layer${number}.`;
  const reads = number === 1 ? "X" : `layer${number - 1}.H`;
  const named = (name) => (name === "X" ? reads : prefix + name);
  /** @type {(e: Expression) => Expression} */
  const renamed = (e) => (e.op === "tensor" || e.op === "parameter" ? { ...e, name: named(e.name) } : e);
  const outside = (e) => rebuilt(e, renamed);
  const equationOutside = ({ target, expression }) => ({ target: named(target), expression: outside(expression) });
  const titled = (title) => fill(told.layerTitled, { title, number });
  return {
    number,
    prefix,
    reads,
    states: cell.states.map(named),
    quantities: cell.quantities.map((one) => {
      return { ...one, name: named(one.name), pre: one.pre && named(one.pre), title: titled(one.title) };
    }),
    weights: cell.weights.map((one) => ({ ...one, name: named(one.name), gate: named(one.gate) })),
    phases: cell.phases.map((phase) => {
      const equation = equationOutside(phase.equation);
      const text = `${equation.target} = ${textOf(equation.expression)}`;
      return { ...phase, key: `layer${number}-${phase.key}`, title: titled(phase.title), text, equation };
    }),
    equations: cell.equations.map(equationOutside),
    contributions: cell.contributions.map(({ source, to, expression }) => {
      return { source: named(source), to: { ...to, name: named(to.name) }, expression: outside(expression) };
    }),
    diagram: {
      ...cell.diagram,
      nodes: cell.diagram.nodes.map((node) => {
        return { ...node, phase: node.phase && `layer${number}-${node.phase}`, writes: named(node.writes) };
      }),
      edges: cell.diagram.edges.map((edge) => ({ ...edge, carries: named(edge.carries) })),
    },
    wires: cell.wires.map((ways) =>
      ways.map(({ minus, factors }) => {
        return { minus, factors: factors.map((one) => ({ ...one, expression: outside(one.expression) })) };
      }),
    ),
  };
}

/** The names that a layer computes and carries in, in the order of a trace. @param {Layer} layer */
export const tracedNames = ({ states, equations }) => [
  ...states.map((state) => `${state}0`),
  ...equations.map(({ target }) => target),
];
